"""Numbers of players that fill no whole tables."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.seating import checker
from tournaments.seating import plan

# players, rounds, repeats among people, most tables with a ghost for one person
ROWS = [
    (7, 4, 20, 3),
    (6, 8, 40, 8),
    (9, 10, 65, 10),
    (13, 5, 4, 5),
    (14, 3, 0, 2),
    (14, 5, 4, 4),
    (15, 5, 0, 1),
    (18, 5, 0, 2),
    (30, 6, 0, 2),
    (29, 5, 0, 3),
    (30, 10, 0, 2),
    (31, 10, 0, 1),
    (61, 8, 0, 3),
    (62, 8, 0, 2),
    (63, 8, 0, 1),
    (99, 10, 0, 1),
    (170, 8, 0, 2),
]


@pytest.mark.parametrize(("players", "rounds", "repeats", "short"), ROWS)
def test_it_never_leaves_two_chairs_empty_at_one_table(players, rounds, repeats, short):
    made = plan(players, rounds, seconds=0.3)
    checker.assert_everybody_sits_once(made.rounds, range(1, -(-players // 4) * 4 + 1))
    assert made.ghosts == frozenset(range(players + 1, -(-players // 4) * 4 + 1))
    assert checker.ghosts_together(made.rounds, made.ghosts) == 0
    assert checker.repeats(made.rounds, made.ghosts) <= repeats
    at_short = Counter(
        seat for tables in made.rounds for table in tables if set(table) & made.ghosts for seat in table
    )
    assert max(times for seat, times in at_short.items() if seat not in made.ghosts) <= short


def test_it_lets_one_of_five_sit_out_in_turn():
    made = plan(5, 5)
    resting = [next(seat for seat in tables[1] if seat <= 5) for tables in made.rounds]
    assert sorted(resting) == [1, 2, 3, 4, 5]
    assert all(not set(tables[0]) & made.ghosts for tables in made.rounds)
