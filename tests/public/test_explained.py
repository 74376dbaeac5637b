"""Putting a result into words: for a recorded deal, and for a preview that nobody has recorded yet."""

import pytest

import scoring
from tests import declared
from tournaments.selectors.endings import outcome_sentence
from tournaments.selectors.explained import explain

NAMES = {"E": "Anna", "S": "Ben", "W": "Chiara", "N": "Dóra"}


def explained(content, east="E"):
    """Explain a deal the way a preview does: from the declaration and the engine's fresh answer."""
    rules = scoring.load_rules("bmja-tournament")
    position = scoring.Position(2, east, "E")
    scored = scoring.score_deal(scoring.Deal.from_json(content), position, rules)
    assert not scored.problems
    return explain(content, scored.to_json(), names=NAMES, position=position, net=scored.net, words="circles")


def test_it_explains_a_deal_that_is_not_recorded():
    deal = explained(declared.won("S", "E"), east="W")
    assert deal.outcome == "Ben goes mah-jong on a discard of Anna."
    assert [hand.name for hand in deal.hands] == ["Ben", "Chiara", "Dóra", "Anna"]
    assert deal.payments[1].text == "Chiara pays Ben for the mah-jong, double with East: 2 × 40 = 80."
    assert [name for _, _, name in deal.heads] == ["Chiara", "Dóra", "Anna", "Ben"]  # from East on
    assert deal.payments[1].moves == (-80, None, None, 80)
    assert deal.nets == (-80, -40, -40, 160)


def test_it_adds_up_payments_to_the_nets():
    deal = explained(declared.won("N", None))
    sums = tuple(
        sum(move or 0 for move in column) for column in zip(*(p.moves for p in deal.payments), strict=True)
    )
    assert sums == deal.nets


def test_it_writes_the_doubles_out():
    hand = {
        "melds": [{"tiles": ["B2", "B2", "B2"], "concealed": False}],
        "concealed": ["B4", "B4", "B4", "C6", "C6", "C6", "D9", "D9", "D9", "DR", "DR"],
        "winning_tile": "DR",
        "flags": [],
    }
    racks = [
        declared.rack(tiles)
        for tiles in (
            "B1 B3 B5 B7 C1 C3 C5 C7 D1 D3 D5 D7 WN",
            "B1 B3 B5 B9 C1 C3 C5 C8 D1 D3 D5 D8 WN",
            "B1 B5 B7 B9 C1 C4 C6 C8 D1 D4 D6 D8 WW",
        )
    ]
    deal = explained(declared.won("S", None, hands=dict(zip("SEWN", (hand, *racks), strict=True))))
    winner = deal.hands[0]
    # 2 + 4 + 4 + 8, the pair of dragons 2, mah-jong 20, from the wall 2, only possible tile 2; no chow
    assert (winner.value, winner.sum) == (88, "44 × 2 = 88")
    assert all(line.rule for line in winner.lines)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (declared.draw(), "Nobody goes mah-jong: a draw."),
        (declared.draw(outcome="ended"), "The deal was ended without a mah-jong."),
        ({**declared.won(), "void": True}, "The deal is void: nobody scores, wins or gives."),
        (declared.won("S", "E"), "Ben goes mah-jong on a discard of Anna."),
        (declared.won("S", None), "Ben goes mah-jong with a tile from the wall."),
        (declared.won(win_source="last_discard"), "Ben goes mah-jong on the last discard, from Anna."),
        (declared.won(win_source="loose_tile", discarder=None), "Ben goes mah-jong with a loose tile."),
        (declared.won(win_source=None, discarder=None), "Ben goes mah-jong."),
        (declared.won(win_source="robbed_kong", discarder=None), "Ben goes mah-jong."),
    ],
)
def test_it_says_how_a_deal_ended(content, sentence):
    assert outcome_sentence(content, {}, NAMES) == sentence


def test_it_says_whose_kong_was_robbed():
    content = declared.won(win_source="robbed_kong", discarder=None)
    said = outcome_sentence(content, {"robbed_from": "W"}, NAMES)
    assert said == "Ben goes mah-jong by robbing the kong of Chiara."
