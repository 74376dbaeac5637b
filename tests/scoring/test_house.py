"""A club's own list: special hands switched off, hands of its own declared in data."""

from typing import Any

import pytest

from scoring import RuleSetError, load_rules, score, wait_values
from scoring.sheet import rules_sheet
from tests.scoring.declaring import hand

CROCHET = ["X1", "Y1", "Z1", "X2", "Y2", "Z2", "X3", "Y3", "Z3", "X4", "Y4", "Z4", "X5", "Y5"]
RUBY = {"tiles": ["DR", "B1", "B5", "B7", "B9"], "sets": [["DR"], 1]}


def declared(code: str, words: dict[str, Any], value: Any = "1/2", **more: Any) -> dict[str, Any]:
    return {"code": code, "name": code.title(), "value": value, "hand": words, **more}


@pytest.mark.parametrize(
    ("words", "tiles", "won", "named"),
    [
        ({"exactly": CROCHET}, "| B1 C1 D1 B2 C2 D2 B3 C3 D3 B4 C4 D4 C5 D5", "wall B1", True),
        ({"exactly": CROCHET}, "| B1 C1 D1 B2 C2 D2 B3 C3 D3 B4 C4 D4 C6 D6", "wall B1", False),
        (RUBY, "DRDRDR B1B1B1 | B5 B5 B5 B7 B7 B7 B9 B9", "discard B9", True),
        (RUBY, "DGDGDG B1B1B1 | B5 B5 B5 B7 B7 B7 B9 B9", "discard B9", False),
        (RUBY, "DRDRDR B1B1B1 | B5 B5 B5 B8 B8 B8 B9 B9", "discard B9", False),
        ({"chows": True, "suits": 1}, "B2B3B4 | B5 B5 B5 B7 B7 B7 B8 B8 B8 WE WE", "wall B7", True),
        ({"suits": 1}, "B2B3B4 | B5 B5 B5 B7 B7 B7 B8 B8 B8 WE WE", "wall B7", False),
        ({"suits": 2}, "B2B2B2 | B5 B5 B5 B7 B7 B7 B8 B8 B8 WE WE", "wall B7", False),
        ({"kongs": 2}, "B2B2B2B2 C3C3C3C3^ | D5 D5 D5 B7 B7 B7 WE WE", "wall B7", True),
        ({"kongs": 3}, "B2B2B2B2 C3C3C3C3^ | D5 D5 D5 B7 B7 B7 WE WE", "wall B7", False),
        ({"pair": ["WE", "WS"]}, "B2B2B2 | D5 D5 D5 B7 B7 B7 C9 C9 C9 WE WE", "wall B7", True),
        ({"pair": ["WN", "WS"]}, "B2B2B2 | D5 D5 D5 B7 B7 B7 C9 C9 C9 WE WE", "wall B7", False),
        ({"concealed": True}, "| B2 B2 B2 D5 D5 D5 B7 B7 B7 C9 C9 C9 WE WE", "discard B7", True),
        ({"concealed": True}, "B2B2B2 | D5 D5 D5 B7 B7 B7 C9 C9 C9 WE WE", "wall B7", False),
        ({"honours": False, "kongs": 0}, "B2B2B2 | D5 D5 D5 B7 B7 B7 C9 C9 C9 C1 C1", "wall B7", True),
        ({"honours": True}, "B2B2B2 | D5 D5 D5 B7 B7 B7 C9 C9 C9 C1 C1", "wall B7", False),
        ({"pairs": True, "suits": 2}, "| B2 B2 B3 B3 B6 B6 B6 B6 C2 C2 C4 C4 C9 C9", "discard B2", True),
        ({"pairs": True, "honours": True}, "| B2 B2 B3 B3 B6 B6 B6 B6 C2 C2 C4 C4 C9 C9", "wall B2", False),
    ],
)
def test_it_knows_a_hand_by_its_words(words: dict[str, Any], tiles: str, won: str, named: bool) -> None:
    rules = load_rules("bmja-tournament", {"house_hands": [declared("ours", words, "1")]})
    scored = score(hand(tiles, won), rules)

    assert (scored.special == "ours") is named
    assert (scored.value == 1000) is named


def test_it_waits_for_a_hand_of_the_clubs_own() -> None:
    crochet = declared("crochet", {"exactly": CROCHET}, 400, fishing="1/5")
    rules = load_rules("danish", {"house_hands": [crochet]})
    fisher = hand("| B1 C1 D1 B2 C2 D2 B3 C3 D3 B4 C4 D4 C5", flags="fishing")

    scored = score(fisher, rules)
    assert (scored.value, scored.special, scored.waits) == (200, "crochet", ("B5", "D5"))
    assert [line.message for line in scored.lines] == ["Fishing for Crochet: 200."]
    assert [wait.scored.special for wait in wait_values(fisher, rules)] == ["crochet", "crochet"]


