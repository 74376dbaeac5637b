"""Another sitting of a meeting in a browser: the buttons on its pages, at a phone's and a desk's width."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.organiser.conftest import at
from tests.organiser.test_every_page_in_the_browser import faults
from tests.table.axe import Axe
from tournaments.models import Competition, Entry
from tournaments.services import rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]


def test_a_secretary_draws_another_sitting(staff_page: Page, season: Competition, olive: User) -> None:
    four = list(Entry.objects.filter(competition=season).order_by("number")[:8])
    one = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
    rounds.check_in(round=one, entries=four, actor=olive)
    rounds.round_publish(round=rounds.meeting_draw(round=one, actor=olive), actor=olive)
    rounds.round_close(round=rounds.round_start(round=one, actor=olive), actor=olive, anyway=True)
    axe, found = Axe(staff_page), []
    for name in ("seating", "board", "round"):
        staff_page.goto(at(name, season, **({"round": 1} if name == "round" else {})))
        found += faults(staff_page, axe, f"sitting-{name}")
    staff_page.get_by_role("button", name="Draw another sitting").click()
    expect(staff_page.get_by_role("heading", level=1)).to_have_text("Who is here?")
    expect(staff_page.get_by_role("checkbox", checked=True)).to_have_count(8)
    staff_page.reload()  # without what was said once
    found += faults(staff_page, axe, "sitting-here")
    staff_page.get_by_role("button", name="Make up the tables").click()
    expect(staff_page.get_by_role("heading", level=1)).to_contain_text("Meeting 1, sitting 2")
    staff_page.reload()
    found += faults(staff_page, axe, "sitting-made-up")
    staff_page.get_by_role("button", name="Publish the seating").click()
    staff_page.goto(f"/c/{season.slug}/seating/")
    found += faults(staff_page, axe, "sitting-public")
    staff_page.goto(at("seating", season))
    assert found + faults(staff_page, axe, "sitting-list") == []
