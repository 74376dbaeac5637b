"""Table numbers: which group of a round plays where, so that players come to the same table as seldom as
possible.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

from .shapes import Draft


class Exchanging(Protocol):
    """Who says which groups of a round can change tables, as wishes do."""

    def may_exchange(self, groups: Sequence[Sequence[int]], one: int, other: int) -> bool:
        """Tell whether two groups can change tables."""
        ...


SWAPS_PER_SECOND = 330_000
SECOND_VISIT, EACH_FURTHER = 10, 3


def prices_of_visits(most: int) -> list[int]:
    """Price one more visit by the visits there were: nothing, then a full price, a little more each time."""
    return [0, *(SECOND_VISIT + EACH_FURTHER * earlier for earlier in range(most))]


def least_cost(seats: int, tables: int, rounds: int, price: list[int]) -> int:
    """Bound the cost from below: every player's visits spread over the tables as evenly as can be."""
    each, more = divmod(rounds, tables)
    return seats * (tables * sum(price[:each]) + more * price[each])


def settle(
    rounds: Draft,
    rng: Random,
    seconds: float,
    *,
    visits: Mapping[tuple[int, int], int] | None = None,
    wishes: Exchanging | None = None,
) -> None:
    """Exchange whole groups inside rounds, in place, annealed on the visits of players to tables they know.

    `visits` counts (player, table) of rounds already played. Who has to sit at certain tables stays there.
    """
    cut = [[row[start : start + 4] for start in range(0, len(row), 4)] for row in rounds]
    for row, groups in zip(rounds, settled(cut, rng, seconds, visits, wishes), strict=True):
        row[:] = [player for group in groups for player in group]


def settled(
    cut: list[list[list[int]]],
    rng: Random,
    seconds: float,
    visits: Mapping[tuple[int, int], int] | None = None,
    wishes: Exchanging | None = None,
) -> list[list[list[int]]]:
    """Exchange groups as `settle` does, of rounds that are cut into groups, of any size."""
    tables = len(cut[0])
    if tables < 2:
        return cut
    before = visits or {}
    price = prices_of_visits(len(cut) + max(before.values(), default=0) + 1)
    seen = [[0] * tables for _ in range(1 + max(max(group) for groups in cut for group in groups))]
    for (player, table), times in before.items():
        if player < len(seen) and table < tables:
            seen[player][table] += times
    cost = 0
    for groups in cut:
        for table, group in enumerate(groups):
            for player in group:
                cost += price[seen[player][table]]
                seen[player][table] += 1
    good = least_cost(sum(map(len, cut[0])), tables, len(cut), price)
    return exchange(cut, seen, price, cost - good, rng, int(seconds * SWAPS_PER_SECOND), wishes)


def exchange(
    cut: list[list[list[int]]],
    seen: list[list[int]],
    price: list[int],
    above: int,
    rng: Random,
    swaps: int,
    wishes: Exchanging | None = None,
) -> list[list[list[int]]]:
    """Anneal exchanges of two groups until nothing is left `above` the bound; give the best arrangement
    seen.
    """
    tables, random = len(cut[0]), rng.random
    best, least = [groups[:] for groups in cut], above
    for step in range(swaps):
        if least <= 0:
            break
        heat = SECOND_VISIT * (0.6 * (1 - step / swaps) + 0.05)
        groups = cut[int(random() * len(cut))]
        s, t = int(random() * tables), int(random() * tables)
        if s == t or not (wishes is None or wishes.may_exchange(groups, s, t)):
            continue
        here, there = groups[s], groups[t]
        delta = 0
        for player in here:
            at = seen[player]
            delta += price[at[t]] - price[at[s] - 1]
        for player in there:
            at = seen[player]
            delta += price[at[s]] - price[at[t] - 1]
        if delta > 0 and random() >= math.exp(-delta / heat):
            continue
        for player in here:
            seen[player][s] -= 1
            seen[player][t] += 1
        for player in there:
            seen[player][t] -= 1
            seen[player][s] += 1
        groups[s], groups[t] = there, here
        above += delta
        if above < least:
            best, least = [line[:] for line in cut], above
    return best
