"""A table that confirms all deals of a wind round at its end, as it chose at its first deal."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests import declared
from tests.conftest import Tam
from tests.table.conftest import open_table
from tests.table.hands import reload_once_kept
from tests.table.line import Line
from tests.table.test_confirm import HURRIED, hold, read, said
from tournaments.models import Agreement, Competition, Confirmation, DealVersion, Table
from tournaments.services import agreements, competitions, corrections, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = 30_000


@pytest.fixture
def choosing(running: Competition, olive: User) -> Competition:
    """The running tournament, in which all four confirm, when each table likes."""
    return competitions.competition_change(
        competition=running, actor=olive, confirmed_by="all", confirmed_when="choice"
    )


@pytest.fixture
def page(choosing: Competition, context: BrowserContext, line: Line, tam: Tam, table: Table) -> Page:
    """Tam's tablet; it hurries."""
    return open_table(context, line.port, tam, HURRIED)


def played(table: Table, play: Any) -> None:
    """Play the four deals of a wind round: East never wins, so that each is East once."""
    for winner in "SWNE":
        play(table, declared.won(winner, None))


def draw(page: Page) -> None:
    page.click("#begin-draw")
    page.click("#save")


def test_it_asks_the_table_at_its_first_deal_and_then_leaves_it_alone(page: Page, tam: Tam) -> None:
    draw(page)
    page.click("#agree-together")
    expect(page.locator("#begin-draw")).to_be_visible()
    expect(page.locator("#unconfirmed")).to_contain_text("You confirm together after each wind round.")
    draw(page)
    expect(page.locator("#deal-2")).to_be_visible()
    expect(page.locator(".sheet")).to_have_count(0)
    kept = Agreement.objects.get()
    assert (kept.confirms, kept.device) == ("together", tam.device)
    page.click("#confirm-all")  # nobody has to wait for the end of the wind round
    expect(page.locator("#sheet-title")).to_have_text("Deals 1 and 2")


def test_it_asks_for_each_deal_where_the_table_chose_so(page: Page) -> None:
    draw(page)
    page.click("#agree-each")
    expect(page.locator("#sheet-title")).to_have_text("Deal 1")
    read(page)
    hold(page, "E")
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")


def test_it_asks_for_all_deals_of_the_wind_round_at_its_end(page: Page, table: Table, play: Any) -> None:
    agreements.table_agree(table=table, confirms="together")
    played(table, play)
    page.reload()
    expect(page.locator("#sheet-title")).to_have_text("Deals 1, 2, 3, and 4")
    nets = {one.number: one.net for one in DealVersion.objects.current()}
    for seat in "ESWN":
        shown = page.locator(f"#sheet-{seat} .sheet-changes li")
        expect(shown).to_have_count(4)
        for number, net in nets.items():
            amount = f"{net[seat]:+}".replace("-", "\u2212")
            expect(shown.nth(number - 1)).to_contain_text(f"{number} {amount}")
            expect(shown.nth(number - 1).locator(".sheet-number")).to_have_css("border-top-style", "solid")
    read(page)
    page.click("#dispute-W")  # who sits opposite reads it in his direction
    expect(page.locator("[data-facing]")).to_have_css("transform", "matrix(-1, 0, 0, -1, 0, 0)")
    page.click("#dispute-none")
    for seat in "ESW":
        hold(page, seat)
        expect(page.locator(f"#sheet-{seat}")).to_contain_text("Confirmed")
    page.click("#dispute-N")
    page.click("#dispute-N-3")
    expect(page.locator("#sheet-N")).to_contain_text("Disputed: 3")
    hold(page, "N")  # the others are right
    expect(page.locator("#notices")).to_contain_text("Deals 1, 2, and 4 are confirmed.")
    words = Confirmation.objects.values_list("version__number", "seat", "answer")
    right = [(number, seat, "confirm") for number in nets for seat in "ESWN" if (number, seat) != (3, "N")]
    assert sorted(words) == sorted([*right, (3, "N", "dispute")])
    assert all(one.sha256 == one.version.sha256 for one in Confirmation.objects.all())


def test_it_asks_when_the_round_is_closed(page: Page, table: Table, play: Any, olive: User) -> None:
    agreements.table_agree(table=table, confirms="together")
    play(table)
    play(table, declared.draw())
    page.reload()
    expect(page.locator("#unconfirmed")).to_contain_text("Deal 2")
    expect(page.locator(".sheet")).to_have_count(0)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    page.reload()
    expect(page.locator("#sheet-title")).to_have_text("Deals 1 and 2")
    read(page)
    hold(page, "E")
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")
    assert said() == [("E", "confirm")] * 2
    page.click("#leave-sheet")
    reload_once_kept(page)
    expect(page.locator(".felt-middle")).to_contain_text("This round is closed.")


