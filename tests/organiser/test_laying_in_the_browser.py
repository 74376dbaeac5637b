"""Staff correct a deal with the table's own entry: its tiles lie in it, the form looks ahead and saves."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, ViewportSize, expect

from tests import declared
from tests.organiser.conftest import at
from tests.table.axe import Axe
from tournaments.models import DealVersion, Table
from tournaments.selectors import tables
from tournaments.services import corrections, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOOK, SAVE = "text=Show what would change", "text=Save the correction"
DONE = re.compile("/d1/(#|$)")
SIZES = [(1440, 900), (1024, 768), (390, 844)]


@pytest.fixture
def two(table: Table, play: Any) -> Table:
    """Table 3 after a win of South and a win of West."""
    play(table)
    play(table, declared.won("W", "N"))
    return table


@pytest.fixture
def page(staff_page: Page, two: Table) -> Page:
    """Olive's page of the first deal's correction."""
    staff_page.goto(at("deal-correct", two, deal=1))
    return staff_page


def current(table: Table) -> DealVersion:
    return tables.current_versions(table)[0]


def test_it_shows_the_faces_that_its_reader_chose_for_all_pages(page: Page) -> None:
    face = page.locator(".card-set .tile").first
    expect(face).to_have_class(re.compile("face-classic-"))
    page.get_by_label("Tiles").last.select_option("high contrast")
    expect(face).to_have_class(re.compile("face-contrast-"))
    page.reload()
    expect(face).to_have_class(re.compile("face-contrast-"))


def test_it_opens_with_the_tiles_in_it_and_saves_what_was_laid(page: Page, two: Table, olive: User) -> None:
    expect(page.locator("#by-text")).to_be_hidden()
    expect(page.locator("#tab-S")).to_contain_text("14 of 14")
    expect(page.locator(".card-set")).to_have_count(5)
    expect(page.locator("#preview tbody tr >> nth=1")).to_contain_text("+160")
    page.click("#won-E")
    expect(page.locator("#preview tbody tr >> nth=0")).to_contain_text("+240")
    expect(page.locator("#later li")).to_contain_text("Deal 2")
    page.click("text=As played")
    expect(page.locator("#later")).to_contain_text("No other deal changes.")
    page.click("#undo")
    expect(page.locator("#preview tbody tr >> nth=1")).to_contain_text("+160")
    page.click("#group-0")  # the exposed pung was a concealed one
    expect(page.locator(".card-set.is-open")).to_have_count(0)
    page.fill("#id_reason", "The pung was concealed.")
    page.click(LOOK)
    expect(page.locator("#consequences")).to_be_visible()
    expect(page.locator(".card-set")).to_have_count(5)
    expect(page.locator(".card-set.is-open")).to_have_count(0)  # it lies as it was laid
    page.click("#same-again")
    expect(page.locator(".card-set.is-open")).to_have_count(1)  # and the hand as recorded is a tap away
    page.click("#undo")
    assert DealVersion.objects.count() == 2
    page.click(SAVE)
    page.wait_for_url(DONE)
    version = current(two)
    assert (version.version, version.actor, version.reason) == (2, olive, "The pung was concealed.")
    assert version.scores.get(seat="S").value == 44


def test_it_sends_nothing_that_is_not_whole_and_lets_who_would_rather_write_write(
    page: Page, two: Table
) -> None:
    page.click("#remove-4")
    page.click(LOOK)
    expect(page.locator("#warning")).to_have_text("Dan Orme: 2 more")
    page.route("**/correct/preview*", lambda route: route.abort())
    page.click("#kind-pair")
    page.click("#tile-B3")
    page.click("#winning-B6")
    expect(page.locator("#warning")).to_contain_text("The server does not answer.")
    page.click(LOOK)
    expect(page.locator("#consequences")).to_be_visible()
    page.click("#as-text")
    expect(page.locator("#by-tiles")).to_be_hidden()
    page.fill("#id_hand_S", "(b999) c999 d999 b6* b78 b22")
    page.fill("#id_reason", "The pung was concealed.")
    with page.expect_navigation():
        page.click(LOOK)
    expect(page.locator("#id_hand_S")).to_have_value("(b999) c999 d999 b6* b78 b22")
    expect(page.locator("#by-tiles")).to_be_hidden()
    page.click(SAVE)
    page.wait_for_url(DONE)
    assert current(two).scores.get(seat="S").value == 44


def test_it_keeps_what_was_laid_when_the_page_is_loaded_anew_until_the_deal_changes(
    page: Page, two: Table, rafe: User
) -> None:
    page.click("#group-0")
    page.reload()
    expect(page.locator(".card-set.is-open")).to_have_count(0)
    page.click("#remove-4")
    page.goto(at("board", two.round.competition))
    page.go_back()
    expect(page.locator(".card-set")).to_have_count(4)
    content = declared.won("E", "S")
    corrections.deal_correct(table=two, number=1, content=content, mode="replay", reason="So.", actor=rafe)
    page.reload()
    expect(page.locator("#tab-E")).to_contain_text("14 of 14")
    expect(page.locator(".card-set")).to_have_count(5)


def test_it_tells_who_was_later_and_keeps_what_was_laid(
    page: Page, two: Table, rafe: User, olive: User
) -> None:
    page.click("#won-E")
    page.fill("#id_reason", "East won it.")
    corrections.deal_correct(
        table=two, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=rafe
    )
    rounds.round_close(round=two.round, actor=olive, anyway=True)  # which stops a table, not the staff
    page.click(LOOK)
    expect(page.locator(".errors").first).to_contain_text("Somebody else changed deal 1")
    expect(page.locator("#won-E")).to_have_attribute("aria-pressed", "true")
    assert current(two).content["outcome"] == "draw"
    page.click(LOOK)
    page.click(SAVE)
    page.wait_for_url(DONE)
    assert (current(two).version, current(two).net["E"]) == (3, 240)


def test_it_leaves_as_text_what_no_entry_can_show(staff_page: Page, two: Table, rafe: User) -> None:
    content = declared.won()
    content["hands"]["S"] = {**content["hands"]["S"], "waived": ["thirteen_wonders"]}
    corrections.deal_correct(table=two, number=1, content=content, mode="replay", reason="So.", actor=rafe)
    staff_page.goto(at("deal-correct", two, deal=1), wait_until="networkidle")
    expect(staff_page.locator("#id_hand_S")).to_be_visible()
    expect(staff_page.locator("#by-tiles")).to_be_hidden()


def test_it_is_in_order_on_every_screen(page: Page) -> None:
    """No fault for axe, one first heading, no sideways scrolling; `PICTURES` names a folder for pictures."""
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    axe, folder = Axe(page), os.environ.get("PICTURES")
    for width, height in SIZES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for name, tap in (("won", "#tab-S"), ("losing", "#tab-N"), ("asked", "#change")):
            page.click(tap)
            assert list(axe.faults()) == [], (width, name)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            if folder:
                page.screenshot(path=str(Path(folder) / f"laying-{name}-{width}.png"), full_page=True)
        page.click("#undo")
