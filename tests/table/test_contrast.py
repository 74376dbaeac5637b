"""Where the system takes its own few colours, or asks for more contrast, every state is still seen."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.table.hands import discard, lay

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BESIDE = 8  # pixels around a control: focus is drawn there
# What tells a state: a control of the page, and what of it is turned on and off.
STATES = {
    "a kind of set is chosen": ("#kind-pung", "[one.setAttribute('aria-pressed', on)]"),
    "a kind of set cannot be laid": (
        "#kind-chow",
        "[one.toggleAttribute('aria-disabled'), one.ariaDisabled = on]",
    ),
    "a hand is open": ("#tab-E", "[one.setAttribute('aria-selected', on)]"),
    "a hand has faults": ("#tab-E", "[one.classList.toggle('has-faults', on)]"),
    "a tile is chosen": ("#tile-B5", "[one.setAttribute('aria-pressed', on)]"),
    "a tile cannot be laid": ("#tile-B5", "[one.ariaDisabled = on]"),
    "a tile is wild": ("#tile-B5", "[one.classList.toggle('is-wild', on)]"),
    "a tile is held down": ("#tile-B5", "[one.classList.toggle('is-long', on)]"),
    "a set is open": (".card-set", "[one.classList.toggle('is-open', on)]"),
    "it cannot be saved": ("#save", "[one.ariaDisabled = on]"),
    "a button has the focus": ("#save", "[on ? one.focus() : one.blur()]"),
    "a kind has the focus": ("#kind-kong", "[on ? one.focus() : one.blur()]"),
    "a tile has the focus": ("#tile-B5", "[on ? one.focus() : one.blur()]"),
    "a hand has the focus": ("#tab-S", "[on ? one.focus() : one.blur()]"),
    "the word of what is chosen is another": (
        "#kind-pung",
        "[one.setAttribute('aria-pressed', 'true'), one.textContent = on ? 'Pnug' : 'Pung']",
    ),
    "what is chosen has the focus": ("#kind-pung", "[on ? one.focus() : one.blur()]"),
}
MEDIA: list[dict[str, Any]] = [
    {"forced_colors": "active", "color_scheme": "dark"},
    {"contrast": "more", "color_scheme": "light"},
]


def unseen(page: Page) -> Iterator[str]:
    """List the states in which a control looks as it does without them."""
    page.keyboard.press("Tab")  # from here on the focus is shown
    for state, (control, change) in STATES.items():
        page.locator(control).first.scroll_into_view_if_needed()
        if not any(_differs(page, control, change) for _ in range(3)):
            yield state


def _differs(page: Page, control: str, change: str) -> bool:
    """Tell whether a state is seen; the page may draw itself, and so undo it, before the picture."""
    return _seen(page, control, change, on=True) != _seen(page, control, change, on=False)


def _seen(page: Page, control: str, change: str, on: bool) -> bytes:
    page.locator(control).first.evaluate(f"(one, on) => {{ {change} }}", on)
    box = page.locator(control).first.bounding_box()
    assert box
    around = {"x": box["x"] - BESIDE, "y": box["y"] - BESIDE}
    size = {"width": box["width"] + 2 * BESIDE, "height": box["height"] + 2 * BESIDE}
    return page.screenshot(clip={**around, **size}, animations="disabled")


def test_it_shows_every_state_in_the_systems_own_colours_and_where_more_contrast_is_asked_for(
    tablet: Page,
) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-E")
    lay(tablet, "pung", "B9", "C9")
    found = {}
    for media in MEDIA:
        tablet.emulate_media(**media)
        found[str(media)] = [*unseen(tablet)]
        tablet.emulate_media(forced_colors="none", contrast="no-preference")
    assert {media: states for media, states in found.items() if states} == {}
    discard(tablet)
