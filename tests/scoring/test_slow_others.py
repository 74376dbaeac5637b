"""Polish and Hungarian winners against a slow and obvious count with nothing of the engine in it."""

from random import Random
from typing import Any

import pytest

from scoring import KINDS, Hand, load_rules, score
from tests.scoring.slow import CLAIMS, Set, is_chow, is_honour, is_major, slow_readings

OPTIONS: dict[str, dict[str, Any]] = {
    "polish-136": {"special_hands": False, "only_possible_tile": 0},
    "hungarian-classic": {"minimum": 0},
}


def slow_count(sets: list[Set], hand: dict[str, Any], polish: bool) -> int:
    own, prevailing = f"W{hand['own_wind']}", f"W{hand['round_wind']}" if polish else "-"
    points, doubles = 0, 0
    for tiles, hidden in sets:
        tile = tiles[0]
        scoring = (tile == own) + (tile == prevailing) + (tile in ("DR", "DG", "DW"))
        if len(tiles) == 2:
            points += 2 * scoring
        elif not is_chow(tiles):
            points += 2 * (2 if is_major(tile) else 1) * (2 if hidden else 1)
            doubles += scoring
    chows = sum(is_chow(tiles) for tiles, _hidden in sets)
    tiles = [tile for each, _hidden in sets for tile in each]
    if polish:
        points += 10 * (points == 0) + 10 * (chows == 0) + 10 * (hand["win_source"] == "last_wall")
        suits = {tile[0] for tile in tiles if not is_honour(tile)}
        doubles += 3 * (not suits) + (len(suits) == 1) * (1 if any(map(is_honour, tiles)) else 3)
    else:
        points += 10 * (chows == 4)
    points += 20 + 2 * (hand["win_source"] not in CLAIMS)
    return min(points << doubles, 500 if polish else 1000)


def slow_best(told: Hand, polish: bool) -> int:
    hand = told.to_json()
    claimed, found = hand["win_source"] in CLAIMS, []
    for rack in slow_readings(sorted(hand["concealed"])):
        for place, tiles in enumerate(rack):
            if hand["winning_tile"] in tiles:
                sets = [(each, not (claimed and place == other)) for other, each in enumerate(rack)]
                found.append(slow_count(sets, hand, polish))
    return max(found)


def winner(dice: Random) -> Hand:
    while True:
        suit = dice.choice((KINDS, KINDS[:9], KINDS[9:18] + KINDS[27:], KINDS[:18]))
        starts = [place for place in range(len(suit) - 2) if suit[place : place + 3] in RUNS]
        sets = [_set(dice, suit, starts) for _place in range(4)]
        rack = [tile for each in sets for tile in each] + [dice.choice(suit)] * 2
        if all(rack.count(tile) <= 4 for tile in rack):
            break
    source = dice.choice(("wall", "last_wall", "discard"))
    tile = dice.choice(rack)
    return Hand(
        tuple(rack), winning_tile=tile, win_source=source, own_wind="S", round_wind="W", is_winner=True
    )


RUNS = {KINDS[place : place + 3] for place in range(27) if place % 9 < 7}


def _set(dice: Random, suit: tuple[str, ...], starts: list[int]) -> tuple[str, ...]:
    if starts and dice.random() < 0.6:
        place = dice.choice(starts)
        return suit[place : place + 3]
    return (dice.choice(suit),) * 3


@pytest.mark.parametrize("ruleset", OPTIONS)
def test_it_counts_as_a_slow_search_does(ruleset: str) -> None:
    rules, dice = load_rules(ruleset, OPTIONS[ruleset]), Random(20260603)
    for _hand in range(600):
        told = winner(dice)
        assert score(told, rules).value == slow_best(told, ruleset == "polish-136"), told
