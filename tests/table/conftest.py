"""What the tablet's browser tests share: a real Chromium on a live server, a page as a tablet opens it."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.conftest import PATIENCE, Tam
from tests.table.line import Line
from tournaments.api.authentication import cookie_name
from tournaments.models import Competition

TABLET = ViewportSize(width=1024, height=768)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh browser profile of a tablet; whatever its pages complain of fails the test."""
    opened = browser.new_context(viewport=TABLET, has_touch=True)
    opened.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    opened.on("weberror", lambda error: complaints.append(str(error.error)))
    opened.on(
        "console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None
    )
    yield opened
    opened.close()
    assert not complaints


@pytest.fixture
def tablet(context: BrowserContext, live_server: Any, tam: Tam) -> Page:
    """Tam's tablet with its table open."""
    return open_table(context, urlsplit(live_server.url).port or 80, tam)


@pytest.fixture
def endless(running: Competition) -> None:
    """Let a round have as many deals as anybody likes."""
    running.rounds.update(deals=None)


@pytest.fixture
def line(live_server: Any) -> Iterator[Line]:
    """The network between tablets and the server: browsers differ about "offline", not about a cut line."""
    opened = Line(urlsplit(live_server.url).port or 80)
    yield opened
    opened.close()


def open_table(context: BrowserContext, port: int, tam: Tam) -> Page:
    """Open the table's page in a browser that is paired."""
    context.add_cookies([{"name": cookie_name(), "value": tam.token, "url": f"http://localhost:{port}"}])
    page = context.new_page()
    page.goto(f"http://localhost:{port}/table/")
    page.locator(".felt").wait_for()
    return page


@pytest.fixture
def run(browser: Any, live_server: Any) -> Any:
    """Run an expression over a module's names: `run("deal/canonical", "m.newKey()")`."""
    page: Page = browser.new_page()
    page.goto(f"{live_server.url}/pair/")

    def running(module: str, expression: str, value: Any = None) -> Any:
        source = f"/static/sparrows/table/{module}.js"
        return page.evaluate(
            f"async ([source, v]) => {{ const m = await import(source); return {expression} }}",
            [source, value],
        )

    yield running
    page.close()
