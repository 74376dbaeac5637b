"""The page as an app: it opens without network, and takes a new version when somebody agrees."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import plugin
from tests.conftest import FLAGS, Tam, until
from tests.table.conftest import open_table
from tests.table.hands import discard, draw
from tests.table.line import Line
from tournaments.models import DealVersion, Table
from tournaments.views.table.words import said

pytestmark = [pytest.mark.browser, pytest.mark.kept_page, pytest.mark.django_db(transaction=True)]

KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("sparrows-shell-"));
  const shelves = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return shelves.flat().map((request) => new URL(request.url).pathname);
}"""
LOADED = 120_000  # milliseconds, on a machine that does other things too


@pytest.fixture
def tablet(context: BrowserContext, line: Line, tam: Tam) -> Page:
    """Tam's tablet on a line that can be cut, once its worker keeps the page."""
    page = open_table(context, line.port, tam)
    until(page, "navigator.serviceWorker.controller")
    return page


def opened_anew(page: Page, context: BrowserContext) -> Page:
    """Close the page and open it as from the home screen."""
    address = page.url
    page.close()
    again = context.new_page()
    again.goto(address)
    return again


def test_it_can_be_installed(live_server: Any) -> None:
    answer = Client().get("/table/manifest.webmanifest")
    told = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["start_url"], told["display"], told["id"]) == ("/table/", "standalone", "/table/")
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in told["icons"]:
        file = settings.BASE_DIR / "tournaments" / icon["src"].removeprefix("/")
        assert file.stat().st_size > 500


@pytest.fixture
def windowed(browser: Browser) -> Iterator[BrowserContext]:
    """A profile of a browser with windows: only into such a one a page is installed."""
    program = plugin.windowed()
    if not program:
        pytest.skip("no Chromium with windows on this machine")
    running = browser.browser_type.launch(executable_path=program, args=FLAGS)
    yield running.new_context()
    running.close()


def test_it_finds_nothing_that_stands_in_the_way_of_installing(
    windowed: BrowserContext, line: Line, tam: Tam
) -> None:
    page = open_table(windowed, line.port, tam)
    until(page, "navigator.serviceWorker.controller")
    devtools = windowed.new_cdp_session(page)
    told = devtools.send("Page.getAppManifest")
    assert (told["errors"], told["url"].endswith("/table/manifest.webmanifest")) == ([], True)
    hindrances = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in hindrances if one["errorId"] != "in-incognito"] == []


def test_it_opens_from_cold_without_network_and_takes_deals(
    tablet: Page, context: BrowserContext, line: Line, table: Table
) -> None:
    draw(tablet)
    expect(tablet.locator("#deal-1")).to_be_visible()
    line.cut()
    page = opened_anew(tablet, context)
    expect(page.locator(".felt-middle h1")).to_contain_text("Deal 2")
    expect(page.locator("#notices")).to_contain_text("The table is shown as last known at ")
    expect(page.locator("#deal-1")).to_be_visible()
    draw(page)
    expect(page.locator("#connection")).to_have_text("Saved on tablet – will send (1)")
    again = opened_anew(page, context)
    expect(again.locator("#unsent li")).to_have_count(1)
    expect(again.locator(".felt-middle h1")).to_contain_text("Deal 3")
    line.mend()
    expect(again.locator("#connection")).to_have_text("Saved on server", timeout=60_000)
    assert list(DealVersion.objects.order_by("pk").values_list("number", flat=True)) == [1, 2]


def test_it_keeps_the_shell_and_no_answer_of_the_server(tablet: Page, table: Table) -> None:
    draw(tablet)
    expect(tablet.locator("#deal-1")).to_be_visible()
    kept = tablet.evaluate(KEPT)
    assert "/table/" in kept
    assert "/static/sparrows/table/app.js" in kept
    assert [path for path in kept if path != "/table/" and not path.startswith("/static/")] == []


def test_it_goes_on_with_its_version_until_somebody_agrees(
    tablet: Page, context: BrowserContext, table: Table, monkeypatch: Any
) -> None:
    tablet.click("#seat-S")
    expect(tablet.locator("#from-E")).to_be_visible()
    monkeypatch.setitem(said("en"), "Draw", "Nobody went out")
    tablet.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    until(tablet, "(await navigator.serviceWorker.ready).waiting")
    expect(tablet.locator("#update")).to_have_count(0)
    page = opened_anew(tablet, context)  # the new worker takes over, the old page stays
    expect(page.locator("#from-E")).to_be_visible()
    discard(page)
    expect(page.locator("#begin-draw")).to_have_text("Draw")
    page.click("#update")
    expect(page.locator("#begin-draw")).to_have_text("Nobody went out")
    expect(page.locator("#update")).to_have_count(0)


def test_it_asks_for_no_update_while_a_deal_is_unsent(
    tablet: Page, line: Line, table: Table, monkeypatch: Any
) -> None:
    monkeypatch.setitem(said("en"), "Draw", "Nobody went out")
    tablet.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    expect(tablet.locator("#update")).to_be_visible()
    line.cut()
    tablet.click("#begin-draw")
    expect(tablet.locator("#update")).to_have_count(0)
    tablet.click("#save")
    expect(tablet.locator("#connection")).to_have_text("Saved on tablet – will send (1)")
    expect(tablet.locator("#update")).to_have_count(0)
    line.mend()
    expect(tablet.locator("#update")).to_be_visible(timeout=60_000)
    tablet.click("#update")
    expect(tablet.locator("#begin-draw")).to_have_text("Nobody went out")


def test_it_stays_with_the_old_shell_when_the_new_one_comes_in_half(
    tablet: Page, line: Line, table: Table, monkeypatch: Any
) -> None:
    monkeypatch.setitem(said("en"), "Draw", "Nobody went out")
    monkeypatch.setattr("tournaments.views.table.shell.FILES", ("sparrows/no-such-file.css",))
    monkeypatch.setattr(
        "tournaments.views.table.shell._source", lambda name: settings.BASE_DIR / "tournaments/static" / name
    )
    tablet.evaluate("navigator.serviceWorker.ready.then((one) => one.update()).catch(() => null)")
    tablet.wait_for_timeout(1000)
    expect(tablet.locator("#update")).to_have_count(0)
    line.cut()
    tablet.reload()
    expect(tablet.locator("#begin-draw")).to_have_text("Draw")


@pytest.mark.pyodide
@pytest.mark.timeout(300)
def test_it_has_its_engine_from_cold_without_network(
    tablet: Page, context: BrowserContext, line: Line, table: Table
) -> None:
    expect(tablet.locator("#table-app")).to_have_attribute("data-scores", "here", timeout=LOADED)
    line.cut()
    page = opened_anew(tablet, context)
    page.click("#begin-draw")
    expect(page.locator("#preview .hint")).to_have_text("Working it out")
    page.click("#save")
    expect(page.locator("#scores-wait")).to_have_text("Deal 1 waits; the scores do not count it yet.")
    expect(page.locator("#table-app")).to_have_attribute("data-scores", "here", timeout=LOADED)
    expect(page.locator("#scores-wait")).to_have_text("Deal 1 waits; the scores count it.")
    page.click("#begin-draw")
    expect(page.locator("#preview")).to_contain_text("worked out on this tablet")
    paths = page.evaluate(
        "async () => (await (await caches.open('sparrows-later')).keys()).map((one) => one.url)"
    )
    assert sum(path.endswith(".wasm") for path in paths) == 1
    assert sum("/table/engine/" in path for path in paths) == 1
