"""The longest name that is accepted has no space to break at; it widens no page."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from players import names
from tests.table.hands import win
from tests.table.looking import GEOMETRY, TURN
from tournaments.models import Table
from tournaments.selectors import tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [ViewportSize(width=390, height=844), ViewportSize(width=1024, height=768)]
LIVELY = [("Owain", "Marchwick"), ("Phyllida", "Marchwick"), ("Tróndur", "Tærskov"), ("Róża", "Ćwiertniak")]
TWICE_LONG = [
    ("Bartholomäus", "Schwarzenegger"), ("Wilhelmshaven", "Hammerschmidt"),
    ("Maximilianna", "Wimmersbacherin"), ("Featherstonehaugh", "Cholmondeleigh"),
]  # fmt: skip
FONTS = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
PUBLIC = ["", "seating/", "standings/", "r1/t3/", "r1/t3/d1/"]


@pytest.fixture
def long_name(table: Table, play: Any) -> str:
    """East of the table has a given and a family name of sixty letters each."""
    play(table)
    player = tables.sitters(table, 1)["E"].entry.player
    player.given, player.family = "G" * names.LENGTH, "F" * names.LENGTH
    player.save()
    return player.given


# The totals of a late deal, as wide as they come.
LATE = """document.querySelectorAll(".seat-score, .sums td.num")
  .forEach((one) => { one.textContent = "−1482"; })"""
# Totals that come in sight only when their table is scrolled.
BEYOND = """(width) => [...document.querySelectorAll(".standings td.total")].filter((one) =>
  one.checkVisibility() && one.getBoundingClientRect().right > width).map((one) => one.textContent.trim())"""
# Of a limit hand of East, and what lies beyond the card in which it stands.
LARGEST = """document.querySelectorAll("#preview .sums tbody tr").forEach((row) => {
  ["1,000", "−6,000", "−12,345"].forEach((said, at) => { row.children[at + 1].textContent = said; }); })"""
OUTSIDE = """[...document.querySelectorAll("#preview .sums :is(td, th)")].filter((one) => {
  const card = document.getElementById("preview").getBoundingClientRect(), box = one.getBoundingClientRect();
  return box.right > card.right + 0.5 || box.left < card.left - 0.5 || one.scrollWidth > one.clientWidth;
}).map((one) => one.textContent)"""
CUT = """[...document.querySelectorAll(".seat-name")].filter((one) => one.checkVisibility() &&
  (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)).map((one) => one.textContent)"""


def too_wide(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_it_keeps_the_table_and_the_entry_within_the_tablet(long_name: str, tablet: Page) -> None:
    for size in SIZES:
        tablet.set_viewport_size(size)
        assert (size, long_name in tablet.inner_text(".felt"), too_wide(tablet)) == (size, True, 0)
    win(tablet, "S", "E")
    for size in SIZES:
        tablet.set_viewport_size(size)
        assert (size, long_name in tablet.inner_text(".entry"), too_wide(tablet)) == (size, True, 0)


def test_it_shows_whole_names_of_house_players(table: Table, tablet: Page) -> None:
    for place, sitter in enumerate(tables.sitters(table, 1).values()):
        entry = sitter.entry
        entry.player, entry.status, entry.number = None, entry.Status.HOUSE, 112 + place
        entry.save()
    tablet.reload()
    expect(tablet.locator("#seat-S")).to_contain_text("House player 11")
    assert cut(tablet) == []
    tablet.click("#seat-S")
    assert cut(tablet) == []
    tablet.click("#from-E")
    assert cut(tablet) == []


def test_it_keeps_names_apart_from_winds_and_totals(table: Table, tablet: Page) -> None:
    for sitter, (given, family) in zip(tables.sitters(table, 1).values(), LIVELY, strict=True):
        player = sitter.entry.player
        player.given, player.family = given, family
        player.save()
    tablet.reload()
    expect(tablet.locator(".felt")).to_contain_text("Phyllida")
    tablet.evaluate(LATE)
    assert cut(tablet) == []
    win(tablet, "S", "E")
    tablet.evaluate(LATE)
    assert cut(tablet) == []


def test_it_breaks_and_cuts_no_name_of_two_long_words(table: Table, tablet: Page, play: Any) -> None:
    """Neither on the tabs of a phone, where four would leave a word no room, nor in what a deal comes to."""
    for sitter, (given, family) in zip(tables.sitters(table, 1).values(), TWICE_LONG, strict=True):
        player = sitter.entry.player
        player.given, player.family = given, family
        player.save()
    play(table)
    tablet.reload()
    expect(tablet.locator(".felt")).to_contain_text("Hammerschmidt")
    tablet.set_viewport_size(SIZES[0])
    tablet.click("#to-deals")
    tablet.click("#deal-1 > summary")
    assert cut(tablet) == []
    tablet.click("#seat-S")
    assert cut(tablet) == []
    tablet.click("#from-E")
    assert cut(tablet) == []
    tablet.set_viewport_size(SIZES[0])
    assert min(tablet.locator(".seat-tab .seat-name").evaluate_all(FONTS)) >= 12


def test_it_keeps_every_figure_of_a_deal_within_its_card(table: Table, tablet: Page) -> None:
    player = tables.sitters(table, 1)["E"].entry.player
    player.given, player.family = "Edith", "Ellery-Featherstonehaugh"
    player.save()
    tablet.reload()
    expect(tablet.locator("#seat-E")).to_contain_text("Featherstonehaugh")
    win(tablet, "S", "E")
    expect(tablet.locator("#preview")).to_contain_text("How Dan Orme’s 40 is counted", timeout=10_000)
    tablet.evaluate(LARGEST)
    found = []
    for size in SIZES:
        tablet.set_viewport_size(size)
        for large in (False, True):
            tablet.evaluate(TURN, large)
            found += [(size["width"], large, said) for said in tablet.evaluate(OUTSIDE)]
    assert found == []


def faults_of(tablet: Page) -> list[str]:
    """List which names lie over something else or break in a word, and what is cut at its side."""
    found: list[str] = tablet.evaluate(GEOMETRY, ["#notices", "#notices"])
    meant = ("lies over", "at the side", "is broken")
    return [fault for fault in found if any(one in fault for one in meant)]


def cut(tablet: Page) -> list[tuple[int, bool, str]]:
    """List the names that are not shown whole, in each size, with plain and with large type."""
    found = []
    for size in SIZES:
        tablet.set_viewport_size(size)
        for large in (False, True):
            tablet.evaluate(TURN, large)
            found += [(size["width"], large, name) for name in tablet.evaluate(CUT)]
            found += [(size["width"], large, fault) for fault in faults_of(tablet)]
    return found


def test_it_keeps_public_pages_within_the_screen(
    long_name: str, tablet: Page, live_server: Any, table: Table
) -> None:
    for part in PUBLIC:
        tablet.goto(f"{live_server.url}/c/{table.round.competition.slug}/{part}")
        for size in SIZES:
            tablet.set_viewport_size(size)
            assert (part, size, too_wide(tablet)) == (part, size, 0)
            beyond = tablet.evaluate(BEYOND, size["width"])
            assert (part, size, beyond) == (part, size, [])
