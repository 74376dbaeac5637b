"""A table hands in its totals: what the page shows of them, and that it calls them no deal."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.conftest import PATIENCE
from tournaments.models import Competition, DealVersion

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCRIPTS = settings.BASE_DIR / "tournaments/static/sparrows/table"
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


def test_it_calls_totals_no_deal(totalled: Page) -> None:
    totalled.click("#save")
    expect(totalled.locator("#notices")).to_contain_text("The totals are recorded.")
    expect(totalled.locator("#sheet-title")).to_have_text("Totals")
    expect(totalled.locator("#sheet-state")).to_have_text("Totals: 0 of 4 have confirmed.", timeout=PATIENCE)
    expect(totalled.locator("#leave-sheet")).to_have_text("Back to the table")
    assert "Deal" not in totalled.locator("main").inner_text()
    totalled.click("#leave-sheet")
    expect(totalled.locator("#unconfirmed")).to_contain_text("Totals · 0 of 4 confirmed")
    totalled.click("#deal-1 > summary")
    assert "Deal" not in totalled.locator("main").inner_text()
    totalled.click("#correct-1")
    expect(totalled.locator(".entry-title")).to_contain_text("Correction of the totals")
    totalled.click("#discard")
    asked = "Delete this correction? The totals stay as they are recorded."
    expect(totalled.locator("#discard-dialog")).to_contain_text(asked)
    assert DealVersion.objects.get().number == 1


def test_it_says_something_of_its_own_only_for_what_is_said_of_deals() -> None:
    words = (SCRIPTS / "words.js").read_text()
    others = "".join(file.read_text() for file in SCRIPTS.rglob("*.js") if file.name != "words.js")
    told = re.findall(r'^  ("[^"]+"):', words.partition("OF_TOTALS = {")[2], re.MULTILINE)
    assert len(told) > 20
    assert [one for one in told if f"marked({one})" not in others] == []
