"""How a declared hand is laid out: groups in order, turned tiles, the winning tile apart."""

import pytest
from django.template import Context, Template

from tournaments.tilefaces.handview import groups, in_order

PUNG = {"tiles": ["B1", "B1", "B1"], "concealed": False}
OPEN_KONG = {"tiles": ["D5", "D5", "D5", "D5"], "concealed": False}
CLOSED_KONG = {"tiles": ["DR", "DR", "DR", "DR"], "concealed": True}
CHOW = {"tiles": ["C5", "C3", "C4"], "concealed": False}


def seen(hand: dict[str, object]) -> list[tuple[str, str]]:
    """Write a layout briefly: `-` before a tile that lies face down, `!` before the winning tile."""
    return [
        (group.kind, " ".join("-" * face.down + "!" * face.won + face.code for face in group.faces))
        for group in groups(hand)
    ]


@pytest.mark.parametrize(
    ("hand", "layout"),
    [
        ({"melds": [PUNG]}, [("exposed", "B1 B1 B1")]),
        ({"melds": [CHOW]}, [("exposed", "C3 C4 C5")]),
        ({"melds": [OPEN_KONG]}, [("exposed", "D5 D5 D5 D5")]),
        ({"melds": [CLOSED_KONG, PUNG]}, [("exposed", "B1 B1 B1"), ("concealed", "-DR DR DR -DR")]),
        ({"melds": [CLOSED_KONG]}, [("concealed", "-DR DR DR -DR")]),
        ({"concealed": ["WE", "B2"], "winning_tile": None}, [("rack", "B2 WE")]),
        ({"concealed": ["WE", "B2", "WE"], "winning_tile": "WE"}, [("rack", "B2 WE"), ("won", "!WE")]),
        ({"concealed": ["WE"], "winning_tile": "WE"}, [("won", "!WE")]),
        ({"concealed": ["B2"], "winning_tile": "B9"}, [("rack", "B2")]),
        (
            {
                "melds": [{"tiles": ["B7", "B7"], "concealed": True}],
                "concealed": ["B2"],
                "winning_tile": "B7",
            },
            [("concealed", "!B7 B7"), ("rack", "B2")],
        ),
        ({"concealed": ["WE"], "unshown": 3}, [("rack", "WE"), ("unshown", "- - -")]),
        ({"unshown": 1, "bonus": ["F4"]}, [("unshown", "-"), ("bonus", "F4")]),
        ({"bonus": ["S1", "F4"]}, [("bonus", "F4 S1")]),
        ({}, []),
    ],
)
def test_it_lays_the_hand_out(hand, layout):
    assert seen(hand) == layout


def test_it_leaves_the_declared_hand_as_it_was():
    hand = {"concealed": ["WE", "B2"], "winning_tile": "WE"}
    groups(hand)
    assert hand == {"concealed": ["WE", "B2"], "winning_tile": "WE"}


def test_it_sorts_a_rack_as_players_do():
    assert in_order(["J", "DW", "DR", "WN", "WE", "D1", "C9", "B2", "S1", "F1"]) == [
        *("B2", "C9", "D1", "WE", "WN", "DR", "DW"),
        *("F1", "S1", "J"),
    ]


def test_it_says_each_group_in_words():
    hand = {"melds": [PUNG, CLOSED_KONG], "concealed": ["WE", "WE"], "winning_tile": "WE", "bonus": ["F1"]}
    drawn = Template("{% load sparrows %}{% hand hand %}").render(Context({"hand": hand}))
    notes = ["exposed", "concealed", "rack", "winning tile", "bonus tiles"]
    assert [note for note in notes if f'<span class="meld-note">{note}</span>' not in drawn] == []
    assert drawn.count("#back") == 2
    assert drawn.count("tile-won") == 1


def test_it_says_when_there_is_nothing_to_lay_out():
    assert "No tiles declared." in Template("{% load sparrows %}{% hand hand %}").render(
        Context({"hand": {}})
    )
