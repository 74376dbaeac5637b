"""Seats at tables of any size: winds as even as can be, and at a table of five who rests first.

A table of three is E S W, North being the dummy's; of five the last one is R.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

from .sizes import FOUR
from .winds import Counts

FIVE = FOUR + 1
SWEEPS = 4
ORDERS = {size: tuple(permutations(range(size))) for size in (2, 3, 4)}

Group = tuple[int, ...]
Tables = Sequence[Sequence[int]]
Groups = Sequence[Tables]


def seated(rounds: Groups, played: Groups, rng: Random) -> tuple[tuple[Group, ...], ...]:
    """Seat rounds of tables of any size, after the rounds `played`."""
    firsts = rest_first(rounds, rests_of(played), rng)
    counts: Counts = {}
    for tables in played:
        for table in tables:
            note(table, counts)
    placed: list[list[Group]] = [[] for _ in rounds]
    for sweep in range(1 + SWEEPS):
        for number, tables in enumerate(rounds):
            for at, table in enumerate(tables):
                if sweep:
                    note(placed[number][at], counts, -1)
                group = _best(table, firsts.get((number, at)), counts, rng)
                placed[number][at : at + 1] = [group]
                note(group, counts)
    return tuple(map(tuple, placed))


def note(table: Sequence[int], counts: Counts, by: int = 1) -> None:
    """Count the winds of one table; who rests first has none."""
    for seat, player in enumerate(table[:FOUR]):
        counts.setdefault(player, [0] * FOUR)[seat] += by


def rests_of(played: Groups) -> dict[int, int]:
    """Count who has rested first, and how often."""
    found: dict[int, int] = {}
    for table in (table for tables in played for table in tables if len(table) == FIVE):
        found[table[-1]] = found.get(table[-1], 0) + 1
    return found


def _best(table: Sequence[int], rests: int | None, counts: Counts, rng: Random) -> Group:
    """Take the order with the smallest sum of squared wind counts; draw among equals."""
    people = [one for one in table if one != rests]
    have = [counts.get(one) or [0] * FOUR for one in people]
    orders = ORDERS[len(people)]
    start = rng.randrange(len(orders))
    order = min(
        orders[start:] + orders[:start],
        key=lambda order: sum(have[member][seat] for seat, member in enumerate(order)),
    )
    return (*(people[member] for member in order), *(() if rests is None else (rests,)))


def rest_first(rounds: Groups, before: Mapping[int, int], rng: Random) -> dict[tuple[int, int], int]:
    """Say who rests first at each table of five, (round, table) from 0: nobody twice more than another of
    those for whom it could be otherwise.
    """
    fives = {
        (number, at): rng.sample(sorted(table), FIVE)
        for number, tables in enumerate(rounds)
        for at, table in enumerate(tables)
        if len(table) == FIVE
    }
    times = {one: before.get(one, 0) for table in fives.values() for one in table}
    first: dict[tuple[int, int], int] = {}
    for key, table in fives.items():
        first[key] = min(table, key=times.__getitem__)
        times[first[key]] += 1
    while any(_passed_on(one, fives, first, times) for one in sorted(times, key=lambda one: -times[one])):
        pass
    return first


def _passed_on(
    one: int,
    fives: Mapping[tuple[int, int], Sequence[int]],
    first: dict[tuple[int, int], int],
    times: dict[int, int],
) -> bool:
    """Take one turn from somebody along a chain of tables to somebody with two less, if there is a chain."""
    came: dict[int, tuple[int, tuple[int, int]] | None] = {one: None}
    waiting = deque([one])
    while waiting:
        now = waiting.popleft()
        if times[now] < times[one] - 1:
            times[one], times[now] = times[one] - 1, times[now] + 1
            while (step := came[now]) is not None:
                giver, key = step
                first[key], now = now, giver
            return True
        for key in (key for key, holder in first.items() if holder == now):
            for other in fives[key]:
                if other not in came:
                    came[other] = now, key
                    waiting.append(other)
    return False
