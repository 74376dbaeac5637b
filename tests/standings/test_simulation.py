"""The rest of a season played by chance: the same under a seed, fair, and never against what is certain."""

import pytest

from tests.standings.seasoning import NETS, POINTS, document, evening
from tournaments.exchange.season_files import accepted
from tournaments.ranking.seasons.simulation import FEWEST_RUNS, MOST_RUNS, runs_for, simulated


def played(policy, meetings, players=4, remaining=1, seed=1, runs=200):
    return simulated(*accepted(document(policy, meetings, players)), remaining, seed, runs)


def firsts(found):
    return {number: share.first for number, share in found.shares.items()}


LEVEL = [evening(1, {1: 10, 2: 10, 3: -10, 4: -10}), evening(2, {1: -10, 2: -10, 3: 10, 4: 10})]


def test_it_answers_the_same_under_the_same_seed():
    assert played(NETS, LEVEL).shares == played(NETS, LEVEL).shares
    assert played(NETS, LEVEL).shares != played(NETS, LEVEL, seed=2).shares


def test_it_takes_nobody_for_stronger():
    # All four have 0; who is first at the last table wins, shared by two each time all come.
    found = firsts(played(NETS, LEVEL, runs=1000))
    assert max(found.values()) - min(found.values()) < 120
    assert sum(found.values()) > 1000


def test_it_lets_nobody_win_who_is_out_of_reach():
    # A table gives 300 at most: 1 is 800 ahead of everybody.
    meetings = [evening(at, {1: 300, 2: -100, 3: -100, 4: -100}) for at in (1, 2)]
    assert firsts(played(NETS, meetings)) == {1: 200, 2: 0, 3: 0, 4: 0}


def test_it_says_what_the_next_meeting_brought_in_all_runs_that_were_won():
    # 1 has 4, 2 has 2: to win, 2 must be first while 1 is not second, or stay ahead of who stays away.
    meetings = [evening(1, {1: 30, 2: 10, 3: -10, 4: -30})]
    found = played({**POINTS, "criteria": ["total"]}, meetings, runs=400)
    assert found.shares[2].first
    assert (found.shares[2].without, found.shares[2].least) == (False, 2)


def test_it_counts_who_goes_on_up_and_down():
    finals = {"finals": {"from": "table", "first": 2}, "criteria": ["total"]}
    meetings = [evening(at, {1: 300, 2: 200, 3: -200, 4: -300}) for at in (1, 2, 3)]
    shares = played(NETS | finals, meetings).shares
    assert (shares[1].final, shares[4].final) == (200, 0)
    divisions = {"divisions": [{"name": "A", "down": 1}, {"name": "B", "up": 1}]}
    players = {1: {"division": "A"}, 2: {"division": "B"}, 3: {"division": "A"}, 4: {"division": "B"}}
    shares = played(NETS | divisions, meetings, players).shares
    assert [(shares[n].first, shares[n].up, shares[n].down) for n in (1, 2, 3, 4)] == [
        (200, 0, 0),
        (200, 200, 0),
        (0, 0, 200),
        (0, 0, 0),
    ]


@pytest.mark.parametrize(
    "policy", [{"attendance_pro_rata": True, "attendance_points": 2}, {"aggregate": "mean"}]
)
def test_it_plays_by_every_rule_that_a_table_is_made_by(policy):
    meetings = [evening(1, {1: 30, 2: 10, 3: -10, 4: -30}, deals=8)]
    meetings[0]["tables"] = [[{**row, "deals": 8} for row in meetings[0]["tables"][0]]]
    assert sum(firsts(played(POINTS | policy, meetings, players=7)).values()) >= 200


def test_it_plays_nothing_where_no_table_of_four_is_over():
    assert played(NETS, [evening(1, {1: 5, 2: 0, 3: -5})]).runs == 0
    assert played(NETS, LEVEL, remaining=0).runs == 0


def test_it_runs_less_often_where_a_season_is_large():
    facts = accepted(document(NETS, LEVEL, 4))[1]
    assert (runs_for(facts, 1), runs_for(facts, 10_000)) == (MOST_RUNS, FEWEST_RUNS)
