"""The notice of rounds that no longer fit, on every page that has it, in three sizes."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from players.models import Club
from tests.conftest import PEOPLE
from tests.organiser.conftest import at
from tests.organiser.test_people_in_the_browser import look
from tests.organiser.test_redrawn import draw, withdraw
from tests.table.axe import Axe
from tournaments.services import competitions, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LATE = [
    {"given": "Wilhelmina", "family": "Featherstonehaugh-Cholmondeley"},
    {"given": "Late", "family": "Comer"},
]


@pytest.mark.timeout(300)
def test_it_can_be_read_on_the_four_pages(staff_page: Page, club: Club, olive: User) -> None:
    made = competitions.competition_create(
        club=club, actor=olive, name="Club Day", date=date(2026, 5, 2), ruleset="bmja-club", deals_per_round=4
    )
    competitions.entries_add(competition=made, people=PEOPLE[:13], actor=olive)
    event = competitions.competition_publish(competition=made, actor=olive)
    draw(event, olive, ["house"], several=6)
    for number in (1, 2):
        rounds.round_publish(round=event.rounds.get(number=number), actor=olive)
    competitions.entries_add(competition=event, people=LATE, actor=olive)
    withdraw(event, olive, 4, 7)
    pages = {"players": {}, "seating": {}, "round": {"round": 3}, "board": {}}
    axe = Axe(staff_page)
    for name, where in pages.items():
        staff_page.goto(at(name, event, **where))
        look(staff_page, axe, f"outdated-{name}")
