"""The standings as a browser lays them out: dense, in the site's own letters, the own line, what moved."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import declared
from tests.conftest import until
from tournaments.models import Competition, Table
from tournaments.services import corrections

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.any_database]
ADDRESS = "/c/spring-day/standings/"
LETTERS = "Æblegrød Åse Øllgård Árvíztűrő tükörfúrógép Őszi Üröm Zażółć gęślą jaźń ŻÓŁĆ ŹDŹBŁO ½ → − – “–”"


@pytest.fixture
def page(browser: Browser, live_server: Any, played: Competition) -> Any:
    """A reader's laptop on the standings of sixteen players."""
    context = browser.new_context(base_url=live_server.url, viewport={"width": 1366, "height": 768})
    opened = context.new_page()
    opened.goto(ADDRESS)
    yield opened
    context.close()


def row(page: Page, number: int) -> Any:
    return page.locator("#standings tr", has=page.locator(f"#player-{number}"))


def place(page: Page, number: int) -> str:
    return row(page, number).locator(".rank").inner_text().split("\n")[0].strip("= ")


def faces_of(page: Page, selector: str) -> set[str]:
    """List the typefaces that the browser draws an element with, those of the machine marked."""
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {one["familyName"] if one["isCustomFont"] else "of the machine" for one in fonts}


def test_it_shows_sixteen_lines_on_a_laptop_without_scrolling(page: Page) -> None:
    lines = page.locator("#standings tbody tr")
    expect(lines).to_have_count(16)
    last = lines.last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 768


def test_it_keeps_the_head_in_sight_while_the_page_is_scrolled(page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 400})
    page.locator("#standings tbody tr").last.scroll_into_view_if_needed()
    head = page.locator("#standings thead th").first.bounding_box()
    assert head is not None
    assert 0 <= head["y"] < 5


@pytest.mark.parametrize("width", [320, 390, 700, 1024])
def test_it_is_never_wider_than_the_screen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_has_every_letter_of_its_readers_in_its_own_faces(page: Page) -> None:
    for selector, face in (("h1", "Literata"), ("#standings th", "Sparrows Sans")):
        page.locator(selector).first.evaluate("(there, text) => { there.textContent = text }", LETTERS)
        (found,) = faces_of(page, selector)
        assert found.startswith(face)


def test_it_leaves_tablets_the_letters_of_their_system(page: Page) -> None:
    asked: list[str] = []
    tablet = page.context.new_page()
    tablet.on("request", lambda request: asked.append(request.url))
    tablet.goto("/pair/")
    assert any("app.css" in url for url in asked)
    assert not [url for url in asked if "/fonts/" in url]


def test_it_keeps_the_own_line_in_this_browser_and_nowhere_else(page: Page) -> None:
    row(page, 9).get_by_role("button").click()
    expect(row(page, 9)).to_have_class("is-mine")
    page.reload()
    expect(row(page, 9)).to_have_class("is-mine")
    expect(page.locator(".is-mine")).to_have_count(1)
    assert page.context.cookies() == []
    page.goto("/c/spring-day/standings/?round=1")
    expect(row(page, 9)).to_have_class("is-mine")
    row(page, 9).get_by_role("button").click()
    expect(page.locator(".is-mine")).to_have_count(0)
    page.reload()
    expect(page.locator(".mine").first).to_be_visible()
    expect(page.locator(".is-mine")).to_have_count(0)


def test_it_keeps_the_own_line_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    last = page.locator("#standings tbody tr").last
    last.get_by_role("button").click()
    page.evaluate("scrollTo(0, document.getElementById('standings').offsetTop)")
    seen = page.locator(".is-mine th").bounding_box()
    assert seen is not None
    assert 0 < seen["y"] < 500


def turn_the_table(table: Table) -> None:
    """Let North have won the first deal, from South who had it: places change."""
    corrections.deal_correct(
        table=table, number=1, content=declared.won("N", "S"), mode="as_played", reason="North.", actor=None
    )


def test_it_marks_for_a_moment_what_a_live_change_has_moved(page: Page, table: Table) -> None:
    before = {number: place(page, number) for number in range(1, 17)}
    row(page, 9).get_by_role("button").click()
    assert page.locator(".has-moved").count() == 0
    turn_the_table(table)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(".has-moved").first.wait_for()
    moved = {number for number in before if "has-moved" in (row(page, number).get_attribute("class") or "")}
    assert moved == {number for number in before if place(page, number) != before[number]}
    expect(row(page, 9)).to_have_class(re.compile("is-mine"))
    until(page, "!document.querySelector('.has-moved')")


def test_it_animates_nothing_for_who_wants_no_motion(page: Page, table: Table) -> None:
    page.emulate_media(reduced_motion="reduce")
    turn_the_table(table)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(".has-moved").first.wait_for()
    assert page.evaluate("document.getAnimations().length") == 0


def test_it_works_where_the_browser_keeps_nothing(page: Page) -> None:
    page.evaluate("localStorage.setItem('sparrows-mine', 'not JSON')")
    page.reload()
    row(page, 3).get_by_role("button").click()
    expect(row(page, 3)).to_have_class("is-mine")
