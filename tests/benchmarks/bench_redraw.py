"""Count what a browser does for three racks, tapped on the table's page, beside a page that makes all anew.

The baseline is the same page in the same run, on which each drawing replaces the one before as a whole.
"""

from statistics import median
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Tam
from tests.table.conftest import TABLET, open_table
from tests.table.hands import discard, racks, win
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(0)]

ANEW = "export default (place, fresh) => place.replaceChildren(...fresh.childNodes);"
PARTS = {
    "TaskDuration": "all",
    "ScriptDuration": "script",
    "RecalcStyleDuration": "style",
    "LayoutDuration": "layout",
}
RUNS = 5


def test_three_racks(browser: Browser, live_server: Any, tam: Tam, table: Table) -> None:
    """Print milliseconds of the page's thread, the two ways in turns, and their ratio."""
    port = urlsplit(live_server.url).port or 80
    pages = {"all anew": page(browser, port, tam, anew=True), "what changed": page(browser, port, tam)}
    took: dict[str, list[dict[str, float]]] = {name: [] for name in pages}
    for _ in range(RUNS):
        for name, opened in pages.items():
            took[name].append(entered(opened))
    for opened in pages.values():
        opened.context.close()  # an open page goes on asking the server, whose database is taken away
    middle = {
        name: {part: median(one[part] for one in each) for part in PARTS} for name, each in took.items()
    }
    print(f"\n{'three racks, ms':16}{'all anew':>12}{'what changed':>14}")
    for part, word in PARTS.items():
        before, now = (1000 * middle[name][part] for name in pages)
        print(f"{word:16}{before:>12.0f}{now:>14.0f}{now / before:>8.2f}x")


def page(browser: Browser, port: int, tam: Tam, *, anew: bool = False) -> Page:
    """Open the table in a browser of its own."""
    context = browser.new_context(viewport=TABLET, has_touch=True, service_workers="block")
    if anew:
        answer = {"content_type": "text/javascript", "body": ANEW}
        context.route("**/vendor/morphdom-*.js", lambda route: route.fulfill(**answer))
    return open_table(context, port, tam)


def entered(opened: Page) -> dict[str, float]:
    """Enter three racks beside a mah-jong, and throw the entry away."""
    devtools = opened.context.new_cdp_session(opened)
    devtools.send("Performance.enable")
    win(opened, "S", "E")
    before = told(devtools)
    racks(opened, "S")
    after = told(devtools)
    devtools.detach()
    discard(opened)
    return {part: after[part] - before[part] for part in PARTS}


def told(devtools: Any) -> dict[str, float]:
    """Read the counters of the page's thread."""
    return {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
