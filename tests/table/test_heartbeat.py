"""The tablet tells the director how it is: what it has not sent, its battery, its storage, its version."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from tests import declared
from tests.conftest import Tam
from tests.live.conftest import until
from tests.organiser.conftest import at
from tests.table.conftest import open_table
from tests.table.hands import beat, draw
from tests.table.line import Line
from tournaments.models import Device, Table
from tournaments.services import competitions, deals, held, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Scripts run before the page's own, and on the blank page before it, which has none of this.
TIRED = """if (isSecureContext) {
  navigator.getBattery = async () => Object.assign(new EventTarget(), { level: 0.346 });
  navigator.storage.persist = async () => false;
}"""
AWAKE = """if (isSecureContext) {
  globalThis.asked = 0;
  navigator.wakeLock.request = async () => { globalThis.asked += 1; return new EventTarget(); };
}"""
KEPT = """(async () => {
  const { store } = await import("/static/sparrows/table/outbox/store.js");
  return (await store.deals()).map(({ state }) => state);
})()"""
LACKING = "Object.defineProperty(Navigator.prototype, '{}', {{ value: undefined }})"


def test_it_tells_the_board_how_it_is(
    context: BrowserContext, line: Line, tam: Tam, table: Table, olive_client: Client
) -> None:
    page = open_table(context, line.port, tam, TIRED)
    beat(page)
    told: Device = until(lambda: Device.objects.filter(pk=tam.device.pk, battery=35).first())
    assert (told.unsent, told.persisted) == (0, False)
    assert told.app_version == page.get_attribute("#table-app", "data-version")
    shown = olive_client.get(at("board", table.round.competition)).content.decode()
    assert "battery 35%" in shown
    assert "not installed" in shown
    listed = olive_client.get(at("tablets", table.round.competition)).content.decode()
    assert f"version of its page: {told.app_version}" in listed


def test_it_counts_what_is_unsent_while_deals_do_not_get_through(
    context: BrowserContext, line: Line, tam: Tam, table: Table, olive_client: Client
) -> None:
    page = open_table(context, line.port, tam)
    page.route("**/api/v1/table/deals", lambda route: route.abort())
    for _ in range(2):
        draw(page)
    expect(page.locator("#unsent li")).to_have_count(2)
    beat(page)
    assert until(lambda: Device.objects.get(pk=tam.device.pk).unsent) == 2
    assert "2 unsent" in olive_client.get(at("board", table.round.competition)).content.decode()


def test_it_forgets_the_deals_of_an_event_that_is_in_the_archive(
    tablet: Page, tam: Tam, table: Table, olive: User
) -> None:
    draw(tablet)
    until(lambda: tablet.evaluate(KEPT) == ["sent"])
    beat(tablet)
    assert tablet.evaluate(KEPT) == ["sent"], "for as long as the event lasts"
    for draft in table.round.competition.rounds.exclude(number=1).order_by("-number"):
        rounds.round_remove(round=draft, actor=olive)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    competitions.competition_archive(competition=table.round.competition, actor=olive)
    beat(tablet)
    until(lambda: tablet.evaluate(KEPT) == [])


def test_it_hears_a_ruling_soon_where_no_stream_tells_it(
    context: BrowserContext, line: Line, tam: Tam, table: Table, olive: User
) -> None:
    sent = declared.submission(table, context="0" * 64)
    waiting = deals.deal_submit(table=table, submission=sent).held
    page = open_table(context, line.port, tam)
    expect(page.locator("#connection")).to_have_text("Needs referee")
    held.held_decline(held=waiting, reason="Played twice.", actor=olive)
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=10_000)  # else after fifteen


def test_it_keeps_the_screen_on_while_somebody_looks(context: BrowserContext, line: Line, tam: Tam) -> None:
    page = open_table(context, line.port, tam, AWAKE)
    until(lambda: page.evaluate("asked") == 1)
    page.click("#tablet-open")
    expect(page.locator("#tablet-panel")).to_contain_text("stays on")


@pytest.mark.kept_page
@pytest.mark.parametrize("missing", ["wakeLock", "getBattery", "locks", "storage", "serviceWorker"])
def test_it_works_in_a_browser_that_lacks_something(
    context: BrowserContext, line: Line, tam: Tam, table: Table, missing: str
) -> None:
    page = open_table(context, line.port, tam, LACKING.format(missing))
    draw(page)
    expect(page.locator("#deal-1")).to_be_visible()
