"""What checking a typed deal refuses: said on the staff's pages alone, as `draws` has it."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "nothing_checked": _("Say which deal you checked."),
    "typed_by_nobody": _("Deal {deal} was not typed by the staff: its players confirm it."),
    "typed_by_you": _("You typed deal {deal} yourself: somebody else checks it."),
    "check_disputed": _("A player disputes deal {deal}: a referee decides."),
}
