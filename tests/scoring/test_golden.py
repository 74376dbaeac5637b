"""The hands, settlements and rotations handed down with the rules, each with its result."""

from typing import Any

import pytest

from scoring import Hand, RuleSet, play, score, settle
from tests.scoring.declaring import names, rows

HANDS, SETTLEMENTS, ROTATIONS = rows("golden_hands"), rows("golden_settlements"), rows("golden_rotations")


@pytest.mark.parametrize("row", HANDS, ids=names(HANDS))
def test_it_scores_the_hand(row: dict[str, Any], rules: RuleSet) -> None:
    given = {key: value for key, value in row["input"].items() if key != "ruleset"}
    result, expected = score(Hand.from_json(given), rules).to_json(), row["expected"]

    assert [error["code"] for error in result["errors"]] == expected["errors"]
    assert {key: result[key] for key in ("valid", "value", "points", "doubles", "special")} == {
        key: expected[key] for key in ("valid", "value", "points", "doubles", "special")
    }
    assert result.get("special_any", []) == expected.get("special_any", [])
    assert set(result["waits"]) == set(expected.get("waits", result["waits"]))


@pytest.mark.parametrize("row", SETTLEMENTS, ids=names(SETTLEMENTS))
def test_it_settles(row: dict[str, Any], rules: RuleSet) -> None:
    given = row["input"]
    settled = settle(given["values"], given["winners"], rules, penalties=given.get("penalties", ()))

    assert settled.to_json() == row["expected"]


@pytest.mark.parametrize("row", ROTATIONS, ids=names(ROTATIONS))
def test_it_rotates(row: dict[str, Any], rules: RuleSet) -> None:
    given = row["input"]

    assert play(given["players"], given["outcomes"], rules) == row["expected"]
