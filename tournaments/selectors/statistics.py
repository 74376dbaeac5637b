"""What hands and winds came to in a competition: counted over the deals that readers may see."""

from collections import Counter
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

import scoring
from tournaments import access
from tournaments.models import Competition, ScoreRow
from tournaments.selectors.public import standings_shown

CAME = ("played", "rested")


class OfWind(NamedTuple):
    """What players had under a wind of their own: deals, mah-jongs, discards that others won on, nets."""

    wind: str
    deals: int
    mahjongs: int
    given: int
    net: int


def shown(competition: Competition) -> QuerySet[ScoreRow]:
    """List what deals meant for their players: current versions that are not void, of rounds that are out."""
    return ScoreRow.objects.filter(
        version__table__round__in=access.open_rounds(competition),
        version__superseded_by__isnull=True,
        version__void=False,
    ).order_by()


def values_won(competition: Competition) -> Counter[int]:
    """Count the winning hands by their value."""
    won = shown(competition).filter(mahjong=True, value__isnull=False)
    return Counter(dict(won.values_list("value").annotate(Count("pk"))))


def by_wind(competition: Competition) -> tuple[OfWind, ...]:
    """Sum up by own wind; nothing where tables enter totals only, for those were played under all winds."""
    if competition.entry_level == Competition.EntryLevel.TOTALS:
        return ()
    played = shown(competition).exclude(own_wind="").values_list("own_wind")
    mahjongs, given = Count("pk", filter=Q(mahjong=True)), Count("pk", filter=Q(gave=True))
    rows = played.annotate(deals=Count("pk"), made=mahjongs, lost=given, nets=Sum("net"))
    found = {wind: OfWind(wind, *figures) for wind, *figures in rows}
    return tuple(found[wind] for wind in scoring.SEATS if wind in found)


def attendance(competition: Competition) -> tuple[tuple[int, int], ...]:
    """Count who came to each meeting of a season that is out, those who were drawn to rest too."""
    if not competition.is_season:
        return ()
    table = standings_shown(competition)
    came = Counter(cell.round for row in table.rows for cell in row.rounds if cell.presence in CAME)
    return tuple((number, came[number]) for number in table.held)
