"""What a hand that the staff write as text offers: the word at the caret, and the words of the rules."""

from typing import Any

import pytest

import scoring
from scoring import notation
from tournaments.api.table.output import flags_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEXICON = [
    {"code": code, "name": name, "tiles": [], "place": place}
    for code, name, place in (
        ("B1", "1 bamboo", "rack"), ("B123", "Chow: 1 bamboo", "rack"),
        ("B1*", "1 bamboo, the winning tile", "rack"),
        ("B111", "Pung: 1 bamboo", "meld"), ("B1111", "Kong: 1 bamboo", "meld"), ("WE", "East wind", "rack"),
        ("+F1", "plum (flower 1)", "rack"),
        ("#fishing", "Declared fishing", "rack"), ("#unshown:", "Not shown", "rack"),
    )
]  # fmt: skip


OFFERED = [
    ("", []),
    ("B", ["B1", "B123", "B1*"]),
    ("b12", ["B123"]),
    ("B1 ", []),
    ("B1 we", ["WE"]),
    ("east", ["WE"]),
    ("e", []),
    ("[B", ["B111", "B1111"]),
    ("(b1111", ["B1111"]),
    ("[B1 B", []),
    ("[B1 B1 B1] B", ["B1", "B123", "B1*"]),
    ("F", ["+F1", "#fishing"]),
    ("plum", ["+F1"]),
    ("#", ["#fishing", "#unshown:"]),
    ("declared", ["#fishing"]),
    ("zz", []),
]


def test_it_offers_what_the_word_may_become(run: Any) -> None:
    asked = "v[0].map((text) => m.offers(v[1], text, text.length).map(({ code }) => code))"
    assert run("../organiser/offered", asked, [[text for text, _ in OFFERED], LEXICON]) == [
        codes for _, codes in OFFERED
    ]


def test_it_offers_everything_when_asked_and_nothing_within_a_word(run: Any) -> None:
    asked = (
        "[m.offers(v, '', 0, true), m.offers(v, 'B1', 1), m.offers(v, '[', 1, true)].map((one) => one.length)"
    )
    assert run("../organiser/offered", asked, LEXICON) == [7, 0, 2]


def test_it_puts_what_is_taken_in_the_place_of_the_word(run: Any) -> None:
    rows = [
        ("WE b1", 5, "B123"),
        ("[b", 2, "B111"),
        ("(b)", 2, "B1111"),
        ("b C9", 1, "B1"),
        ("#u", 2, "#unshown:"),
    ]
    asked = "v.map(([text, caret, code]) => m.taken(text, caret, { code }))"
    assert [(one["text"], one["caret"]) for one in run("../organiser/offered", asked, rows)] == [
        ("WE B123 ", 8), ("[B111] ", 7), ("(B1111) ", 8), ("B1 C9", 3), ("#unshown:", 9),
    ]  # fmt: skip


def test_it_leaves_out_what_is_not_finished(run: Any) -> None:
    rows = [("B1 B", 4), ("B1 [C1 C1", 9), ("B1 ", 3), ("B1 B C9", 4)]
    assert run("../organiser/offered", "v.map((row) => m.finished(...row))", rows) == [
        "B1",
        "B1",
        "B1",
        "B1   C9",
    ]


@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
def test_it_offers_the_tiles_flags_and_special_hands_of_the_rules_as_the_server_reads_them(
    run: Any, ruleset: str
) -> None:
    rules = scoring.load_rules(ruleset)
    told = {
        "wild": list(rules.goulash_deal.get("wild", ())), "bonus_tiles": rules.bonus_tiles,
        "chows": rules.chows,
        "flags": flags_of(rules), "specials": [row.code for row in rules.special], "special_names": {},
    }  # fmt: skip
    table = {"rules": told, "competition": {"entry_level": "tiles"}}
    words = [
        one["code"] for one in run("../organiser/lexicon", "m.lexicon(v)", table) if one["place"] == "rack"
    ]
    hands = [notation.parse(word) for word in words]
    assert all(hands)
    assert [flag for hand in hands for flag in hand["flags"]] == flags_of(rules)
    kinds = {tile for hand in hands for tile in [*hand["concealed"], *hand["bonus"]]}
    assert kinds >= {f"{suit}{number}" for suit in "BCD" for number in range(1, 10)}
    assert ("thirteen_wonders" in told["specials"]) == ("B19 C19 D19 WESWN DRGW" in words)
