"""Whole events: the goals cell by cell, counted by a checker that shares nothing with the planner."""

from __future__ import annotations

import pytest

from tests.seating import checker
from tournaments.seating import plan

# players, rounds, repeats, table revisits, uncovered pairs: at most.
CELLS = [
    (4, 3, 12, 8, 0),
    (16, 3, 0, 8, 0),
    (16, 4, 0, 14, 0),
    (16, 5, 0, 27, 0),
    (16, 8, 72, 66, 0),
    (20, 5, 0, 0, 0),
    (20, 6, 6, 20, 0),
    (20, 7, 20, 40, 0),
    (20, 8, 50, 60, 0),
    (24, 5, 0, 0, 0),
    (24, 6, 0, 24, 0),
    (24, 7, 0, 46, 0),
    (24, 8, 18, 58, 0),
    (28, 7, 0, 0, 0),
    (28, 9, 0, 56, 0),
    (28, 10, 42, 86, 0),
    (32, 8, 0, 0, 0),
    (32, 9, 0, 56, 0),
    (32, 10, 0, 78, 0),
    (32, 11, 32, 104, 0),
    (32, 12, 80, 130, 0),
    (36, 9, 0, 0, 0),
    (36, 11, 0, 96, 0),
    (36, 12, 27, 122, 0),
    (40, 9, 0, 0, 0),
    (40, 10, 0, 56, 0),
    (40, 13, 0, 140, 0),
    (44, 11, 0, 0, 0),
    (48, 12, 0, 0, 0),
    (52, 13, 0, 0, 0),
    (56, 12, 0, 0, 0),
    (60, 12, 0, 0, 0),
    (64, 4, 0, 0, 0),
    (64, 16, 0, 0, 0),
    (80, 5, 0, 0, 0),
    (100, 6, 0, 0, 0),
    (120, 7, 0, 0, 0),
    (172, 8, 0, 0, 0),
    (172, 12, 0, 0, 0),
    (200, 12, 0, 0, 0),
    (200, 50, 400, 1_200, 0),
]


@pytest.mark.parametrize(("players", "rounds", "repeats", "revisits", "uncovered"), CELLS)
def test_it_reaches_the_goal_of_the_cell(players, rounds, repeats, revisits, uncovered):
    made = plan(players, rounds, seconds=1.0 if players < 100 or rounds < 10 else 0.2)
    checker.assert_everybody_sits_once(made.rounds, range(1, players + 1))
    assert len(made.rounds) == rounds
    assert checker.repeats(made.rounds) <= repeats
    assert checker.revisits(made.rounds) <= revisits
    assert checker.uncovered(made.rounds) <= uncovered
    assert checker.winds_in_blocks(made.rounds) == 1


@pytest.mark.parametrize(("players", "rounds"), [(16, 11), (20, 8), (28, 20), (24, 12), (12, 6), (8, 9)])
def test_it_lets_nobody_meet_much_more_often_than_the_average_beyond_the_maximum(players, rounds):
    made = plan(players, rounds, seconds=0.3)
    average_rounded_up = -(-3 * rounds // (players - 1))
    assert max(checker.meetings(made.rounds).values()) <= average_rounded_up + 1


def test_it_gives_the_same_plan_for_the_same_arguments():
    assert plan(36, 12, seed=5, seconds=0.1) == plan(36, 12, seed=5, seconds=0.1)


def test_it_gives_another_plan_for_another_seed():
    assert plan(36, 6, seed=1, seconds=0.1).rounds != plan(36, 6, seed=2, seconds=0.1).rounds


def test_it_hides_the_classes_behind_random_numbers():
    made = plan(40, 8, seconds=0.1)
    first_quarter = set(range(1, 11))
    assert any(len(first_quarter & set(table)) > 1 for tables in made.rounds for table in tables)


def test_it_plans_without_effort():
    made = plan(100, 8, seconds=0)
    assert checker.repeats(made.rounds) == 0


@pytest.mark.parametrize(
    ("players", "rounds", "seconds"), [(3, 5, 1), (201, 5, 1), (16, 0, 1), (16, 5, -1), (16, 5, float("nan"))]
)
def test_it_refuses_what_cannot_be_planned(players, rounds, seconds):
    with pytest.raises(ValueError, match="must be"):
        plan(players, rounds, seconds=seconds)


@pytest.mark.soak
def test_it_repeats_nobody_anywhere_on_the_grid(soak_length):
    for players in range(16, 201, soak_length(60, 4)):
        most = 5 if players == 20 else min(12, (players - 1) // 3)
        for rounds in range(1, most + 1):
            made = plan(players, rounds, seconds=0.05)
            checker.assert_everybody_sits_once(made.rounds, range(1, players + 1))
            assert checker.repeats(made.rounds) == 0, (players, rounds)
            assert checker.winds_in_blocks(made.rounds) == 1, (players, rounds)
