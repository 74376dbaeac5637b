"""The rest of an event after withdrawals: what was played weighs on what follows."""

from __future__ import annotations

from random import Random

import pytest

from tests.seating import checker
from tournaments.seating import plan, replan, report

# players, how many leave, after which round, rounds in all, repeats
ROWS = [
    (64, 4, 4, 8, 0),
    (64, 8, 5, 10, 0),
    (100, 12, 5, 10, 0),
    (172, 4, 4, 10, 0),
    (40, 4, 4, 8, 0),
    (64, 3, 4, 8, 0),
]


@pytest.mark.parametrize(("players", "leave", "played", "rounds", "repeats"), ROWS)
def test_it_repeats_no_meeting_of_the_rounds_played(players, leave, played, rounds, repeats):
    before = plan(players, rounds, seconds=0.1).rounds[:played]
    left = Random(players).sample(range(1, players + 1), players - leave)
    rest = replan(before, left, rounds - played)
    checker.assert_everybody_sits_once(rest.rounds, [*left, *rest.ghosts])
    assert len(rest.rounds) == rounds - played
    gone = set(range(1, players + 1)) - set(left)
    counted = report([*before, *rest.rounds], ghosts=gone | rest.ghosts)
    assert counted.repeats <= repeats
    assert counted.wind_spread <= 2
    assert checker.ghosts_together(rest.rounds, rest.ghosts) == 0


def test_it_uses_former_ghosts_before_new_ones():
    before = plan(19, 2, seconds=0).rounds
    assert replan(before, range(1, 15), 1, ghosts={20}, seconds=0.1).ghosts == {20, 21}


def test_it_lets_a_latecomer_in():
    before = plan(19, 2, seconds=0).rounds
    rest = replan(before, [*range(1, 20), 31], 2, ghosts={20}, seconds=0.1)
    checker.assert_everybody_sits_once(rest.rounds, [*range(1, 20), 31])


def test_it_keeps_clubs_apart():
    before = plan(40, 2, seconds=0).rounds
    club = range(1, 7)
    rest = replan(before, range(1, 37), 2, apart=[club])
    assert not report(rest.rounds, apart=[club]).apart_meetings


def test_it_gives_the_same_plan_again():
    before = plan(24, 3, seconds=0).rounds
    first, second = (replan(before, range(1, 21), 2, seed=3, seconds=0.1) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("left", "rounds"), [([1, 2, 3], 2), ([1, 2, 3, 4, 5], 2), (range(1, 9), 0)])
def test_it_refuses_what_cannot_be_seated(left, rounds):
    with pytest.raises(ValueError, match=r"seated|rounds left"):
        replan(plan(16, 2, seconds=0).rounds, left, rounds)
