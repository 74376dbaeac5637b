"""Playing on while the line is cut: deals are saved on the tablet, sent in order, and counted once."""

import os
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests import declared
from tests.conftest import Tam
from tests.live.conftest import until
from tests.table.conftest import open_table
from tests.table.fingers import tap
from tests.table.hands import discard, draw, lay, once_kept, racks, reload_once_kept, two_chows, win
from tests.table.line import Line
from tournaments.models import DealVersion, HeldSubmission, Round, Table
from tournaments.services import deals, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tablet(context: BrowserContext, line: Line, tam: Tam) -> Page:
    """Tam's tablet with its table open, on a line that can be cut."""
    return open_table(context, line.port, tam)


def won(page: Page, winner: str, giver: str) -> None:
    """Enter and save a mah-jong."""
    win(page, winner, giver)
    racks(page, winner)
    page.click("#save")


def recorded() -> list[tuple[int, str, str]]:
    return list(DealVersion.objects.order_by("pk").values_list("number", "east", "kind"))


def test_it_sends_three_deals_in_order_when_the_line_is_back(tablet: Page, line: Line, table: Table) -> None:
    page = tablet
    line.cut()
    won(page, "S", "E")
    expect(page.locator("#seat-S .wind-name")).to_have_text("East")
    draw(page)
    won(page, "E", "S")
    expect(page.locator("#connection")).to_have_text("Saved on tablet – will send (3)")
    expect(page.locator("#unsent li")).to_have_count(3)
    expect(page.locator(".felt-middle h1")).to_contain_text("Deal 4")
    expect(page.locator("#seat-W .wind-name")).to_have_text("East")
    assert not DealVersion.objects.exists()
    line.mend()
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=60_000)
    expect(page.locator("#unsent")).to_have_count(0)
    assert recorded() == [(1, "E", "play"), (2, "S", "play"), (3, "S", "play")]
    assert not HeldSubmission.objects.exists()
    expect(page.locator(".felt-middle h1")).to_contain_text("Deal 4")
    expect(page.locator("#seat-W .wind-name")).to_have_text("East")


def test_it_keeps_what_two_tabs_enter_and_sends_it_once(
    tablet: Page, context: BrowserContext, line: Line, table: Table, tam: Tam
) -> None:
    first, second = tablet, open_table(context, line.port, tam)
    line.cut()
    draw(first)
    expect(second.locator("#connection")).to_have_text("Saved on tablet – will send (1)")
    expect(second.locator(".felt-middle h1")).to_contain_text("Deal 2")
    draw(second)
    expect(first.locator("#unsent li")).to_have_count(2)
    line.mend()
    for page in (first, second):
        expect(page.locator("#connection")).to_have_text("Saved on server", timeout=60_000)
        expect(page.locator("#deal-2")).to_be_visible()
    assert [number for number, *_ in recorded()] == [1, 2]
    assert not HeldSubmission.objects.exists()


def test_it_types_one_entry_in_two_tabs_and_saves_it_once(
    tablet: Page, context: BrowserContext, line: Line, table: Table, tam: Tam
) -> None:
    first, second = tablet, open_table(context, line.port, tam)
    first.click("#seat-S")
    second.click("#seat-S")
    second.click("#from-E")
    lay(second, "pung", "B9")
    expect(first.locator("#tab-S")).to_contain_text("3 of 14")
    discard(first)
    expect(second.locator("#begin-draw")).to_be_visible()
    draw(second)
    expect(first.locator("#deal-1")).to_be_visible()
    assert DealVersion.objects.count() == 1


@pytest.mark.kept_page
def test_it_survives_a_reload_in_the_middle_of_sending(tablet: Page, line: Line, table: Table) -> None:
    page = tablet
    line.delay = 0.4  # the server has it long before the answer arrives
    draw(page)
    for _ in range(3):
        page.wait_for_timeout(300)
        reload_once_kept(page)
    line.delay = 0
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=60_000)
    expect(page.locator("#deal-1")).to_be_visible()
    assert DealVersion.objects.count() == 1
    assert not HeldSubmission.objects.exists()


def test_it_goes_back_and_forward_without_losing_anything(tablet: Page, line: Line, table: Table) -> None:
    page = tablet
    page.click("#seat-S")
    page.click("#from-E")
    lay(page, "pung", "B9")
    once_kept(page)
    page.goto(f"http://localhost:{line.port}/pair/")
    page.go_back()
    expect(page.locator("#tab-S")).to_contain_text("3 of 14")


