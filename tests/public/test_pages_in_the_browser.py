"""The public's pages in a browser: nothing that axe-core finds, nothing that must be scrolled sideways."""

import gzip
import os
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, Response, ViewportSize
from pypdf import PdfReader

from tests.table.axe import Axe
from tournaments.models import Competition
from tournaments.services import rounds

pytestmark = [
    *(pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.any_database),
    pytest.mark.timeout(300),
]
SIZES = {390: 844, 1024: 768, 1366: 768, 1920: 1080}
EVENT, SEASON = "/c/spring-day/", "/c/severn-league-2026/"
PAGES = {
    "home": "/",
    "club": "/clubs/severn-winds/",
    "league": "/leagues/severn-league/",
    "calendar": "/calendar/",
    "archive": "/archive/2026/",
    "search": "/search/?q=sp",
    "searched": "/search/?q=quillfeather-who-is-not-there",
    "event": EVENT,
    "standings": f"{EVENT}standings/",
    "seating": f"{EVENT}seating/",
    "statistics": f"{EVENT}statistics/",
    "changes": f"{EVENT}changes/",
    "player": f"{EVENT}entries/9/",
    "table": f"{EVENT}r1/t3/",
    "deal": f"{EVENT}r1/t3/d1/",
    "season": SEASON,
    "season-table": f"{SEASON}standings/",
    "member": f"{SEASON}entries/1/",
    "moments": f"{EVENT}standings/moments/",
    "season-moments": f"{SEASON}standings/moments/?a-choice=before-r1",
    "outlook": f"{SEASON}standings/outlook/",
    "rules": "/rules/bmja-tournament/",
}


@pytest.fixture
def page(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A reader's browser; what it complains of fails the test."""
    context = browser.new_context(base_url=live_server.url)
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("console", lambda told: complaints.append(told.text) if "Policy" in told.text else None)
    yield context.new_page()
    context.close()
    assert not complaints


@pytest.mark.slow
def test_it_finds_nothing_on_any_page(
    page: Page, corrected: Competition, meetings: Competition, olive: User
) -> None:
    rounds.round_close(round=meetings.rounds.get(number=3), actor=olive)
    axe, found = Axe(page), list[Any]()
    for name, address in PAGES.items():
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, address
        for width, height in SIZES.items():
            page.set_viewport_size(ViewportSize(width=width, height=height))
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.append((name, width, "is wider than the screen"))
            if folder := os.environ.get("PICTURES"):
                page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
        found += [(name, *fault) for fault in axe.faults()]
    assert found == []


def test_it_prints_what_one_would_pin_up(page: Page, played: Competition) -> None:
    page.emulate_media(media="print")
    for address in (EVENT, f"{EVENT}standings/", f"{EVENT}r1/t3/d1/", "/"):
        page.goto(address)
        for tools in (".site-header", ".tabs", ".search", ".btn", ".mine", ".site-footer"):
            assert not [one for one in page.locator(tools).all() if one.is_visible()], (address, tools)
        assert page.locator("h1").evaluate("(head) => getComputedStyle(head).color") == "rgb(0, 0, 0)"
        if address != "/":
            assert page.get_by_text("Severn Winds, Worcester · 18 April 2026").is_visible()


def test_who_pays_whom_is_printed_on_one_sheet(page: Page, played: Competition) -> None:
    """Wherever it begins: its head and sum stood alone at the foot of a sheet, in an empty frame."""
    page.goto(f"{EVENT}r1/t3/d1/")
    for above in range(0, 1000, 100):
        page.locator("h1").evaluate("(head, above) => head.style.paddingTop = above + 'px'", above)
        sheets = [one.extract_text() for one in PdfReader(BytesIO(page.pdf(format="A4"))).pages]
        [whole] = [one for one in sheets if "Who pays whom" in one]
        assert whole.count(" pays ") == sum(one.count(" pays ") for one in sheets) >= 3, above
        assert [bool(re.search(r"\bNet\b", one)) for one in sheets] == [one == whole for one in sheets], above


def test_it_weighs_little_on_the_first_visit(page: Page, played: Competition) -> None:
    weights: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if response.ok:
            weights[response.url] = len(gzip.compress(response.body()))

    page.on("response", weigh)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert any(url.endswith("app.css") for url in weights)
    assert sum(url.endswith(".woff2") for url in weights) == 3
    assert sum(weights.values()) < 200_000, weights
