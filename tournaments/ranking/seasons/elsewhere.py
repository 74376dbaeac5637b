"""What a tournament that counts as a meeting of a season gives those who played there: places into credits.

Who is whom in both is for `selectors.counted`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tournaments.ranking import figures
from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.policy import plain, shared

PLACES, NET, TABLE_POINTS = BY = ("places", "net", "table_points")
NOTHING, LAST = BEYOND = ("nothing", "last")
EVERYBODY, MEMBERS = AMONG = ("all", "members")


@dataclass(frozen=True, slots=True)
class Way:
    """Say how a place becomes a credit: `points` by place, or what the tournament gave; times `factor`.

    `beyond` says what a place beyond the list gets; the places are those `among` all, or among members alone.
    """

    by: str = PLACES
    points: tuple[Amount, ...] = ()
    beyond: str = NOTHING
    among: str = EVERYBODY
    factor: Amount = 1


class Result(NamedTuple):
    """Say the place of a member in a tournament, and what the tournament gave as the way asks for it."""

    player: int
    place: int
    amount: Amount = 0


class Given(NamedTuple):
    """Say a credit, and for which place, with how many have it."""

    amount: Amount
    place: int
    sharers: int


def credited(way: Way, results: Sequence[Result], places: Iterable[int]) -> dict[int, Given]:
    """Turn the results of members into credits; `places` are those of all who had one, theirs among them."""
    if way.among == MEMBERS:
        places = [one.place for one in results]
    having = Counter(places)
    ahead = {place: sum(count for other, count in having.items() if other < place) for place in having}
    return {
        one.player: Given(
            _amount(way, one, 1 + ahead[one.place], having[one.place]),
            *(1 + ahead[one.place], having[one.place]),
        )
        for one in results
    }


def _amount(way: Way, result: Result, place: int, sharers: int) -> Amount:
    if way.by != PLACES:
        return plain(result.amount * way.factor)
    points = way.points
    if way.beyond == LAST:
        points += points[-1:] * max(0, place - 1 + sharers - len(points))
    return plain(shared(points, place, sharers) * way.factor)


def way_of(raw: Mapping[str, Any]) -> Way:
    """Read what `written` made; raise KeyError, TypeError or ValueError for anything else."""
    way = Way(
        str(raw["by"]),
        tuple(figures.amount(str(points)) for points in raw.get("points", ())),
        str(raw.get("beyond", NOTHING)),
        str(raw.get("among", EVERYBODY)),
        figures.amount(str(raw.get("factor", "1"))),
    )
    known = way.by in BY and way.beyond in BEYOND and way.among in AMONG
    if not known or (way.by == PLACES) != bool(way.points):
        raise ValueError(f"no way of counting a tournament: {raw!r}")
    return way


def written(way: Way) -> dict[str, Any]:
    """Write a way as a competition keeps it."""
    told: dict[str, Any] = {"by": way.by, "among": way.among, "factor": figures.text(way.factor)}
    if way.by == PLACES:
        told |= {"points": [figures.text(points) for points in way.points], "beyond": way.beyond}
    return told
