"""A walk through every state of the table's page, for whoever wants to look at them all."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import declared
from tests.conftest import Tam
from tests.table.hands import choose, discard, lay, racks
from tests.table.line import Line
from tests.table.looking import CALM, TROUBLE
from tournaments.models import Competition, DealVersion, RefereeCall, Round, Table
from tournaments.services import competitions, confirmations, corrections, devices
from tournaments.views.table.words import said

Look = Callable[[str], None]
LONG = 60_000


def walk(page: Page, line: Line, tam: Tam, olive: User, monkeypatch: Any, look: Look) -> None:
    """Go from a table that is asked who won to a tablet that is let go; `look(name)` is called on the way."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    look("board")
    panel(page, look, "tablet")
    every_notice(page, look)
    line.cut()
    without_network(page, look)
    line.mend()
    put_right(page, look)
    new_version(page, monkeypatch, look)
    devices.device_revoke(device=tam.device, actor=olive)
    page.reload()
    expect(page.locator("#connection")).to_have_text("Not paired")
    look("unpaired")


def panel(page: Page, look: Look, name: str) -> None:
    page.click("#tablet-open")
    look(name)
    page.keyboard.press("Escape")


def every_notice(page: Page, look: Look) -> None:
    """Lay all notices there can be over the page."""
    page.evaluate(TROUBLE)
    page.click("#unfold-notices")
    look("all-notices")
    page.evaluate(CALM)


def without_network(page: Page, look: Look) -> None:
    """Enter an impossible deal and a draw, which wait; start anew from what the tablet keeps."""
    page.click("#seat-S")
    look("from-whom")
    page.click("#from-self")
    lay(page, "single", *["B1", "B2", "B3", "C4", "C5", "C6"])
    lay(page, "pung", "B9", "C9")
    look("picker")
    page.click("#tile-D9")
    page.click("#winning-D9")
    racks(page, "S")
    look("entry-without-network")
    page.click("#save")
    expect(page.locator("#connection")).to_contain_text("(1)")
    look("one-unsent")
    page.click("#begin-draw")
    look("draw")
    page.click("#save")
    expect(page.locator("#connection")).to_contain_text("(2)")
    look("two-unsent")
    page.reload()
    expect(page.locator("#unsent li")).to_have_count(2)
    look("cold-start")
    panel(page, look, "tablet-unsent")
    page.click("#tablet-open")
    page.click("#export")
    page.locator("#exported .qr").wait_for()
    look("export")
    page.click("#export-back")
    page.keyboard.press("Escape")


def put_right(page: Page, look: Look) -> None:
    """Look at the refused deal when it comes back, and discard it: the other one waits for the referee."""
    page.locator("#faults").wait_for(timeout=LONG)
    look("refused")
    page.click("#discard")
    look("discard")
    page.click("#discard-dialog [value=yes]")
    expect(page.locator("#connection")).to_have_text("Needs referee", timeout=LONG)
    look("needs-referee")
    page.click("#call-referee")
    look("call-referee")
    page.keyboard.press("Escape")


def new_version(page: Page, monkeypatch: Any, look: Look) -> None:
    monkeypatch.setitem(said("en"), "Draw", "Nobody went out")
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    page.locator("#update").wait_for()
    look("update")


def enter(page: Page, table: Table, round: Round, look: Look) -> None:
    """Go through the ways to enter a deal, what was played, and the end of a round."""
    by_tiles(page, look)
    page.click("#deal-1 > summary")
    page.click("#deal-1-lines-S > summary")
    look("log")
    by_less(page, table, look)
    after_play(page, table, round, look)


def by_tiles(page: Page, look: Look) -> None:
    """Enter a hand tile by tile, with a penalty, and throw it away."""
    page.reload()
    page.click("#seat-S")
    page.click("#from-E")
    look("empty-hand")
    look_up(page, look)
    page.click("#how > summary")
    look("how")
    page.click("#how > summary")
    page.click("#shapes > summary")
    look("shapes")
    page.click("#shapes > summary")
    for kind in ("chow", "kong", "pair"):
        page.click(f"#kind-{kind}")
        look(f"kind-{kind}")
    lay(page, "pung", "B9", "C9", "D9", "WE")
    page.click("#tile-B2")
    look("winning-tile")
    page.click("#winning-WE")
    look("whole-hand")
    page.click("#penalties > summary")
    page.click("#penalty-misnamed_discard")
    look("penalty")
    page.click("#tab-E")
    look("other-hand")
    discard(page)


