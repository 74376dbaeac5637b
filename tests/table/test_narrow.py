"""The table's page on the narrowest screens, and magnified: nothing has to be scrolled sideways."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.table.hands import discard, lay, reload_once_kept
from tests.table.test_states import LARGE, WIDTHS
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW, MAGNIFIED = 320, 512  # the second is a tablet of 1024 pixels at 200 %


@pytest.mark.parametrize("width", [NARROW, MAGNIFIED])
@pytest.mark.parametrize("way", ["0", LARGE], ids=["plain", "large"])
def test_it_needs_no_scrolling_sideways(
    tablet: Page, table: Table, running: Any, play: Any, width: int, way: str
) -> None:
    play(table)
    tablet.evaluate(way)
    tablet.set_viewport_size({"width": width, "height": 640})
    tablet.reload()
    fits: dict[str, bool] = {}

    def look(name: str) -> None:
        wide, screen = tablet.evaluate(WIDTHS)
        fits[name] = wide == screen

    tablet.click("#deal-1 > summary")
    look("board")
    tablet.click("#seat-S")
    look("from whom")
    tablet.click("#from-E")
    tablet.click("#shapes > summary")
    look("empty hand")
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
    assert {name for name, fit in fits.items() if not fit} == set()
