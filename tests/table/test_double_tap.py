"""A double tap does one thing: what came to lie under the finger meanwhile was not meant."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.table.hands import lay

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

QUICK = 0.12  # seconds between the two taps of a double tap
SLOW = 0.8
NEAR = 30  # pixels, as in taps.js
# What is laid in which hand, and what would be laid next.
LIES = """() => [...document.querySelectorAll(
  ".tab-state, #type-bar [aria-pressed=true], .seat-tab[aria-selected=true]"
)].map((one) => one.textContent)"""
# A place of a control under which something lies that a tap would do.
COVERS = """(control) => {
  const over = document.querySelector(control).getBoundingClientRect();
  const shared = (box, from, to) => [Math.max(box[from], over[from]), Math.min(box[to], over[to])];
  return [...document.querySelectorAll("#tiles [data-tile], #type-bar .chip, .seat-tab")]
    .map((one) => one.getBoundingClientRect())
    .map((box) => [shared(box, "left", "right"), shared(box, "top", "bottom")])
    .find((sides) => sides.every(([from, to]) => to - from > 10))
    .map(([from, to]) => (from + to) / 2);
}"""


def taps(page: Page, *places: tuple[float, float], apart: float, until: str = "") -> None:
    """Tap place after place, `apart` seconds after each other; `until` is what the first tap brings.

    When they happen is said, not measured: a busy machine taps as quickly as a calm one.
    """
    line, at = page.context.new_cdp_session(page), time.time()
    for nth, (x, y) in enumerate(places):
        told = {"x": x, "y": y, "button": "left", "clickCount": nth + 1 if apart < SLOW else 1}
        for kind in ("mousePressed", "mouseReleased"):
            line.send("Input.dispatchMouseEvent", {"type": kind, "timestamp": at + nth * apart, **told})
        if until and not nth:
            page.locator(until).wait_for()
        page.wait_for_timeout(50)


def box(page: Page, control: str) -> dict[str, float]:
    """Say where a control lies now; the page may draw it anew at any time."""
    page.locator(control).wait_for()
    found = page.evaluate(
        "(control) => document.querySelector(control).getBoundingClientRect().toJSON()", control
    )
    assert isinstance(found, dict)
    return found


def middle(page: Page, control: str) -> tuple[float, float]:
    lies = box(page, control)
    return (lies["left"] + lies["right"]) / 2, (lies["top"] + lies["bottom"]) / 2


@pytest.fixture
def under(tablet: Page) -> tuple[float, float]:
    """A place of "From whom?" where West's button lies, and after it the tab of North's hand."""
    tablet.set_viewport_size({"width": 800, "height": 1280})
    tablet.click("#seat-S")
    tablet.click("#from-W")
    place = middle(tablet, "#tab-N")
    tablet.click("#undo")
    first = box(tablet, "#from-W")
    assert first["top"] < place[1] < first["bottom"]
    return place


@pytest.mark.parametrize("apart", [QUICK, 0.65])
def test_it_does_one_thing(tablet: Page, under: tuple[float, float], apart: float) -> None:
    taps(tablet, under, under, apart=apart, until="#tab-N")
    expect(tablet.locator("#tab-S")).to_have_attribute("aria-selected", "true")


def test_it_does_one_thing_however_often_the_finger_falls(tablet: Page, under: tuple[float, float]) -> None:
    taps(tablet, *[under] * 5, apart=QUICK, until="#tab-N")
    expect(tablet.locator("#tab-S")).to_have_attribute("aria-selected", "true")


def test_it_hears_whoever_goes_on_tapping(tablet: Page, under: tuple[float, float]) -> None:
    taps(tablet, *[under] * 4, apart=0.45, until="#tab-N")  # the last one 1.35 s after the first
    expect(tablet.locator("#tab-N")).to_have_attribute("aria-selected", "true")


def test_it_hears_a_tap_that_comes_after_a_look(tablet: Page, under: tuple[float, float]) -> None:
    taps(tablet, under, under, apart=SLOW, until="#tab-N")
    expect(tablet.locator("#tab-N")).to_have_attribute("aria-selected", "true")


def test_it_hears_a_quick_tap_elsewhere(tablet: Page, under: tuple[float, float]) -> None:
    tablet.click("#from-W")
    place = middle(tablet, "#tab-E")
    tablet.click("#undo")
    taps(tablet, under, place, apart=QUICK, until="#tab-E")
    expect(tablet.locator("#tab-E")).to_have_attribute("aria-selected", "true")


def test_it_saves_once_and_enters_nothing_after_it(tablet: Page) -> None:
    tablet.set_viewport_size({"width": 390, "height": 844})
    tablet.click("#begin-draw")
    place = middle(tablet, "#save")
    taps(tablet, place, place, apart=QUICK, until="#begin-draw")
    expect(tablet.locator("#deal-1")).to_be_visible()
    assert tablet.locator("dialog[open], #save").count() == 0


def test_it_lays_down_a_tile_as_often_as_it_is_tapped(tablet: Page, under: tuple[float, float]) -> None:
    tablet.click("#from-W")
    tablet.click("#kind-single")
    place = middle(tablet, "#tile-B9")
    taps(tablet, place, place, apart=QUICK)
    expect(tablet.locator(".cards [id^=group]")).to_have_count(2)


def test_it_hears_a_quick_tap_on_the_tile_beside_it(tablet: Page, under: tuple[float, float]) -> None:
    tablet.click("#from-W")
    tablet.click("#kind-single")
    left, right = box(tablet, "#tile-B8"), box(tablet, "#tile-B9")
    places = (left["right"] - 5, left["top"] + 30), (right["left"] + 5, left["top"] + 30)
    assert places[1][0] - places[0][0] < NEAR
    taps(tablet, *places, apart=QUICK)
    expect(tablet.locator(".cards [id^=group]")).to_have_count(2)


def test_it_takes_away_one_set_only(tablet: Page, under: tuple[float, float]) -> None:
    tablet.click("#from-W")
    lay(tablet, "pung", "B9", "C9")
    place = middle(tablet, "#remove-0")
    taps(tablet, place, place, apart=QUICK)
    expect(tablet.locator(".cards .card-set")).to_have_count(1)


def test_it_lets_nothing_go_that_it_just_chose(tablet: Page) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-W")
    tablet.click("#penalties > summary")
    tablet.click("#penalty-misnamed_discard")
    place = middle(tablet, "#misled-E")
    taps(tablet, place, place, apart=QUICK, until='#misled-E[aria-pressed="true"]')
    expect(tablet.locator("#misled-E")).to_have_attribute("aria-pressed", "true")


def test_it_leaves_the_keyboard_alone(tablet: Page, under: tuple[float, float]) -> None:
    taps(tablet, under, apart=QUICK, until="#tab-N")
    tablet.locator("#tab-N").press("Enter")
    expect(tablet.locator("#tab-N")).to_have_attribute("aria-selected", "true")


def test_it_reaches_nothing_behind_a_dialog(tablet: Page) -> None:
    tablet.click("#call-referee")
    button, (x, y) = middle(tablet, "#referee-dialog [value=yes]"), middle(tablet, "#seat-S")
    moved = f"{x - button[0]}px {y - button[1]}px"
    tablet.evaluate("(by) => { document.getElementById('referee-dialog').style.translate = by; }", moved)
    taps(tablet, (x, y), (x, y), apart=QUICK, until=".felt-call")
    expect(tablet.locator(".felt")).to_be_visible()
    tablet.wait_for_timeout(1000 * SLOW)  # or this one is the second of a double tap, too
    taps(tablet, (x, y), apart=SLOW)
    expect(tablet.locator(".entry")).to_be_visible()  # the seat lies there


def test_it_lays_one_set_where_the_next_tap_would_lay_another_kind(tablet: Page) -> None:
    for control in ("#seat-S", "#from-E"):
        tablet.click(control)
    lay(tablet, "pung", "B2", "WE", "DR")
    tablet.click("#kind-chow")
    taps(tablet, *[middle(tablet, "#tile-D3")] * 2, apart=QUICK, until="#group-3")
    expect(tablet.locator("#tab-S")).to_contain_text("12 of 14")


def test_it_lays_nothing_in_the_next_hand_when_one_is_full(tablet: Page) -> None:
    for control in ("#seat-S", "#from-E", "#tab-W"):
        tablet.click(control)
    lay(tablet, "single", *["B1", "B3", "B5", "B7", "C1", "C3", "C5", "C7", "D1", "D3", "D5", "WN"])
    taps(tablet, *[middle(tablet, "#tile-D9")] * 2, apart=QUICK, until="#tab-W.is-done")
    expect(tablet.locator(".seat-tab[aria-selected=true]")).to_contain_text("0 of 13")


def test_it_reaches_nothing_under_an_open_list(tablet: Page) -> None:
    for control in ("#seat-S", "#from-E", "#how > summary"):
        tablet.click(control)
    place, before = tablet.evaluate(COVERS, "#how-robbed_kong"), tablet.evaluate(LIES)
    taps(tablet, place, place, apart=QUICK, until="#how:not([open])")
    expect(tablet.locator("#how > summary")).to_contain_text("Robbed a kong")
    assert tablet.evaluate(LIES) == before


@pytest.mark.parametrize("lid", ["how", "shapes", "penalties"])
def test_it_leaves_open_what_it_unfolds(tablet: Page, lid: str) -> None:
    for control in ("#seat-S", "#from-E"):
        tablet.click(control)
    taps(tablet, *[middle(tablet, f"#{lid} > summary")] * 2, apart=QUICK, until=f"#{lid}[open]")
    expect(tablet.locator(f"#{lid}")).to_have_attribute("open", "")
    tablet.wait_for_timeout(1000 * SLOW)
    taps(tablet, middle(tablet, f"#{lid} > summary"), apart=SLOW)
    expect(tablet.locator(f"#{lid}")).not_to_have_attribute("open", "")


def test_it_leaves_the_help_open(tablet: Page) -> None:
    for control in ("#seat-S", "#from-E"):
        tablet.click(control)
    place = middle(tablet, "#help-original_call")
    taps(tablet, place, place, apart=QUICK, until="#help-dialog[open]")
    expect(tablet.locator("#help-dialog")).to_be_visible()


def test_it_lays_a_pair_that_counts_once(tablet: Page) -> None:
    for control in ("#seat-S", "#from-E", "#tab-W"):
        tablet.click(control)
    tablet.wait_for_timeout(1000 * SLOW)  # until all of it lies where it stays
    place = middle(tablet, "#pair-DG")
    taps(tablet, place, place, apart=QUICK, until="#remove-0")
    expect(tablet.locator("#tab-W")).to_contain_text("2 of 13")
