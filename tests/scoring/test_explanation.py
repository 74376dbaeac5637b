"""Lines, readings and sentences: a player can check a result by hand."""

import doctest
import importlib
import pkgutil

import pytest

import scoring
from scoring import LINE_SENTENCES, SENTENCES, VOCABULARY, Counted, RuleSet, score
from scoring.tiles import BONUS, JOKER, KINDS
from tests.scoring.declaring import hand


def test_it_tells_each_figure_of_a_mahjong(rules: RuleSet) -> None:
    scored = score(hand("WSWSWS DRDRDRDR^ | B6 B7 B8 C3 C3 C3 WW WW", "wall B7"), rules)

    assert [line.message for line in scored.lines] == [
        "Exposed pung of South wind: 4 points.",
        "Concealed kong of red dragon: 32 points.",
        "Concealed pung of 3 character: 4 points.",
        "Pair of the round wind (West wind): 2 points.",
        "Mah-jong: 20 points.",
        "The winning tile was drawn from the wall: 2 points.",
        "No other tile than 7 bamboo would have won: 2 points.",
        "Set of the player’s own wind (South wind): × 2.",
        "Set of dragons (red dragon): × 2.",
    ]
    assert (scored.points, scored.doubles, scored.value) == (66, 2, 264)


def test_it_tells_the_limit_with_what_was_counted(rules: RuleSet) -> None:
    scored = score(hand("WSWSWSWS DRDRDRDR^ | DG DG DG C3 C3 C3 WW WW", "wall WW"), rules)

    assert scored.limited
    assert scored.lines[-1].message == f"The count of {86 * 2**5:,} is cut at the limit: 1,000."


def test_it_tells_a_long_hand_and_a_counted_one(rules: RuleSet) -> None:
    long = score(hand("B2B2B2 | C1 C4 C7 D1 D4 D7 B5 B9 WE DR DG", flags="long_hand"), rules)

    assert [line.message for line in long.lines] == ["A long hand counts nothing: 0."]
    assert [line.message for line in score(Counted(12), rules).lines] == ["Counted at the table: 12."]


def test_it_prints_the_reading_and_where_the_winning_tile_went(rules: RuleSet) -> None:
    result = score(hand("B2B2B2 C3C3C3 D4D4D4D4^ | B6 B7 B8 C8 C8", "discard B7"), rules).to_json()

    assert {"group": "chow", "tiles": ["B6", "B7", "B8"], "concealed": False, "completed": True} in result[
        "reading"
    ]
    assert {"group": "kong", "tiles": ["D4"] * 4, "concealed": True} in result["reading"]


def test_it_prints_the_tiles_in_no_group(rules: RuleSet) -> None:
    result = score(hand("| B1 B1 B1 B1 C1 C4 C7 D1 D4 D7 B5 B8 WE"), rules).to_json()
    (loose,) = (each for each in result["reading"] if each["group"] == "tiles")

    assert loose["tiles"] == ["B1", "B5", "B8", "C1", "C4", "C7", "D1", "D4", "D7", "WE"]


def test_it_prints_the_readings_that_were_beaten(rules: RuleSet) -> None:
    result = score(hand("B2B2B2 C3C3C3 | B6 B6 B6 B6 B7 B8 C8 C8", "discard B6"), rules).to_json()

    assert [way["value"] for way in result["beaten"]] == [26]
    assert result["value"] == 28


def test_it_notes_a_fisher_who_was_not_fishing(rules: RuleSet) -> None:
    result = score(hand("B2B2B2 | C1 C4 C7 D1 D4 D7 B5 B9 WE DR", flags="fishing"), rules).to_json()

    assert result["notes"] == ["not_fishing"]


def test_it_has_a_name_for_every_tile() -> None:
    assert VOCABULARY["tile"].keys() == {*KINDS, *BONUS, JOKER}


@pytest.mark.parametrize("template", [*SENTENCES.values(), *LINE_SENTENCES.values()])
def test_it_ends_every_sentence(template: str) -> None:
    assert template.endswith(".")
    assert template[0].isupper() or template[0] == "{"


@pytest.mark.parametrize(
    "module", [name for _finder, name, _package in pkgutil.iter_modules(scoring.__path__)]
)
def test_it_shows_examples_that_hold(module: str) -> None:
    if module != "__main__":
        assert doctest.testmod(importlib.import_module(f"scoring.{module}")).failed == 0


def test_it_opens_with_an_example_that_holds() -> None:
    assert doctest.testmod(scoring).failed == 0
