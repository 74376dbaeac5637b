"""Rounds from columns over the cyclic group of the tables, and the climb that lets more pairs share an
opponent.

A column (c0, c1, c2, c3) is one round: table t seats slot (i, t + c_i) of each class i, slots numbered i *
tables + value. Nobody meets twice when, for every two classes, the differences of their entries differ from
round to round; nobody comes to a table twice when the entries of each class differ.
"""

from __future__ import annotations

import math
from itertools import combinations
from random import Random

Column = tuple[int, int, int, int]

PAIRS = tuple(combinations(range(4), 2))
THROUGH = tuple((i, k, tuple(j for j in range(4) if j not in (i, k))) for i in range(4) for k in range(i, 4))
ROTATIONS_PER_SECOND = 1_200_000  # rotations, 24 for each round of an evaluation


class Taken:
    """Remember which entries and differences the columns of a plan use already."""

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.entries: list[set[int]] = [set() for _ in range(4)]
        self.differences: dict[tuple[int, int], set[int]] = {pair: set() for pair in PAIRS}

    def fits(self, head: tuple[int, ...], value: int) -> bool:
        """Say whether a column that starts with `head` may go on with `value`."""
        row = len(head)
        return value not in self.entries[row] and all(
            (value - earlier) % self.tables not in self.differences[i, row] for i, earlier in enumerate(head)
        )

    def allows(self, column: Column) -> bool:
        """Say whether a whole column fits."""
        return all(self.fits(column[:row], column[row]) for row in range(4))

    def add(self, column: Column) -> None:
        """Take what a column uses."""
        for row, value in enumerate(column):
            self.entries[row].add(value)
        for i, j in PAIRS:
            self.differences[i, j].add((column[j] - column[i]) % self.tables)

    def remove(self, column: Column) -> None:
        """Give back what a column used."""
        for row, value in enumerate(column):
            self.entries[row].discard(value)
        for i, j in PAIRS:
            self.differences[i, j].discard((column[j] - column[i]) % self.tables)


def next_column(taken: Taken, rng: Random, head: tuple[int, ...] = ()) -> Column | None:
    """Find any column that fits, entry by entry with backtracking."""
    if len(head) == 4:
        return (head[0], head[1], head[2], head[3])
    values = [value for value in range(taken.tables) if taken.fits(head, value)]
    rng.shuffle(values)
    for value in values:
        if column := next_column(taken, rng, (*head, value)):
            return column
    return None


def build(tables: int, rounds: int, rng: Random, tries: int) -> list[Column]:
    """Collect columns greedily, dropping one or two whenever none fits; give the most that stood together."""
    taken = Taken(tables)
    columns: list[Column] = []
    best: list[Column] = []
    while len(columns) < rounds:
        column = next_column(taken, rng)
        if column is not None:
            taken.add(column)
            columns.append(column)
            best = list(columns) if len(columns) > len(best) else best
            continue
        tries -= 1
        if tries < 0:
            break
        for _ in range(min(len(columns), rng.choice((1, 2, 2, 3)))):
            taken.remove(columns.pop(rng.randrange(len(columns))))
    return best


def multiplied(tables: int, rounds: int, rng: Random) -> list[Column]:
    """Give columns r, 2r, 3r, 4r for a prime number of tables."""
    chosen = rng.sample(range(tables), rounds)
    return [(r, 2 * r % tables, 3 * r % tables, 4 * r % tables) for r in chosen]


def rounds_of(columns: list[Column], tables: int) -> list[list[int]]:
    """Write columns out as rounds of slots."""
    return [
        [row * tables + (table + column[row]) % tables for table in range(tables) for row in range(4)]
        for column in columns
    ]


def differences(columns: list[Column], tables: int) -> tuple[list[list[int]], list[list[list[int]]]]:
    """Give, for each two classes, the differences at which they meet: as bits written twice, and as shifts.

    Written twice, the bits are rotated by one shift to the right.
    """
    reach = [[0] * 4 for _ in range(4)]
    shifts: list[list[list[int]]] = [[[]] * 4 for _ in range(4)]
    for i, j in PAIRS:
        steps = [(column[j] - column[i]) % tables for column in columns]
        forward = backward = 0
        for step in steps:
            forward |= 1 << step
            backward |= 1 << (tables - step) % tables
        reach[i][j], reach[j][i] = forward | forward << tables, backward | backward << tables
        shifts[i][j], shifts[j][i] = [tables - step for step in steps], steps
    return reach, shifts


def uncovered(columns: list[Column], tables: int) -> int:
    """Count pairs that neither meet nor share an opponent, class by class of their difference."""
    mask = (1 << tables) - 1
    reach, shifts = differences(columns, tables)
    missing = 0
    for i, k, through in THROUGH:
        seen = reach[i][k] if i != k else 1
        for j in through:
            onward = reach[j][k]
            for shift in shifts[i][j]:
                seen |= onward >> shift
        # Inside a class each pair is seen from both ends.
        missing += (tables - (seen & mask).bit_count()) * (1 if i == k else 2)
    return tables * missing // 2


def climb(columns: list[Column], tables: int, seconds: float, rng: Random) -> list[Column]:
    """Change one to four entries of a column at a time until every pair meets or shares an opponent, or the
    budget ends.

    The budget is a number of evaluations, so that the same seed always gives the same columns.
    """
    budget = int(seconds * ROTATIONS_PER_SECOND / (24 * len(columns) + 60))
    taken = Taken(tables)
    for column in columns:
        taken.add(column)
    current, cost = list(columns), uncovered(columns, tables)
    best, best_cost = current[:], cost
    for step in range(budget):
        if best_cost == 0:
            break
        warmth = tables * 0.9 * (1 - step / budget)
        index, candidate = proposal(current, taken, rng)
        old = current[index]
        current[index] = candidate
        new_cost = uncovered(current, tables)
        if new_cost <= cost or (warmth > 0 and rng.random() < math.exp((cost - new_cost) / warmth)):
            cost = new_cost
            taken.add(candidate)
            if cost < best_cost:
                best, best_cost = current[:], cost
        else:
            current[index] = old
            taken.add(old)
    return best


def proposal(columns: list[Column], taken: Taken, rng: Random) -> tuple[int, Column]:
    """Take one column out of `taken` and give what may stand in its place; the caller puts one of the two
    back.
    """
    index = rng.randrange(len(columns))
    old = columns[index]
    taken.remove(old)
    for _ in range(40):
        entries = list(old)
        for row in rng.sample(range(4), rng.choice((1, 1, 2, 2, 3, 4))):
            entries[row] = rng.randrange(taken.tables)
        candidate = (entries[0], entries[1], entries[2], entries[3])
        if taken.allows(candidate):
            return index, candidate
    return index, old
