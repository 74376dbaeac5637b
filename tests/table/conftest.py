"""What the tablet's browser tests share: a real Chromium on a live server, a page as a tablet opens it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.conftest import Tam
from tournaments.api.authentication import cookie_name

TABLET = ViewportSize(width=1024, height=768)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh browser profile of a tablet; whatever its pages complain of fails the test."""
    opened = browser.new_context(viewport=TABLET, has_touch=True)
    opened.set_default_timeout(10_000)
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
    context.add_cookies([{"name": cookie_name(), "value": tam.token, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/table/")
    page.locator(".felt").wait_for()
    return page
