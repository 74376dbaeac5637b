"""Clubs and families that should not meet."""

from __future__ import annotations

import pytest

from tests.seating import checker
from tournaments.seating import plan, report


def clubs(*sizes):
    """Number clubs of these sizes from 1."""
    starts = [1 + sum(sizes[:place]) for place in range(len(sizes))]
    return [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]


ROWS = [
    (100, 8, clubs(*[5] * 20), 0),
    (98, 8, clubs(*[5] * 19), 0),
    (40, 6, clubs(*[4] * 10), 0),
    (40, 12, clubs(*[4] * 10), 0),
    (16, 4, clubs(2, 2, 2), 0),
    # Twelve of one club at eight tables: four tables a round hold two of them.
    (32, 6, clubs(12, 8, 6, 6), 24),
]


@pytest.mark.parametrize(("players", "rounds", "apart", "most"), ROWS)
def test_it_keeps_clubs_apart_without_a_repeat(players, rounds, apart, most):
    made = plan(players, rounds, apart=apart, seconds=0.5)
    counted = report(made.rounds, ghosts=made.ghosts, apart=apart)
    assert sum(map(len, counted.apart_meetings.values())) <= most
    assert checker.repeats(made.rounds, made.ghosts) == 0
    assert checker.ghosts_together(made.rounds, made.ghosts) == 0


def test_it_refuses_a_stranger_in_a_club():
    with pytest.raises(ValueError, match=r"\[17\]"):
        plan(16, 3, apart=[{1, 17}])
