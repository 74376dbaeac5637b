"""Large type is for reading without glasses: tiles, sets and how they lie grow with the words."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.table.hands import lay
from tests.table.looking import GEOMETRY, POPOVERS, READING, TURN, WHOLE
from tournaments.models import Table
from tournaments.selectors import tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GROW = {
    "the tiles": "#tile-D5",
    "a set": ".card-set .tile",
    "open or in hand": ".lies i",
    "words": ".seat-tab",
}
MEASURED = """(grow) => Object.fromEntries(Object.entries(grow).map(([name, one]) => {
  const found = document.querySelector(one);
  const { width } = found.getBoundingClientRect();
  return [name, name === "words" ? parseFloat(getComputedStyle(found).fontSize) : width];
}))"""


def grown(page: Page, width: int, height: int) -> dict[str, float]:
    """Tell how many times as wide each is with large type."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    plain, large = (_measured(page, large) for large in (False, True))
    return {name: round(large[name] / plain[name], 2) for name in GROW}


def _measured(page: Page, large: bool) -> dict[str, float]:
    page.evaluate(TURN, large)
    found: dict[str, float] = page.evaluate(MEASURED, GROW)
    return found


@pytest.mark.parametrize("ruleset", ["bmja-tournament", "bmja-club"])  # without and with flowers
def test_it_enlarges_tiles_sets_and_how_they_lie(tablet: Page, under: Any, ruleset: str) -> None:
    under(ruleset)
    tablet.reload()
    tablet.click("#seat-S")
    tablet.click("#from-E")
    lay(tablet, "pung", "B9", "C9")
    found = {size: grown(tablet, *size) for size in WHOLE.sizes}
    assert [(size, name) for size, by in found.items() for name, times in by.items() if times <= 1] == []


@pytest.mark.parametrize("both", [False, True])
def test_it_keeps_a_whole_hand_on_a_phone_whose_browser_has_large_type(
    tablet: Page, table: Table, both: bool
) -> None:
    for sitter in tables.sitters(table, 1).values():
        player = sitter.entry.player
        player.given, player.family = "Phyllida", "Marchwick"
        player.save()
    tablet.reload()
    tablet.set_viewport_size(ViewportSize(width=390, height=844))
    tablet.evaluate("document.documentElement.style.fontSize = '150%'")
    tablet.evaluate(TURN, both)
    faults = tablet.evaluate(GEOMETRY, [READING, POPOVERS])
    tablet.click("#seat-S")
    tablet.click("#from-E")
    tablet.click("#how > summary")
    tablet.click("#how-last_discard")
    lay(tablet, "pung", "B9", "C9", "D9", "WE")
    tablet.click("#tile-B2")
    tablet.click("#winning-WE")
    assert [*faults, *tablet.evaluate(GEOMETRY, [READING, POPOVERS])] == []
