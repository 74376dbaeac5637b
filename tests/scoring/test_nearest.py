"""What was missing: the legal hands one tile away from a claim that fails."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings

from scoring import KINDS, Hand, Meld, RuleSet, load_rules, nearest, ruleset_ids, score
from tests.scoring.declaring import hand
from tests.scoring.random_hands import random_hand
from tests.scoring.slow import tiles_of
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


@pytest.mark.parametrize("name", ruleset_ids())
def test_it_finds_under_all_rules_what_trying_every_tile_finds(name: str) -> None:
    rules, dice, near = load_rules(name), Random(f"nearest of {name}"), 0
    for size in (13, 14, 14, 14, 15) * 2:
        claim = spoilt(dice, rules, size)
        found = nearest(claim, rules)

        assert {(way.drop, way.add) for way in found} == tried(claim, rules, size), claim
        assert [way.scored for way in found] == [score(way.hand, rules) for way in found]
        values = [way.scored.value or 0 for way in found]
        assert values == sorted(values, reverse=True)
        near += bool(found)

    assert near > 1


def spoilt(dice: Random, rules: RuleSet, size: int) -> Hand:
    """A claim with a tile exchanged, too few or too many."""
    told = random_hand(dice, rules)
    while not told["is_winner"] or told["win_source"] in ("dealt", "first_discard", "robbed_kong"):
        told = random_hand(dice, rules)
    rack = told["concealed"]
    rack.remove(dice.choice([tile for tile in rack if tile != told["winning_tile"]] or rack))
    held = tiles_of(told)
    rack += dice.sample([tile for tile in KINDS if held.count(tile) < 4], size - 13)
    return Hand.from_json({**told, "flags": []})


def tried(claim: Hand, rules: RuleSet, size: int) -> set[tuple[str | None, str | None]]:
    """Put every tile of the rack down, and take every other instead, and see what wins."""
    rack = [*claim.concealed, *(tile for meld in claim.melds if meld.concealed for tile in shown(meld))]
    melds = tuple(meld for meld in claim.melds if not shown(meld))
    drops: list[str | None] = [None] if size == 13 else [*sorted(set(rack))]
    found = set()
    for drop, add in product(drops, [None] if size == 15 else KINDS):
        left = [*rack, *([add] if add else [])]
        if drop:
            left.remove(drop)
        winning = claim.winning_tile if claim.winning_tile in left else add
        won = replace(claim, concealed=tuple(left), melds=melds, winning_tile=winning)
        if drop != add and score(won, rules).valid:
            found.add((drop, add))
    return found


def shown(meld: Meld) -> tuple[str, ...]:
    return meld.tiles if meld.concealed and len(meld.tiles) < 4 else ()


@pytest.mark.parametrize("name", ruleset_ids())
@pytest.mark.parametrize(
    "told",
    [
        Hand(),
        Hand(is_winner=True),
        hand("| B1 XX B3 C1 C3 C5 D1 D3 D5 WE WS WW DR DG", "wall XX"),
        hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 F1 C8 C8", "wall B6"),
        hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 J C8 C8", "wall B6"),
        hand("B2B2B2 C3C3C3 D4D4D5 | B6 B7 B9 C8 C8", "wall B6"),
        hand("B2B2B2 C3C3C3 D4D4D4! | B6 B7 B9 C8 C8", "wall B6"),
        hand("WEWEWE C3C3C3 D4D4D4 | WE WE B9 C8 C8", "wall C8"),
        hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B9 C8 C8", "luck B6"),
        hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B9 C8 C8", "wall B6", winds="QE"),
        hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B9 C8 C8", "wall B6", bonus=("F1", "F1")),
        hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B9 C8 C8", "wall B6", flags="sleepy"),
        hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B9 C8 C8 C9 D9", "wall B6"),
    ],
)
def test_it_finds_nothing_where_something_else_is_wrong(name: str, told: Hand) -> None:
    assert nearest(told, load_rules(name)) == ()
