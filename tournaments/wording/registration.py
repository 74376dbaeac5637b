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
}


def told(state: str) -> str:
    """Say how a registration stands."""
    return gettext(TOLD[state])


def message(*, name: str, state: str, event: str, day: date, club: str, link: str, fee: str = "") -> str:
    """Write what is sent to somebody: how it stands, when it is, the fee if it is due, and the own link."""
    lines = [gettext("Dear %(name)s,") % {"name": name}, "", f"{event}, {date_format(day, DAY)}", told(state)]
    if fee:
        lines.append(gettext("Fee: %(fee)s") % {"fee": fee})
    lines += ["", gettext("See your registration or withdraw it:"), link, "", club]
    return "\n".join(lines)
