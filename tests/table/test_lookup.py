"""What a table looks up of its rules: who gets a discard, as the engine says, and what a word means."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import scoring
from scoring.rules import at_table
from tests.table.axe import Axe
from tests.table.hands import lay
from tournaments.models import Table
from tournaments.selectors.meanings import looked_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RULES = [scoring.load_rules(name) for name in scoring.ruleset_ids()]
VERDICT = "v[0].map(([claims, discarder]) => m.precedence(claims, discarder, v[1]))"


def claims_of(rules: scoring.RuleSet) -> list[tuple[list[scoring.Claim], str]]:
    """Every way in which the three others may want a discard, from each of the four."""
    calls = [None, *(call for calls in rules.claims["order"] for call in calls)]
    return [
        (
            [
                scoring.Claim(seat, *call.split(":"))
                for seat, call in zip((s for s in "ESWN" if s != discarder), called, strict=True)
                if call
            ],
            discarder,
        )
        for discarder in "ESWN"
        for called in product(calls, repeat=3)
    ]


def written(claim: scoring.Claim) -> dict[str, str]:
    return {"seat": claim.seat, "call": ":".join(filter(None, (claim.call, claim.completes)))}


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_it_gives_the_discard_to_whom_the_engine_gives_it(run: Any, rules: scoring.RuleSet) -> None:
    asked = claims_of(rules)
    told = looked_up(rules, "en")["claims"]
    said = run("deal/claims", VERDICT, [[[[*map(written, claims)], seat] for claims, seat in asked], told])
    for (claims, discarder), one in zip(asked, said, strict=True):
        ruled = scoring.precedence(claims, discarder, rules)
        assert one["takers"] == [*map(written, ruled.takers)]
        assert one["order"] == [*map(written, ruled.order)]
        assert [each["seat"] for each in one["unsound"]] == [fault.seat for fault in ruled.problems]


@pytest.mark.parametrize(("turns", "discarder"), [("ESN", "S"), ("EW", "W"), ("WNRE", "R"), ("WNRE", "S")])
def test_it_skips_the_dummy_and_who_rests_as_the_engine_does(run: Any, turns: str, discarder: str) -> None:
    players = 5 if "R" in turns else len(turns)
    rules = at_table(scoring.load_rules("bmja-club"), players)
    told = looked_up(rules, "en")["claims"] | {"playing": [*turns], "chows": rules.chows}
    calls = [None, "chow", "pung", "mahjong"]
    asked = [
        ([scoring.Claim(seat, call) for seat, call in zip("ESWNR", called, strict=True) if call], discarder)
        for called in product(calls, repeat=5)
    ]
    said = run("deal/claims", VERDICT, [[[[*map(written, claims)], seat] for claims, seat in asked], told])
    ruled = [scoring.precedence(claims, discarder, rules, [*turns]) for claims, _discarder in asked]
    assert [one["order"] for one in said] == [[*map(written, each.order)] for each in ruled]


def test_it_explains_words_at_the_table_without_network(tablet: Page, table: Table) -> None:
    tablet.route("**/api/v1/**", lambda route: route.abort())
    tablet.click("#seat-S")
    tablet.click("#from-E")
    explained(tablet)
    closes_by_itself(tablet)
    by_keyboard(tablet)
    looked_up_whole(tablet)


def explained(tablet: Page) -> None:
    tablet.click("#help-original_call")
    shown = tablet.locator("#help-dialog")
    expect(shown).to_contain_text("It counts × 2.")
    expect(shown).to_contain_text("Rule: British rules, lines 103, 138")
    assert shown.locator(".help-picture .tile").count() == 14
    assert list(Axe(tablet).faults()) == []


def closes_by_itself(tablet: Page) -> None:
    lay(tablet, "pung", "B9")  # a tap elsewhere does what it does, and the help is gone
    expect(tablet.locator("#help-dialog")).to_be_hidden()
    expect(tablet.locator("#tab-S")).to_contain_text("3 of 14")
    tablet.click("#help-original_call")
    tablet.wait_for_timeout(700)  # sooner it would be a double tap
    tablet.click("#help-original_call")
    expect(tablet.locator("#help-dialog")).to_be_hidden()


def by_keyboard(tablet: Page) -> None:
    mark = tablet.locator("#help-original_call")
    mark.focus()
    tablet.keyboard.press("Enter")
    expect(tablet.locator("#help-close")).to_be_focused()
    tablet.keyboard.press("Escape")
    expect(tablet.locator("#help-dialog")).to_be_hidden()
    expect(mark).to_be_focused()


def looked_up_whole(tablet: Page) -> None:
    """Who gets a discard, and what is said of fishing that was not declared."""
    tablet.click("#rules-open")
    tablet.select_option("#claim-S", "chow")
    tablet.select_option("#claim-N", "pung")
    expect(tablet.locator("#claims-verdict")).to_have_text("Pat Ashby: Pung.")
    tablet.select_option("#claim-W", "chow")
    expect(tablet.locator("#claims-verdict")).to_contain_text("only the next player takes a chow")
    tablet.click("#meaning-fishing_not_declared > summary")
    expect(tablet.locator("#meaning-fishing_not_declared")).to_contain_text("British rules, lines 91, 105")
    expect(tablet.locator("#meaning-fishing_not_declared .left-out")).to_contain_text("Declared fishing")
    assert list(Axe(tablet).faults()) == []
    tablet.keyboard.press("Escape")