def look_up(page: Page, look: Look) -> None:
    """Ask what a word means, and who gets a discard; going on takes the help away."""
    page.click("#help-original_call")
    look("help")
    page.click("#rules-open")
    page.select_option("#claim-N", "pung")
    page.click("#meaning-robbed_kong > summary")
    look("rules")
    page.keyboard.press("Escape")


def by_less(page: Page, table: Table, look: Look) -> None:
    """Look at what is asked for where points or totals are entered."""
    level(page, table, "points")
    page.click("#seat-W")
    page.click("#from-self")
    look("points")
    discard(page)
    level(page, table, "totals")
    page.locator("#begin-totals").wait_for()
    look("totals-board")


def after_play(page: Page, table: Table, round: Round, look: Look) -> None:
    """Go from a table whose time is up to a round that does not run, and to another tablet's page."""
    times_up(page, round)
    look("table-over")
    table.round.competition.rounds.update(state="published", started_at=None)
    page.reload()
    expect(page.locator("#table-over")).to_have_count(0)
    look("round-not-running")
    page.goto(page.url.replace("/table/", "/pair/"))
    look("pair")
    page.go_back()
    page.click("#tablet-open")
    look("panel")


def level(page: Page, table: Table, chosen: str) -> None:
    """Let the event want less than tiles."""
    page.locator("#discard").wait_for(state="detached")  # what is being thrown away would come back
    Competition.objects.filter(pk=table.round.competition_id).update(entry_level=chosen)
    page.reload()


def times_up(page: Page, round: Round) -> None:
    """Let the round's hour be over, and with it its last deal."""
    level(page, round.tables.all()[0], "tiles")
    began = timezone.now() - timedelta(hours=2)
    Round.objects.filter(pk=round.pk).update(minutes=60, started_at=began)
    Competition.objects.filter(pk=round.competition_id).update(last_deal="stop")
    page.reload()
    page.locator("#table-over").wait_for()


def confirm(page: Page, line: Line, table: Table, olive: User, look: Look) -> None:
    """Go from a deal that all four are asked about to two that all have confirmed."""
    ask_all_four(page, table, olive, look)
    dispute(page, look)
    change_sheet(page, table, olive, look)
    without_server(page, line, look)
    settle_all(page, table, olive, look)


def ask_all_four(page: Page, table: Table, olive: User, look: Look) -> None:
    """Let East confirm the deal, by two taps."""
    competition = table.round.competition
    competitions.competition_change(competition=competition, actor=olive, confirmed_by="all")
    page.reload()
    page.locator(".sheet").wait_for()
    look("sheet-unread")
    read(page)
    tap_first(page)
    look("sheet-armed")
    expect(page.locator("#accept-E")).to_have_text("Confirm: hold")  # a look outlasts the first tap
    tap_first(page)
    page.wait_for_timeout(350)
    page.click("#accept-E")
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")


def tap_first(page: Page) -> None:
    """Let East tap once: the second of two taps may follow."""
    page.click("#accept-E")
    expect(page.locator("#accept-E")).to_have_text("Tap again")


def dispute(page: Page, look: Look) -> None:
    """Let North dispute it, call the referee about that, and leave the sheet."""
    page.click("#dispute-N")
    expect(page.locator("#sheet-N")).to_contain_text("Disputed")
    look("sheet-disputed")
    page.click("#call-referee")
    expect(page.locator("#referee-reason")).to_have_value("Deal 1 is disputed.")
    for chip, more in (("A penalty", " A penalty"), ("A deal is disputed", "")):
        page.get_by_role("button", name=chip).click()
        expect(page.locator("#referee-reason")).to_have_value(f"Deal 1 is disputed.{more}")
    look("call-about-a-dispute")
    page.click("#referee-dialog [value=yes]")
    page.locator(".felt-call").wait_for()
    look("referee-called")
    page.click("#leave-sheet")
    look("not-confirmed")


def change_sheet(page: Page, table: Table, olive: User, look: Look) -> None:
    """Let the staff correct the deal, which asks all four again."""
    why = "South drew the tile from the wall."
    corrections.deal_correct(
        table=table, number=1, content=declared.won("S", None), mode="replay", reason=why, actor=olive
    )
    page.reload()
    page.locator(".sheet-changed").wait_for()
    look("sheet-changed")
    read(page)


def without_server(page: Page, line: Line, look: Look) -> None:
    """Say a word and enter a deal while the server is not there, until it is again."""
    line.cut()
    page.click("#dispute-S")
    page.locator(".sheet [role=alert]").wait_for()
    look("sheet-no-server")
    page.click("#leave-sheet")
    page.click("#begin-draw")
    page.click("#save")
    expect(page.locator("#sheet-state")).to_contain_text("waits for the server")
    look("sheet-waits")
    line.mend()
    page.locator("#accept-W").wait_for(timeout=LONG)
    page.click("#leave-sheet")
    look("two-not-confirmed")


