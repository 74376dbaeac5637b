"""The main job from end to end, as people do it: organiser, tablet and public page, each in a browser."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests.conftest import PASSWORD
from tests.table.hands import discard, draw, racks, reload_once_kept, two_chows, win
from tournaments.models import DealVersion
from tournaments.services import devices

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(240)]

NAMES = "Pat Ashby\nQuin Barrow\nRosa Calder\nSian Dunne\nŁukasz Żółć\nUma Firth\nVera Garth\nWill Hythe"
FOLDER = Path(os.environ.get("PICTURES", "")) if os.environ.get("PICTURES") else None


def keep(page: Page, name: str) -> None:
    """Keep a picture where PICTURES says, for people to look at."""
    if FOLDER:
        page.screenshot(path=FOLDER / f"{name}.png")


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """Press a button that leads to another page, and wait for it."""
    with page.expect_navigation():
        page.get_by_role("button", name=name).first.click()


def create_tournament(page: Page) -> None:
    """Log in, create the tournament, paste the players, draw, publish, start."""
    page.goto("/login")
    page.fill("[name=login]", "olive")
    page.fill("[name=password]", PASSWORD)
    press(page, "Log in")
    page.goto("/organise/clubs/severn-winds/tournaments/new")
    page.fill("[name=name]", "Evening Cup")
    page.fill("[name=date]", "2026-11-21")
    page.fill("[name=deals_per_round]", "4")
    press(page, "Create the tournament")
    page.goto("/organise/c/evening-cup/players/import")
    page.fill("[name=text]", NAMES)
    press(page, "Show what is in it")
    expect(page.locator("main")).to_contain_text("Łukasz")
    press(page, re.compile("Enter"))


def seat_and_start(page: Page) -> None:
    page.goto("/organise/c/evening-cup/seating/")
    page.fill("[name=rounds]", "1")
    press(page, "Draw the seating")
    page.goto("/organise/c/evening-cup/rounds/1/")
    press(page, re.compile("Publish"))
    page.get_by_role("button", name=re.compile("Start")).first.click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Start").click()
    page.goto("/organise/c/evening-cup/")
    press(page, "Publish")


def pair(organiser: Page, tablet: Page) -> None:
    """Give table 1's tablet its code, typed from the organiser's screen."""
    organiser.goto("/organise/c/evening-cup/tablets/")
    press(organiser, re.compile("Code for table 1"))
    letters = f"[{devices.SHORT_ALPHABET}]{{4}}"
    code = re.search(rf"\b{letters}[ -]?{letters}\b", organiser.inner_text("main"))
    assert code
    tablet.goto("/pair/")
    tablet.fill("#code", code.group())
    tablet.get_by_role("button", name="Pair this tablet", exact=True).click()
    tablet.locator(".felt").wait_for()


def enter_limit_hand(tablet: Page, winner: str) -> None:
    """Thirteen wonders from the wall, with the white dragon twice."""
    tablet.click(f"#seat-{winner}")
    tablet.click("#from-self")
    tablet.click("#shapes > summary")
    tablet.click("#shape-wonders-")
    tablet.click("#tile-DW")
    tablet.click("#winning-DW")
    racks(tablet, winner)


def all_accept(tablet: Page) -> None:
    """Each of the four reads the sheet, and holds Accept."""
    tablet.locator(".sheet-accept:not([aria-disabled])").first.wait_for()
    keep(tablet, "confirm")
    for seat in "ESWN":
        tablet.click(f"#accept-{seat}", delay=800)
        expect(tablet.locator(f"#accept-{seat}")).to_have_count(0)


def test_it_runs_an_event_from_the_draw_to_the_published_standings(
    olive: User, opened: Callable[..., BrowserContext]
) -> None:
    organiser, tablet, public = (opened().new_page() for _ in range(3))
    create_tournament(organiser)
    seat_and_start(organiser)
    pair(organiser, tablet)

    win(tablet, "S", "E")
    racks(tablet, "S")
    keep(tablet, "tablet")
    tablet.click("#save")
    all_accept(tablet)
    expect(tablet.locator("#deal-1")).to_be_visible()

    public.goto("/c/evening-cup/standings/")
    leader = public.locator(".standings tbody tr").first
    expect(leader).to_contain_text("+160")

    draw(tablet)
    tablet.locator("#accept-E").wait_for()
    tablet.click("#leave-sheet")  # they play on; who has not accepted can do so later
    expect(tablet.locator("#deal-2")).to_be_visible()

    two_chows(tablet, "S")
    expect(tablet.locator("#hand-panel .errors")).to_have_text("A mah-jong may hold at most 1 chow.")
    reload_once_kept(tablet)  # the entry is still there; begin it anew
    discard(tablet)

    enter_limit_hand(tablet, "S")
    tablet.click("#save")
    all_accept(tablet)
    expect(tablet.locator("#deal-3")).to_be_visible()
    # South is East now: 1000, doubled, from each of three
    expect(leader).to_contain_text("+6,160")

    correct_first_deal(organiser)
    # without a reload: 42 from the wall, nobody gave it: East 84, the others 42
    expect(leader).to_contain_text("+6,168")
    keep(public, "standings")
    organiser.goto("/organise/c/evening-cup/board/")
    keep(organiser, "board")
    assert [v.version for v in DealVersion.objects.current().order_by("number")] == [2, 1, 1]


def correct_first_deal(organiser: Page) -> None:
    """The first deal was won from the wall: see what changes, then save it with a reason."""
    organiser.goto("/organise/c/evening-cup/r1/t1/d1/correct")
    organiser.click("#change")
    organiser.click("#from-self")
    press(organiser, "Show what would change")
    organiser.fill("[name=reason]", "South drew the tile from the wall.")
    keep(organiser, "correction")
    press(organiser, re.compile("Save"))
    expect(organiser.locator("main")).to_contain_text("South drew the tile from the wall.")
