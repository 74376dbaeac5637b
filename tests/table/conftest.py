"""What the tablet's browser tests share: a real Chromium on a live server, a page as a tablet opens it."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.conftest import Tam
from tournaments.api.authentication import cookie_name

TABLET = ViewportSize(width=1024, height=768)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium for the session; Playwright's loop makes Django wary of its own thread."""
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
        running = playwright.chromium.launch(executable_path=chromium, args=flags)
        yield running
        running.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


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