def test_it_notes_no_word_on_a_pile_that_changed_meanwhile(page: Page, table: Table, play: Any) -> None:
    agreements.table_agree(table=table, confirms="together")
    played(table, play)
    page.reload()
    read(page)
    corrections.deal_correct(
        table=table, number=4, content=declared.won("E", "S"), mode="replay", reason="From South.", actor=None
    )
    hold(page, "E")
    expect(page.locator(".sheet [role=alert]")).to_contain_text("Somebody else changed deal 4")
    assert said() == []
    current = DealVersion.objects.current().get(number=4).sha256
    page.locator(f".sheet[data-of*='{current}']").wait_for()
    read(page)  # what is there now is read anew
    hold(page, "E")
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")


def test_it_keeps_the_choice_without_network(page: Page, line: Line) -> None:
    line.cut()
    draw(page)
    page.click("#agree-together")
    expect(page.locator("#begin-draw")).to_be_visible()
    draw(page)
    expect(page.locator("#connection")).to_contain_text("(2)")
    expect(page.locator(".sheet")).to_have_count(0)
    assert not Agreement.objects.exists()
    with page.expect_response("**/api/v1/table/agreement", timeout=LONG):
        line.mend()
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=LONG)
    expect(page.locator("#unconfirmed")).to_contain_text("Deal 2")
    assert Agreement.objects.get().confirms == "together"


def test_it_is_told_that_another_tablet_chose_first(page: Page, table: Table, line: Line) -> None:
    draw(page)
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=LONG)
    page.locator("#agree-together").wait_for()
    line.cut()  # or it is told of the choice before anybody can tap
    page.click("#agree-together")
    agreements.table_agree(table=table, confirms="each")
    line.mend()
    told = "This table has chosen before: its players confirm after each deal."
    expect(page.locator("#notices")).to_contain_text(told, timeout=LONG)
    expect(page.locator("#sheet-title")).to_have_text("Deal 1")
    assert Agreement.objects.get().confirms == "each"


def test_what_it_is_told_meanwhile_stands_when_the_server_answers_again(page: Page, table: Table) -> None:
    page.route("**/api/v1/table", lambda route: route.abort())
    draw(page)
    expect(page.locator("#notices")).to_contain_text("Deal 1 is recorded.", timeout=LONG)
    agreements.table_agree(table=table, confirms="each")
    page.click("#agree-together")
    told = "This table has chosen before: its players confirm after each deal."
    expect(page.locator("#notices")).to_contain_text(told, timeout=LONG)
    page.unroute("**/api/v1/table")
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=LONG)
    expect(page.locator("#notices")).to_contain_text(told)


def test_it_sends_a_choice_again_that_was_not_heard(page: Page, table: Table) -> None:
    draw(page)
    page.locator("#agree-each").wait_for()
    lost = iter([True])
    lose = lambda one: one.abort() if next(lost, False) else one.continue_()  # noqa: E731
    page.context.route("**/table/agreement", lose)
    page.click("#agree-each")
    expect(page.locator("#sheet-title")).to_have_text("Deal 1")
    with page.expect_response(lambda one: one.url.endswith("/table/agreement") and one.ok, timeout=LONG):
        pass
    assert Agreement.objects.get(table=table).confirms == "each"


def test_it_opens_the_sheet_at_its_top(page: Page, table: Table, play: Any) -> None:
    agreements.table_agree(table=table, confirms="together")
    played(table, play)
    page.reload()
    page.locator("#leave-sheet").click()
    expect(page.locator("#confirm-all")).to_be_in_viewport(ratio=1)
    page.locator("#confirm-1").scroll_into_view_if_needed()
    assert page.evaluate("document.getElementById('table-app').scrollTop") > 0
    page.click("#confirm-1")
    expect(page.locator("#sheet-title")).to_be_in_viewport()
    assert page.evaluate("document.getElementById('table-app').scrollTop") == 0


# ------------------------------------------------------------------ what is asked, and when
ASKED = """(m.sheetOf(
    { confirmed_by: "all", next: v.next, deals: v.deals, agreement: { confirms: "together" } },
    v.deals.filter((one) => one.open).map((one) => ({ ...one, id: `${one.deal}` })).concat(v.more ?? []),
    { sheet: null, left: v.left ?? [], over: v.over })?.id ?? "")"""
EAST_THEN_SOUTH = [{"deal": deal, "round_wind": wind, "open": True} for deal, wind in enumerate("EESS", 1)]


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ({"next": {"round_wind": "S"}}, "1 2"),
        ({"next": {"round_wind": "W"}}, "1 2 3 4"),
        ({"next": {"round_wind": "S"}, "over": True}, "1 2 3 4"),
        ({"next": None}, "1 2 3 4"),
        ({"next": {"round_wind": "S"}, "left": ["1"]}, "1 2"),
        ({"next": {"round_wind": "S"}, "left": ["1", "2"]}, ""),
        ({"next": {"round_wind": "W"}, "more": [{"id": "x", "deal": 5, "waits": True}]}, ""),
    ],
)
def test_it_asks_for_what_belongs_to_a_wind_round_that_is_over(run: Any, told: Any, asked: str) -> None:
    assert run("deal/sheets", ASKED, {"deals": EAST_THEN_SOUTH, "over": False, **told}) == asked
