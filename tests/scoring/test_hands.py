"""The declared hand: parsing, printing, every fault of its shape at once."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from scoring import Counted, Hand, MalformedHand, Meld, load_rules
from scoring.hands import hand_from_json
from tests.scoring.declaring import hand
from tests.scoring.random_hands import random_hand

FIELDS = (*Hand.__slots__, "hat")
ANYTHING: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        1,
        1.5,
        "",
        "B1",
        "hat",
        [],
        {},
        ["B1"],
        [None],
        [1],
        [True],
        [[]],
        [{}],
        ["purity", None],
    ),
    *(["B1"] * 64, ["B1"] * 65, [{"tiles": []}] * 65, [{"tiles": ["D1"] * 30}] * 3, {"tiles": ["B1"]}),
    *([{"tiles": ["B1", 1]}], [{"tiles": ["B1"], "hat": 1}], [{"tiles": ["B1"], "dead": True}, 1]),
]


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


def mangled(hands: int) -> Iterator[Any]:
    """Draw hands of which a field, a field of a meld or a tile may be anything."""
    dice, rules = Random(20261122), load_rules("danish")
    for _hand in range(hands):
        told = random_hand(dice, rules)
        for _time in range(dice.randrange(3)):
            within = dice.choice([told, *told["melds"]] if isinstance(told.get("melds"), list) else [told])
            if isinstance(within, dict):
                field = dice.choice(("tiles", "concealed", "dead", "hat") if "tiles" in within else FIELDS)
                within[field] = deepcopy(dice.choice(ANYTHING))
        yield told


def outcome(read: Callable[[Any, str], Hand], told: Any) -> Any:
    try:
        return read(told, "hand")
    except MalformedHand as malformed:
        return malformed.problems


def test_it_reads_plain_hands_just_as_it_reads_any() -> None:
    read = [(outcome(Hand.from_json, told), outcome(Hand._looked_into, told)) for told in mangled(3000)]

    assert [quick for quick, _careful in read] == [careful for _quick, careful in read]
    assert 500 < sum(isinstance(quick, Hand) for quick, _careful in read) < 2500