def test_it_leaves_out_what_is_switched_off() -> None:
    purity = hand("B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B8 B1 B1", "last_discard B8")
    rules = load_rules("bmja-tournament", {"special_hands_off": ["purity"]})

    assert score(purity, load_rules("bmja-tournament")).special == "purity"
    assert score(purity, rules).special is None
    assert (
        rules_sheet(load_rules("bmja-tournament")).count("Purity") - rules_sheet(rules).count("Purity") == 1
    )


def test_it_refuses_tiles_that_only_a_hand_switched_off_would_be() -> None:
    rules = load_rules("bmja-tournament", {"special_hands_off": "thirteen_wonders"})
    scored = score(hand("| B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW DW", "wall DW"), rules)

    assert [problem.code for problem in scored.problems] == ["not_a_mahjong"]


def test_it_tells_own_lists_apart_by_hash_and_takes_them_as_text_too() -> None:
    listed = load_rules("bmja-club", {"special_hands_off": ["purity", "knitting"]})

    assert listed is load_rules("bmja-club", {"special_hands_off": "knitting, purity"})
    assert listed.content_hash != load_rules("bmja-club").content_hash
    own = load_rules("bmja-club", {"house_hands": [declared("ruby", RUBY)]})
    assert own is load_rules("bmja-club", own.options)
    assert own.content_hash != load_rules("bmja-club").content_hash
    assert "Ruby" in rules_sheet(own)
    assert load_rules("bmja-club", {"special_hands_off": [], "house_hands": []}) is load_rules("bmja-club")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"special_hands_off": ["royal"]}, "royal"),
        ({"house_hands": "many"}, "a list of hands"),
        ({"house_hands": {"code": "x"}}, "a list of hands"),
        ({"house_hands": [declared("purity", RUBY)]}, "hand 1 (purity): a code of its own"),
        ({"house_hands": [declared("two words", RUBY)]}, "hand 1 (two words): a code of its own"),
        ({"house_hands": [declared("a", RUBY), declared("a", RUBY)]}, "hand 2 (a): one code for each hand"),
        ({"house_hands": [declared("a", RUBY) | {"name": ""}]}, "hand 1 (a): a name"),
        ({"house_hands": [declared("a", RUBY, "1/3")]}, "hand 1 (a): a value in points"),
        ({"house_hands": [declared("a", RUBY, "half")]}, "hand 1 (a): a value in points"),
        ({"house_hands": [declared("a", RUBY, fishing=-1)]}, "hand 1 (a): a value in points"),
        (
            {"house_hands": [declared("a", RUBY, colour="red")]},
            "hand 1 (a): code, fishing, hand, name, value",
        ),
        ({"house_hands": [declared("a", {})]}, "hand 1 (a): tiles that there are"),
        ({"house_hands": [declared("a", {"joy": 1})]}, "hand 1 (a): the word joy"),
        ({"house_hands": [declared("a", {"kongs": "two"})]}, "hand 1 (a): the word kongs"),
        (
            {"house_hands": [declared("a", {"pairs": True, "kongs": 1})]},
            "hand 1 (a): sets or tiles, not both",
        ),
        ({"house_hands": [declared("a", {"exactly": ["B1"]})]}, "hand 1 (a): exactly fourteen tiles"),
        ({"house_hands": [declared("a", {"tiles": ["B0"]})]}, "hand 1 (a): tiles that there are"),
        ({"house_hands": [declared("a", {"sets": [["DR"]]})]}, "hand 1 (a): tiles that there are"),
        ({"house_hands": [declared("a", {"exactly": ["Q1"] * 14})]}, "hand 1 (a): tiles that there are"),
    ],
)
def test_it_refuses_a_list_that_is_none(options: dict[str, Any], told: str) -> None:
    with pytest.raises(RuleSetError) as refused:
        load_rules("bmja-tournament", options)

    assert {problem.code for problem in refused.value.problems} == {"bad_option"}
    assert told in str(refused.value)


def test_it_refuses_a_part_of_a_limit_that_is_none() -> None:
    with pytest.raises(RuleSetError, match="a value in points"):
        load_rules("hungarian-premium", {"house_hands": [declared("a", RUBY)]})
