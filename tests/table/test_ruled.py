"""What was ruled on the players of a table, on its page."""

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.table.axe import Axe
from tournaments.models import Competition, DealVersion, Table
from tournaments.selectors import tables
from tournaments.services import confirmations, penalties, ruled, warned

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_table_reads_what_was_ruled(tablet: Page, table: Table, rafe: Any) -> None:
    told = {"entry": tables.seatings_of(table)[0].entry, "round": table.round, "actor": rafe}
    given = warned.warning_give(**told, code="", reason="A telephone rang.", key=uuid4())
    penalties.standings_penalty(**told, amount=-50, reason="Late.", key=uuid4())
    here = {"round": table.round, "table": table.number, "actor": rafe, "key": uuid4()}
    ruled.ruling_write(**here, question="Is it a pung?", ruling="It is.")
    warned.warning_take_back(warning=given, entry=told["entry"], reason="It was not hers.", actor=rafe)
    tablet.reload()
    ruled_on = tablet.locator("#rulings li")
    expect(ruled_on.nth(0)).to_contain_text("warning: A telephone rang.")
    expect(ruled_on.nth(0)).to_contain_text("taken back")
    expect(ruled_on.nth(1)).to_contain_text("penalty: Late. −50")
    expect(ruled_on.nth(2)).to_have_text("ruling: Is it a pung? – It is.")
    assert list(Axe(tablet).faults()) == []


def test_the_table_reads_that_a_disputed_deal_stands_and_why(
    running: Competition, tablet: Page, table: Table, play: Any, rafe: Any
) -> None:
    """Deals that nobody disputed are confirmed for the players in silence."""
    running.confirmed_by = "all"
    running.save()
    seen = []
    for number in (1, 2):
        play(table)
        deal = DealVersion.objects.current().get(table=table, number=number)
        seen.append(confirmations.Seen(table, number, deal.sha256))
    confirmations.word_say(table=table, number=2, seat="E", word="dispute", sha256=deal.sha256)
    tablet.reload()
    tablet.click("#leave-sheet")
    expect(tablet.locator("#unconfirmed")).to_contain_text("disputed by")
    expect(tablet.locator("#rulings")).to_have_count(0)
    confirmations.deals_settle(seen=seen, reason="I watched it.", actor=rafe)
    expect(tablet.locator("#rulings li")).to_have_text(["Deal 2 · it stands: I watched it."])
    expect(tablet.locator("#notices .message")).to_contain_text("Deal 2: it stands: I watched it.")
