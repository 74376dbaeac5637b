"""A walk through every state of the table's page, for whoever wants to look at them all."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.conftest import Tam
from tests.table.hands import lay, racks
from tests.table.line import Line
from tournaments.services import devices
from tournaments.views.table.words import BOARD

Look = Callable[[str], None]
LONG = 60_000


def walk(page: Page, line: Line, tam: Tam, olive: User, monkeypatch: Any, look: Look) -> None:
    """Go from a table that is asked who won to a tablet that is let go; `look(name)` is called on the way."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    look("board")
    panel(page, look, "tablet")
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
    monkeypatch.setitem(BOARD, "draw", "Nobody went out")
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    page.locator("#update").wait_for()
    look("update")
