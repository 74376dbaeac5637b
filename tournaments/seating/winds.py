"""Seats at the tables: every player has each wind exactly once in each block of four rounds.

Players and the tables of a block are the two sides of a graph whose lines are the seats taken; no point has
more than four, so four colours suffice (Koenig), and two halvings along trails (Euler) find them. Where
earlier rounds weigh in, the best of the 24 orders of each table is taken instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

from .shapes import SEATS, Draft, Round, Table, groups_of

ORDERS = tuple(permutations(range(4)))
SWEEPS = 6

Line = tuple[int, int]
Counts = dict[int, list[int]]


def halve(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """Split the lines of a two-sided graph so that every point has half of its own in each part, give or
    take one.
    """
    at: dict[int, list[int]] = {}
    for index, (left, right) in enumerate(lines):
        at.setdefault(left, []).append(index)
        at.setdefault(right, []).append(index)
    parts: tuple[list[Line], list[Line]] = ([], [])
    walked = [False] * len(lines)
    # Open trails first: a trail begun at a point with an odd number of lines ends at another such point.
    for start in sorted(at, key=lambda point: len(at[point]) % 2 == 0):
        point, side = start, 0
        while lines_left := at[point]:
            index = lines_left.pop()
            if walked[index]:
                continue
            walked[index] = True
            parts[side].append(lines[index])
            left, right = lines[index]
            point, side = (right if point == left else left), 1 - side
        at[start] = [index for index in at[start] if not walked[index]]
    return parts


def colour_block(block: Sequence[Sequence[Sequence[int]]], rng: Random) -> list[Round]:
    """Seat up to four rounds of groups: nobody has a wind twice."""
    tables = len(block[0])
    lines = [
        (player, -1 - (number * tables + table))
        for number, groups in enumerate(block)
        for table, group in enumerate(groups)
        for player in group
    ]
    first, second = halve(lines)
    colours = [*halve(first), *halve(second)]
    rng.shuffle(colours)
    seated = [[[0] * 4 for _ in range(tables)] for _ in block]
    for seat, colour in enumerate(colours):
        for player, point in colour:
            number, table = divmod(-1 - point, tables)
            seated[number][table][seat] = player
    return [tuple(as_table(table) for table in groups) for groups in seated]


def as_table(group: Sequence[int]) -> Table:
    """Fix four numbers in the seats E S W N."""
    east, south, west, north = group
    return (east, south, west, north)


def seat_all(rounds: Draft, rng: Random) -> tuple[Round, ...]:
    """Seat rounds that nothing came before."""
    cut = [groups_of(row) for row in rounds]
    return tuple(
        seated for start in range(0, len(cut), 4) for seated in colour_block(cut[start : start + 4], rng)
    )


def best_order(group: Sequence[int], counts: Counts, rng: Random) -> Table:
    """Seat four players in the order with the smallest sum of squared wind counts; draw among equals."""
    have = [counts.get(player) or (0, 0, 0, 0) for player in group]
    start = rng.randrange(24)
    order = min(
        (ORDERS[(start + turn) % 24] for turn in range(24)),
        key=lambda order: sum(have[member][seat] for seat, member in enumerate(order)),
    )
    return as_table([group[member] for member in order])


def note(table: Table, counts: Counts, by: int = 1) -> None:
    """Count the winds of one table."""
    for seat, player in enumerate(table):
        counts.setdefault(player, [0, 0, 0, 0])[seat] += by


def counted(rounds: Sequence[Sequence[Sequence[int]]]) -> Counts:
    """Count how often each player has sat in each seat; who rests first at a table of five sits in none."""
    counts: Counts = {}
    for groups in rounds:
        for group in groups:
            note(tuple(group[: len(SEATS)]), counts)
    return counts


def counts_from(winds: Mapping[int, Mapping[str, int]]) -> Counts:
    """Take counts by wind letter as counts by seat."""
    return {player: [by_wind.get(seat, 0) for seat in SEATS] for player, by_wind in winds.items()}


def seat_after(rounds: Draft, played: Sequence[Sequence[Sequence[int]]], rng: Random) -> tuple[Round, ...]:
    """Seat rounds that follow others: even out the open block table by table, then by whole blocks, or all
    by table.

    The better of the two is given: by the worst spread at the end, then after any round.
    """
    history = counted(played)
    opening = rounds[: -len(played) % 4]
    first = one_by_one(opening, history, rng)
    blocks = (*first, *seat_all(rounds[len(opening) :], rng))
    return min((blocks, one_by_one(rounds, history, rng)), key=lambda seated: spreads(seated, history))


def one_by_one(rounds: Draft, history: Counts, rng: Random) -> tuple[Round, ...]:
    """Take the best order of each table, round by round, then again until the whole is even."""
    counts = {player: have[:] for player, have in history.items()}
    seated: list[list[Table]] = []
    for row in rounds:
        seated.append([best_order(group, counts, rng) for group in groups_of(row)])
        for table in seated[-1]:
            note(table, counts)
    for _ in range(SWEEPS):
        for groups in seated:
            for place, table in enumerate(groups):
                note(table, counts, -1)
                groups[place] = best_order(table, counts, rng)
                note(groups[place], counts)
    return tuple(tuple(groups) for groups in seated)


def spreads(rounds: Sequence[Round], history: Counts) -> tuple[int, int]:
    """Give the worst spread of winds at the end, and after any of these rounds."""
    counts = {player: have[:] for player, have in history.items()}
    worst = [0]
    for groups in rounds:
        for table in groups:
            note(table, counts)
        worst.append(
            max(max(have) - min(have) for table in groups for have in (counts[player] for player in table))
        )
    return worst[-1], max(worst)