def test_it_keeps_a_refused_deal_until_it_is_put_right(tablet: Page, line: Line, table: Table) -> None:
    page = tablet
    line.cut()
    two_chows(page, "S")
    racks(page, "S")
    page.click("#save")
    draw(page)  # the table plays on
    page.click("#seat-E")
    page.click("#from-self")
    line.mend()
    expect(page.locator("#notices")).to_contain_text("Deal 1 could not be recorded", timeout=60_000)
    expect(page.locator(".entry h1")).to_contain_text("Deal 3")  # nobody's entry is taken away
    early = until(lambda: HeldSubmission.objects.first())
    assert (early.deal, early.code) == (2, "deal_out_of_order")
    page.reload()
    expect(page.locator(".entry h1")).to_contain_text("Deal 3")
    discard(page)
    expect(page.locator(".entry h1")).to_contain_text("Deal 1")
    expect(page.locator("#hand-panel .errors")).to_have_text("A mah-jong may hold at most 1 chow.")
    put_right(page)
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=60_000)
    assert [number for number, *_ in recorded()] == [1, 2]
    assert early.key in DealVersion.objects.values_list("key", flat=True)
    expect(page.locator(".felt-middle h1")).to_contain_text("Deal 3")


def put_right(page: Page) -> None:
    """Take the bamboo chow out of the refused hand and lay a pung instead."""
    tap(page, ".card-tile", ".card-tile", ".card-tile")
    lay(page, "pung", "DR")
    page.click("#winning-D9")
    page.click("#save")


def test_it_holds_what_no_longer_fits_and_lets_the_table_play_on(
    tablet: Page, line: Line, table: Table, play: Any
) -> None:
    page = tablet
    line.cut()
    draw(page)
    play(table, declared.won())  # an organiser entered the deal at the desk
    draw(page)
    line.mend()
    expect(page.locator("#connection")).to_have_text("Needs referee", timeout=60_000)
    codes = HeldSubmission.objects.order_by("pk").values_list("code", flat=True)
    assert list(codes) == ["deal_already_recorded", "context_changed"]
    expect(page.locator(".felt-middle h1")).to_contain_text("Deal 3")
    draw(page)
    expect(page.locator("#held li")).to_have_count(3)
    assert DealVersion.objects.count() == 1


def test_it_asks_for_no_deal_again_whose_receipt_is_all_that_came(tablet: Page, table: Table) -> None:
    page = tablet
    page.route("**/api/v1/table", lambda route: route.abort())
    won(page, "S", "E")
    expect(page.locator("#notices")).to_contain_text("Deal 1 is recorded.")
    expect(page.locator(".felt-middle h1")).to_contain_text("Deal 2")
    expect(page.locator("#seat-S .wind-name")).to_have_text("East")
    expect(page.locator("#seat-S .seat-score")).to_have_text("+160")
    page.reload()
    expect(page.locator(".felt-middle h1")).to_contain_text("Deal 2")
    draw(page)
    page.unroute("**/api/v1/table")
    expect(page.locator("#deal-2")).to_be_visible(timeout=60_000)
    assert [number for number, *_ in recorded()] == [1, 2]
    assert not HeldSubmission.objects.exists()


def test_it_keeps_the_totals_of_a_table_and_asks_for_nothing_more(
    tablet: Page, line: Line, table: Table, running: Any
) -> None:
    running.entry_level = "totals"
    running.save()
    tablet.reload()
    tablet.locator("#begin-totals").wait_for()
    line.cut()
    tablet.click("#begin-totals")
    for seat, keys in {"E": "20", "S": "50", "W": "30"}.items():
        tablet.click(f"#tab-{seat}")
        for key in keys:
            tablet.click(f"#pad-{key}")
    tablet.click("#tab-N")
    tablet.click("#rest")
    tablet.click("#save")
    expect(tablet.locator("#unsent")).to_contain_text("The totals of this table are entered.")
    expect(tablet.locator("#seat-N .seat-score")).to_have_text("−100")
    expect(tablet.locator("#begin-totals")).to_have_count(0)
    line.mend()
    expect(tablet.locator("#deal-1")).to_be_visible(timeout=60_000)
    assert recorded() == [(1, "E", "play")]


def test_it_says_why_the_server_wants_it_to_wait(
    tablet: Page, first_round: Round, olive: User, rafe: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "MOST_WAITING", 0)
    monkeypatch.setattr(deals, "LATER", 1)
    rounds.round_close(round=first_round, actor=olive, anyway=True)
    draw(tablet)
    expect(tablet.locator("#notices")).to_contain_text("The referee has many deals of this table already.")
    expect(tablet.locator("#connection")).to_have_text("Saved on tablet – will send (1)")
    if folder := os.environ.get("PICTURES"):
        tablet.screenshot(path=f"{folder}/why.png")
    assert not HeldSubmission.objects.exists()
    monkeypatch.undo()
    expect(tablet.locator("#connection")).to_have_text("Needs referee", timeout=60_000)
    assert HeldSubmission.objects.count() == 1
    expect(tablet.locator("#notices")).not_to_contain_text("many deals")
