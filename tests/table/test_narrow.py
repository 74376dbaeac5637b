"""The table's page on the narrowest screens, and magnified: nothing has to be scrolled sideways."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.table.hands import discard, lay, reload_once_kept
from tests.table.looking import TURN, WIDTHS
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW, MAGNIFIED, HEIGHT = 320, 512, 640  # the second is a tablet of 1024 pixels at 200 %
# Where there is least room it is walked last of all: there every control is tapped.
WAYS = [(MAGNIFIED, False), (MAGNIFIED, True), (NARROW, False), (NARROW, True)]
LARGE = "localStorage.setItem('sparrows-tablet', JSON.stringify({large: true, handed: 'left'}))"


def test_it_needs_no_scrolling_sideways(tablet: Page, table: Table, running: Any, play: Any) -> None:
    play(table)
    tablet.evaluate(LARGE)
    tablet.set_viewport_size({"width": NARROW, "height": HEIGHT})
    tablet.reload()
    fits: dict[tuple[str, int, bool], bool] = {}

    def look(name: str) -> None:
        for width, large in WAYS:
            tablet.set_viewport_size({"width": width, "height": HEIGHT})
            tablet.evaluate(TURN, large)
            wide, screen = tablet.evaluate(WIDTHS)
            assert screen == width
            fits[name, width, large] = wide == screen

    tablet.click("#deal-1 > summary")
    look("board")
    tablet.click("#seat-S")
    look("from whom")
    tablet.click("#from-E")
    tablet.click("#more")
    tablet.click("#shapes > summary")
    look("empty hand")
    tablet.click("#fewer")
    lay(tablet, "pung", "B9", "C9", "D9", "WE")
    tablet.click("#tile-B2")
    tablet.click("#penalties > summary")
    look("full hand")
    discard(tablet)
    tablet.click("#tablet-open")
    look("panel")
    tablet.keyboard.press("Escape")
    running.entry_level = "totals"
    running.save()
    reload_once_kept(tablet)  # with the entry discarded
    tablet.click("#begin-totals")
    look("totals")
    assert {seen for seen, fit in fits.items() if not fit} == set()
    assert len(fits) == 6 * len(WAYS)
