"""The rotation of East and the round wind."""

from typing import Any

import pytest

from scoring import MalformedHand, Position, RuleSet, advance, first_position, load_rules, play, ruleset_ids
from scoring.sheet import rules_sheet


def test_it_begins_with_east_in_the_east_round() -> None:
    assert first_position() == Position(1, "E", "E")


@pytest.mark.parametrize(
    ("before", "winners", "after"),
    [
        (Position(1, "E", "E"), ["E"], Position(2, "E", "E")),
        (Position(1, "E", "E"), [], Position(2, "E", "E")),
        (Position(1, "E", "E"), ["W"], Position(2, "S", "E")),
        (Position(6, "N", "E"), ["N"], Position(7, "N", "E")),
        (Position(6, "N", "E"), ["E"], Position(7, "E", "S")),
        (Position(20, "N", "W"), ["S"], Position(21, "E", "N")),
        (Position(30, "N", "N"), [], Position(31, "N", "N")),
        (Position(30, "N", "N"), ["S"], None),
    ],
)
def test_it_passes_the_winds(
    before: Position, winners: list[str], after: Position | None, rules: RuleSet
) -> None:
    assert advance(before, winners, rules) == after


def test_it_tells_each_seat_its_wind() -> None:
    position = Position(3, "W", "E")

    assert {seat: position.own_wind(seat) for seat in "ESWN"} == {"E": "W", "S": "N", "W": "E", "N": "S"}
    assert position.to_json() == {"deal": 3, "east": "W", "round_wind": "E"}


def test_it_plays_a_deal_again_that_does_not_count() -> None:
    goulash = Position(3, "W", "S", goulash=True, counted=2)

    assert goulash.again() == Position(4, "W", "S", goulash=True, counted=2)
    assert goulash.to_json() == {"deal": 3, "east": "W", "round_wind": "S", "goulash": True, "counted": 2}


@pytest.mark.parametrize(
    ("players", "outcomes", "code"),
    [
        (["A", "B", "C"], [], "wrong_number_of_players"),
        (None, [], "wrong_number_of_players"),
        (["A", "B", "C", "C"], [], "malformed"),
        (["A", "B", "C", 4], [], "malformed"),
        (["A", "B", "C", "D"], "draw", "malformed"),
        (["A", "B", "C", "D"], [["X"]], "malformed"),
        (["A", "B", "C", "D"], ["A"], "malformed"),
        (["A", "B", "C", "D"], [[]], "malformed"),
        (["A", "B", "C", "D"], [["A", "B"]], "several_winners_not_allowed"),
        (["A", "B", "C", "D"], [["B"], ["C"], ["D"], ["A"]] * 4 + ["draw"], "malformed"),
    ],
)
def test_it_refuses_what_cannot_be_played(players: Any, outcomes: Any, code: str, rules: RuleSet) -> None:
    with pytest.raises(MalformedHand) as refused:
        play(players, outcomes, rules)

    assert [problem.code for problem in refused.value.problems] == [code]


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_it_is_over_when_everybody_was_east_in_every_round(ruleset: str) -> None:
    game = play(["A", "B", "C", "D"], [["B"], ["C"], ["D"], ["A"]] * 4, load_rules(ruleset))

    assert game["over"] is True
    assert [deal["round_wind"] for deal in game["deals"]] == [wind for wind in "ESWN" for _deal in range(4)]
    assert [deal["east"] for deal in game["deals"]] == ["A", "B", "C", "D"] * 4


@pytest.mark.parametrize(
    ("ruleset", "after_a_draw"),
    [
        ("bmja-tournament", Position(2, "E", "E")),
        ("bmja-club", Position(2, "E", "E", goulash=True)),
        ("polish-136", Position(2, "S", "E")),
        ("danish", Position(2, "S", "E")),
        ("hungarian-classic", Position(2, "S", "E")),
        ("hungarian-premium", Position(2, "S", "E")),
    ],
)
def test_it_follows_the_table_of_rotations(ruleset: str, after_a_draw: Position) -> None:
    rules = load_rules(ruleset)
    counted = int(ruleset == "hungarian-premium")

    assert advance(first_position(), (), rules) == after_a_draw
    assert advance(first_position(), ("E",), rules) == Position(2, "E", "E", counted=counted)
    assert advance(first_position(), ("N",), rules) == Position(2, "S", "E", counted=counted)


