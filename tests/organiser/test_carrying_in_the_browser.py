"""Staff go over from tiles to text and back: what is there comes along, or they are told why it does not."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import declared
from tests.organiser.conftest import at
from tests.table.fingers import tap
from tests.table.hands import lay
from tournaments.models import Table
from tournaments.selectors import tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ON = re.compile("enter the next")
SOUTH = "[B999] C999 D999 B6* B78 B22"


@pytest.fixture
def page(staff_page: Page, table: Table) -> Page:
    """Olive's page for the first deal of table 3."""
    staff_page.goto(at("deal-enter", table))
    staff_page.locator("#won-S").wait_for()
    return staff_page


def write(page: Page, **hands: str) -> None:
    page.select_option("#id_winner", "S")
    page.select_option("#id_win_source", "discard")
    page.select_option("#id_discarder", "E")
    for seat, text in hands.items():
        page.fill(f"#id_hand_{seat}", text)


def texts(page: Page) -> dict[str, str]:
    return {seat: page.input_value(f"#id_hand_{seat}") for seat in "ESWN"}


def test_what_is_written_lies_on_the_tiles_and_can_be_saved_from_there(page: Page, table: Table) -> None:
    page.click("#as-text")
    write(page, S=SOUTH, **declared.RACKS)
    page.click("#as-tiles")
    expect(page.locator("#by-text")).to_be_hidden()
    expect(page.locator("#won-S")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#tab-S")).to_contain_text("14 of 14")
    expect(page.locator("#preview tbody tr >> nth=1")).to_contain_text("+160")
    page.reload()
    expect(page.locator("#tab-S")).to_contain_text("14 of 14")  # kept as tiles
    page.get_by_role("button", name=ON).click()
    expect(page.locator(".message-success")).to_contain_text("Deal 1 is recorded.")
    assert [one.net["S"] for one in tables.current_versions(table)] == [160]


def test_what_is_laid_is_written_whole_or_not_and_lies_as_before_when_nothing_was_changed(page: Page) -> None:
    page.click("#won-S")
    page.click("#from-E")
    lay(page, "pung", "B9", "C9")
    tap(page, "#group-0", "#tab-E")
    lay(page, "single", "B1", "B3")
    page.click("#as-text")
    expect(page.locator("#id_winner")).to_have_value("S")
    expect(page.locator("#id_win_source")).to_have_value("discard")
    expect(page.locator("#id_discarder")).to_have_value("E")
    assert texts(page) == {"E": "B1 B3", "S": "[B9 B9 B9] C9 C9 C9", "W": "", "N": ""}
    page.click("#as-tiles")
    page.click("#undo")  # the steps are still there
    page.click("#as-text")
    assert texts(page)["E"] == "B1"
    page.fill("#id_hand_E", "B1 B5 B5 +F1")
    page.click("#as-tiles")
    page.click("#tab-E")
    expect(page.locator("#tab-E")).to_contain_text("3 of 13")


def test_what_is_typed_stays_as_it_was_typed(page: Page) -> None:
    page.click("#as-text")
    write(page, S="c999 [b999]", E="B13 B5")
    page.click("#as-tiles")
    expect(page.locator("#tab-S")).to_contain_text("6 of 14")
    page.click("#as-text")
    assert texts(page) == {"E": "B13 B5", "S": "c999 [b999]", "W": "", "N": ""}


def test_what_nobody_can_read_or_no_entry_shows_stays_text_and_says_so(page: Page) -> None:
    page.click("#as-text")
    write(page, S="B1 zz")
    page.click("#as-tiles")
    expect(page.locator("#not-laid")).to_contain_text("Not all that is written can be read")
    expect(page.locator("#id_hand_S_error")).to_have_text("“zz” is no tile, meld or flag.")
    expect(page.locator("#by-tiles")).to_be_hidden()
    page.fill("#id_hand_S", "B1 #waived:thirteen_wonders")
    expect(page.locator("#not-laid")).to_be_empty()
    page.click("#as-tiles")
    expect(page.locator("#not-laid")).to_contain_text("Tiles cannot show all that is written here.")
    expect(page.locator("#by-tiles")).to_be_hidden()
    page.route("**/preview*", lambda route: route.abort())
    page.fill("#id_hand_S", "B1")
    page.click("#as-tiles")
    expect(page.locator("#comes-to")).to_contain_text("The server does not answer.")
    assert texts(page)["S"] == "B1"


def test_a_penalty_that_has_no_field_keeps_its_reader_at_the_tiles(page: Page) -> None:
    page.click("#won-ended")
    if not page.locator("#penalty-false_mahjong_exposed").is_visible():
        page.click("#penalties > summary")
    tap(page, "#penalty-false_mahjong_exposed", "#who-W", "#penalty-add")
    page.click("#as-text")
    expect(page.locator("#by-text")).to_be_hidden()
    expect(page.locator("#announcer")).to_contain_text("cannot be written as text")


def test_the_next_deal_opens_as_the_last_was_entered(page: Page, table: Table) -> None:
    page.click("#as-text")
    page.select_option("#id_outcome", "draw")
    page.get_by_role("button", name=ON).click()
    expect(page.locator("h1")).to_contain_text("Enter deal 2")
    expect(page.locator("#by-text")).to_be_visible()
    expect(page.locator("#by-tiles")).to_be_hidden()
    page.click("#as-tiles")
    page.click("#won-nobody")
    page.get_by_role("button", name=ON).click()
    expect(page.locator("h1")).to_contain_text("Enter deal 3")
    expect(page.locator("#by-tiles")).to_be_visible()
    expect(page.locator("#by-text")).to_be_hidden()


def test_what_was_laid_lies_there_still_when_the_server_refused_it(
    page: Page, table: Table, play: Any
) -> None:
    page.click("#won-S")
    page.click("#from-E")
    lay(page, "pung", "B9", "C9", "D9")
    lay(page, "chow", "B6")
    tap(page, "#tile-B2", "#group-0", "#winning-B6")
    for seat, tiles in declared.RACKS.items():
        tap(page, f"#tab-{seat}")
        lay(page, "single", *tiles.split())
    play(table, declared.draw())  # a tablet was faster
    page.get_by_role("button", name=ON).click()
    expect(page.locator(".errors").first).to_be_visible()
    expect(page.locator("#tab-S")).to_contain_text("14 of 14")


def test_a_correction_opens_with_its_tiles_whatever_was_used_last_and_its_text_follows_them(
    page: Page, table: Table, play: Any
) -> None:
    page.click("#as-text")
    play(table)
    page.goto(at("deal-correct", table, deal=1))
    expect(page.locator("#by-tiles")).to_be_visible()
    page.click("#as-text")
    assert texts(page)["S"].startswith("[B9 B9 B9] ")
    page.click("#as-tiles")
    page.click("#group-0")
    page.click("#won-W")
    page.click("#as-text")
    expect(page.locator("#id_winner")).to_have_value("W")
    assert texts(page)["W"] == "B2 B2 B6* B7 B8 B9 B9 B9 C9 C9 C9 D9 D9 D9"
    page.fill("#id_hand_W", "[B999] [C999] D999 B6* B78 B22")
    page.click("#as-tiles")
    expect(page.locator(".card-set.is-open")).to_have_count(2)
