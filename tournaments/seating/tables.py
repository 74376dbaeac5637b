"""Table numbers: which group of a round plays where, so that players come to the same table as seldom as possible."""

from __future__ import annotations

import math
from collections.abc import Mapping
from random import Random

from .shapes import Draft

SWAPS_PER_SECOND = 350_000


def settle(
    rounds: Draft, rng: Random, seconds: float, *, visits: Mapping[tuple[int, int], int] | None = None, good: int = 0
) -> None:
    """Exchange whole groups inside rounds, in place, annealed on the pairs of visits of a player to a table.

    `visits` counts (player, table) of rounds already played. Ends early at `good` pairs of visits.
    """
    tables = len(rounds[0]) // 4
    if tables < 2 or not rounds:
        return
    seen = [[0] * tables for _ in range(max(map(max, rounds)) + 1)]
    for (player, table), times in (visits or {}).items():
        if player < len(seen) and table < tables:
            seen[player][table] += times
    cut = [[row[start : start + 4] for start in range(0, len(row), 4)] for row in rounds]
    cost = 0
    for groups in cut:
        for table, group in enumerate(groups):
            for player in group:
                cost += seen[player][table]
                seen[player][table] += 1
    best = exchange(cut, seen, cost, rng, int(seconds * SWAPS_PER_SECOND), good)
    for row, groups in zip(rounds, best, strict=True):
        row[:] = [player for group in groups for player in group]


def exchange(
    cut: list[list[list[int]]], seen: list[list[int]], cost: int, rng: Random, swaps: int, good: int
) -> list[list[list[int]]]:
    """Anneal exchanges of two groups; give the best arrangement seen."""
    tables, random = len(cut[0]), rng.random
    best, best_cost = [groups[:] for groups in cut], cost
    for step in range(swaps):
        if best_cost <= good:
            break
        heat = 1.1 * (1 - step / swaps) + 0.08
        groups = cut[int(random() * len(cut))]
        s, t = int(random() * tables), int(random() * tables)
        if s == t:
            continue
        here, there = groups[s], groups[t]
        delta = 8
        for player in here:
            at = seen[player]
            delta += at[t] - at[s]
        for player in there:
            at = seen[player]
            delta += at[s] - at[t]
        if delta > 0 and random() >= math.exp(-delta / heat):
            continue
        for player in here:
            seen[player][s] -= 1
            seen[player][t] += 1
        for player in there:
            seen[player][t] -= 1
            seen[player][s] += 1
        groups[s], groups[t] = there, here
        cost += delta
        if cost < best_cost:
            best, best_cost = [line[:] for line in cut], cost
    return best
