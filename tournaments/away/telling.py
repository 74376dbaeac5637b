"""Say in words what an event brings back, what stays as it is here, and what stays in the hall."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext_lazy

from tournaments.away.merging import Brought
from tournaments.models import DealVersion
from tournaments.selectors.log import VERBS

Kind = DealVersion.Kind
DEALS = {
    Kind.PLAY: ngettext_lazy("%(n)s deal", "%(n)s deals", "n"),
    Kind.CORRECT: ngettext_lazy("%(n)s correction", "%(n)s corrections", "n"),
    Kind.REPLAY: ngettext_lazy(
        "%(n)s deal replayed after a correction", "%(n)s deals replayed after a correction", "n"
    ),
    Kind.RESEAT: ngettext_lazy("%(n)s deal given to other people", "%(n)s deals given to other people", "n"),
    Kind.PENALTY: ngettext_lazy("%(n)s deal with other penalties", "%(n)s deals with other penalties", "n"),
    Kind.VOID: ngettext_lazy("%(n)s deal voided", "%(n)s deals voided", "n"),
}
LEFT = {
    "registrations": gettext_noop("registrations made in the hall: %(n)s"),
    "letters": gettext_noop("e-mails written in the hall: %(n)s"),
    "hooks": gettext_noop("other sites told by the hall: %(n)s"),
}


def told(made: Brought) -> list[str]:
    """Say it in lines."""
    if made.rows == 0:
        return [_("%(event)s: nothing is new.") % {"event": made.event.name}]
    return [_("%(event)s, from the hall:") % {"event": made.event.name}, *_came(made), *_stayed(made)]


def _came(made: Brought) -> Iterator[str]:
    for kind, said in DEALS.items():
        if number := made.deals[kind]:
            yield said % {"n": number}
    for verb, number in sorted(made.lines.items()):
        yield f"{number} × {_(VERBS[verb]).rstrip(':') if verb in VERBS else verb}"
    if made.people:
        yield _("Entered in the hall: %(names)s") % {"names": ", ".join(made.people)}


def _stayed(made: Brought) -> Iterator[str]:
    for here, there in made.stays:
        yield _("The name stays as it is here: %(here)s (in the hall %(there)s)") % {
            "here": here,
            "there": there,
        }
    if made.settings:
        yield _("Stays as it is here, and is otherwise in the hall: %(what)s") % {
            "what": ", ".join(made.settings)
        }
    for name, number in made.left.items():
        if number:
            yield _("Stays in the hall: %(what)s") % {"what": _(LEFT[name]) % {"n": number}}
    yield _("Also in the hall stay its accounts and roles, log-ins and paired tablets.")
