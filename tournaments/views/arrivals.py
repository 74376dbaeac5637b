"""Where a version of a deal came from that was held first: when it came, why it waited, and who let it in."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Competition, DealVersion, Ruling
from tournaments.refusals import sentence
from tournaments.selectors import history

SENT = _("The table’s tablet sent it on %(at)s, and it was held: “%(why)s”")
CAME = _("It came in on %(at)s and was held: “%(why)s”")
LET_IN = {
    Ruling.Decision.ACCEPTED: _("Accepted on %(at)s by %(who)s."),
    Ruling.Decision.CORRECTION: _("Accepted as a correction on %(at)s by %(who)s."),
    Ruling.Decision.PROMOTED: _("Recorded on %(at)s, when its turn came."),
}


def arrivals(
    versions: Iterable[DealVersion], competition: Competition, *, named: bool
) -> dict[int | None, str]:
    """Tell by version how it came in, of those that were held; officials are `named` to the staff only."""
    rulings = list(history.rulings_behind(versions))
    roles = history.roles_of(competition, rulings)
    told: dict[int | None, str] = {}
    for ruling in rulings:
        who = str(ruling.actor) if named else history.role_of(ruling, roles)
        told[ruling.version_id] = _told(ruling, who, competition)
    return told


def _told(ruling: Ruling, who: str, competition: Competition) -> str:
    held = ruling.submission
    why = sentence(held.code, held.facts, of=competition)
    came = gettext(SENT if held.device_id else CAME) % {"at": _when(held.at), "why": why}
    let_in = gettext(LET_IN[Ruling.Decision(ruling.decision)]) % {"at": _when(ruling.at), "who": who}
    return f"{came} {let_in}"


def _when(at: datetime) -> str:
    return date_format(localtime(at), "j F Y, H:i")
