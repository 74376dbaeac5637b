"""Every state of the table's page fits the tablet; PICTURES=folder keeps a picture of each."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests import declared
from tests.conftest import Tam
from tests.table import axe
from tests.table.conftest import open_table
from tests.table.line import Line
from tests.table.states import confirm, correct, enter, walk
from tournaments.models import Round, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

FOLDER = Path(os.environ["PICTURES"]) if os.environ.get("PICTURES") else None
SIZES = [ViewportSize(width=1024, height=768), ViewportSize(width=390, height=844)]
WIDTHS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
SMALL = """() => [...document.querySelectorAll("button, summary, a.btn")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
  .map((one) => `${one.id || one.textContent}: ${one.getBoundingClientRect().height}`)"""


class Looking:
    """Look at a tablet's page, state after state: it fits, and a picture is kept where PICTURES says."""

    def __init__(self, page: Page, kind: str = "") -> None:
        self.page, self.kind = page, kind
        self.seen, self.faults = list[str](), list[tuple[str, ...]]()

    def __call__(self, name: str) -> None:
        self.seen.append(name)
        wide, screen = self.page.evaluate(WIDTHS)
        if FOLDER:
            self.page.screenshot(path=FOLDER / f"{self.kind}{screen}-{len(self.seen):02}-{name}.png")
        if wide != screen:
            self.faults.append((name, f"{wide} wide on {screen}"))
        self.faults += [(name, small) for small in self.page.evaluate(SMALL)]
        self.faults += [(name, *fault) for fault in axe.faults(self.page)]


LARGE = "localStorage.setItem('sparrows-tablet', JSON.stringify({large: true, handed: 'left'}))"


@pytest.fixture(params=["0", LARGE], ids=["plain", "large"])
def way(request: Any) -> str:
    """Leave the page as it is, or choose large type and the buttons on the left."""
    return request.param


@pytest.fixture(params=SIZES, ids=lambda size: str(size["width"]))
def page(request: Any, context: BrowserContext, line: Line, tam: Tam, table: Table, play: Any) -> Page:
    """Tam's tablet on a line that can be cut, with one deal recorded, at a tablet's size and at a phone's."""
    play(table)
    opened = open_table(context, line.port, tam)
    opened.set_viewport_size(request.param)
    return opened


def test_it_fits_the_tablet_in_every_state(
    page: Page, line: Line, tam: Tam, olive: User, monkeypatch: Any
) -> None:
    look = Looking(page)
    walk(page, line, tam, olive, monkeypatch, look)
    assert (len(look.seen), look.faults) == (17, [])


def test_it_fits_the_tablet_while_players_confirm(page: Page, line: Line, table: Table, olive: User) -> None:
    look = Looking(page)
    confirm(page, line, table, olive, look)
    assert (len(look.seen), look.faults) == (11, [])


def test_it_fits_the_tablet_while_the_table_corrects(page: Page, table: Table, play: Any, rafe: User) -> None:
    play(table, declared.won("W", "N"))
    page.reload()
    look = Looking(page)
    correct(page, table, rafe, look)
    assert (len(look.seen), look.faults) == (4, [])


def test_it_fits_the_tablet_in_every_way_to_enter(
    page: Page, table: Table, first_round: Round, way: str
) -> None:
    look = Looking(page, "large-" if way == LARGE else "")
    page.evaluate(way)
    enter(page, table, first_round, look)
    assert (len(look.seen), look.faults) == (16, [])
