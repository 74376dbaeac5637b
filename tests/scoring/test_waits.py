"""What a hand one tile short waits for, and what each tile would make it worth."""

import pytest

from scoring import MalformedHand, RuleSet, wait_values
from scoring.readings import PARTS, Parts
from tests.scoring.declaring import hand


def test_it_values_each_tile_that_completes_the_hand(rules: RuleSet) -> None:
    found = wait_values(hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 C8 C8", winds="SW"), rules)

    assert [(wait.tile, wait.scored.value) for wait in found] == [("B5", 28), ("B8", 28)]


def test_it_values_a_claim_where_one_is_named(rules: RuleSet) -> None:
    fisher = hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 C8 C8", flags="fishing", win_source="discard")

    assert [wait.to_json() for wait in wait_values(fisher, rules)] == [
        {"tile": "B5", "value": 26, "points": 26, "doubles": 0, "special": None},
        {"tile": "B8", "value": 26, "points": 26, "doubles": 0, "special": None},
    ]


def test_it_waits_for_all_thirteen_wonders(rules: RuleSet) -> None:
    found = wait_values(hand("| B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW"), rules)

    assert len(found) == 13
    assert {wait.scored.special for wait in found} == {"thirteen_wonders"}


def test_it_leaves_out_a_tile_that_may_not_be_claimed(rules: RuleSet) -> None:
    gates = "| B1 B1 B2 B3 B4 B5 B5 B6 B7 B8 B9 B9 B9"

    assert "B1" in {wait.tile for wait in wait_values(hand(gates), rules)}
    assert "B1" not in {wait.tile for wait in wait_values(hand(gates, win_source="discard"), rules)}


def test_it_does_not_wait_for_a_fifth_tile(rules: RuleSet) -> None:
    assert [wait.tile for wait in wait_values(hand("B4B4B4B4 C3C3C3 D4D4D4 | B5 B6 C8 C8"), rules)] == ["B7"]


@pytest.mark.parametrize("tiles", ["| B1", "B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8", "| XX"])
def test_it_refuses_a_hand_that_cannot_wait(tiles: str, rules: RuleSet) -> None:
    with pytest.raises(MalformedHand):
        wait_values(hand(tiles), rules)


def test_it_waits_for_nothing_in_vain(rules: RuleSet) -> None:
    assert wait_values(hand("| B1 B4 B7 C1 C4 C7 D1 D4 D7 WE WS WW DR"), rules) == ()


def test_it_forgets_suits_rather_than_grow_without_end(
    rules: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    fisher = hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 C8 C8", winds="SW")
    before = wait_values(fisher, rules)
    for parts in PARTS:
        parts.clear()  # what earlier tests looked at would not be looked at again
    monkeypatch.setattr(Parts, "most", 3)

    assert wait_values(fisher, rules) == before
    assert wait_values(hand("B2B2B2 C3C3C3 D4D4D4 | D6 D7 C9 C9"), rules)
    assert min(map(len, PARTS)) <= 3
