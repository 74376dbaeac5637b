"""Every line that explains a deal leads to its own row on the page of the rules, in all six rule sets."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client

import scoring
from tests.scoring.declaring import hand, rows
from tournaments.selectors.explained import ExplainedDeal, explain, penalty_name
from tournaments.wording import anchors

pytestmark = pytest.mark.django_db

SOURCES = ("wall", "discard", "last_wall", "last_discard")
WON = [
    hand("B9B9B9 WEWEWE | B2 B2 B2 C3 C3 C3 D5 D5", f"{source} {tile}")
    for source in SOURCES
    for tile in ("B2", "D5")
]
LOOSE = hand("B9B9B9B9 WEWEWE | B2 B2 B2 C3 C4 C5 D5 D5", "loose_tile D5")
LONG = hand("| B1 B2 B3 B4 B5 B6 B7 C1 C2 C4 C5 C7 C8 D1", flags="long_hand")

PART = replace(LONG, concealed=("B1", "B1"), flags=(), unshown=11)


def lines_of(ruleset: str) -> Iterator[dict[str, Any]]:
    """The lines of every hand that is handed down for a rule set, and of some more."""
    name = "golden_hands" if ruleset == "bmja-tournament" else f"golden_hands_{ruleset}"
    told = [{**row["input"]} for row in rows(name)]
    known = [scoring.Hand.from_json(one) for one in told if one.pop("ruleset") == ruleset]
    rules = scoring.load_rules(ruleset)
    for one in (*known, *WON, LOOSE, LONG, PART, scoring.Counted(24)):
        yield from scoring.score(one, rules).to_json()["lines"]


@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
def test_it_leads_every_line_to_its_own_row(ruleset: str, client: Client) -> None:
    answer = client.get(f"/rules/{ruleset}/")
    places = re.findall(r'\bid="([^"]+)"', answer.content.decode())
    amounts = {row.anchor: row.amount for row in (*answer.context["points"], *answer.context["doubles"])}
    amounts |= {"points-unshown": 0}
    special = {row["anchor"]: row["row"] for row in answer.context["special"]}
    seen = set()
    for line in lines_of(ruleset):
        place = anchors.of_line(line)
        assert places.count(place) == 1, (place, line["text"])
        if place in special:
            row = special[place]
            assert line["code"] == row.code
            assert line["amount"] in (row.value, row.fishing, row.doubles, row.fishing_doubles), line["text"]
        elif line["kind"] != "value":
            assert amounts[place] == line["amount"], (place, line["text"])
        seen.add(place)
    assert seen >= {"long-hand", "counted", "points-unshown"}
    assert seen >= {"points-exposed-pung-major", "points-concealed-pung-minor"}


@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
def test_it_gives_each_row_a_place_of_its_own(ruleset: str, client: Client) -> None:
    answer = client.get(f"/rules/{ruleset}/")
    places = re.findall(r'\bid="([^"]+)"', answer.content.decode())
    shown = [row.anchor for row in (*answer.context["points"], *answer.context["doubles"])]
    shown += [row["anchor"] for row in (*answer.context["special"], *answer.context["penalties"])]
    assert [one for one in shown if places.count(one) != 1] == []


def test_it_leads_an_exposed_pung_of_nines_elsewhere_than_one_of_twos() -> None:
    told = hand("B9B9B9 B2B2B2 | C3 C3 C3 C5 C6 C7 WE WE", "wall WE")
    lines = scoring.score(told, scoring.load_rules("bmja-tournament")).to_json()["lines"]
    found = {line["tiles"][0]: anchors.of_line(line) for line in lines if len(line["tiles"]) == 3}
    assert found == {
        "B9": "points-exposed-pung-major",
        "B2": "points-exposed-pung-minor",
        "C3": "points-concealed-pung-minor",
    }


# ------------------------------------------------------------------ who pays whom, and for what
NAMES = {"E": "Eve", "S": "Sue", "W": "Wim", "N": "Ned"}
VALUES = {"E": 8, "S": 100, "W": 24, "N": 2}


def row_of(place: str, page: str) -> str:
    """The row or the sentence of a page that a link leads to, as it is read."""
    [row] = re.findall(rf'<(tr|li) id="{place}">(.*?)</\1>', page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", row[1])).split())


def settled(ruleset: str, *winners: str, **event: Any) -> ExplainedDeal:
    """A deal of known values, with a penalty if one is given, explained as its page does."""
    events = [event] if event else []
    done = scoring.settle(VALUES, winners, scoring.load_rules(ruleset), penalties=events).to_json()
    outcome = {"outcome": "win" if winners else "draw", "winners": winners, "events": events}
    if winners:
        outcome |= {"discarder": None, "win_source": "wall"}
    told, at = {**done, "values": VALUES}, scoring.first_position()
    return explain(outcome, told, names=NAMES, position=at, net=done["net"], words="circles")


@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
def test_it_leads_every_payment_to_its_own_row(ruleset: str, client: Client) -> None:
    page = client.get(f"/rules/{ruleset}/").content.decode()
    told = {"for the mah-jong": "Each of the others pays the winner", "the difference": "The others settle"}
    found = {payment.text: row_of(payment.rule, page) for payment in settled(ruleset, "S").payments}
    assert len(found) == 6
    for text, row in found.items():
        assert [row.startswith(told[what]) for what in told if what in text] == [True], (text, row)


@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
def test_it_leads_every_penalty_and_what_is_paid_for_it_to_its_own_row(ruleset: str, client: Client) -> None:
    page = client.get(f"/rules/{ruleset}/").content.decode()
    penalties = scoring.load_rules(ruleset).penalties.values()
    assert bool(penalties) == ruleset.startswith("bmja")
    for row in penalties:
        misled = {"misled": ["N"]} if row.pays == "misled" else {}
        winners = ["S"] if row.pays == "winner" else []
        deal = settled(ruleset, *winners, code=row.code, offender="W", **misled)
        name = penalty_name(row.code)
        links = [event.rule for event in deal.events]
        links += [payment.rule for payment in deal.payments if name in payment.text]
        assert len(links) == 1 + {"nobody": 0, "misled": 1, "everyone": 3, "winner": 1}[row.pays]
        for link in links:
            assert row_of(link, page).lower().startswith(name.lower()), (link, name)
