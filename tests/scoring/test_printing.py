"""The JSON text of a result is to the byte that of its `to_json()`, for every case under every rule set."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from scoring import Hand, load_rules, ruleset_ids, score
from scoring.printing import result_text
from tests.scoring.declaring import of_row, rows
from tests.scoring.random_hands import random_hand

GIVEN = ["golden_hands", *(f"golden_hands_{name}" for name in ruleset_ids() if name != "bmja-tournament")]
TOLD = ("faults", "doubles", "points", "special", "tables")


def cases() -> Iterator[Hand]:
    """Read the hands of all case files."""
    for name in GIVEN:
        for row in rows(name):
            yield Hand.from_json({key: told for key, told in row["input"].items() if key != "ruleset"})
    for name in TOLD:
        yield from (of_row(row) for row in rows(name) if "hand" in row)


HANDS = list(cases())


@pytest.mark.parametrize("name", ruleset_ids())
def test_it_prints_every_case_to_the_byte(name: str) -> None:
    rules = load_rules(name)
    printed = [score(each, rules) for each in HANDS]

    assert [result_text(each) for each in printed] == [json.dumps(each.to_json()) for each in printed]
    assert {"beaten", "notes"} <= {key for each in printed for key in each.to_json()}


@pytest.mark.parametrize("name", ruleset_ids())
def test_it_prints_random_hands_to_the_byte(name: str) -> None:
    rules, dice = load_rules(name), Random(20261122)
    for _hand in range(400):
        scored = score(Hand.from_json(random_hand(dice, rules)), rules)
        assert result_text(scored) == json.dumps(scored.to_json())
