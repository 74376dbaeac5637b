"""What each member of a season still running has, and what any future would make of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.choosing import COUNTED, DROPPED
from tournaments.ranking.seasons.facts import Facts
from tournaments.ranking.seasons.lines import Line
from tournaments.ranking.seasons.policy import Choosing, Policy, plain
from tournaments.ranking.seasons.tables import season

ABSENT = "absent"
First = Amount | str | None  # the credit of the next meeting, ABSENT, or None where anything may come


@dataclass(frozen=True, slots=True)
class Prospect:
    """Say what a member has: results, what counts beside them, and how many meetings were attended.

    `held` is the number of meetings held after the last, `minimum` that of the end.
    """

    number: int
    results: tuple[Amount, ...]
    beside: Amount
    attended: int
    held: int
    minimum: int
    choosing: Choosing

    def total(self, to_come: Sequence[Amount]) -> Amount:
        """Return the total after the last meeting, with the credits of those still attended."""
        results = [*self.results, *to_come]
        wanted = self.choosing.wanted(self.held, len(results))
        if wanted is not None and wanted < len(results):
            results = sorted(results, reverse=True)[: max(0, wanted)]
        return self.beside + sum(results)

    def counts_all(self, coming: int) -> bool:
        """Tell whether all results count if so many more meetings are attended."""
        wanted = self.choosing.wanted(self.held, len(self.results) + coming)
        return wanted is None or wanted >= len(self.results) + coming

    def qualifies(self, coming: int) -> bool:
        """Tell whether the minimum is reached with so many more meetings attended."""
        return self.attended + coming >= self.minimum


def prospects(policy: Policy, facts: Facts, remaining: int) -> list[Prospect]:
    """Return what each member has, in order of number."""
    standing = season(policy, facts)
    held = len(standing.scope.held) + remaining
    planned = policy.meetings or len(facts.meetings) + remaining
    minimum = policy.minimum_attendance.of(held, planned - len(standing.scope.void), policy.choosing)
    members = {player.number for player in facts.players if player.status is None}
    lines = sorted((place.line for place in standing.table), key=lambda line: line.number)
    return [_prospect(policy, line, held, minimum) for line in lines if line.number in members]


def _prospect(policy: Policy, line: Line, held: int, minimum: int) -> Prospect:
    results, beside = [], sum(part.amount for part in line.extras)
    for each in line.meetings:
        if each.evening is not None and each.state in (COUNTED, DROPPED):
            results.append(each.evening.credit)
        elif each.evening is not None:
            beside += each.evening.credit
    return Prospect(line.number, tuple(results), beside, line.attended, held, minimum, policy.choosing)


@cache
def orders(seats: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return all orders of so many at a table, ties included: for each seat its place and its sharers."""
    found = set()
    for ranks in product(range(seats), repeat=seats):
        places = [(1 + sum(other < rank for other in ranks), ranks.count(rank)) for rank in ranks]
        found.add(tuple(places))
    return tuple(sorted(found))


def attainable(points: tuple[Amount, ...], seats: int, attendance: Amount) -> tuple[Amount, ...]:
    """Return every credit that a seat of a table can bring, the least first."""
    own = points_of(points, seats)
    runs = {
        plain(Fraction(sum(own[first:last])) / (last - first) + attendance)
        for first in range(seats)
        for last in range(first + 1, seats + 1)
    }
    return tuple(sorted(runs))


def points_of(points: tuple[Amount, ...], seats: int) -> tuple[Amount, ...]:
    """Return the points of exactly so many places; one beyond the list gives 0."""
    return (*points, *(0 for _place in range(seats)))[:seats]
