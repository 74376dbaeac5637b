"""Hands as text: what people type is what is declared, and what is printed reads the same."""

from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scoring import FLAG_NAMES, KINDS, Hand, Meld
from scoring.notation import UnreadableHand, parse, write
from tests.scoring.strategies import losers, winners

EMPTY: dict[str, Any] = {"melds": [], "concealed": [], "bonus": [], "flags": []}
HANDS: list[tuple[str, Any]] = [
    ("", None),
    ("=24", {"points": 24}),
    ("b111 c234", EMPTY | {"concealed": ["B1", "B1", "B1", "C2", "C3", "C4"]}),
    (
        "[B1 B1 B1] (we we we we) {D9999} dr dr*",
        EMPTY
        | {
            "melds": [
                {"tiles": ["B1"] * 3, "concealed": False},
                {"tiles": ["WE"] * 4, "concealed": True},
                {"tiles": ["D9"] * 4, "concealed": True},
            ],
            "concealed": ["DR", "DR"],
            "winning_tile": "DR",
        },
    ),
    (
        "[B123] ~[D1 D1 D1] WESWN +F1 +S2 #fishing",
        EMPTY
        | {
            "melds": [
                {"tiles": ["B1", "B2", "B3"], "concealed": False},
                {"tiles": ["D1"] * 3, "concealed": False, "dead": True},
            ],
            "concealed": ["WE", "WS", "WW", "WN"],
            "bonus": ["F1", "S2"],
            "flags": ["fishing"],
        },
    ),
    (
        "B9B9B9 WEWEWE drdr [c1c2c3] D5D5*",
        EMPTY
        | {
            "melds": [{"tiles": ["C1", "C2", "C3"], "concealed": False}],
            "concealed": ["B9"] * 3 + ["WE"] * 3 + ["DR"] * 2 + ["D5"] * 2,
            "winning_tile": "D5",
        },
    ),
    ("b1b23drgwwees", EMPTY | {"concealed": ["B1", "B2", "B3", "DR", "DG", "DW", "WE", "WE", "WS"]}),
    ("B1 *C9", EMPTY | {"concealed": ["B1"], "winning_tile": "C9"}),
    (
        "B1 #own_wind:S #win_source:wall #is_winner #previous:purity,-",
        EMPTY
        | {
            "concealed": ["B1"],
            "own_wind": "S",
            "win_source": "wall",
            "is_winner": True,
            "previous": ["purity", None],
        },
    ),
]
UNREADABLE = [
    *(
        "B0",
        "X1",
        "WX",
        "D",
        "[B1 B1",
        "B1]",
        "[B1)",
        "(B1]",
        "{B1]",
        "~",
        "~[B1",
        "[",
        "=x",
        "=",
        "=12 B1",
        "B1B",
        "1B1",
        "B1X1",
        "WEWEW1",
    ),
    *("=-1", "=1_0", "#Fi", "#", "+", "*", "B1 B2 ~B3", "*B12", "В1", "b１", "[[B1]]", "#wild", "=٣"),
    *("#unshown", "#unshown:", "#unshown:-1", "#unshown:many", "#unshown:14", "#unshown:100"),
    *("B1 " * 300, "B1* B2*", "*B1 *B1", "#wild:", "#is_winner:yes", "#fishing:no", "#previous"),
]


@pytest.mark.parametrize(("text", "hand"), HANDS)
def test_it_reads_what_people_type(text: str, hand: Any) -> None:
    assert parse(text) == hand


@pytest.mark.parametrize("text", UNREADABLE)
def test_it_refuses_what_is_no_hand(text: str) -> None:
    with pytest.raises(UnreadableHand) as refused:
        parse(text)

    assert len(refused.value.word) <= 20


TILES = st.sampled_from([*KINDS, "F1", "S4", "J"])
MELDS = st.builds(Meld, st.lists(TILES, max_size=4).map(tuple), st.booleans(), st.booleans())
DECLARED = st.builds(
    Hand,
    st.lists(TILES, max_size=14).map(tuple),
    st.lists(MELDS, max_size=4).map(tuple),
    bonus=st.lists(st.sampled_from(["F1", "S3"]), max_size=3).map(tuple),
    winning_tile=st.none() | TILES,
    win_source=st.sampled_from([None, "wall", "last_discard"]),
    own_wind=st.sampled_from([None, *"ESWN"]),
    round_wind=st.sampled_from([None, *"ESWN"]),
    is_winner=st.booleans(),
    flags=st.lists(st.sampled_from(list(FLAG_NAMES)), max_size=3, unique=True).map(tuple),
    previous=st.lists(st.sampled_from([None, "purity"]), max_size=3).map(tuple),
    waived=st.lists(st.sampled_from(["gates_of_heaven", "purity"]), max_size=2).map(tuple),
    wild=st.none() | TILES,
    favoured=st.sampled_from((None, True, False)),
    undeclared=st.booleans(),
    unshown=st.integers(0, 13),
)


@given(st.one_of(DECLARED, losers(), winners()))
@example(Hand(("B1",), (Meld(("B2",) * 3, dead=True),), winning_tile="B1", previous=(None,)))
def test_it_reads_back_the_hand_it_wrote(hand: Hand) -> None:
    assume(hand != Hand())

    assert Hand.from_json(parse(write(hand.to_json()))) == hand


@given(st.integers(0, 999_999))
def test_it_reads_back_points(points: int) -> None:
    assert parse(write({"points": points})) == {"points": points}


@pytest.mark.parametrize("hand", [None, {}, Hand().to_json()])
def test_it_writes_nothing_for_nothing(hand: Any) -> None:
    assert write(hand) == ""


@given(st.text(max_size=60) | st.text("BCDWS123[](){}~*+#=:- ", max_size=30))
def test_it_reads_or_refuses_anything(text: str) -> None:
    try:
        hand = parse(text)
    except UnreadableHand:
        return
    assert parse(write(hand)) == hand
