"""Staff enter a deal with the table's own entry, one after the other, as from a pile of paper."""

import os
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, ViewportSize, expect

from tests import declared
from tests.organiser.conftest import at
from tests.table.axe import Axe
from tests.table.fingers import tap
from tests.table.hands import lay, racks
from tournaments.models import Competition, DealVersion, Table
from tournaments.selectors import tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ON, SAVE = re.compile("enter the next"), re.compile(r"^\s*Save deal \d+\s*$")
SIZES = [(1440, 900), (1024, 768), (390, 844)]


@pytest.fixture
def page(staff_page: Page, table: Table) -> Page:
    """Olive's page for the first deal of table 3."""
    staff_page.goto(at("table", table))
    staff_page.click("text=Enter deal 1")
    staff_page.locator("#won-S").wait_for()
    return staff_page


def current(table: Table) -> list[DealVersion]:
    return tables.current_versions(table)


def test_it_enters_a_win_and_then_a_draw(page: Page, table: Table, olive: User) -> None:
    page.get_by_role("button", name=ON).click()
    expect(page.locator("#announcer")).to_have_text("Say who won.")
    page.click("#won-S")
    page.click("#from-E")
    lay(page, "pung", "B9", "C9", "D9")
    lay(page, "chow", "B6")
    tap(page, "#tile-B2", "#group-0", "#winning-B6")
    page.reload()  # what is laid is still there
    racks(page, "S")
    expect(page.locator("#preview tbody tr >> nth=1")).to_contain_text("+160")
    expect(page.locator("#preview .next-line")).to_contain_text("Next: deal 2")  # not the last one
    page.get_by_role("button", name=ON).click()
    expect(page.locator(".message-success")).to_contain_text("Deal 1 is recorded.")
    expect(page.locator("h1")).to_contain_text("Enter deal 2")
    page.click("#won-nobody")
    page.get_by_role("button", name=SAVE).click()
    page.wait_for_url(at("table", table))
    win, draw = current(table)
    assert (win.net["S"], draw.content["outcome"]) == (160, "draw")
    assert {win.actor, draw.actor} == {olive}
    assert (win.device, win.kind) == (None, DealVersion.Kind.PLAY)


def test_it_enters_points_and_a_deal_ended_by_an_error(page: Page, table: Table) -> None:
    Competition.objects.update(entry_level="points")
    page.reload()
    page.click("#won-ended")
    expect(page.locator("#by-tiles")).to_contain_text("Ended by an error")
    page.click("#won-nobody")
    expect(page.locator("#draws")).to_have_count(0)  # a form takes one deal
    page.click("#won-S")
    page.click("#from-self")
    for seat in "SWNE":
        tap(page, f"#tab-{seat}", "#pad-2", "#pad-4")
    page.get_by_role("button", name=SAVE).click()
    page.wait_for_url(at("table", table))
    assert [one.net for one in current(table)] == [{"E": -48, "S": 96, "W": -24, "N": -24}]


def test_it_is_in_order_on_every_screen(page: Page) -> None:
    """No fault for axe, one first heading, no sideways scrolling; `PICTURES` names a folder for pictures."""
    axe, folder = Axe(page), os.environ.get("PICTURES")
    for step in ("", "#won-S", "#from-E"):
        if step:
            page.click(step)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        for width, height in SIZES:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            assert list(axe.faults()) == [], (width, step)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            if folder:
                page.screenshot(path=Path(folder) / f"enter{step[1:]}-{width}.png", full_page=True)


HANDS = {
    "E": declared.RACKS["E"],
    "S": "[B999] C999 D999 B678 B22",
    "W": declared.RACKS["W"],
    "N": declared.RACKS["N"],
}


def test_it_enters_a_deal_written_as_text_by_the_keyboard_alone(page: Page, table: Table) -> None:
    """What the field offers is taken by arrows and Enter or Tab; nothing is chosen by itself."""
    keys, axe, folder = page.keyboard, Axe(page), os.environ.get("PICTURES")
    page.locator("#as-text").focus()
    keys.press("Enter")
    page.locator("#id_winner").focus()
    keys.type("South")
    keys.press("Tab")
    keys.type("claimed from a")
    keys.press("Tab")
    keys.type("East")
    hand = page.locator("#id_hand_E")
    hand.focus()
    keys.type("east")
    offered = page.locator(".offers:not([hidden]) [role=option]")
    expect(offered.first).to_have_text("WEEast wind")
    keys.press("Escape")
    expect(offered).to_have_count(0)
    hand.fill("")
    keys.type(HANDS["E"])
    keys.press("Enter")  # nothing is chosen: on to the next hand
    south = page.locator("#id_hand_S")
    expect(south).to_be_focused()
    keys.type("[b9")
    expect(offered.first).to_contain_text("Pung: 9 bamboo")
    for width, height in SIZES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert list(axe.faults()) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if folder:
            page.screenshot(path=Path(folder) / f"write-{width}.png", full_page=True)
    keys.press("ArrowDown")
    expect(south).to_have_attribute("aria-activedescendant", "id_hand_S_offers_0")
    keys.press("Enter")
    expect(south).to_have_value("[B999] ")
    keys.type("C999 zz ")
    expect(page.locator("#id_hand_S_error")).to_have_text("“zz” is no tile, meld or flag.")
    for _ in range(3):
        keys.press("Backspace")
    keys.type("D999 b6")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Tab")
    expect(south).to_have_value("[B999] C999 D999 B678 ")
    expect(page.locator("#id_hand_S_error")).to_be_empty()
    keys.type("B22 *B6")
    for seat in "WN":
        keys.press("Enter")
        expect(page.locator(f"#id_hand_{seat}")).to_be_focused()
        keys.type(HANDS[seat])
    keys.press("Shift+Tab")
    expect(page.locator("#comes-to tbody tr >> nth=1")).to_have_text("South: Dan Orme40+160receives")
    keys.press("Tab")
    keys.press("Enter")  # in the last hand: saved
    expect(page.locator(".message-success")).to_contain_text("Deal 1 is recorded.")
    assert [one.net["S"] for one in current(table)] == [160]


def test_it_keeps_what_is_typed_while_the_server_cannot_be_reached(page: Page, table: Table) -> None:
    """Nothing is sent into the void; what was typed is there after loading anew, and gone once saved."""
    page.click("#as-text")
    page.select_option("#id_outcome", "draw")
    page.fill("#id_hand_E", "B1 B1")
    page.context.set_offline(True)
    page.get_by_role("button", name=SAVE).click()
    expect(page.locator("[data-not-sent]")).to_contain_text("The server does not answer.")
    expect(page.locator("#id_hand_E")).to_have_value("B1 B1")
    page.context.set_offline(False)
    page.goto(at("table", table))
    page.click("text=Enter deal 1")
    expect(page.locator("#given-back")).to_contain_text("not saved yet")
    expect(page.locator("#id_outcome")).to_have_value("draw")
    expect(page.locator("#id_hand_E")).to_have_value("B1 B1")
    page.fill("#id_hand_E", "")
    page.get_by_role("button", name=ON).click()
    expect(page.locator("h1")).to_contain_text("Enter deal 2")
    expect(page.locator("#given-back")).to_have_count(0)
    assert [one.content["outcome"] for one in current(table)] == ["draw"]
