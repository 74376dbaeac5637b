"""A table hands in its totals: what the page shows of them, and that it calls them no deal."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tournaments.models import Competition, DealVersion

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOTALS = {"E": "1500-", "S": "1500-", "W": "1500", "N": "1500"}
KEYS = {"-": "#pad-sign"}
# What lies between the figures of each row, in pixels.
GAPS = """(table) => [...table.querySelectorAll("tbody tr")].flatMap((row) => {
  const edges = [...row.children].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  });
  return edges.slice(1).map((one, place) => one.left - edges[place].right);
})"""


@pytest.fixture
def totalled(tablet: Page) -> Page:
    """Tam's tablet where totals are entered, with those of four players typed in."""
    Competition.objects.update(entry_level="totals", confirmed_by="all")
    tablet.reload()
    tablet.click("#begin-totals")
    for seat, typed in TOTALS.items():
        tablet.click(f"#tab-{seat}")
        for key in typed:
            tablet.click(KEYS.get(key, f"#pad-{key}"))
    expect(tablet.locator("#preview tbody tr").first).to_contain_text("−1,500")
    return tablet


@pytest.mark.parametrize("large", [False, True])
def test_it_leaves_room_between_two_figures(totalled: Page, large: bool) -> None:
    totalled.evaluate("(large) => document.documentElement.toggleAttribute('data-large', large)", large)
    for size in ({"width": 1024, "height": 768}, {"width": 390, "height": 844}):
        totalled.set_viewport_size(size)
        gaps = totalled.locator("#preview table").evaluate(GAPS)
        assert len(gaps) == 2 * len(TOTALS)
        assert min(gaps) >= 8
