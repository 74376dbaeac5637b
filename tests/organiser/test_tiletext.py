"""Hands as text: what people type is what is declared, and what is printed reads the same."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import scoring
from tournaments import tiletext

HANDS = [
    ("", None),
    ("=24", {"points": 24}),
    ("b111 c234", {"melds": [], "concealed": ["B1", "B1", "B1", "C2", "C3", "C4"], "bonus": [], "flags": []}),
    (
        "[B1 B1 B1] (we we we we) dr dr*",
        {
            "melds": [{"tiles": ["B1"] * 3, "concealed": False}, {"tiles": ["WE"] * 4, "concealed": True}],
            "concealed": ["DR", "DR"],
            "bonus": [],
            "flags": [],
            "winning_tile": "DR",
        },
    ),
    (
        "[B123] ~[D1 D1 D1] WESWN +F1 +S2 #fishing",
        {
            "melds": [
                {"tiles": ["B1", "B2", "B3"], "concealed": False},
                {"tiles": ["D1"] * 3, "concealed": False, "dead": True},
            ],
            "concealed": ["WE", "WS", "WW", "WN"],
            "bonus": ["F1", "S2"],
            "flags": ["fishing"],
        },
    ),
    ("B1 *C9", {"melds": [], "concealed": ["B1"], "bonus": [], "flags": [], "winning_tile": "C9"}),
]


@pytest.mark.parametrize(("text", "hand"), HANDS)
def test_it_reads_what_people_type(text: str, hand: Any) -> None:
    assert tiletext.parse(text) == hand


UNREADABLE = [
    "B0",
    "X1",
    "WX",
    "D",
    "[B1 B1",
    "B1]",
    "[B1)",
    "(B1]",
    "=x",
    "=",
    "=12 B1",
    "=-1",
    "=1_0",
    "#Fi",
    "#",
    "+",
    "*",
    "B1 B2 ~B3",
    "*B12",
    "В1",
    "b１",
    "[[B1]]",
    "B1 " * 300,
    "#wild",
    "=٣",
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_it_refuses_what_is_no_hand(text: str) -> None:
    with pytest.raises(tiletext.UnreadableHand):
        tiletext.parse(text)


TILES = st.sampled_from([*scoring.KINDS, "F1", "S4", "J"])
MELDS = st.builds(
    lambda tiles, concealed, dead: {
        "tiles": tiles,
        "concealed": concealed,
        **({"dead": True} if dead else {}),
    },
    st.lists(TILES, min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
)
DECLARED = st.fixed_dictionaries(
    {
        "melds": st.lists(MELDS, max_size=4),
        "concealed": st.lists(TILES, max_size=14),
        "bonus": st.lists(st.sampled_from(["F1", "S3"]), max_size=3),
        "flags": st.lists(st.sampled_from(list(scoring.FLAG_NAMES)), max_size=3, unique=True),
    },
    optional={
        "winning_tile": TILES,
        "wild": TILES,
        "favoured": st.just(True),
        "undeclared": st.just(True),
        "waived": st.lists(st.sampled_from(["gates_of_heaven", "purity"]), min_size=1, max_size=2),
        "previous": st.lists(st.sampled_from([None, "purity"]), min_size=1, max_size=2),
    },
)


@given(st.one_of(st.none(), st.fixed_dictionaries({"points": st.integers(0, 9999)}), DECLARED))
def test_it_reads_back_what_it_wrote(hand: Any) -> None:
    assume(hand is None or any(hand.values()) or "points" in hand)
    assert tiletext.parse(tiletext.write(hand)) == hand


@given(st.text(max_size=60))
def test_it_reads_or_refuses_anything(text: str) -> None:
    try:
        hand = tiletext.parse(text)
    except tiletext.UnreadableHand:
        return
    assert tiletext.parse(tiletext.write(hand)) == hand
