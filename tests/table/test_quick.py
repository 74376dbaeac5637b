"""What makes the tablet quick, without a clock: what a tap moves on the page, what the first table reads."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.table.fingers import tap

STATIC = Path(settings.BASE_DIR) / "tournaments" / "static"
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What was put into the page and taken out of it, with all that lay in it.
WATCH = """() => {
  const within = (nodes) => [...nodes].filter((node) => node.nodeType === Node.ELEMENT_NODE)
    .flatMap((node) => [node, ...node.querySelectorAll("*")]);
  window.moved = [];
  new MutationObserver((notes) => notes.forEach(({ addedNodes, removedNodes }) => {
    window.moved.push(...within(addedNodes), ...within(removedNodes));
  })).observe(document.getElementById("table-app"), { childList: true, subtree: true });
}"""
MOVED = "() => window.moved.splice(0).map(({ id, localName }) => id || localName)"
PRELOADED = (
    "() => [...document.querySelectorAll('link[rel=modulepreload]')].map((one) => one.getAttribute('href'))"
)
SET = 20  # elements of a set of three tiles, as it lies among what a hand holds


@pytest.mark.parametrize("controls", [["#tile-B9"], ["#kind-chow"], ["#tile-B9", "#tile-C9", "#tile-D9"]])
def test_a_tap_moves_nothing_on_the_page_but_what_it_changed(tablet: Page, controls: list[str]) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-E")
    tablet.locator("#tile-B9").wait_for()
    tablet.evaluate(WATCH)
    for control in controls:
        tablet.click(control)
        moved: list[str] = tablet.evaluate(MOVED)
        assert len(moved) <= SET
        assert moved or not control.startswith("#tile")  # another kind of set may bring nothing but a note
        assert not [one for one in moved if one.startswith("tile-") or one == "hand-panel"]


def test_the_first_table_reads_no_module_to_hear_of_another(tablet: Page) -> None:
    told: list[Any] = tablet.evaluate(PRELOADED)
    asked: set[str] = set()
    tablet.on("request", lambda request: asked.add(urlsplit(request.url).path))
    tablet.reload()
    tablet.locator("#seat-S").wait_for()
    read = {path for path in asked if path.startswith("/static/sparrows/table/") and path.endswith(".js")}
    assert len(read) > 50
    assert read - set(told) == {"/static/sparrows/table/app.js"}


# Two taps within one frame: the first one's drawing is on its way, of which only the half is there.
AT_ONCE = """async () => {
  document.getElementById("kind-pair").click();
  await null;
  const asked = document.getElementById("kind-pair").getAttribute("aria-pressed");
  const grid = document.getElementById("tile-D7").getAttribute("aria-disabled");
  document.getElementById("tile-D7").click();
  await null;
  return [asked, grid];
}"""


def test_it_hears_a_tap_as_the_one_before_left_the_table(tablet: Page) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-E")
    tap(tablet, "#kind-chow")
    expect(tablet.locator("#tile-D8")).to_have_attribute("aria-disabled", "true")
    assert tablet.evaluate(AT_ONCE.replace("D7", "D8")) == ["true", "true"]  # drawn in haste: the grid waits
    expect(tablet.locator("#tab-S")).to_contain_text("2 of 14")


def test_a_tap_lets_no_style_sheet_look_at_the_whole_entry_again() -> None:
    """A browser restyles all that lies in what is asked so, for each set that is laid: 22 of 60 ms."""
    sheet = STATIC / "sparrows/table/entry/entry.css"
    assert not re.findall(r"^.*:has\(.*$", sheet.read_text(encoding="utf-8"), re.MULTILINE)
