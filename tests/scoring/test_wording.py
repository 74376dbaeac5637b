"""Sentences with their facts: names and reasons are said in the language of whoever shows them."""

from scoring import KINDS, SENTENCES, TILE_NAMES, Hand, Meld, RuleSet, say, score
from scoring.tiles import BONUS, JOKER
from tests.scoring.declaring import hand

POLISH = {
    "Exposed pung of {tile}: {amount} points.": "Odkryty pung {tile}: {amount} pkt.",
    "9 bamboo": "9 bambusów",
    "East": "Wschód",
    "South": "Południe",
    "Only one player can win a deal: {seats}.": "Wygrać może tylko jeden gracz: {seats}.",
    "drawn as a loose tile": "wolny kamień",
    "a loose tile follows a kong, a flower or a season": "wolny kamień bierze się po kongu",
}


def polish(text: str) -> str:
    return POLISH.get(text, text)


def test_it_translates_the_sentence_and_the_names_in_it(rules: RuleSet) -> None:
    (line, *_rest) = score(hand("B9B9B9 | B6 B7 B8 C3 C3 C3 D5 D5 D5 WW WW", "wall B7"), rules).lines

    assert say(line.sentence, line.facts) == line.message == "Exposed pung of 9 bamboo: 4 points."
    assert say(line.sentence, line.facts, polish) == "Odkryty pung 9 bambusów: 4 pkt."


def test_it_translates_each_of_several_names() -> None:
    template = SENTENCES["several_winners_not_allowed"]

    assert say(template, {"seats": ("E", "S")}, polish) == "Wygrać może tylko jeden gracz: Wschód, Południe."


def test_it_translates_the_reason_in_a_sentence(rules: RuleSet) -> None:
    (problem,) = score(hand("| B6 B7 B8 C3 C3 C3 D5 D5 D5 WW WW B1 B1 B1", "loose_tile B7"), rules).problems

    said = say(problem.template, problem.facts, polish)
    assert said == "The hand cannot have been won like this (wolny kamień): wolny kamień bierze się po kongu."
    assert problem.message.endswith("a loose tile follows a kong, a flower or a season.")


def test_it_says_that_something_was_left_out(rules: RuleSet) -> None:
    told = Hand((), (Meld(()),), winning_tile="B1", round_wind="E")

    assert [problem.message for problem in score(told, rules).problems][:3] == [
        "What was left out is not a wind; E, S, W or N is needed.",
        "These tiles make no chow, pung or kong: none.",
        "The hand cannot have been won like this (it is not said how): only a winner has a winning tile.",
    ]


def test_it_leaves_what_it_does_not_know_as_it_is() -> None:
    assert say("{tile}, {count}, {seat}", {"tile": "B0", "count": 3, "seat": None}) == "B0, 3, None"


def test_it_calls_every_tile_by_a_name_of_its_own() -> None:
    assert TILE_NAMES.keys() == {*KINDS, *BONUS, JOKER}
    assert len(set(TILE_NAMES.values())) == len(TILE_NAMES)
    assert (TILE_NAMES["B5"], TILE_NAMES["WE"], TILE_NAMES["DR"]) == ("5 bamboo", "East wind", "red dragon")