def settle_all(page: Page, table: Table, olive: User, look: Look) -> None:
    """Let the staff confirm both deals and answer the call."""
    for number in (1, 2):
        settle(table, number, olive)
    devices.referee_answer(call=RefereeCall.objects.get(), actor=olive)
    page.reload()
    expect(page.locator(".felt-middle")).to_contain_text("The referee answered at")
    look("all-confirmed")


def correct(page: Page, table: Table, rafe: User, look: Look) -> None:
    """Go from a recorded deal that is opened again to a correction that came too late."""
    page.click("#deal-1 > summary")
    look("log")
    page.click("#correct-1")
    expect(page.locator("#later")).to_be_visible()
    look("correction")
    choose(page, "who-won", "won-E")
    expect(page.locator("#later li")).to_have_count(1)
    look("correction-with-later-deals")
    page.click("#tab-E")
    look("correction-of-a-hand")
    page.locator("[id^=remove-], .card-tile").first.click()
    look("correction-with-room")
    page.click("#undo")
    page.click("#why-wrong > summary")
    look("correction-why")
    page.click("#reason-wrong_winner")
    why = "North won."
    corrections.deal_correct(
        table=table, number=1, content=declared.won("N", "S"), mode="replay", reason=why, actor=rafe
    )
    page.click("#save")
    page.locator("#ways-on").wait_for()
    look("correction-refused")


def confirm_together(page: Page, table: Table, olive: User, play: Any, look: Look) -> None:
    """Go from the choice that a table has at its first deal to all deals of a wind round on one sheet."""
    chosen = {"confirmed_by": "all", "confirmed_when": "choice"}
    competitions.competition_change(competition=table.round.competition, actor=olive, **chosen)
    page.reload()
    page.locator("#agree-together").wait_for()
    look("choice")
    page.click("#agree-together")
    expect(page.locator("#unconfirmed")).to_contain_text("You confirm together")
    look("confirm-later")
    for winner in "WNE":
        play(table, declared.won(winner, None))
    page.reload()
    page.locator(".sheet-pile").wait_for()
    look("pile-unread")
    read(page)
    look("pile")
    page.click("#accept-E")
    page.wait_for_timeout(350)
    page.click("#accept-E")
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")
    page.click("#dispute-N")
    look("pile-which")
    page.click("#dispute-N-3")
    expect(page.locator("#sheet-N")).to_contain_text("Disputed: 3")
    look("pile-disputed")
    page.click("#leave-sheet")
    look("pile-not-confirmed")


def enter_otherwise(page: Page, table: Table, look: Look) -> None:
    """Enter flowers and concealed kongs, what counts alone, with other faces on the tiles."""
    page.reload()
    page.click("#seat-S")
    page.click("#from-E")
    look("flowers")
    lay(page, "kong", "B9", "DR")
    page.click("#group-0")
    page.click("#tile-F2")
    look("concealed-kong")
    lay(page, "pung", "C9", "WE")
    page.click("#kind-pair")
    page.click("#tile-B2")
    look("full-with-flowers")
    for style in ("large", "contrast"):
        page.click("#tablet-open")
        page.click(f"#tiles-{style}")
        look(f"faces-{style}")
        page.keyboard.press("Escape")
    page.click("#remove-0")
    look("picker-high-contrast")
    discard(page)
    what_counts(page, table, look)


def what_counts(page: Page, table: Table, look: Look) -> None:
    """Enter of a loser what counts, and say that the rest does not."""
    level(page, table, "counting")
    page.click("#seat-S")
    page.click("#from-E")
    page.click("#tab-W")
    look("what-counts")
    lay(page, "pung", "DG")
    look("what-counts-laid")
    page.click("#rest")
    look("rest-counts-nothing")


def read(page: Page) -> None:
    """Look at all four values for long enough; a phone does not show them at once."""
    page.wait_for_timeout(1700)
    page.locator("#sheet-N").scroll_into_view_if_needed()
    page.locator(".sheet-dispute:not([aria-disabled])").first.wait_for()


def settle(table: Table, number: int, actor: User) -> None:
    version = DealVersion.objects.current().get(table=table, number=number)
    seen = confirmations.Seen(table, number, version.sha256)
    confirmations.deals_settle(seen=[seen], reason="The players left.", actor=actor)
