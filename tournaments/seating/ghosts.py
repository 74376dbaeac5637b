"""Ghosts spread evenly: nobody sits with an empty chair, or a house player, more than once oftener than
anybody else, wherever that costs no repeat.

First the ghosts take the chairs of a plan without repeats whose opponents overlap least (`chairs`). Where
that is not even, people exchange places between tables with a ghost and tables without (`even_out`), which
gives up the algebra of the plan but not its freedom from repeats. `base_rounds` stores plans made for ghosts,
`tests/seating/test_uneven.py` proves where none is even.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import itemgetter
from random import Random

from .anneal import SWAPS_PER_SECOND, Prices, no_prices, opponents_by_place
from .shapes import Draft, groups_of

FIRST_CHAIRS = 6  # first chairs looked at in a large plan; its others are alike
ALL_CHAIRS = 48  # up to so many chairs, as most stored plans have, every choice is looked at
HOT, COLD = 0.55, 0.08
TRIES = 2
SLACK = 0.5  # a third meeting weighs more than a second, so that as few repeats can cost a little more


def chairs(meetings: Prices, free: Sequence[int], count: int, rng: Random) -> list[int]:
    """Choose slots that never meet, for `count` ghosts of a plan in which nobody meets twice, so that as few
    people as can be meet two of them; none if there are no such slots.
    """
    met = [sum(1 << other for other, times in enumerate(row) if times) for row in meetings]
    order = rng.sample(list(free), len(free))
    firsts = order if len(order) <= ALL_CHAIRS else order[:FIRST_CHAIRS]
    best: tuple[int, list[int]] | None = None
    for chosen in apart_choices(met, firsts, order, count):
        both = sum((met[a] & met[b]).bit_count() for a, b in combinations(chosen, 2))
        if best is None or both < best[0]:
            best = both, chosen
    return best[1] if best else []


def apart_choices(
    met: Sequence[int], firsts: Sequence[int], order: Sequence[int], count: int
) -> Iterator[list[int]]:
    """List the choices of two or three slots that never meet, one of `firsts` among them."""
    for first in firsts:
        seconds = [slot for slot in order if slot != first and not met[first] >> slot & 1]
        if count == 2:
            yield from ([first, second] for second in seconds)
        else:
            yield from ([first, a, b] for a, b in combinations(seconds, 2) if not met[a] >> b & 1)


class Spreading:
    """Rounds under way: who has met whom, and how often each sits with a ghost.

    People are numbered from 0, the ghosts behind them. In every row the tables with a ghost come first, the
    ghost in their last place, and no swap moves it.
    """

    def __init__(
        self, draft: Draft, people: int, prices: Prices | None = None, short: Sequence[int] = ()
    ) -> None:
        self.people, self.size = people, len(draft[0])
        self.rounds = [ghosts_first(row, people) for row in draft]
        self.prices = [row[:] for row in prices] if prices else no_prices(self.size)
        self.short = [*short] if short else [0] * people
        self.edge = 4 * (self.size - people)
        self.least = least_squares(self.short, len(draft), 3 * (self.size - people))
        for row in self.rounds:
            self._count(row)

    def _count(self, row: Sequence[int]) -> None:
        for group in groups_of(row):
            here = [player for player in group if player < self.people]
            for a, b in combinations(here, 2):
                self.prices[a][b] += 1
                self.prices[b][a] += 1
            for player in here:
                self.short[player] += len(here) < 4

    @property
    def uneven(self) -> int:
        """Say how far the ghosts are from even: 0 where nothing can be more even."""
        return sum(times * times for times in self.short) - self.least


def uneven(draft: Draft, people: int) -> int:
    """Say how far the ghosts of rounds are from even, as `Spreading` does."""
    return Spreading(draft, people).uneven


def ghosts_first(row: Sequence[int], people: int) -> list[int]:
    """Write a round with the tables of ghosts first, the ghost last at each."""
    groups = [sorted(group, key=lambda player: player >= people) for group in groups_of(row)]
    groups.sort(key=lambda group: group[3] < people)
    return [player for group in groups for player in group]


def least_squares(short: Sequence[int], rounds: int, chairs_a_round: int) -> int:
    """Bound the sum of squared counts from below: the chairs to come go to whoever has fewest."""
    counts = sorted(short)
    for _ in range(rounds * chairs_a_round):
        lowest = min(range(len(counts)), key=counts.__getitem__)
        counts[lowest] += 1
    return sum(times * times for times in counts)


def even_out(
    draft: Draft,
    people: int,
    rng: Random,
    seconds: float,
    *,
    prices: Prices | None = None,
    short: Sequence[int] = (),
) -> Draft:
    """Give rounds in which the ghosts are spread more evenly and no pair's meetings cost more, or the draft.

    `prices` are those of meetings before these rounds and of pairs kept apart, `short` how often each sat
    with a ghost before.
    """
    best: tuple[Key, Draft] = (Spreading(draft, people, prices, short).uneven, 0), draft
    swaps = int(seconds * SWAPS_PER_SECOND / TRIES)
    for _ in range(TRIES):
        if best[0][0] > 0:
            under_way = Spreading(draft, people, prices, short)
            slack = 0 if prices else SLACK * total(under_way.prices)
            found = annealed(under_way, rng, swaps, repeats(draft, people), slack)
            best = min(best, found, key=itemgetter(0))
    return best[1]


Key = tuple[int, int]


def repeats(draft: Draft, people: int) -> int:
    """Sum the meetings of people after the first; the prices weigh a third meeting more than a second."""
    met, meetings = [1 << player for player in range(people)], 0
    for row in draft:
        for group in groups_of(row):
            here = [player for player in group if player < people]
            meetings += len(here) * (len(here) - 1) // 2
            table = sum(1 << player for player in here)
            for player in here:
                met[player] |= table
    return meetings - (sum(known.bit_count() for known in met) - people) // 2


def annealed(under_way: Spreading, rng: Random, swaps: int, most: int, slack: float) -> tuple[Key, Draft]:
    """Anneal swaps; give the most even state seen with at most so many repeats, of equals the cheapest."""
    uneven = under_way.uneven
    best: tuple[Key, Draft] = (uneven, 0), [row[:] for row in under_way.rounds]
    for price, squares in swaps_taken(under_way, rng, swaps):
        key = uneven + squares, price
        if key < best[0] and price <= slack and repeats(under_way.rounds, under_way.people) <= most:
            best = key, [row[:] for row in under_way.rounds]
            if key[0] == 0:
                break
    return best


def total(prices: Prices) -> int:
    """Sum what all the meetings counted in the prices cost."""
    return sum(times * (times - 1) // 2 for index, row in enumerate(prices) for times in row[:index])


def swaps_taken(under_way: Spreading, rng: Random, swaps: int) -> Iterator[tuple[int, int]]:
    """Try swaps of two people while it cools down; after each taken, yield the changes of price and squares.

    Nearly all the time goes into this loop. A ghost has no price: where one sits, its place in the sums is 0.
    """
    rounds, prices, short = under_way.rounds, under_way.prices, under_way.short
    edge, people = under_way.edge, under_way.people
    places = [place for place in range(under_way.size) if place >= edge or place % 4 != 3]
    others, random, log = opponents_by_place(under_way.size), rng.random, math.log
    heat, cooling = HOT, (COLD / HOT) ** (1 / max(1, swaps))
    price = squares = 0
    for _ in range(swaps):
        heat *= cooling
        row = rounds[int(random() * len(rounds))]
        i, j = places[int(random() * len(places))], places[int(random() * len(places))]
        if i >> 2 == j >> 2:
            continue
        p, q = row[i], row[j]
        at_p, at_q = prices[p], prices[q]
        i1, i2, i3 = others[i]
        j1, j2, j3 = others[j]
        a, b, c, x, y, z = row[i1], row[i2], row[i3], row[j1], row[j2], row[j3]
        # The meetings that end, without those with ghosts, were counted one time too many.
        change = at_p[x] + at_p[y] + at_p[z] + at_q[a] + at_q[b] + at_q[c] + 6 - (i < edge) - (j < edge)
        change -= at_p[a] + at_p[b] + at_p[c] + at_q[x] + at_q[y] + at_q[z]
        even = 0
        if (i < edge) != (j < edge):
            leaves, comes = (p, q) if i < edge else (q, p)
            even = 2 * (short[comes] - short[leaves] + 1)
        if change + even > 0 and change + even > -heat * log(random() + 1e-12):
            continue
        row[i], row[j] = q, p
        change_company(prices, p, (a, b, c), (x, y, z), people)
        change_company(prices, q, (x, y, z), (a, b, c), people)
        if (i < edge) != (j < edge):
            short[leaves] -= 1
            short[comes] += 1
        price, squares = price + change, squares + even
        yield price, squares


def change_company(
    prices: Prices, player: int, gone: Sequence[int], come: Sequence[int], people: int
) -> None:
    """Count that a player meets other people at one table."""
    for others, by in ((gone, -1), (come, 1)):
        for other in others:
            if other < people:
                prices[player][other] += by
                prices[other][player] += by
