"""An entry survives reloads, double taps, lost answers and strange networks: nothing lost, nothing twice."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests import declared
from tests.conftest import Tam
from tests.table.hands import discard, draw, lay, racks, reload_once_kept, win
from tournaments.models import DealVersion, HeldSubmission, Table
from tournaments.services import devices

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DEALS = "**/api/v1/table/deals"
TWICE = """async (pause) => {
  const save = document.getElementById("save");
  save.click();
  if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
  (document.getElementById("save") ?? save).click();
}"""


def test_it_goes_on_where_a_reload_cut_it_off(tablet: Page, table: Table) -> None:
    tablet.click("#seat-S")
    reload_once_kept(tablet)
    tablet.click("#from-E")
    lay(tablet, "pung", "B9", "C9")
    reload_once_kept(tablet)
    expect(tablet.locator("#tab-S")).to_contain_text("6 of 14")
    expect(tablet.locator("#connection")).to_contain_text("kept on this tablet")
    tablet.click("#undo")
    expect(tablet.locator("#tab-S")).to_contain_text("3 of 14")
    discard(tablet)
    reload_once_kept(tablet)
    expect(tablet.locator("#begin-draw")).to_be_visible()


def test_it_sends_the_same_bytes_until_a_receipt_is_believed(tablet: Page, table: Table) -> None:
    sent: list[str | None] = []

    def faulty(route: Route) -> None:
        sent.append(route.request.post_data)
        if len(sent) == 1:
            route.abort()  # the request never got there
        elif len(sent) == 2:
            route.fetch()
            route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to our Wi-Fi</h1>")
        elif len(sent) == 3:
            route.fulfill(status=201, json={"status": "recorded", "key": "another", "fingerprint": "x"})
        else:
            route.continue_()

    tablet.route(DEALS, faulty)
    draw(tablet)
    expect(tablet.locator("#notices")).to_contain_text("will be sent by itself")
    expect(tablet.locator("#notices")).to_contain_text("had arrived before", timeout=30_000)
    assert len(sent) == 4
    assert len(set(sent)) == 1
    assert DealVersion.objects.count() == 1


def test_it_sends_a_saved_deal_after_the_page_was_closed(tablet: Page, table: Table, context: Any) -> None:
    tablet.route(DEALS, lambda route: route.abort())
    draw(tablet)
    expect(tablet.locator("#connection")).to_contain_text("Saved on tablet")
    address = tablet.url
    assert not DealVersion.objects.exists()
    tablet.close()  # from here on the browser may send it by itself
    again = context.new_page()
    again.goto(address)
    expect(again.locator("#deal-1")).to_be_visible()
    assert DealVersion.objects.count() == 1


def test_it_records_once_what_is_tapped_twice(tablet: Page, table: Table) -> None:
    tablet.click("#begin-draw")
    tablet.locator("#save").wait_for()
    tablet.evaluate("for (let tap = 0; tap < 3; tap += 1) document.getElementById('save').click()")
    expect(tablet.locator("#deal-1")).to_be_visible()
    tablet.wait_for_timeout(500)
    assert DealVersion.objects.count() == 1
    assert not HeldSubmission.objects.exists()


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.usefixtures("endless")
def test_it_records_once_what_is_tapped_twice_at_any_pace(
    tablet: Page, table: Table, soak_length: Any
) -> None:
    times = soak_length(5, 200)
    for number in range(1, times + 1):
        tablet.click("#begin-draw")
        tablet.locator("#save").wait_for()
        tablet.evaluate(TWICE, 50 * (number - 1) / times)
        expect(tablet.locator(f"#deal-{number}")).to_be_visible(timeout=30_000)
    assert DealVersion.objects.count() == times
    assert not HeldSubmission.objects.exists()


def test_it_hears_a_tap_while_the_page_is_drawn_anew(tablet: Page, table: Table, play: Any) -> None:
    other = Table.objects.select_related("round__competition").get(round=table.round, number=1)
    tablet.click("#seat-S")
    tablet.click("#from-E")
    tablet.locator("#tile-B9").hover()
    tablet.mouse.down()
    play(other)  # a new revision: the page asks again and would draw itself anew
    with tablet.expect_response("**/api/v1/table"):
        tablet.evaluate("dispatchEvent(new Event('online'))")
    tablet.wait_for_timeout(200)
    tablet.mouse.up()
    expect(tablet.locator("#tab-S")).to_contain_text("3 of 14")


def test_it_says_in_words_that_the_referee_has_the_deal(tablet: Page, table: Table, play: Any) -> None:
    tablet.click("#begin-draw")
    play(table)
    tablet.click("#save")
    expect(tablet.locator("#notices")).to_contain_text("Deal 1 waits for the referee")
    expect(tablet.locator("#held")).to_contain_text("already recorded")
    expect(tablet.locator("#connection")).to_have_text("Needs referee")
    assert HeldSubmission.objects.get().body["outcome"] == "draw"


def test_it_keeps_the_deal_of_a_tablet_that_was_let_go(
    tablet: Page, table: Table, tam: Tam, olive: Any, live_server: Any
) -> None:
    tablet.click("#begin-draw")
    devices.device_revoke(device=tam.device, actor=olive)
    tablet.click("#save")
    expect(tablet.locator("#notices")).to_contain_text("safe on it")
    code = devices.pairing_code_issue(competition=tam.device.competition, table_number=3, actor=olive)
    tablet.goto(f"{live_server.url}/pair/#code={code.long}")
    expect(tablet.locator("#deal-1")).to_be_visible()
    assert DealVersion.objects.get().device != tam.device


def test_it_counts_like_the_server(tablet: Page, table: Table) -> None:
    win(tablet, "S", "E")
    racks(tablet, "S")
    tablet.route("**/preview", lambda route: route.abort())
    expect(tablet.locator("#save")).not_to_have_attribute("aria-disabled", "true")
    tablet.click("#save")
    expect(tablet.locator("#deal-1")).to_be_visible()
    assert DealVersion.objects.get().content["hands"]["S"]["winning_tile"] == declared.WINNER["winning_tile"]


def test_it_bears_a_transaction_that_the_browser_ended_before_its_work(tablet: Page) -> None:
    """Whatever the page complains of fails the test (`context`)."""
    late = """async () => {
      const { store } = await import("/static/sparrows/table/outbox/store.js");
      const rest = () => new Promise((resolve) => { setTimeout(resolve, 200); });
      await store.change(async () => { await rest(); throw new Error("late"); });
      await rest();
    }"""
    tablet.evaluate(late)
