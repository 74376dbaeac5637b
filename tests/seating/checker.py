"""An independent count of a seating, written for these tests; it shares nothing with the package."""

from __future__ import annotations

from collections import Counter
from itertools import combinations


def assert_everybody_sits_once(rounds, numbers):
    """Fail unless every round seats exactly these numbers, four to a table."""
    for tables in rounds:
        assert all(len(table) == 4 for table in tables)
        assert sorted(seat for table in tables for seat in table) == sorted(numbers)


def meetings(rounds, ghosts=()):
    """Count meetings of pairs of people."""
    return Counter(
        frozenset(pair)
        for tables in rounds
        for table in tables
        for pair in combinations(table, 2)
        if not set(pair) & set(ghosts)
    )


def repeats(rounds, ghosts=()):
    """Sum the meetings of pairs after the first."""
    return sum(times - 1 for times in meetings(rounds, ghosts).values())


def revisits(rounds, ghosts=()):
    """Sum the visits of players to tables after the first."""
    visits = Counter(
        (seat, place) for tables in rounds for place, table in enumerate(tables) for seat in table
    )
    return sum(times - 1 for (seat, _), times in visits.items() if seat not in ghosts)


def winds_in_blocks(rounds, ghosts=()):
    """Give the most often anybody has one wind within four rounds counted from the start."""
    worst = 0
    for start in range(0, len(rounds), 4):
        turns = Counter(
            (seat, wind)
            for tables in rounds[start : start + 4]
            for table in tables
            for wind, seat in enumerate(table)
            if seat not in ghosts
        )
        worst = max(worst, *turns.values())
    return worst


def uncovered(rounds):
    """Count pairs that neither meet nor share an opponent."""
    met = meetings(rounds)
    people = {seat for pair in met for seat in pair}
    near = {one: {other for other in people if frozenset((one, other)) in met} for one in people}
    return sum(b not in near[a] and not near[a] & near[b] for a, b in combinations(people, 2))


def ghosts_together(rounds, ghosts):
    """Count tables with two ghosts or more."""
    return sum(len(set(table) & set(ghosts)) > 1 for tables in rounds for table in tables)
