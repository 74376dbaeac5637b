"""Rounds in which some always sit together, or at certain tables: whole units change tables, and only where
they may.

The algebra of `columns` knows no such thing, so that these rounds are annealed from the start, on the prices
that `anneal` has. A ghost is like every other ghost here: sitting with any of them again is dearer each time.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from random import Random

from .anneal import Prices
from .shapes import Draft
from .wishes import Unit, Wishes, placed

MOVES_PER_SECOND = 110_000
HOT, COLD = 0.8, 0.1


class Hall:
    """Rounds under way, with the prices of all pairs, the meetings of these rounds counted in."""

    def __init__(self, rounds: Draft, ghosts: Collection[int], wishes: Wishes, prices: Prices) -> None:
        self.rounds, self.wishes, self.prices = rounds, wishes, prices
        self.ghosts = sorted(ghosts)
        self.absent = frozenset(ghosts)
        self.units = wishes.unit_of(len(rounds[0]))
        for row in rounds:
            for start in range(0, len(row), 4):
                for at in range(start, start + 4):
                    self.company((row[at],), row[start:at], 1)

    def company(self, unit: Sequence[int], others: Sequence[int], by: int) -> None:
        """Count that people come to share a table, or no longer do; one ghost counts as all of them."""
        if self.absent.isdisjoint(unit) and self.absent.isdisjoint(others):
            self._count(unit, others, by)
            return
        for one in unit:
            for other in others:
                for first in self._alike(one):
                    for second in self._alike(other):
                        if first != second:
                            self.prices[first][second] += by
                            self.prices[second][first] += by

    def _count(self, unit: Sequence[int], others: Sequence[int], by: int) -> None:
        prices = self.prices
        for one in unit:
            at = prices[one]
            for other in others:
                at[other] += by
                prices[other][one] += by

    def _alike(self, one: int) -> Sequence[int]:
        return self.ghosts if one in self.absent else (one,)

    def pays(self, unit: Sequence[int], others: Sequence[int]) -> int:
        """Say what one more meeting of these with those costs."""
        paid = 0
        for one in unit:
            at = self.prices[one]
            for other in others:
                paid += at[other]
        return paid

    def from_ghost_to_ghost(
        self, mine: Unit, stay: Sequence[int], theirs: Unit, stay_there: Sequence[int]
    ) -> int:
        """Count who would leave one ghost for another, which is alike: that counts once too much."""
        apart = self.absent.isdisjoint
        if not self.absent or apart((*mine, *stay)) or apart((*theirs, *stay_there)):
            return 0
        changing = (len(mine) + len(theirs)) * (not apart(stay) and not apart(stay_there))
        staying = (len(stay) + len(stay_there)) * (not apart(mine) and not apart(theirs))
        return changing + staying

    def share(self, row: Sequence[int], at: int, size: int) -> Unit:
        """Give units of a table, `size` people in all, the one at a place among them; nobody if none fit."""
        if len(self.units[row[at]]) == size:
            return self.units[row[at]]
        start = at - at % 4
        taken = list(self.units[row[at]])
        for one in row[start : start + 4]:
            unit = self.units[one]
            if one not in taken and len(taken) + len(unit) <= size:
                taken += unit
        return tuple(taken) if len(taken) == size else ()


def rounds_kept(
    seats: int,
    rounds: int,
    ghosts: Collection[int],
    wishes: Wishes,
    prices: Prices,
    rng: Random,
    moves: int,
) -> Draft:
    """Anneal rounds that keep to the wishes, on prices of what was before; raises WishError."""
    drawn = [placed(seats, ghosts, wishes, rng) for _ in range(rounds)]
    hall = Hall(drawn, ghosts, wishes, [row[:] for row in prices])
    best, least = [row[:] for row in drawn], 0
    for change in moves_taken(hall, rng, moves if seats > 4 else 0):
        if change < least:
            best, least = [row[:] for row in hall.rounds], change
    return best


def moves_taken(hall: Hall, rng: Random, moves: int) -> Iterator[int]:
    """Let units change tables, of one size or several for one; after each move yield the change of price."""
    rounds, size, change, heat = hall.rounds, len(hall.rounds[0]), 0, HOT
    units, bound = hall.units, bool(hall.wishes.tables)
    cooling, random = (COLD / HOT) ** (1 / max(1, moves)), rng.random
    for _ in range(moves):
        heat *= cooling
        row = rounds[int(random() * len(rounds))]
        i, j = int(random() * size), int(random() * size)
        if i >> 2 == j >> 2:
            continue
        there = max(len(units[row[i]]), len(units[row[j]]))
        mine, theirs = hall.share(row, i, there), hall.share(row, j, there)
        if not mine or not theirs:
            continue
        if bound and not (hall.wishes.may_sit(mine, j >> 2) and hall.wishes.may_sit(theirs, i >> 2)):
            continue
        change += moved(hall, row, (i, mine), (j, theirs), -heat * math.log(random() + 1e-12))
        yield change


def moved(hall: Hall, row: list[int], here: tuple[int, Unit], there: tuple[int, Unit], most: float) -> int:
    """Let units change tables unless that costs more than `most`; give the change of price, or 0."""
    (i, mine), (j, theirs) = here, there
    starts = i - i % 4, j - j % 4
    stay = [one for one in row[starts[0] : starts[0] + 4] if one not in mine]
    stay_there = [one for one in row[starts[1] : starts[1] + 4] if one not in theirs]
    before = hall.pays(mine, stay) + hall.pays(theirs, stay_there)
    before -= len(mine) * len(stay) + len(theirs) * len(stay_there)
    delta = hall.pays(mine, stay_there) + hall.pays(theirs, stay) - before
    delta -= hall.from_ghost_to_ghost(mine, stay, theirs, stay_there)
    if delta > max(most, 0):
        return 0
    hall.company(mine, stay, -1)
    hall.company(theirs, stay_there, -1)
    hall.company(mine, stay_there, 1)
    hall.company(theirs, stay, 1)
    row[starts[0] : starts[0] + 4] = [*theirs, *stay]
    row[starts[1] : starts[1] + 4] = [*mine, *stay_there]
    return delta
