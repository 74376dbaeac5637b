"""Every state of the table's page fits the tablet, and axe-core finds nothing; PICTURES=folder keeps all.

Nothing lies below the fold: what is tapped next is on the screen, whatever the page has to say. `make test`
looks at two sizes, `make soak` at all of them, with every notice at once too.
"""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page

from tests import declared
from tests.conftest import Tam
from tests.table import states
from tests.table.conftest import open_table
from tests.table.line import Line
from tests.table.looking import SHORT, WHOLE, Form, Looking
from tournaments.models import Round, Table

FORMS = [
    pytest.param(SHORT, id="short", marks=pytest.mark.timeout(300)),
    pytest.param(WHOLE, id="whole", marks=[pytest.mark.in_turn, pytest.mark.timeout(1800)]),
]
UPRIGHT = (800, 1280)  # where what a deal comes to lies under the tiles
pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("form", FORMS),
]


@pytest.fixture
def page(context: BrowserContext, line: Line, tam: Tam, table: Table, play: Any) -> Page:
    """Tam's tablet on a line that can be cut, with one deal recorded."""
    play(table)
    return open_table(context, line.port, tam)


@pytest.fixture
def phone(page: Page) -> Page:
    """The same, as small as a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.mark.kept_page
def test_it_fits_the_tablet_in_every_state(
    phone: Page, line: Line, tam: Tam, olive: User, monkeypatch: Any, form: Form
) -> None:
    look = Looking(phone, form)
    states.walk(phone, line, tam, olive, monkeypatch, look)
    assert (len(look.seen), look.faults) == (18, [])


def test_it_fits_the_tablet_while_players_confirm(
    phone: Page, line: Line, table: Table, olive: User, form: Form
) -> None:
    look = Looking(phone, form)
    states.confirm(phone, line, table, olive, look)
    assert (len(look.seen), look.faults) == (11, [])


def test_it_fits_the_tablet_while_players_confirm_together(
    phone: Page, table: Table, olive: User, play: Any, form: Form
) -> None:
    look = Looking(phone, form)
    states.confirm_together(phone, table, olive, play, look)
    assert (len(look.seen), look.faults) == (7, [])


def test_it_fits_the_tablet_while_the_table_corrects(
    page: Page, table: Table, play: Any, rafe: User, form: Form
) -> None:
    play(table, declared.won("W", "N"))
    page.reload()
    look = Looking(page, replace(form, sizes=(*{*form.sizes, UPRIGHT},)))
    states.correct(page, table, rafe, look)
    assert (len(look.seen), look.faults) == (7, [])


def test_it_fits_the_tablet_in_every_way_to_enter(
    page: Page, table: Table, first_round: Round, form: Form
) -> None:
    look = Looking(page, form)
    states.enter(page, table, first_round, look)
    assert (len(look.seen), look.faults) == (19, [])


def test_it_fits_the_tablet_under_other_rules(page: Page, under: Any, form: Form) -> None:
    look = Looking(page, form)
    states.enter_otherwise(page, under("bmja-club"), look)
    assert (len(look.seen), look.faults) == (9, [])
