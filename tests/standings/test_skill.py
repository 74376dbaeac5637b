"""Ratings: who is rated for a table, and what a game does to whom."""

import pytest

from tournaments.ranking import skill
from tournaments.ranking.skill import BEGINS, Game, Skill
from tournaments.ranking.tallies import Tally

PLAYERS = {number: 100 + number for number in range(1, 6)}


def tally(entry, net, deals=4, **more):
    return Tally(entry, 1, net, 0, 0, deals, 1, **more)


def test_it_rates_a_table_by_nets_and_shares_places():
    game = skill.game(7, [tally(1, 300), tally(2, -100), tally(3, -100), tally(4, -100)], PLAYERS)
    assert game == Game(7, ((101, 1), (102, 2), (103, 2), (104, 2)))


def test_it_rates_who_rested_at_a_table_of_five():
    sat = [tally(number, number, deals=4, rested=1) for number in range(1, 6)]
    assert len(skill.game(7, sat, PLAYERS).places) == 5


@pytest.mark.parametrize(
    ("late", "players"),
    [
        (tally(4, 50, deals=3), PLAYERS),  # came from the second deal on
        (tally(4, 50, deals=0), PLAYERS),  # was replaced before the first one
        (tally(4, 50), {1: 101, 2: 102, 3: 103}),  # is nobody: a house player
        (tally(4, 50)._replace(table=None), PLAYERS),  # sat nowhere: has a penalty only
    ],
)
def test_it_leaves_out_who_did_not_play_it_all(late, players):
    game = skill.game(7, [tally(1, 30), tally(2, 20), tally(3, -100), late], players)
    assert [player for player, _ in game.places] == [101, 102, 103]


def test_it_is_no_game_of_one_alone():
    assert skill.game(7, [tally(1, 30)], PLAYERS) is None
    assert skill.game(7, [], PLAYERS) is None


def test_it_begins_with_everybody_equal():
    assert Skill().shown == BEGINS
    (after,) = skill.steps([Game(1, ((1, 1), (2, 2), (3, 3), (4, 4)))], {})
    shown = [step.skill.shown for step in after]
    assert shown == sorted(shown, reverse=True)
    assert shown[0] > BEGINS
    assert all(step.skill.sigma < Skill().sigma for step in after)


def test_it_gives_those_who_share_places_the_same():
    (after,) = skill.steps([Game(1, ((1, 1), (2, 1), (3, 3), (4, 3)))], {})
    assert after[0].skill == after[1].skill
    assert after[2].skill == after[3].skill
    assert after[0].skill.mu > after[2].skill.mu


def test_it_gives_more_for_winning_against_the_stronger():
    strong, weak = Skill(35.0, 3.0, 30), Skill(15.0, 3.0, 30)
    game = Game(1, ((1, 1), (2, 2)))
    over = [
        skill.steps([game], {1: Skill(25.0, 3.0, 30), 2: other})[0][0].skill.mu for other in (strong, weak)
    ]
    assert over[0] > over[1] > 25.0


def test_it_goes_on_from_what_was_known_as_if_it_had_not_stopped():
    games = [Game(n, ((1, 1 + n % 2), (2, 2 - n % 2), (3, 3), (4, 4))) for n in range(6)]
    whole = skill.steps(games, {})
    known = {step.player: step.skill for game in whole[:4] for step in game}
    assert skill.steps(games[4:], known) == whole[4:]


@pytest.mark.parametrize(
    ("stored", "wanted", "same"),
    [("", "ab", 0), ("ab", "ab", 2), ("ab", "abc", 2), ("abc", "ab", 2), ("abc", "axc", 1), ("abc", "bc", 0)],
)
def test_it_keeps_the_games_before_the_first_that_differs(stored, wanted, same):
    def games(letters):
        return [Game(ord(letter), ((1, 1), (2, 2))) for letter in letters]

    assert skill.kept(games(stored), games(wanted)) == same


def test_it_says_how_the_rating_comes_about():
    assert Skill(27.31, 4.2, 9).told(str) == "1000 + 40 × (strength 27.31 − 3 × doubt 4.20) = 1588"
