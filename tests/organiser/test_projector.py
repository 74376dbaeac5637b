"""The projector of the hall: the director chooses what it turns through; large, live, plain when cut off."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.conftest import Tam, signed_in
from tests.organiser.conftest import at
from tests.organiser.test_people_in_the_browser import look
from tests.table.axe import Axe
from tournaments.models import Action, Competition, Right, Round, Table
from tournaments.powers import Role
from tournaments.services import clock, devices
from tournaments.services.projector import projector_choose

ALL = ["clock", "seating", "standings", "calls"]


@pytest.fixture
def hall(running: Competition, table: Table, tam: Tam, play: Callable[..., Any], olive: User) -> Competition:
    """A timed round of which a deal is played, with a table that calls and one that has more time."""
    began = timezone.now() - timedelta(minutes=30)
    Round.objects.filter(pk=table.round_id).update(minutes=60, started_at=began)
    play(table)
    devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    fourth = Table.objects.get(round=table.round_id, number=4)
    clock.clock_give(table=fourth, seconds=300, seen=0, actor=olive)
    projector_choose(competition=running, parts=ALL, seconds=5, actor=olive)
    return running


def parts(page: Any) -> list[str]:
    return list(dict.fromkeys(str(slide.part) for slide in page.context["slides"]))


def test_a_helper_opens_it_and_it_shows_what_was_chosen(hall: Competition, nell: User) -> None:
    Right.objects.create(user=nell, club=hall.club, competition=hall, role=Role.HELPER)
    helper = signed_in(nell)
    page = helper.get(at("projector", hall))
    text = page.content.decode()
    assert parts(page) == ALL
    assert ("Table 4: until" in text, "A tile is missing" in text) == (True, False)
    assert helper.get(at("projector-choose", hall)).status_code == 404


def test_the_director_chooses_and_the_log_says_so(hall: Competition, olive_client: Client) -> None:
    choose = at("projector-choose", hall)
    for _ in range(2):  # a double click is one choice
        olive_client.post(choose, {"parts": ["calls", "standings"], "seconds": "20"})
    fragment = olive_client.get(at("projector-fragment", hall))
    assert parts(fragment) == ["standings", "calls"]
    assert 'data-seconds="20"' in fragment.content.decode()
    lines = Action.objects.filter(verb="projector_choose").order_by("-pk")
    assert [one.facts["seconds"] for one in lines] == [20, 5]
    assert olive_client.post(choose, {"seconds": "3"}).status_code == 422


def test_it_asks_for_news_cheaply(
    hall: Competition, olive_client: Client, django_assert_max_num_queries: Any
) -> None:
    fragment = at("projector-fragment", hall)
    tag = olive_client.get(fragment)["ETag"]
    with django_assert_max_num_queries(12):
        assert olive_client.get(fragment, headers={"If-None-Match": tag}).status_code == 304


def test_it_parts_long_lists_over_pages(hall: Competition, olive_client: Client) -> None:
    slides = olive_client.get(at("projector", hall)).context["slides"]
    lines = [len(slide.shown) for slide in slides if slide.part == "standings"]
    assert lines == [8, 8]  # sixteen players, ten lines at most
    assert [(one.number, one.pages) for one in slides if one.part == "seating"] == [(1, 1)]


@pytest.mark.browser
@pytest.mark.timeout(240)
@pytest.mark.django_db(transaction=True)
def test_it_turns_rings_and_says_when_it_is_cut_off(staff_page: Page, hall: Competition, olive: User) -> None:
    page, one = staff_page, hall.rounds.get(state="running")
    page.goto(at("projector", hall))
    axe = Axe(page)
    shown = page.locator("[data-slide]:visible")
    expect(page.locator("[data-sound]")).to_have_text("Sound: tap once to allow it")
    page.get_by_role("button", name="Stay here").click()
    expect(page.locator("[data-sound]")).to_have_text("Sound on")
    expect(page.locator("#projector")).to_contain_text("30 min left")
    for number, part in enumerate(("clock", "seating", "standings", "standings", "calls")):
        expect(shown).to_have_attribute("data-part", part)
        expect(shown).to_have_count(1)
        if number != 3:  # the second page of a list is as the first
            look(page, axe, f"projector-{number}")
        page.get_by_role("button", name="Next page").click()
    Round.objects.filter(pk=one.pk).update(started_at=timezone.now() - timedelta(minutes=61))
    projector_choose(competition=hall, parts=["clock", "calls"], seconds=6, actor=olive)  # news
    expect(page.locator("#projector")).to_have_attribute("data-rung", "over")
    expect(shown).to_contain_text("Finish the deal in play: it is the last.")
    page.set_viewport_size({"width": 1440, "height": 900})
    look(page, axe, "projector-over")
    page.get_by_role("button", name="Stay here").click()  # lets it turn
    expect(shown).to_have_attribute("data-part", "calls", timeout=9000)
    sign = page.locator("[data-live-status]")
    expect(sign).to_have_text("Live")
    page.context.set_offline(True)
    expect(sign).to_have_text("No connection: shown as last known")
    expect(shown).to_have_attribute("data-part", "clock", timeout=9000)  # it goes on turning
