"""What changed between two moments of a competition: who moved, by how much, and through what.

The figures are `ranking.between`'s; here they get names, and what was done meanwhile: deals, corrections,
penalties, rules. A round that the reader does not see is in none of it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from tournaments.models import DealVersion
from tournaments.ranking import between
from tournaments.ranking.between import Move, Seat, Step
from tournaments.ranking.figures import PLUS, phrase
from tournaments.selectors.moments import Cut, Fined, Happened, Later, Settled
from tournaments.selectors.past import Past, tables_at
from tournaments.selectors.ranked import MeetingCell, Row
from tournaments.sittings import meeting_of, turn

MOST_DEALS = 400  # new deals that are named one by one; beyond that their tables are
ABSENCES = ("absence", "substitute")  # parts of a meeting, whoever sat there
MOST_STEPS = 8  # rounds that are told of one player, the latest
Place = tuple[int, int]


class SeatTold(NamedTuple):
    """A table of a step, with the new deals there where they are named, and its corrections."""

    seat: Seat
    deals: tuple[int, ...]
    later: tuple[Later, ...]


class StepTold(NamedTuple):
    """What one round has to do with a move, with what it came about through.

    `absent` says what a meeting gives somebody for not coming; a substitute's table is then none of theirs.
    """

    step: Step
    seats: tuple[SeatTold, ...]
    fined: tuple[Fined, ...]
    absent: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One player at both moments, by the name of today; `left_out` counts rounds that are not told."""

    row: Row
    move: Move
    steps: tuple[StepTold, ...]
    left_out: int


class Played(NamedTuple):
    """How many new deals a round got, at how many tables."""

    round: int
    tables: int
    deals: int


@dataclass(frozen=True, slots=True)
class Between:
    """Both tables, the lines of those who moved, and what was done meanwhile, each in order of time."""

    before: Past
    after: Past
    moved: tuple[Move, ...]
    stayed: int
    played: tuple[Played, ...]
    later: tuple[Later, ...]
    fined: tuple[Fined, ...]
    settled: tuple[Settled, ...]
    new: Mapping[Place, tuple[int, ...]]

    @property
    def nothing(self) -> bool:
        """Tell whether nothing at all was done meanwhile."""
        return not (self.played or self.later or self.fined or self.settled)

    def lines(self, moves: Iterable[Move]) -> list[Line]:
        """Tell of some moves through what they came about."""
        rows = {row.number: row for row in self.after.rows}
        at: dict[Place, list[Later]] = defaultdict(list)
        for one in self.later:
            at[one.round, one.table].append(one)
        return [self._line(rows[one.number], one, at) for one in moves]

    def _line(self, row: Row, move: Move, at: Mapping[Place, Sequence[Later]]) -> Line:
        told = move.steps[-MOST_STEPS:]
        steps = tuple(self._told(row, one, at) for one in told)
        return Line(row, move, steps, len(move.steps) - len(told))

    def _told(self, row: Row, step: Step, at: Mapping[Place, Sequence[Later]]) -> StepTold:
        absent = _absent(row, step.round)
        seats = tuple(
            SeatTold(
                each, self.new.get((step.round, each.table), ()), tuple(at.get((step.round, each.table), ()))
            )
            for each in (() if absent else step.tables)
        )
        fined = (one for one in self.fined if (one.entry, one.round) == (row.number, step.round))
        return StepTold(step, seats, tuple(fined), absent)


def _absent(row: Row, number: int) -> str:
    """Say what a meeting gives somebody who was absent; empty where tables do."""
    cells = [one for one in row.rounds if one.round == meeting_of(number) and isinstance(one, MeetingCell)]
    parts = [part for cell in cells for part in cell.told.parts]
    gives = any(part.code in ABSENCES for part in parts) and not any("table" in part.facts for part in parts)
    return PLUS.join(phrase(part, gettext) for part in parts) if gives else ""


def between_cuts(known: Happened, first: Cut, second: Cut) -> Between:
    """Compare two moments, the earlier first."""
    if _is_later(first, second):
        first, second = second, first
    before, after = tables_at(known, [first, second])
    moves = between.moves(stood(before.rows), stood(after.rows), before.tallies, after.tallies)
    moved = tuple(one for one in moves if one.moved)
    new = _new_deals(known, first, second)
    return Between(
        before,
        after,
        moved,
        len(moves) - len(moved),
        _played(before, after),
        tuple(one for one in known.corrections() if first.sequence < one.sequence <= second.sequence),
        tuple(one for one in known.fined if second.has(one.at) and not first.has(one.at)),
        tuple(one for one in known.settled if second.has(one.at) and not first.has(one.at)),
        new,
    )


def _is_later(one: Cut, other: Cut) -> bool:
    if one.at is None or other.at is None:
        return one.at is None and other.at is not None
    return (one.sequence, one.at, not one.before) > (other.sequence, other.at, not other.before)


def stood(rows: Iterable[Row]) -> list[between.Stood]:
    """Take of the lines of a table what two tables are compared by."""
    return [
        between.Stood(
            row.number,
            row.rank,
            row.shared,
            row.total,
            {cell.round: between.Given(cell.amount, cell.state) for cell in row.rounds},
        )
        for row in rows
    ]


def _played(before: Past, after: Past) -> tuple[Played, ...]:
    """Count what rounds got by the tallies; the most that anybody played at a table is what it played."""
    was, now = _deals(before), _deals(after)
    more = {place: deals - was.get(place, 0) for place, deals in now.items() if deals > was.get(place, 0)}
    tables, deals = Counter[int](), Counter[int]()
    for (round_, _table), number in more.items():
        tables[round_] += 1
        deals[round_] += number
    return tuple(Played(round_, tables[round_], deals[round_]) for round_ in sorted(tables, key=turn))


def _deals(past: Past) -> dict[Place, int]:
    found: dict[Place, int] = {}
    for one in past.tallies:
        if one.table is not None:
            place = one.round, one.table
            found[place] = max(found.get(place, 0), one.deals + one.rested)
    return found


def _new_deals(known: Happened, first: Cut, second: Cut) -> dict[Place, tuple[int, ...]]:
    """Name the deals that were recorded meanwhile, unless they are very many."""
    seen = [one.pk for one in known.rounds]
    versions = DealVersion.objects.filter(
        competition=known.competition,
        sequence__gt=first.sequence,
        sequence__lte=second.sequence,
        version=1,
        table__round__in=seen,
    ).order_by("sequence")
    rows = list(versions.values_list("table__round__number", "table__number", "number")[: MOST_DEALS + 1])
    found: dict[Place, list[int]] = defaultdict(list)
    if len(rows) <= MOST_DEALS:
        for round_, table, number in rows:
            found[round_, table].append(number)
    return {place: tuple(numbers) for place, numbers in found.items()}
