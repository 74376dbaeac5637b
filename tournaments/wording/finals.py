"""What is refused about finals and other parts of an event."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "final_too_early": _("A round is being played. Close it first: its results decide who goes on."),
    "final_moved": _("The standings or your choices are not those you looked at. Look again."),
    "final_too_few": _("Fewer than {wanted} have a place and go on."),
    "final_undecided": _(
        "These share a place at the edge: {people}. Say in which order they go on, for instance by a lot."
    ),
    "final_there": _(
        "In a final already: {people}. Let them stay out of this one, or give that final up first."
    ),
    "final_begun": _("The seating of this final is out: it cannot be given up any more."),
    "not_a_final": _("This is no final."),
    "not_next": _("Number {number} has no place there, or is in a final already."),
}
