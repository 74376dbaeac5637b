"""What a tablet chooses for itself: large type, the side of the buttons, its language; kept on the tablet."""

import pytest
from playwright.sync_api import Page, expect

from tests.table.hands import discard
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
LEFT_OF_THE_HAND = """document.getElementById("save").getBoundingClientRect().left <
  document.getElementById("hand-panel").getBoundingClientRect().left"""
NOTE_UPDATES = """() => new MutationObserver(() => {
  if (document.getElementById("update")) sessionStorage.setItem("told", "of an update");
}).observe(document.getElementById("notices"), { childList: true, subtree: true })"""
REFUSED = """async () => (await (await fetch("/api/v1/table/deals", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: "{" })).json()).message"""


def test_it_keeps_large_type_and_the_side_of_the_buttons(tablet: Page, table: Table) -> None:
    assert tablet.evaluate(SIZE) == 16
    tablet.click("#tablet-open")
    tablet.click("#large-type")
    tablet.click("#left-handed")
    expect(tablet.locator("#large-type")).to_have_attribute("aria-pressed", "true")
    tablet.reload()
    assert tablet.evaluate(SIZE) == 20
    tablet.click("#seat-S")
    tablet.click("#from-E")
    assert tablet.evaluate(LEFT_OF_THE_HAND)
    discard(tablet)
    tablet.click("#tablet-open")
    tablet.click("#left-handed")
    tablet.keyboard.press("Escape")
    tablet.click("#seat-S")
    tablet.click("#from-E")
    assert not tablet.evaluate(LEFT_OF_THE_HAND)


def test_it_turns_dark_and_back(tablet: Page) -> None:
    for turned in ("dark", "light"):
        tablet.click("#tablet-open")
        tablet.click("#dark")
        expect(tablet.locator("html")).to_have_attribute("data-theme", turned)
        expect(tablet.locator("#dark")).to_have_attribute("aria-pressed", str(turned == "dark").lower())
        tablet.keyboard.press("Escape")


@pytest.mark.kept_page
def test_it_speaks_the_language_that_is_chosen(tablet: Page, table: Table) -> None:
    tablet.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tablet.evaluate(NOTE_UPDATES)
    tablet.click("#tablet-open")
    tablet.click("#language-da")
    expect(tablet.locator("html")).to_have_attribute("lang", "da", timeout=60_000)
    expect(tablet.locator(".felt-question")).to_contain_text("Hvem vandt?")
    assert "valid JSON" not in tablet.evaluate(REFUSED)
    tablet.reload()
    expect(tablet.locator("html")).to_have_attribute("lang", "da")
    assert tablet.evaluate("sessionStorage.getItem('told')") is None, "another language is no new version"


def test_it_changes_the_language_only_while_nobody_types(tablet: Page, table: Table) -> None:
    tablet.click("#seat-S")
    tablet.click("#tablet-open")
    expect(tablet.locator("#language-da")).to_have_attribute("aria-disabled", "true")
    tablet.locator("#language-da").click(force=True)
    expect(tablet.locator("html")).to_have_attribute("lang", "en")
    expect(tablet.locator("#language-later")).to_be_visible()
