"""What was missing: the legal hands one tile away from a claim that fails."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings

from scoring import KINDS, Hand, Meld, RuleSet, load_rules, nearest, score
from tests.scoring.declaring import hand
from tests.scoring.strategies import winners

RULES = load_rules("bmja-tournament")


def changes(told: Hand, rules: RuleSet) -> set[tuple[str | None, str | None]]:
    return {(way.drop, way.add) for way in nearest(told, rules)}


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B9 C8 C8", {("B9", "B8"), ("B9", "B5"), ("B6", "B8")}),
        ("B2B2B2 C3C3C3 D4D4D4 WEWEWE | B6 DR", {("B6", "DR"), ("DR", "B6")}),
        ("B2B2B2 C3C3C3 D4D4D4 | B6 B7 C8 C8", {(None, "B5"), (None, "B8")}),
        ("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 WE C8 C8", {("WE", None)}),
        ("| B1 B4 B7 C1 C4 C7 D1 D4 D7 WE WS WW WN DR", set()),
        ("| B1", set()),
    ],
)
def test_it_finds_every_change_of_one_tile(
    told: str, found: set[tuple[str | None, str | None]], rules: RuleSet
) -> None:
    assert changes(hand(told, f"wall {told.split()[-1]}"), rules) == found


def test_it_finds_the_chow_to_break(rules: RuleSet) -> None:
    two_chows = hand("B2B2B2 D4D4D4 | B6 B7 B8 C3 C4 C5 C8 C8", "discard B7")

    assert changes(two_chows, rules) == set()
    assert changes(hand("B2B2B2 D4D4D4 | B6 B7 B8 C4 C4 C5 C8 C8", "discard B7"), rules) == {
        ("C5", "C4"),
        ("C5", "C8"),
    }


def test_it_puts_the_best_first_and_names_special_hands(rules: RuleSet) -> None:
    found = nearest(hand("| B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW B5", "wall B5"), rules)

    assert {way.drop for way in found} == {"B5"}
    assert {way.add for way in found} == {
        *("B1", "B9", "C1", "C9", "D1", "D9", "WE", "WS", "WW", "WN", "DR", "DG", "DW")
    }
    assert found[0].to_json() == {"drop": "B5", "add": "B1", "value": 1000, "special": "thirteen_wonders"}


def test_it_changes_a_tile_that_is_merely_shown(rules: RuleSet) -> None:
    laid = hand("B2B2B2 C3C3C3 D4D4D4 |").melds
    claim = Hand(
        ("B6", "B7", "B8"), (*laid, Meld(("C8", "C9"), True)), (), "B7", "wall", "S", "E", is_winner=True
    )

    assert changes(claim, rules) == {("C8", "C9"), ("C9", "C8")}


def test_it_finds_nothing_where_the_player_may_not_win(rules: RuleSet) -> None:
    assert changes(hand("B2B2B2 C3C3C3 D4D4D4 WEWEWE | B6 DR", "wall DR", flags="dead_hand"), rules) == set()


def test_it_goes_with_the_refusal(rules: RuleSet) -> None:
    (problem,) = score(hand("B2B2B2 C3C3C3 D4D4D4 WEWEWE | B6 DR", "wall DR"), rules).problems

    assert problem.facts["nearest"] == (("B6", "DR"), ("DR", "B6"))


@settings(deadline=None, max_examples=25)
@given(winners())
def test_it_finds_what_trying_every_tile_finds(told: Hand) -> None:
    held = Counter([*told.concealed, *(tile for meld in told.melds for tile in meld.tiles)])
    spoilt = (*told.concealed[1:], "WN")
    claim = Hand(spoilt, told.melds, (), spoilt[0], "wall", "S", "E", is_winner=True)
    tried = set()
    for drop, add in product(sorted(set(spoilt)), KINDS):
        rack = list(spoilt)
        rack.remove(drop)
        rack.append(add)
        winning = spoilt[0] if spoilt[0] in rack else add
        won = Hand(tuple(rack), told.melds, (), winning, "wall", "S", "E", is_winner=True)
        if drop != add and score(won, RULES).valid:
            tried.add((drop, add))

    assert max(held.values()) > 4 or changes(claim, RULES) == tried
