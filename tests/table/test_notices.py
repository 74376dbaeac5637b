"""What the table must know stands above it and pushes no seat off the screen of a tablet."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.table.axe import Axe
from tournaments.models import Round, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# All of it at once: no server, a full disk, a browser that forgets, a new version, the end of the round; and
# the middle of the board says all that it can.
TROUBLE = """async (large) => {
  document.documentElement.toggleAttribute("data-large", large);
  const { now, set } = await import("/static/sparrows/table/stage.js");
  const { table } = now(), at = new Date().toISOString();
  const next = { ...table.next, goulash: true }, call = { at, answered_at: at, reason: "" };
  set({ table: { ...table, next, call }, connection: "lost", full: true, lasting: false, update: true });
}"""
OFF_SCREEN = """[...document.querySelectorAll(".seat")].filter((seat) => {
  const { top, bottom } = seat.getBoundingClientRect();
  return top < 0 || bottom > innerHeight;
}).map(({ id }) => id)"""
WHOLE = """[...document.querySelectorAll("#notices .message")].filter((message) => {
  const { top, bottom, height } = message.getBoundingClientRect();
  const place = document.getElementById("notices").getBoundingClientRect();
  return height && top >= place.top && bottom <= place.bottom && bottom <= innerHeight;
}).length"""


@pytest.fixture
def ending(first_round: Round) -> Round:
    """A round of one deal that has five minutes to go."""
    first_round.minutes, first_round.deals = 60, 1
    first_round.started_at = timezone.now() - timedelta(minutes=55)
    first_round.save()
    return first_round


@pytest.mark.parametrize("large", [False, True], ids=["plain", "large"])
def test_it_keeps_all_four_seats_on_the_screen(
    ending: Round, table: Table, tablet: Page, large: bool
) -> None:
    tablet.reload()
    expect(tablet.locator("#last-deal")).to_be_visible()
    expect(tablet.locator("#connection")).to_have_text("Saved on server")
    tablet.route("**/api/v1/**", lambda route: route.abort())
    tablet.evaluate(TROUBLE, large)
    expect(tablet.locator("#notices .message")).to_have_count(5)
    assert tablet.evaluate(OFF_SCREEN) == []
    assert tablet.evaluate(WHOLE) == 1
    assert list(Axe(tablet).faults()) == []
    read_the_rest(tablet)


STORAGE = """async () => (await import("/static/sparrows/table/stage.js")).set({{ full: {} }})"""


def read_the_rest(tablet: Page) -> None:
    """All five can be read whole by one tap, on a tablet and on a phone; another gives the room back."""
    more = tablet.locator("#unfold-notices")
    expect(more).to_have_text("More notices: 4")
    more.click()
    expect(more).to_have_text("Fewer notices")
    assert tablet.evaluate(WHOLE) == 5
    assert list(Axe(tablet).faults()) == []
    tablet.set_viewport_size({"width": 390, "height": 844})
    assert tablet.evaluate(WHOLE) == 5
    for full, others in (("false", 3), ("true", 4)):  # one goes and comes back: nobody asked for all of them
        tablet.evaluate(STORAGE.format(full))
        expect(more).to_have_text(f"More notices: {others}")
    assert (tablet.evaluate(OFF_SCREEN), tablet.evaluate(WHOLE)) == ([], 1)


def test_it_offers_no_more_than_a_single_notice(tablet: Page, table: Table, play: Any) -> None:
    tablet.click("#begin-draw")
    tablet.click("#save")
    expect(tablet.locator("#notices")).to_have_text("Deal 1 is recorded.")
    expect(tablet.locator("#notices-more")).to_be_empty()


def test_it_says_what_went_well_for_a_while(tablet: Page, table: Table, play: Any) -> None:
    tablet.click("#begin-draw")
    tablet.clock.install()
    tablet.click("#save")
    expect(tablet.locator("#notices")).to_have_text("Deal 1 is recorded.")
    tablet.clock.fast_forward("00:14")
    expect(tablet.locator("#notices")).to_have_text("Deal 1 is recorded.")
    tablet.clock.fast_forward("00:02")
    expect(tablet.locator("#notices")).to_be_empty()
    expect(tablet.locator("#table-title")).to_contain_text("Table 3")


LOST = """async () => (await import("/static/sparrows/table/stage.js")).set({ connection: "lost" })"""


def test_it_offers_to_read_whole_what_has_no_room_only(tablet: Page) -> None:
    tablet.route("**/api/v1/**", lambda route: route.abort())
    tablet.click("#begin-draw")
    tablet.click("#save")
    expect(tablet.locator("#notices")).to_contain_text("Deal 1 is saved on this tablet")
    expect(tablet.locator("#notices-more")).to_be_empty()
    tablet.set_viewport_size({"width": 390, "height": 844})
    tablet.evaluate("document.documentElement.toggleAttribute('data-large', true)")
    tablet.evaluate(LOST)
    expect(tablet.locator("#notices-more")).to_have_text("Read it whole")
    tablet.click("#unfold-notices")
    expect(tablet.locator("#notices-more")).to_have_text("Fewer notices")
    assert tablet.evaluate(WHOLE) == 1
    tablet.click("#unfold-notices")
    expect(tablet.locator("#notices-more")).to_have_text("Read it whole")