def test_it_passes_the_winds_over_the_dummys_place() -> None:
    game = play(["A", "B", None, "C"], [["B"], ["C"], ["A"], ["A"]], load_rules("bmja-club"))

    assert [deal["east"] for deal in game["deals"]] == ["A", "B", "C", "A", "A"]
    assert [deal["round_wind"] for deal in game["deals"]] == ["E", "E", "E", "S", "S"]
    assert [deal["seats"] for deal in game["deals"][:3]] == [
        {"E": "A", "S": "B", "N": "C"},
        {"E": "B", "W": "C", "N": "A"},
        {"E": "C", "S": "A", "W": "B"},
    ]


def test_it_seats_three_players_with_the_dummy_in_the_north() -> None:
    game = play(["A", "B", "C"], [["C"], "draw"], load_rules("bmja-club"))

    assert [deal["seats"] for deal in game["deals"]] == [
        {"E": "A", "S": "B", "W": "C"},
        {"E": "B", "S": "C", "N": "A"},
        {"E": "B", "S": "C", "N": "A"},
    ]
    assert [deal["goulash"] for deal in game["deals"]] == [False, False, True]


def test_it_swaps_two_players() -> None:
    game = play(["A", "B"], [["B"], ["B"], ["A"]], load_rules("bmja-club"))

    assert [deal["seats"] for deal in game["deals"]] == [
        {"E": "A", "W": "B"},
        {"E": "B", "W": "A"},
        {"E": "B", "W": "A"},
        {"E": "A", "W": "B"},
    ]
    assert game["deals"][3]["round_wind"] == "S"


def test_it_plays_no_goulash_after_a_deal_broken_off_by_a_penalty() -> None:
    game = play(["A", "B", "C", "D"], ["ended", "draw", "ended", ["A"]], load_rules("bmja-club"))

    assert [deal["goulash"] for deal in game["deals"]] == [False, False, True, False, False], "decision 32"
    assert [deal["east"] for deal in game["deals"]] == ["A"] * 5


def test_it_favours_each_player_four_times() -> None:
    outcomes: list[Any] = [["B"], "draw", ["A"]] + [["C"]] * 14
    game = play(["A", "B", "C", "D"], outcomes, load_rules("hungarian-premium"))

    assert game["over"] is True
    assert [deal["favoured"] for deal in game["deals"]] == ["D", "A", "A", *"BC", *"DABC" * 3]


@pytest.mark.parametrize(
    ("players", "outcomes"),
    [
        ([None, "A", "B", "C"], []),
        (["A", None, "B"], []),
        (["A", "B", "C", "D", "R"], [["R"]]),
    ],
)
def test_it_refuses_seats_nobody_can_have(players: Any, outcomes: Any) -> None:
    with pytest.raises(MalformedHand):
        play(players, outcomes, load_rules("bmja-club"))


@pytest.mark.parametrize(
    ("source", "ruleset", "start"),
    [
        ("bmja.md Tournament amendments", "bmja-tournament", 0),
        ("bmja.md Tournament amendments", "bmja-club", 2000),
        ("001:36-41", "polish-136", 810),
        ("003", "danish", 0),
        ("002", "hungarian-classic", 0),
        ("004", "hungarian-premium", 0),
    ],
)
def test_it_knows_with_how_many_counters_a_player_begins(source: str, ruleset: str, start: int) -> None:
    rules = load_rules(ruleset)

    assert rules.play["start"] == start, source
    assert f"Counters of each player at the start           {start:<18,} [" in rules_sheet(rules)
