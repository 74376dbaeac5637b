"""Rounds with tables of three or five beside those of four, annealed: first that nobody sits at these more
often than others, then that nobody meets again.

A table keeps its size and its place in the round. Units that always share a table change tables as wholes,
and only to where they may sit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

from .anneal import Prices
from .ghosts import least_squares
from .sizes import FOUR
from .wishes import Unit, Wishes
from .withdrawals import spent

Tables = list[list[int]]
MOVES_PER_SECOND = 110_000
HOT, COLD = 0.7, 0.08
EVEN = 2  # one turn more than another has, beside one meeting again


class Odd:
    """Rounds under way, people numbered from 0: what each pair costs by now, and how often each sits at an
    odd table, `before` counted in.
    """

    def __init__(self, rounds: list[Tables], wishes: Wishes, prices: Prices, before: Sequence[int]) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.wishes, self.units = wishes, wishes.unit_of(len(before))
        self.prices, self.turns = [row[:] for row in prices], [*before]
        for tables in self.rounds:
            for table in tables:
                for at, one in enumerate(table):
                    self.count((one,), table[:at], 1)
                    self.turns[one] += len(table) != FOUR
        seats = sum(len(table) for table in rounds[0] if len(table) != FOUR) if rounds else 0
        self.least = least_squares(before, len(rounds), seats)
        self.repeated = spent(prices, self.prices)

    @property
    def uneven(self) -> int:
        """Say how far the turns at odd tables are from even: 0 where nothing can be more even."""
        return sum(times * times for times in self.turns) - self.least

    def count(self, unit: Sequence[int], others: Sequence[int], by: int) -> None:
        """Count that people come to share a table, or no longer do."""
        prices = self.prices
        for one in unit:
            at = prices[one]
            for other in others:
                at[other] += by
                prices[other][one] += by

    def pays(self, unit: Sequence[int], others: Sequence[int]) -> int:
        """Say what one more meeting of these with those costs."""
        paid = 0
        for one in unit:
            at = self.prices[one]
            for other in others:
                paid += at[other]
        return paid

    def evens(self, leaves: Sequence[int], comes: Sequence[int]) -> int:
        """Say what it costs that these leave an odd table and those come to it."""
        more = sum(2 * self.turns[one] + 1 for one in comes)
        return more - sum(2 * self.turns[one] - 1 for one in leaves)


def share(units: Sequence[Unit], table: Sequence[int], one: int, size: int) -> Unit:
    """Give units of a table, `size` people in all, with this one among them; nobody if none fit."""
    taken = units[one]
    for other in table:
        unit = units[other]
        if len(taken) < size and other not in taken and len(taken) + len(unit) <= size:
            taken = (*taken, *unit)
    return taken if len(taken) == size else ()


def annealed(rounds: list[Tables], wishes: Wishes, prices: Prices, before: Sequence[int],
             rng: Random, moves: int) -> list[Tables]:
    """Anneal rounds on `prices` and turns of what was before; give the most even state that was seen, of
    equals the one with the fewest meetings again.
    """
    odd = Odd(rounds, wishes, prices, before)
    uneven, repeated = odd.uneven, odd.repeated
    key, best = (uneven, repeated), odd.rounds
    best = [[table[:] for table in tables] for tables in odd.rounds]
    for price, squares in moves_taken(odd, rng, moves if len(rounds[0]) > 1 and key > (0, 0) else 0):
        found = uneven + squares, repeated + price
        if found < key:
            key, best = found, [[table[:] for table in tables] for tables in odd.rounds]
            if key == (0, 0):
                break
    return best


def moves_taken(odd: Odd, rng: Random, moves: int) -> Iterator[tuple[int, int]]:
    """Let units change tables while it cools down; after each move yield the changes of price and squares."""
    random, units, may_sit = rng.random, odd.units, odd.wishes.may_sit
    bound, tables, price, squares, heat = bool(odd.wishes.tables), len(odd.rounds[0]), 0, 0, HOT
    cooling = (COLD / HOT) ** (1 / max(1, moves))
    for _ in range(moves):
        heat *= cooling
        row = odd.rounds[int(random() * len(odd.rounds))]
        s, t = int(random() * tables), int(random() * tables)
        if s == t:
            continue
        here, there = row[s], row[t]
        one, other = here[int(random() * len(here))], there[int(random() * len(there))]
        size = max(len(units[one]), len(units[other]))
        mine, theirs = share(units, here, one, size), share(units, there, other, size)
        if not mine or not theirs or (bound and not (may_sit(mine, t) and may_sit(theirs, s))):
            continue
        taken = moved(odd, row, (s, mine), (t, theirs), -heat * math.log(random() + 1e-12))
        if taken is not None:
            price, squares = price + taken[0], squares + taken[1]
            yield price, squares


def moved(
    odd: Odd, row: Tables, mine_at: tuple[int, Unit], theirs_at: tuple[int, Unit], most: float
) -> tuple[int, int] | None:
    """Let units change tables unless that costs more than `most`; give the changes of price and squares."""
    (s, mine), (t, theirs) = mine_at, theirs_at
    stay = [one for one in row[s] if one not in mine]
    stay_there = [one for one in row[t] if one not in theirs]
    price = odd.pays(mine, stay_there) + odd.pays(theirs, stay)
    price -= odd.pays(mine, stay) - len(mine) * len(stay)
    price -= odd.pays(theirs, stay_there) - len(theirs) * len(stay_there)
    squares, mine_odd, theirs_odd = 0, len(row[s]) != FOUR, len(row[t]) != FOUR
    if mine_odd != theirs_odd:
        squares = odd.evens(mine, theirs) if mine_odd else odd.evens(theirs, mine)
    if price + EVEN * squares > max(most, 0):
        return None
    odd.count(mine, stay, -1)
    odd.count(theirs, stay_there, -1)
    odd.count(mine, stay_there, 1)
    odd.count(theirs, stay, 1)
    for unit, by in ((mine, theirs_odd - mine_odd), (theirs, mine_odd - theirs_odd)):
        for one in unit:
            odd.turns[one] += by
    row[s], row[t] = [*theirs, *stay], [*mine, *stay_there]
    return price, squares
