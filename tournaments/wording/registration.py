"""What somebody who registered is told, in sentences that can be sent or copied."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

DAY = "j F Y"
TOLD = {
    "asked": _("Your registration has arrived. The organisers look at it and tell you."),
    "coming": _("You have a place."),
    "waiting": _("All places are taken. You are on the waiting list and move up when one is free."),
    "refused": _("The organisers could not take your registration."),
    "withdrawn": _("Your registration is withdrawn."),
    "promoted": _("A place has become free: you have a place now."),
    "reminder": _("The day is near, and you have a place. If you cannot come, withdraw, so that others can."),
}
SUBJECTS = {
    "asked": _("%(event)s: your registration has arrived"),
    "coming": _("%(event)s: you have a place"),
    "waiting": _("%(event)s: you are on the waiting list"),
    "refused": _("%(event)s: about your registration"),
    "withdrawn": _("%(event)s: your registration is withdrawn"),
    "promoted": _("%(event)s: you have a place now"),
    "reminder": _("%(event)s: see you soon"),
}

# The sentences of refusals that only the staff hear, by their codes.
REFUSED = {
    "registered_twice": _(
        "{name}: two registrations have this name and club, or somebody entered has them already. If it is "
        "one person, refuse one of the two; if they are two, correct the name or the club of one."
    ),
}


def told(state: str) -> str:
    """Say how a registration stands."""
    return gettext(TOLD[state])


def subject(kind: str, event: str) -> str:
    """Head what is sent to somebody."""
    return gettext(SUBJECTS[kind]) % {"event": event}


def words(*, name: str, kind: str, event: str, day: date, fee: str = "", code: bool = False) -> str:
    """Write what is sent to somebody: how it stands, when it is, and the fee if it is due."""
    lines = [gettext("Dear %(name)s,") % {"name": name}, "", f"{event}, {date_format(day, DAY)}", told(kind)]
    if fee:
        lines.append(gettext("Fee: %(fee)s") % {"fee": fee})
    if code:
        lines.append(gettext("When you arrive, show the code that is on your page."))
    return "\n".join(lines)


def with_link(words: str, link: str, club: str) -> str:
    """Put the own link below, and who writes."""
    return "\n".join([words, "", gettext("See your registration or withdraw it:"), link, "", club])
