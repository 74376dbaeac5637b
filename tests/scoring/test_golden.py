"""The hands, settlements and rotations handed down with the rules, each with its result."""

from typing import Any

import pytest

from scoring import Hand, load_rules, play, ruleset_ids, score, settle
from tests.scoring.declaring import names, rows

OTHERS = [f"golden_hands_{name}" for name in ruleset_ids() if name != "bmja-tournament"]
HANDS = [row for name in ("golden_hands", *OTHERS) for row in rows(name)]
SETTLEMENTS, ROTATIONS = rows("golden_settlements"), rows("golden_rotations")


@pytest.mark.parametrize("row", HANDS, ids=names(HANDS))
def test_it_scores_the_hand(row: dict[str, Any]) -> None:
    given, expected = dict(row["input"]), row["expected"]
    rules = load_rules(given.pop("ruleset"))
    result = score(Hand.from_json(given), rules).to_json()

    assert {error["code"] for error in result["errors"]} == set(expected["errors"])
    assert {key: result[key] for key in ("valid", "value", "points", "doubles", "special")} == {
        key: expected[key] for key in ("valid", "value", "points", "doubles", "special")
    }
    assert result.get("special_any", []) == expected.get("special_any", [])
    assert set(result["waits"]) == set(expected.get("waits", result["waits"]))
    told = set(result.get("notes", []))
    assert told == set(expected.get("notes", told))


@pytest.mark.parametrize("row", SETTLEMENTS, ids=names(SETTLEMENTS))
def test_it_settles(row: dict[str, Any]) -> None:
    given = dict(row["input"])
    values, winners, rules = given.pop("values"), given.pop("winners"), load_rules(given.pop("ruleset"))

    assert settle(values, winners, rules, **given).to_json() == row["expected"]


@pytest.mark.parametrize("row", ROTATIONS, ids=names(ROTATIONS))
def test_it_rotates(row: dict[str, Any]) -> None:
    given = row["input"]

    assert play(given["players"], given["outcomes"], load_rules(given["ruleset"])) == row["expected"]
