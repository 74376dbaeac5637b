"""The declared hand: parsing, printing, every fault of its shape at once."""

from typing import Any

import pytest

from scoring import Counted, Hand, MalformedHand, Meld
from scoring.hands import hand_from_json
from tests.scoring.declaring import hand


def test_it_prints_what_few_hands_need_only_where_it_says_something() -> None:
    plain = hand("B2B2B2 | B1").to_json()

    assert plain.keys() == {
        *("melds", "concealed", "bonus", "winning_tile", "win_source"),
        *("own_wind", "round_wind", "is_winner", "flags"),
    }
    assert hand("| B1", undeclared=True, previous=("purity",)).to_json().keys() == plain.keys() | {
        "undeclared",
        "previous",
    }


def test_it_reads_a_set_and_marks_a_dead_one() -> None:
    dead = Meld(("B1", "B1", "B1"), dead=True)

    assert Meld.from_json({"tiles": ["B1", "B1", "B1"]}) == Meld(("B1", "B1", "B1"))
    assert Meld.from_json(dead.to_json()) == dead


def test_it_reads_tiles_or_a_value() -> None:
    assert hand_from_json({"points": 12}) == Counted(12)
    assert Counted(12).to_json() == {"points": 12}
    assert hand_from_json({"concealed": ["B1"]}) == Hand(("B1",))


def test_it_takes_null_for_what_is_not_said() -> None:
    assert Hand.from_json({"concealed": None, "previous": None, "favoured": None, "wild": None}) == Hand()


def test_it_names_every_fault_of_the_shape_with_its_place() -> None:
    with pytest.raises(MalformedHand) as refused:
        Hand.from_json(
            {"concealed": 3, "is_winner": "no", "melds": [{"tiles": []}, {"tiles": [1]}], "hat": 1}
        )

    assert [problem.facts["where"] for problem in refused.value.problems] == [
        "hand.hat",
        "hand.concealed",
        "hand.melds[1].tiles",
        "hand.is_winner",
    ]
    assert "hand.melds[1].tiles: a list of texts expected." in str(refused.value)


def test_it_refuses_what_is_an_attack_and_not_a_hand() -> None:
    meld = {"tiles": ["DW"] * 64}
    assert len(Hand.from_json({"melds": [meld]}).melds[0].tiles) == 64

    with pytest.raises(MalformedHand, match="hand: at most 64 tiles expected"):
        Hand.from_json({"melds": [meld], "concealed": ["B1"]})


@pytest.mark.parametrize("obj", [None, [], "B1", 3])
def test_it_refuses_what_is_no_object(obj: Any) -> None:
    with pytest.raises(MalformedHand, match="hand: an object expected"):
        Hand.from_json(obj)
