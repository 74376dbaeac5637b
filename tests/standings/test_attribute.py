"""What a substitute does counts for himself or for the player he replaces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.standings.casting import competitions, tally
from tournaments.ranking.standings import attribute, lines, rank

LEFT = tally(1, 2, net=-40, mahjongs=1, given=2, deals=3)
TOOK_OVER = tally(9, 2, net=100, mahjongs=2, given=1, deals=5, stands_for=1)
EVENING = [tally(1, 1, 10), LEFT, TOOK_OVER, tally(2, 2, -60)]


@pytest.mark.parametrize(
    ("policy", "nets"),
    [("himself", {1: -30, 2: -60, 9: 100}), ("absent", {1: 70, 2: -60})],
)
def test_it_gives_the_deals_to_the_one_the_policy_names(policy, nets):
    assert {each.entry: each.net for each in lines(attribute(EVENING, policy))} == nets


def test_it_adds_up_both_halves_of_a_round_for_the_absent_player():
    (second,) = (each for each in attribute(EVENING, "absent") if (each.entry, each.round) == (1, 2))
    assert second == tally(1, 2, net=60, mahjongs=3, given=3, deals=8)


def test_it_does_not_rank_the_substitute_who_scores_for_himself():
    ordered = rank(lines(attribute(EVENING, "himself"), unranked={9: "substitute"}), ["total"])
    assert [(each.entry, each.rank) for each in ordered] == [(1, 1), (2, 2), (9, None)]


@pytest.mark.parametrize("policy", ["himself", "absent"])
def test_it_leaves_a_penalty_against_the_standings_with_the_person_who_earned_it(policy):
    given_to = attribute([tally(9, 2, net=100, stands_for=1, adjustment=-50)], policy)
    assert {each.entry: each.adjustment for each in given_to if each.adjustment} == {9: -50}


def test_it_knows_a_substitute_for_two_players_at_one_table():
    both = [tally(9, 1, 10, stands_for=1), tally(9, 1, -30, stands_for=2)]
    assert [(each.entry, each.net) for each in attribute(both, "himself")] == [(9, -20)]
    assert [(each.entry, each.net) for each in attribute(both, "absent")] == [(1, 10), (2, -30)]


def test_it_refuses_an_unknown_policy():
    with pytest.raises(KeyError):
        attribute(EVENING, "nobody")


@given(competitions(), st.sampled_from(["himself", "absent"]), st.data())
def test_it_loses_and_invents_nothing(tallies, policy, data):
    substitutes = data.draw(st.lists(st.sampled_from(tallies), unique=True))
    played = [
        *tallies,
        *(
            tally(50 + at, each.round, 5, each.table, stands_for=each.entry)
            for at, each in enumerate(substitutes)
        ),
    ]
    attributed = attribute(played, policy)
    for name in ("net", "mahjongs", "given", "deals", "adjustment"):
        assert sum(getattr(each, name) for each in attributed) == sum(getattr(each, name) for each in played)
    lines(attributed)
