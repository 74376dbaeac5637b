"""The tablet's dialogs: where their buttons stand on the screen, and what the enter key does in them."""

import pytest
from playwright.sync_api import Page, expect

from tests.table.hands import lay
from tournaments.models import RefereeCall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def is_harmless_first(page: Page, dialog: str) -> bool:
    """Tell whether the answer that changes nothing stands before the one that does, on one line."""
    boxes = [page.locator(f"#{dialog} [value={value}]").bounding_box() for value in ("no", "yes")]
    (harmless, act) = (box for box in boxes if box)
    return harmless["y"] == act["y"] and harmless["x"] + harmless["width"] < act["x"]


def test_it_keeps_the_entry_where_the_enter_key_answers(tablet: Page) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-E")
    lay(tablet, "pung", "B9")
    tablet.click("#discard")
    expect(tablet.locator("#discard-dialog [value=no]")).to_be_focused()
    assert is_harmless_first(tablet, "discard-dialog")
    tablet.keyboard.press("Enter")
    expect(tablet.locator("#discard-dialog")).to_be_hidden()
    expect(tablet.locator("#tab-S")).to_contain_text("3 of 14")


def test_it_calls_the_referee_where_the_enter_key_ends_the_reason(tablet: Page) -> None:
    tablet.click("#call-referee")
    assert is_harmless_first(tablet, "referee-dialog")
    tablet.locator("#referee-reason").fill("A tile is missing.")
    tablet.keyboard.press("Enter")
    expect(tablet.locator(".felt-middle")).to_contain_text("The referee has been called.")
    assert RefereeCall.objects.get().reason == "A tile is missing."
