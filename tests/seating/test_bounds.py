"""What no seating avoids: said only where the numbers leave nothing better."""

import pytest

from tournaments.seating import must_meet_again, plan, report, unavoidable

SAME = [[[1, 2, 3, 4], [5, 6, 7, 8]]] * 2


def of_plan(players: int, rounds: int) -> frozenset[str]:
    made = plan(players, rounds, seconds=0.1, seed=1)
    return unavoidable(made.rounds, report(made.rounds, ghosts=made.ghosts), made.ghosts)


@pytest.mark.parametrize(
    ("players", "rounds", "codes"),
    [
        (8, 4, {"meet_again", "table_again"}),
        (12, 3, {"meet_again", "table_again"}),
        (7, 2, {"meet_again", "table_again"}),
        (5, 4, {"meet_again", "not_seated"}),
    ],
)
def test_it_says_what_few_tables_bring_with_them(players: int, rounds: int, codes: set[str]) -> None:
    assert codes <= of_plan(players, rounds)


def test_it_calls_nothing_unavoidable_that_another_seating_avoids() -> None:
    assert unavoidable(SAME, report(SAME)) & {"meet_again", "table_again", "not_seated"} == set()
    sixteen = [list(row) for row in plan(16, 2, seconds=0.1, seed=1).rounds]
    twice = [sixteen[0], sixteen[0]]
    assert "meet_again" not in unavoidable(twice, report(twice))


def test_it_knows_when_some_pair_has_to_meet_again() -> None:
    for players, rounds, must in ((16, 5, False), (16, 6, True), (8, 2, True), (20, 6, True), (9, 4, False)):
        made = plan(players, rounds, seconds=0.05, seed=1)
        assert must_meet_again(made.rounds, made.ghosts) is must, (players, rounds)
