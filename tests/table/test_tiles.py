"""The faces of the tiles on a tablet: the club's, or its own choice; with and without network."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from players.models import Club
from tests.conftest import until
from tests.table.hands import discard
from tests.table.line import Line
from tournaments.services import clubs

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STYLES = """() => [...new Set([...document.querySelectorAll("#table-app .tile")]
  .map((one) => /face-([a-z]+)/.exec(one.className)[1]))]"""
FACE = """(code) => /face-\\S+/.exec(document.querySelector(`#tile-${code} .tile`).className)[0]"""
# Whether each style is really drawn, and not only asked for.
DRAWN = """getComputedStyle(document.querySelector("#tile-B1 .tile"))
  .backgroundImage.startsWith('url("data:')"""


def hand(page: Page) -> None:
    """Open the picker of the winner's hand."""
    page.click("#seat-S")
    page.click("#from-E")
    page.locator("#tile-B1").wait_for()


def choose(page: Page, chip: str) -> None:
    page.click("#tablet-open")
    page.click(f"#tiles-{chip}")
    expect(page.locator(f"#tiles-{chip}")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")


@pytest.mark.kept_page
def test_it_keeps_the_faces_it_chose_without_network_and_over_a_restart(tablet: Page, line: Line) -> None:
    tablet.evaluate("navigator.serviceWorker.ready.then(() => true)")
    hand(tablet)
    assert tablet.evaluate(STYLES) == ["classic"]
    line.cut()
    for style in ("large", "contrast"):
        choose(tablet, style)
        assert tablet.evaluate(STYLES) == [style]
        until(tablet, DRAWN)
    tablet.reload()
    hand_again = tablet.locator("#tile-B1")
    hand_again.wait_for()
    assert tablet.evaluate(STYLES) == ["contrast"]
    until(tablet, DRAWN)
    choose(tablet, "club")
    assert tablet.evaluate(STYLES) == ["classic"]


def test_it_shows_and_names_tiles_as_the_club_does_until_it_chooses(
    tablet: Page, club: Club, olive: User
) -> None:
    clubs.club_change(club=club, actor=olive, tile_style="large", tile_index="words", suit_words="bams")
    tablet.reload()
    hand(tablet)
    until(tablet, f"({STYLES})()[0] === 'large'")  # the kept page comes first
    assert tablet.evaluate(STYLES) == ["large"]
    assert tablet.evaluate(FACE, "C5") == "face-large-bams-C5"
    expect(tablet.locator("#tile-C5")).to_have_attribute("aria-label", "5 crak, 4 left")
    choose(tablet, "classic")
    assert tablet.evaluate(STYLES) == ["classic"]
    assert tablet.evaluate(FACE, "C5") == "face-classic-bams-C5"
    discard(tablet)


def test_it_takes_the_faces_of_high_contrast_where_the_system_asks_for_contrast(tablet: Page) -> None:
    hand(tablet)
    asked: list[dict[str, Any]] = [{"forced_colors": "active"}, {"contrast": "more"}]
    for media in asked:
        tablet.emulate_media(**media)
        until(tablet, f"({STYLES})()[0] === 'contrast'")
        tablet.emulate_media(forced_colors="none", contrast="no-preference")
        until(tablet, f"({STYLES})()[0] === 'classic'")
    discard(tablet)
