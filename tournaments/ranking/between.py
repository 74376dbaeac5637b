"""Two tables of one competition beside each other: who moved, by how much, and in which rounds.

Where the tables come from, and what was done meanwhile, is for `selectors.between`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.ranking.figures import Amount
from tournaments.ranking.tallies import Tally
from tournaments.sittings import turn


class Given(NamedTuple):
    """What a round gave somebody in a table, and what became of it there."""

    amount: Amount
    state: str


class Stood(NamedTuple):
    """Somebody in a table: place, total, and what each round gave, by its number."""

    number: int
    rank: int | None
    shared: bool
    total: Amount | None
    rounds: Mapping[int, Given]


class Seat(NamedTuple):
    """A table of a round at which somebody's figures became others, and how many deals more were played."""

    table: int
    deals: int


class Step(NamedTuple):
    """What one round has to do with a move: what it gave before and gives after, and at which tables.

    `adjusted` is what penalties and adjusted scores of the round brought meanwhile.
    """

    round: int
    before: Given | None
    after: Given | None
    tables: tuple[Seat, ...]
    adjusted: int


class Move(NamedTuple):
    """One player before and after; `steps` say where it comes from."""

    number: int
    before: Stood | None
    after: Stood
    steps: tuple[Step, ...]

    @property
    def moved(self) -> bool:
        """Tell whether place or total is another one."""
        return _place(self.before) != _place(self.after)

    @property
    def by(self) -> Amount:
        """Say how much more or less the total is."""
        return (self.after.total or 0) - ((self.before.total or 0) if self.before else 0)

    @property
    def up(self) -> int | None:
        """Say how many places up it went, down below 0; None where there was or is no place."""
        if self.before is None or self.before.rank is None or self.after.rank is None:
            return None
        return self.before.rank - self.after.rank


def _place(one: Stood | None) -> tuple[object, ...] | None:
    return None if one is None else (one.rank, one.shared, one.total)


def moves(
    before: Sequence[Stood], after: Sequence[Stood], was: Iterable[Tally], now: Iterable[Tally]
) -> tuple[Move, ...]:
    """Compare two tables, in the order of the later; `was` and `now` are the tallies they were made of."""
    known = {one.number: one for one in before}
    sat = _sums(was), _sums(now)
    pairs = ((known.get(one.number), one) for one in after)
    return tuple(Move(new.number, old, new, _steps(old, new, *sat)) for old, new in pairs)


Places = Mapping[tuple[int, int | None], tuple[int, ...]]  # in which round at which table
Sums = Mapping[int, Places]  # of whom


def _sums(tallies: Iterable[Tally]) -> Sums:
    """Add up by who has to do with it: whoever played, and for whom."""
    found: dict[int, dict[tuple[int, int | None], tuple[int, ...]]] = {}
    for one in tallies:
        own = (one.net, one.deals + one.rested, one.mahjongs, one.given, one.adjustment)
        for number in {one.entry, one.stands_for} - {None}:
            here = found.setdefault(number, {})  # type: ignore[arg-type]
            place = one.round, one.table
            here[place] = tuple(map(sum, zip(here.get(place, (0,) * len(own)), own, strict=True)))
    return found


def _steps(before: Stood | None, after: Stood, was: Sums, now: Sums) -> tuple[Step, ...]:
    given = before.rounds if before else {}
    old, new = was.get(after.number, {}), now.get(after.number, {})
    played = {place for place in {*old, *new} if old.get(place) != new.get(place)}
    now_given = after.rounds
    changed = {number for number in {*given, *now_given} if given.get(number) != now_given.get(number)}
    return tuple(
        Step(number, given.get(number), after.rounds.get(number), *_told(number, played, old, new))
        for number in sorted(changed | {number for number, _table in played}, key=turn)
    )


def _told(
    number: int, played: Iterable[tuple[int, int | None]], old: Places, new: Places
) -> tuple[tuple[Seat, ...], int]:
    """Say at which tables of a round it came about, and what was adjusted there."""
    seats, adjusted = [], 0
    for place in sorted(one for one in played if one[0] == number and one[1] is not None):
        was, now = old.get(place, (0,) * 5), new.get(place, (0,) * 5)
        if was[:4] != now[:4]:
            seats.append(Seat(place[1] or 0, now[1] - was[1]))
    for place in (one for one in {*old, *new} if one[0] == number):
        adjusted += new.get(place, (0,) * 5)[4] - old.get(place, (0,) * 5)[4]
    return tuple(seats), adjusted
