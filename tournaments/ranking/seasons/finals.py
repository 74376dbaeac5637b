"""Who goes on to the finals, who goes up and down between divisions, and who carries what over."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from tournaments.ranking.figures import Amount
from tournaments.ranking.placing import Place
from tournaments.ranking.seasons.policy import Finals, Policy, plain
from tournaments.ranking.seasons.tables import Named, Season

MARKS = ("final", "final_open", "up", "up_open", "down", "down_open")


class Finalist(NamedTuple):
    """Say who goes on by which place of which period; the period is None for a season without any."""

    period: str | None
    player: int
    rank: int


class Open(NamedTuple):
    """Say who share a place across the line, for so many places: a play-off or a lot decides."""

    period: str | None
    players: tuple[int, ...]
    places: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """Say who goes on, and where that is not decided."""

    finalists: tuple[Finalist, ...]
    undecided: tuple[Open, ...]


class Move(NamedTuple):
    """Say that a player goes from one division to another."""

    player: int
    origin: str
    target: str


class OpenMove(NamedTuple):
    """Say who share a place across the line of a division, for so many places."""

    origin: str
    target: str
    players: tuple[int, ...]
    places: int


class Next(NamedTuple):
    """Say with what a member begins the next season."""

    player: int
    carried: Amount
    division: str | None


def sharing(places: Iterable[Place[Any]]) -> list[list[Place[Any]]]:
    """Return the ranked lines in order, those who share a place together."""
    placed = [each for each in places if each.rank is not None]
    return [list(run) for _rank, run in groupby(placed, key=lambda each: each.rank)]


def finals(season: Season) -> Qualified | None:
    """Return who goes on to the finals, None for a season without them."""
    wanted = season.policy.finals
    if wanted is None:
        return None
    found, undecided = [], []
    seen: set[int] = set()
    for name, places in _tables(season, wanted):
        finalists, left = _first_of(name, places, wanted, seen)
        seen |= {each.player for each in finalists}
        found += finalists
        undecided += left
    return Qualified(tuple(found), tuple(undecided))


def _tables(season: Season, wanted: Finals) -> list[tuple[str | None, Sequence[Place[Any]]]]:
    if wanted.made_from == "periods":
        return [(each.name, each.places) for each in season.periods if is_finished(each)]
    top = season.divisions[0].places if season.divisions else ()
    return [(None, season.table or season.year or top)]


def is_finished(period: Named) -> bool:
    """Tell whether all meetings of a period have taken place, void ones included."""
    return len(period.scope.held) + len(period.scope.void) >= period.scope.planned


def _first_of(
    name: str | None, places: Sequence[Place[Any]], wanted: Finals, seen: set[int]
) -> tuple[list[Finalist], list[Open]]:
    found: list[Finalist] = []
    room = wanted.places
    for group in sharing(places):
        fresh = [each for each in group if each.line.number not in seen]
        taken = len(fresh) if wanted.pass_down else len(group)
        if taken > room:
            numbers = tuple(each.line.number for each in fresh)
            return found, [Open(name, numbers, room)] if room and numbers else []
        found += [Finalist(name, each.line.number, each.rank or 0) for each in fresh]
        room -= taken
    return found, []


def moves(season: Season) -> tuple[tuple[Move, ...], tuple[OpenMove, ...]]:
    """Return who goes up and down between divisions, and where a shared place leaves that open."""
    found: list[Move] = []
    undecided: list[OpenMove] = []
    for at, division in enumerate(season.policy.divisions):
        groups = sharing(season.divisions[at].places)
        above = season.policy.divisions[at - 1].name if at else ""
        below = season.policy.divisions[at + 1].name if at + 1 < len(season.policy.divisions) else ""
        up, open_up, room_up = _across(groups, division.up)
        down, open_down, room_down = _across(groups[::-1], division.down)
        risen = {each.line.number for each in up}
        found += [Move(each.line.number, division.name, above) for each in up]
        fallen = [each.line.number for each in reversed(down) if each.line.number not in risen]
        in_order = {each.line.number: place for place, each in enumerate(season.divisions[at].places)}
        found += [Move(number, division.name, below) for number in sorted(fallen, key=in_order.__getitem__)]
        undecided += _left(division.name, above, open_up, room_up)
        undecided += _left(division.name, below, open_down, room_down)
    return tuple(found), tuple(undecided)


def _across(
    groups: Sequence[Sequence[Place[Any]]], room: int
) -> tuple[list[Place[Any]], Sequence[Place[Any]], int]:
    """Take whole groups while there is room; return them, the group across the line, and its room."""
    taken: list[Place[Any]] = []
    for group in groups:
        if len(group) > room:
            return taken, group if room else (), room
        taken += group
        room -= len(group)
    return taken, (), 0


def _left(origin: str, target: str, group: Sequence[Place[Any]], room: int) -> Iterator[OpenMove]:
    if group:
        yield OpenMove(origin, target, tuple(each.line.number for each in group), room)


class Mark(NamedTuple):
    """Say of a line where it leads by the table as it stands: a code, and the period it is for.

    The code is one of MARKS, with `_open` where a shared place leaves it undecided.
    """

    code: str
    period: str = ""


def marks_of(season: Season) -> dict[int, tuple[Mark, ...]]:
    """Return who goes on to finals, up or down as the tables stand, by number of the player."""
    found: dict[int, list[Mark]] = {}
    qualified = finals(season) or Qualified((), ())
    for finalist in qualified.finalists:
        found.setdefault(finalist.player, []).append(Mark("final", finalist.period or ""))
    for left in qualified.undecided:
        for number in left.players:
            found.setdefault(number, []).append(Mark("final_open", left.period or ""))
    went, undecided = moves(season)
    for move in went:
        found.setdefault(move.player, []).append(Mark(way(season.policy, move.origin, move.target)))
    for open_move in undecided:
        code = f"{way(season.policy, open_move.origin, open_move.target)}_open"
        for number in open_move.players:
            found.setdefault(number, []).append(Mark(code))
    return {number: tuple(marks) for number, marks in found.items()}


def way(policy: Policy, origin: str, target: str) -> str:
    """Say whether a division is `up` or `down` from another, the highest being named first."""
    names = [division.name for division in policy.divisions]
    return "up" if names.index(target) < names.index(origin) else "down"


def next_season(season: Season) -> tuple[Next, ...] | None:
    """Return with what every member who has not withdrawn begins the next season, None without roll-over."""
    return None if season.policy.roll_over is None else begins(season)


def begins(season: Season) -> tuple[Next, ...]:
    """Return with what every member who has not withdrawn begins a next season; without roll-over with 0."""
    carry = season.policy.roll_over or 0
    went = {each.player: each.target for each in moves(season)[0]}
    totals = _totals(season)
    members = sorted((each.number, each.division) for each in season.facts.players if each.status is None)
    return tuple(
        Next(number, plain(Fraction(totals.get(number, 0)) * carry), went.get(number, division))
        for number, division in members
    )


def _totals(season: Season) -> dict[int, Amount]:
    """Return the total of everybody who is ranked."""
    places: list[Place[Any]] = [*season.table, *season.year]
    places += [each for division in season.divisions for each in division.places]
    return {each.line.number: each.line.total or 0 for each in places if each.rank is not None}
