"""Swaps of two players inside a round, annealed: for rounds beyond the algebra, for history and for single
evenings.

Every pair has a price for one more meeting, held in a matrix that already counts the meetings of the rounds
worked on and any before them; an earlier meeting, a shared club and a shared last evening are all simply a
higher price.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from random import Random

from .shapes import Draft

SWAPS_PER_SECOND = 450_000

Prices = list[list[int]]


def no_prices(size: int) -> Prices:
    """Start a matrix of prices: nobody has met."""
    return [[0] * size for _ in range(size)]


def count_meetings(prices: Prices, rounds: Draft, by: int = 1) -> None:
    """Add the meetings of some rounds to the prices."""
    for row in rounds:
        for start in range(0, len(row), 4):
            for a, b in combinations(row[start : start + 4], 2):
                prices[a][b] += by
                prices[b][a] += by


def opponents_by_place(size: int) -> list[tuple[int, int, int]]:
    """Give the three places of a row that share a table with each place."""
    return [
        (*(start + other for other in range(4) if start + other != place),)  # type: ignore[misc]
        for place in range(size)
        for start in (place - place % 4,)
    ]


def improve(
    rounds: Draft,
    prices: Prices,
    rng: Random,
    swaps: int,
    *,
    hot: float = 0.7,
    cold: float = 0.12,
    good: int | None = None,
) -> int:
    """Anneal swaps in place and give the change of the total price; the rounds' own meetings must be
    counted in `prices`.

    Ends early when the change is `good` (a negative number, the most that can be gained). The best state
    seen is restored.
    """
    change, best_change = 0, 0
    best = [row[:] for row in rounds]
    for change in swaps_taken(rounds, prices, rng, swaps, hot, cold):
        if change < best_change:
            best_change = change
            best = [line[:] for line in rounds]
            if good is not None and change <= good:
                break
    if change != best_change:
        restore(rounds, best, prices)
    return best_change


def swaps_taken(
    rounds: Draft, prices: Prices, rng: Random, swaps: int, hot: float, cold: float
) -> Iterator[int]:
    """Try swaps while it cools down; after each one taken, yield the change of the total price so far.

    Nearly all the time goes into this loop, most of it into swaps that are not taken: it calls nothing else.
    """
    size, change, heat = len(rounds[0]), 0, hot
    others = opponents_by_place(size)
    random, log = rng.random, math.log
    cooling = (cold / hot) ** (1 / max(1, swaps))
    for _ in range(swaps):
        heat *= cooling
        row = rounds[int(random() * len(rounds))]
        i, j = int(random() * size), int(random() * size)
        if i >> 2 == j >> 2:
            continue
        p, q = row[i], row[j]
        at_p, at_q = prices[p], prices[q]
        i1, i2, i3 = others[i]
        j1, j2, j3 = others[j]
        a, b, c, x, y, z = row[i1], row[i2], row[i3], row[j1], row[j2], row[j3]
        # The six meetings that end were counted one time too many for the next of each pair.
        leaving = at_p[a] + at_p[b] + at_p[c] + at_q[x] + at_q[y] + at_q[z] - 6
        if leaving <= 0 and heat < 0.25:
            continue
        delta = at_p[x] + at_p[y] + at_p[z] + at_q[a] + at_q[b] + at_q[c] - leaving
        if delta > 0 and delta > -heat * log(random() + 1e-12):
            continue
        row[i], row[j] = q, p
        change_company(prices, p, (a, b, c), (x, y, z))
        change_company(prices, q, (x, y, z), (a, b, c))
        change += delta
        yield change


def change_company(prices: Prices, player: int, gone: tuple[int, ...], come: tuple[int, ...]) -> None:
    """Count that a player meets other people at one table."""
    at = prices[player]
    for other in gone:
        at[other] -= 1
        prices[other][player] -= 1
    for other in come:
        at[other] += 1
        prices[other][player] += 1


def restore(rounds: Draft, best: Draft, prices: Prices) -> None:
    """Go back to a state kept, with its meetings."""
    count_meetings(prices, rounds, -1)
    for line, kept in zip(rounds, best, strict=True):
        line[:] = kept
    count_meetings(prices, rounds)


def drawn(seats: int, rounds: int, rng: Random) -> Draft:
    """Draw rounds by lot."""
    rows = [list(range(seats)) for _ in range(rounds)]
    for row in rows:
        rng.shuffle(row)
    return rows
