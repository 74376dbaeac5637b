"""Readings, values and waits of twenty thousand hands against a slow and obvious count, under all rule sets.

The slow count has nothing of the engine in it. Every run compares some; `make soak` compares all.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring import Hand, load_rules, ruleset_ids, score, wait_values
from tests.scoring.comparing import compare, counted
from tests.scoring.random_hands import random_hand
from tests.scoring.slow import with_tile
from tests.scoring.slow_counts import slow_score

OPTIONS: dict[str, dict[str, Any]] = {"danish": {"bonus_tiles": True}}
LONG = 3_340
"""Hands of each rule set at full length."""


@pytest.mark.soak
@pytest.mark.parametrize("name", ruleset_ids())
def test_it_reads_and_counts_as_a_slow_search_does(name: str, soak_length: Callable[[int, int], int]) -> None:
    rules, dice = load_rules(name, OPTIONS.get(name)), Random(f"readings of {name}")
    for _hand in range(soak_length(200, LONG)):
        told = random_hand(dice, rules)
        scored = compare(told, rules)
        for wait in wait_values(Hand.from_json(told), rules)[:3] if scored.waits else ():
            slow = slow_score(name, with_tile(told, wait.tile))
            assert slow is not None
            assert (wait.scored.value, counted(wait.scored)) == (slow.value, slow.ways), (told, wait.tile)


@pytest.mark.parametrize("name", ruleset_ids())
def test_it_is_asked_about_every_special_hand(name: str) -> None:
    rules, dice = load_rules(name, OPTIONS.get(name)), Random(f"readings of {name}")
    left = {row.code for row in rules.special}
    for _hand in range(LONG):
        scored = score(Hand.from_json(random_hand(dice, rules)), rules)
        left -= {scored.special, *(way.special.code for way in scored.beaten if way.special)}
        if not left:
            break

    assert not left
