"""Nothing lies below the fold: what is tapped next is on the screen, whatever the page has to say."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page

from tests import declared
from tests.conftest import Tam
from tests.table.conftest import open_table
from tests.table.geometry import Geometry
from tests.table.line import Line
from tests.table.states import confirm, correct, enter, walk
from tournaments.models import Round, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1200)]


@pytest.fixture
def page(context: BrowserContext, line: Line, tam: Tam, table: Table, play: Any) -> Page:
    """Tam's tablet on a line that can be cut, with one deal recorded."""
    play(table)
    return open_table(context, line.port, tam)


def told(look: Geometry) -> list[str]:
    return [f"{where}: {fault}" for where, fault in look.faults]


@pytest.mark.slow
@pytest.mark.kept_page
def test_it_fits_in_every_state(page: Page, line: Line, tam: Tam, olive: User, monkeypatch: Any) -> None:
    look = Geometry(page)
    walk(page, line, tam, olive, monkeypatch, look)
    assert (len(look.seen), told(look)) == (17, [])


@pytest.mark.slow
def test_it_fits_while_players_confirm(page: Page, line: Line, table: Table, olive: User) -> None:
    look = Geometry(page)
    confirm(page, line, table, olive, look)
    assert (len(look.seen), told(look)) == (11, [])


@pytest.mark.slow
def test_it_fits_while_the_table_corrects(page: Page, table: Table, play: Any, rafe: User) -> None:
    play(table, declared.won("W", "N"))
    page.reload()
    look = Geometry(page)
    correct(page, table, rafe, look)
    assert (len(look.seen), told(look)) == (4, [])


@pytest.mark.slow
def test_it_fits_in_every_way_to_enter(page: Page, table: Table, first_round: Round) -> None:
    look = Geometry(page)
    enter(page, table, first_round, look)
    assert (len(look.seen), told(look)) == (18, [])
