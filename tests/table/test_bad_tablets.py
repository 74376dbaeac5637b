"""Tablets as they are: full, cleared, with a wrong clock, asked to wait, let go of."""

import time
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.conftest import Tam
from tests.table.conftest import open_table
from tests.table.hands import beat, draw, reload_once_kept
from tests.table.line import Line
from tournaments.models import DealVersion, Table
from tournaments.services import devices, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STORED = """() => new Promise((resolve) => {
  const asked = indexedDB.open("sparrows-table");
  asked.onsuccess = () => {
    const found = asked.result.transaction("kept").objectStore("kept").get("table");
    found.onsuccess = () => { asked.result.close(); resolve(JSON.stringify(found.result)); };
  };
})"""
FULL = """() => {
  globalThis.put ??= IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOMY = "() => { IDBObjectStore.prototype.put = globalThis.put; }"
REFUSING = "if (isSecureContext) navigator.storage.persist = async () => false;"


def test_it_opens_no_entry_that_it_could_not_keep(tablet: Page, table: Table) -> None:
    tablet.evaluate(FULL)
    tablet.click("#begin-draw")
    expect(tablet.locator("#notices")).to_contain_text("Write the deal on paper and call an organiser.")
    expect(tablet.locator("#save")).to_have_count(0)
    tablet.evaluate(ROOMY)
    tablet.click("#begin-draw")
    expect(tablet.locator("#save")).to_be_visible()  # the entry is on the disk
    tablet.evaluate(FULL)
    tablet.click("#save")
    expect(tablet.locator("#notices")).to_contain_text("Write the deal on paper and call an organiser.")
    expect(tablet.locator("#save")).to_be_visible()  # not called saved
    tablet.evaluate(ROOMY)
    tablet.click("#save")
    expect(tablet.locator("#deal-1")).to_be_visible()
    expect(tablet.locator("#notices")).not_to_contain_text("on paper")


def test_it_knows_its_table_again_after_the_browser_cleared_everything(
    tablet: Page, context: BrowserContext, table: Table, tam: Tam, live_server: Any
) -> None:
    draw(tablet)
    expect(tablet.locator("#deal-1")).to_be_visible()
    devtools = context.new_cdp_session(tablet)
    cleared = {"origin": live_server.url, "storageTypes": "indexeddb,cache_storage,service_workers"}
    devtools.send("Storage.clearDataForOrigin", cleared)
    tablet.reload()
    expect(tablet.locator("#deal-1")).to_be_visible()
    expect(tablet.locator(".felt-middle h1")).to_contain_text("Deal 2")


@pytest.mark.own_profile
@pytest.mark.parametrize("year", [1970, 2099])
def test_it_needs_no_right_clock(
    context: BrowserContext, line: Line, tam: Tam, table: Table, year: int
) -> None:
    context.clock.set_fixed_time(f"{year}-01-01T00:00:10Z")
    page = open_table(context, line.port, tam)
    for number in (1, 2):
        draw(page)
        expect(page.locator(f"#deal-{number}")).to_be_visible()
    sent = DealVersion.objects.order_by("pk")
    assert [(one.number, one.client_time[:4]) for one in sent] == [(1, str(year)), (2, str(year))]


def test_it_waits_as_long_as_the_server_asks(tablet: Page, table: Table) -> None:
    tried: list[float] = []

    def busy(route: Route) -> None:
        tried.append(time.monotonic())
        if len(tried) == 1:
            route.fulfill(status=503, headers={"Retry-After": "4"}, json={"code": "unknown_outcome"})
        else:
            route.continue_()

    tablet.route("**/api/v1/table/deals", busy)
    draw(tablet)
    expect(tablet.locator("#connection")).to_contain_text("will send (1)")
    beat(tablet)  # looking again hastens nothing
    expect(tablet.locator("#deal-1")).to_be_visible(timeout=15_000)
    assert tried[1] - tried[0] > 3.9


def test_it_keeps_nobodys_name_when_it_is_let_go_with_nothing_to_send(
    tablet: Page, table: Table, tam: Tam, olive: Any
) -> None:
    name = tablet.inner_text("#seat-E .seat-name")
    assert name in tablet.evaluate(STORED)
    devices.device_revoke(device=tam.device, actor=olive)
    tablet.reload()
    expect(tablet.locator("#connection")).to_have_text("Not paired")
    reload_once_kept(tablet)
    expect(tablet.locator("#connection")).to_have_text("Not paired")
    assert tablet.evaluate(STORED) == "null"
    expect(tablet.locator(".felt")).to_have_count(0)


def test_it_warns_before_the_round_where_the_browser_promises_nothing(
    context: BrowserContext, line: Line, tam: Tam, table: Table, olive: Any
) -> None:
    page = open_table(context, line.port, tam, REFUSING)
    expect(page.locator("#notices")).to_be_empty()
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    page.reload()
    expect(page.locator("#notices")).to_contain_text("Install this page on the tablet")


def test_it_reads_a_notice_aloud_once_and_not_at_every_tap(
    context: BrowserContext, line: Line, tam: Tam, table: Table
) -> None:
    page = open_table(context, line.port, tam)
    line.cut()
    draw(page)
    expect(page.locator("#notices")).to_contain_text("will be sent by itself")
    page.evaluate("() => { globalThis.notice = document.querySelector('#notices > *'); }")
    page.click("#seat-S")
    page.click("#from-self")
    expect(page.locator("#tab-S")).to_be_visible()
    assert page.evaluate("globalThis.notice.isConnected")
