"""A round by the standings with tables of five where people sit together, or at certain tables.

The wishes are kept always. Of what they leave open the turns at tables of five come first, then who has met,
then how near each other neighbours sit. Where nothing is wished for, `odd` chooses the tables of five.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from random import Random

from .anneal import Prices
from .odd_rounds import Tables, share
from .sizes import FOUR
from .swiss import COLD, HOT, NEAR, WIDER, cost, pair_near
from .wishes import Unit, Wishes, placed_at

TURN = 20_000  # one turn at a table of five more than another has: dearer than any meetings again
MOVES_PER_SECOND = 80_000
STEP, FAR = 0.1, 0.3  # how often somebody goes over to another table alone; how often far ones change tables

Step = tuple[Unit, int, int]  # who goes from which table to which


class Fives:
    """A round under way, people numbered from 0 as they are ranked, tables in the order of their numbers."""

    def __init__(self, tables: Tables, wishes: Wishes, prices: Prices, turns: Sequence[int]) -> None:
        self.tables, self.wishes, self.prices, self.turns = tables, wishes, prices, turns
        self.units = wishes.unit_of(len(turns))
        self.at = {one: table for table, people in enumerate(tables) for one in people}
        self.costs = [self.cost(table) for table in tables]

    def cost(self, table: Sequence[int]) -> int:
        """Say what a table costs, turns at one of five with it."""
        turns = sum(self.turns[one] for one in table) if len(table) > FOUR else 0
        return cost(table, len(self.turns), self.prices) + TURN * turns

    def changed(self, most: float, *steps: Step) -> int | None:
        """Let units go where they may sit unless that costs more than `most`; give its price."""
        if not all(self.wishes.may_sit(unit, into) for unit, _out, into in steps):
            return None
        new = {table: self.tables[table] for _unit, *both in steps for table in both}
        for unit, out, into in steps:
            new[out] = [one for one in new[out] if one not in unit]
            new[into] = [*new[into], *unit]
        costs = {table: self.cost(people) for table, people in new.items()}
        price = sum(costs.values()) - sum(self.costs[table] for table in new)
        if price > most:
            return None
        for table, people in new.items():
            self.tables[table], self.costs[table] = people, costs[table]
        self.at |= {one: into for unit, _out, into in steps for one in unit}
        return price


def wished_fives(
    sizes: Sequence[int], wishes: Wishes, prices: Prices, turns: Sequence[int], rng: Random, *, met: int
) -> Tables:
    """Seat people, numbered from 0 as they are ranked, at tables of these sizes; `met` rounds were before.

    Raises WishError (`wishes_too_many`) where a table has no room for those who have to sit there.
    """
    start = placed_at(_rooms(sizes, wishes), (), wishes, rng)
    moves = int(0.5 * MOVES_PER_SECOND)
    best = _annealed(Fives(start, wishes, prices, turns), rng, NEAR + WIDER * met, moves)
    return _numbered(best, wishes)


def _rooms(sizes: Sequence[int], wishes: Wishes) -> list[int]:
    """Begin with tables of five where most have to sit, of equals at the last ones."""
    asked = Counter[int]()
    for tables in wishes.tables.values():
        asked.update(dict.fromkeys(tables, 1 if len(tables) > 1 else len(wishes.people)))
    largest = iter(sorted(sizes, reverse=True))
    order = sorted(range(len(sizes)), key=lambda table: (-asked[table], -table))
    room = {table: next(largest) for table in order}
    return [room[table] for table in range(len(sizes))]


def _annealed(round: Fives, rng: Random, near: int, moves: int) -> Tables:
    """Let people change tables while it cools down; give the best tables that were seen."""
    change = best_change = 0
    best = [*round.tables]
    for turn in range(moves):
        heat = HOT * (COLD / HOT) ** (turn / moves)
        most = -heat * math.log(1 - rng.random())
        steps = _step(round, rng) if rng.random() < STEP else _exchange(round, rng, near)
        change += (steps and round.changed(most, *steps)) or 0
        if change < best_change:
            best_change, best = change, [*round.tables]
    return best


def _step(round: Fives, rng: Random) -> tuple[Step, ...]:
    """Draw somebody who leaves a table of five, which another one becomes then."""
    one, into = rng.randrange(len(round.turns)), rng.randrange(len(round.tables))
    out = round.at[one]
    alone = len(round.units[one]) == 1
    if alone and len(round.tables[out]) > FOUR == len(round.tables[into]):
        return (((one,), out, into),)
    return ()


def _exchange(round: Fives, rng: Random, near: int) -> tuple[Step, ...]:
    """Draw two who change tables, with those who sit where they do: as many from each."""
    people = len(round.turns)
    one, other = pair_near(rng, people, people, people if rng.random() < FAR else near)
    here, there = round.at[one], round.at[other]
    if here == there:
        return ()
    size = max(len(round.units[one]), len(round.units[other]))
    mine = share(round.units, round.tables[here], one, size)
    theirs = share(round.units, round.tables[there], other, size)
    return ((mine, here, there), (theirs, there, here)) if mine and theirs else ()


def _numbered(tables: Tables, wishes: Wishes) -> Tables:
    """Put tables in order where nobody is bound to one: the leader's first, those of five last."""
    bound = [any(one in wishes.tables for one in table) for table in tables]
    free = [table for table, stays in zip(tables, bound, strict=True) if not stays]
    others = iter(sorted(free, key=lambda table: (len(table) > FOUR, min(table))))
    return [table if stays else next(others) for table, stays in zip(tables, bound, strict=True)]
