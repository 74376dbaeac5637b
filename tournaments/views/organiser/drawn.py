"""What pages of the staff say of rounds that were drawn: whom they no longer fit, who fills them up."""

from collections.abc import Iterable

from django.utils.translation import ngettext

from tournaments.models import Competition, Entry, Round
from tournaments.selectors import meetings, outdated
from tournaments.selectors.seatings import SeatedRound
from tournaments.services.reckoning import rules_of


def outdated_for(
    competition: Competition,
    seated: Iterable[SeatedRound],
    entries: Iterable[Entry] | None = None,
) -> outdated.Outdated | None:
    """Say which rounds to come no longer fit who plays; nothing of a season, or of what is in the archive."""
    if competition.is_season or competition.archived_at:
        return None
    everybody = competition.entries.select_related("player") if entries is None else entries
    return outdated.outdated(seated, everybody, rules_of(competition).players)


def filled_up(drawn: Iterable[Round]) -> str:
    """Say how many house players fill the tables of rounds just drawn; nothing where there are none."""
    house = meetings.house_seated(drawn)
    said = ngettext(
        "%(count)s house player fills the tables up, since the players do not make whole tables of four.",
        "%(count)s house players fill the tables up, since the players do not make whole tables of four.",
        house,
    )
    return said % {"count": house} if house else ""
