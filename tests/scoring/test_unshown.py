"""Hands that did not win and of which some tiles were not shown: what they count under each rule set."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scoring import Deal, Hand, MalformedHand, Position, RuleSet, load_rules, score, score_deal
from scoring.hands import PLAIN, Reader
from scoring.rules import ruleset_ids
from scoring.sheet import rules_sheet
from tests.scoring.declaring import hand
from tests.scoring.strategies import losers

ALL = [load_rules(name) for name in ruleset_ids()]
UNHURRIED = settings(deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
every_rule_set = pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)


def hidden(told: Hand) -> Hand:
    """Leave out of a rack what lies alone, and pairs of suited tiles: what counts nothing under any rules."""
    rack = told.concealed
    shown = [tile for tile in rack if rack.count(tile) > (2 if tile[1].isdigit() else 1)]
    return replace(told, concealed=tuple(shown), unshown=len(rack) - len(shown))


@every_rule_set
@UNHURRIED
@given(losers())
def test_what_counts_is_worth_what_the_whole_hand_is_worth(rules: RuleSet, told: Hand) -> None:
    whole = score(replace(told, flags=(), bonus=()), rules)
    assume(whole.valid and not {line.code for line in whole.lines} & WHOLE_HAND)
    part = hidden(replace(told, flags=(), bonus=()))
    counted = score(part, rules)

    assert (counted.value, counted.points, counted.doubles) == (whole.value, whole.points, whole.doubles)
    assert [line.message for line in counted.lines if line.code != "unshown"] == [
        line.message for line in whole.lines
    ]
    told_of = [(line.amount, line.facts["count"]) for line in counted.lines if line.code == "unshown"]
    assert told_of == ([(0, part.unshown)] if part.unshown else [])


WHOLE_HAND = {"one_suit_honours", "one_suit_only", "all_honours"}  # a loser's in polish-136: 001:208-210


@UNHURRIED
@given(losers(), st.integers(1, 13), st.sampled_from(ALL))
def test_it_is_never_worth_more_for_being_hidden(told: Hand, count: int, rules: RuleSet) -> None:
    told = replace(told, flags=(), bonus=())
    whole = score(told, rules)
    assume(whole.valid)
    part = replace(told, concealed=told.concealed[count:], unshown=min(count, len(told.concealed)))

    assert (score(part, rules).value or 0) <= (whole.value or 0)


ONE_SUIT = "B2B2B2 DRDRDR | B5 B5 B5 B8 B8 B9 B9"  # 2 + 4 + 4 points and a double for the dragons
DANISH = "B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 DW DW"  # 2 + 2 + 4 and a pair of dragons: 2


@pytest.mark.parametrize(
    ("rules", "told", "whole", "shown"),
    [
        ("polish-136", ONE_SUIT, 40, 20),  # 001:208 doubles one suit with honours for everybody
        ("bmja-tournament", ONE_SUIT, 20, 20),  # 000:139 doubles it for a mah-jong only
    ],
)
def test_it_doubles_no_hand_as_a_whole_that_is_not_shown_as_a_whole(
    rules: str, told: str, whole: int, shown: int
) -> None:
    complete = hand(told, winds="SW")
    part = replace(complete, concealed=("B5", "B5", "B5"), unshown=4)

    assert (score(complete, load_rules(rules)).value, score(part, load_rules(rules)).value) == (whole, shown)


def test_danish_fishing_pays_for_what_is_shown_as_a_whole_only() -> None:
    rules = load_rules("danish")  # 003:198-203 double what the fisher keeps of the mah-jong
    complete = hand(DANISH, winds="SW", flags="fishing")
    part = replace(complete, concealed=("B5", "B5", "B5", "DW", "DW"), unshown=2)
    whole, shown = score(complete, rules), score(part, rules)

    assert (whole.doubles, shown.doubles, shown.points) == (2, 0, whole.points)
    assert ([note.code for note in whole.notes], [note.code for note in shown.notes]) == (
        [],
        ["fishing_not_shown"],
    )


def test_fishing_for_a_special_hand_is_paid_where_every_tile_is_shown() -> None:
    rules = load_rules("bmja-tournament")
    complete = hand("| B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW", flags="fishing")  # 000:165: 400
    part = replace(complete, concealed=complete.concealed[:12], unshown=1)

    assert (score(complete, rules).value, score(part, rules).value) == (400, 0)
    assert [note.code for note in score(part, rules).notes] == ["fishing_not_shown"]


@every_rule_set
@pytest.mark.parametrize(
    ("told", "unshown", "flags", "faults"),
    [
        ("B2B2B2 |", 10, "", []),
        ("|", 13, "", []),
        ("B2B2B2B2 |", 10, "", []),  # a kong counts as three
        ("B2B2B2 |", 9, "", ["too_few_tiles"]),
        ("B2B2B2 |", 11, "", ["too_many_tiles"]),
        ("B2B2B2 |", 9, "short_hand", []),
        ("B2B2B2 |", 10, "short_hand", ["flag_does_not_fit"]),
        ("B2B2B2 |", 11, "long_hand", []),
        ("B2B2B2 |", 10, "long_hand", ["flag_does_not_fit"]),
    ],
)
def test_its_size_counts_what_is_not_shown(
    rules: RuleSet, told: str, unshown: int, flags: str, faults: list[str]
) -> None:
    scored = score(hand(told, flags=flags, unshown=unshown), rules)
    assert [problem.code for problem in scored.problems] == faults


@every_rule_set
def test_a_mahjong_shows_every_tile(rules: RuleSet) -> None:
    told = hand("B2B2B2 C3C3C3 D4D4D4 | DG DG", "wall DG", unshown=3)
    scored = score(told, rules)

    assert "unshown_not_allowed" in [problem.code for problem in scored.problems]
    assert "3 are not shown" in scored.problems[0].message


def test_a_fifth_tile_of_a_kind_is_found_as_far_as_tiles_are_shown() -> None:
    rules = load_rules("bmja-tournament")
    won = hand("B2B2B2 C3C3C3 D4D4D4 | D7 D7 D7 DG DG", "wall DG", winds=(None, None))
    shown, nothing = Hand(("B2",) * 3, unshown=10), Hand(unshown=13)

    def faults(other: Hand) -> list[str]:
        hands = {"E": won, "S": other, "W": nothing, "N": nothing}
        deal = Deal("win", ("E",), win_source="wall", hands=hands)
        return [problem.code for problem in score_deal(deal, Position(1, "E", "E"), rules).problems]

    assert (faults(shown), faults(nothing)) == (["too_many_of_kind_in_deal"], [])


@pytest.mark.parametrize("wrong", [-1, 14, "3", 2.0, True])
def test_it_refuses_a_number_that_is_none(wrong: object) -> None:
    with pytest.raises(MalformedHand) as refused:
        Hand.from_json({"concealed": ["B1"], "unshown": wrong})
    assert [problem.facts["where"] for problem in refused.value.problems] == ["hand.unshown"]


def test_it_reads_the_number_the_quick_way_and_the_thorough_one() -> None:
    told = {"concealed": ["B1"], "unshown": 12}
    assert told.keys() <= PLAIN
    assert Hand.from_json(told) == Hand.from_json(told | {"waived": []}) == Hand(("B1",), unshown=12)
    assert Hand.from_json({"unshown": None}).unshown == Reader({}, "hand", ()).number("unshown", 13) == 0


def test_it_says_nothing_of_a_hand_that_is_shown() -> None:
    assert "unshown" not in Hand(("B1",)).to_json()
    assert Hand(("B1",), unshown=12).to_json()["unshown"] == 12


@every_rule_set
def test_the_table_says_what_tiles_are_worth_that_were_not_shown(rules: RuleSet) -> None:
    part = rules_sheet(rules).partition("Tiles of a loser that were not shown\n")[2].partition("\n\n")[0]
    named = {line[2:48].rstrip() for line in part.splitlines()}

    assert named >= {"the tiles themselves"}
    assert ("fishing" in named) == (rules.id not in NO_FISHING)
    assert len(named - {"the tiles themselves", "fishing"}) == {"polish-136": 3, "danish": 5}.get(rules.id, 0)


NO_FISHING = {"hungarian-classic", "hungarian-premium", "polish-136"}
