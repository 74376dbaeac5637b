"""Every state of the table's page fits the tablet; PICTURES=folder keeps a picture of each."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests import declared
from tests.conftest import Tam
from tests.table.axe import Axe
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


# Large type and the buttons on the left, and back, without loading the page anew.
TURN = """(large) => {
  document.documentElement.toggleAttribute("data-large", large);
  document.documentElement.dataset.handed = large ? "left" : "right";
}"""


class Looking:
    """Look at a tablet's page, state after state, in both sizes, plain and with large type, light and dark.

    It fits, and a picture is kept where PICTURES says. The page is as it was when it is walked on.
    """

    def __init__(self, page: Page, *, large: bool = False) -> None:
        self.page, self.ways = page, (False, True) if large else (False,)
        self.axe = Axe(page)
        self.seen, self.faults = list[str](), list[tuple[str, ...]]()

    def __call__(self, name: str) -> None:
        walked = self.page.viewport_size
        assert walked
        self.seen.append(name)
        for size in sorted(SIZES, key=lambda size: size == walked):
            self.page.set_viewport_size(size)
            for large in self.ways:
                self.page.evaluate(TURN, large)
                self.faults += self.look(name, "large-" if large else "")
            self.page.evaluate(TURN, False)
        self.faults += [(name, *fault) for fault in self.axe.forced_faults()]

    def look(self, name: str, kind: str) -> Iterator[tuple[str, ...]]:
        """List what is wrong with one way to show a state."""
        wide, screen = self.page.evaluate(WIDTHS)
        if FOLDER:
            self.page.screenshot(path=FOLDER / f"{kind}{screen}-{len(self.seen):02}-{name}.png")
        seen = f"{kind}{name} at {screen}"
        if wide != screen:
            yield seen, f"{wide} wide"
        yield from ((seen, small) for small in self.page.evaluate(SMALL))
        yield from ((seen, *fault) for fault in self.axe.faults())


@pytest.fixture
def page(context: BrowserContext, line: Line, tam: Tam, table: Table, play: Any) -> Page:
    """Tam's tablet on a line that can be cut, with one deal recorded."""
    play(table)
    return open_table(context, line.port, tam)


@pytest.fixture
def phone(page: Page) -> Page:
    """The same, as small as a phone."""
    page.set_viewport_size(SIZES[1])
    return page


@pytest.mark.kept_page
def test_it_fits_the_tablet_in_every_state(
    phone: Page, line: Line, tam: Tam, olive: User, monkeypatch: Any
) -> None:
    look = Looking(phone)
    walk(phone, line, tam, olive, monkeypatch, look)
    assert (len(look.seen), look.faults) == (17, [])


def test_it_fits_the_tablet_while_players_confirm(phone: Page, line: Line, table: Table, olive: User) -> None:
    look = Looking(phone)
    confirm(phone, line, table, olive, look)
    assert (len(look.seen), look.faults) == (11, [])


def test_it_fits_the_tablet_while_the_table_corrects(page: Page, table: Table, play: Any, rafe: User) -> None:
    play(table, declared.won("W", "N"))
    page.reload()
    look = Looking(page)
    correct(page, table, rafe, look)
    assert (len(look.seen), look.faults) == (4, [])


def test_it_fits_the_tablet_in_every_way_to_enter(page: Page, table: Table, first_round: Round) -> None:
    look = Looking(page, large=True)
    enter(page, table, first_round, look)
    assert (len(look.seen), look.faults) == (18, [])
