"""What was ruled on the players of a table, on its page."""

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.table.axe import Axe
from tournaments.models import Table
from tournaments.selectors import tables
from tournaments.services import penalties, ruled, warned

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
