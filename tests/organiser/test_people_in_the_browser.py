"""The pages of accounts and roles in a browser: looked at in three sizes, and the way in from a link."""

import os
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, Route, ViewportSize, expect

from players.models import Club, Player
from tests.conftest import registered_in
from tests.organiser.conftest import at
from tests.table.axe import Axe
from tournaments.models import Competition, Opening, Registration, Right

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = {1024: 768, 390: 844, 1440: 900}


def look(page: Page, axe: Axe, name: str) -> None:
    """No fault for axe, one first heading, no sideways scrolling; `PICTURES` names a folder for pictures."""
    for width, height in SIZES.items():
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, name)
        expect(page.locator("h1")).to_have_count(1)
        assert list(axe.faults()) == [], (width, name)
        if folder := os.environ.get("PICTURES"):
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)


def registrations_in(season: Competition) -> Registration:
    """Open registration in every way, with somebody in every state."""
    Competition.objects.filter(pk=season.pk).update(published=True)
    for state in Registration.State:
        asked = registered_in(season, family=f"Featherstonehaugh-{state}", state=state, club="Sparrows")
    questions = ["What do you not eat?", "Do you need a table near the door?"]
    Opening.objects.update(fee="£15 at the door", approval=True, questions=questions)
    first = season.registrations.order_by("pk")[0]
    answers = [[one, "–"] for one in questions]
    Registration.objects.filter(pk=first.pk).update(paid_at=asked.at, answers=answers)
    return first


@pytest.mark.timeout(300)
def test_it_shows_pages_that_everybody_can_use(
    staff_page: Page, club: Club, running: Competition, season: Competition, rafe: User
) -> None:
    theirs = Right.objects.get(user=rafe)
    for given in ("Katherine", "Katharine"):
        twice = Player.objects.create(given=given, family="Featherstonehaugh", club=club, shown="initial")
    asked = registrations_in(season)
    pages = {
        "registrations": at("registrations", season),
        "registration": at("registration", season, registration=asked.pk),
        "registration-open": at("registration-open", season),
        "register": reverse("public:register", args=[season.slug]),
        "own-registration": reverse("public:own-registration", args=[asked.token]),
        "persons": at("persons", club=club.slug),
        "person": at("person", club=club.slug, person=twice.pk),
        "person-erase": at("person-erase", club=club.slug, person=twice.pk),
        "person-invite": at("person-invite", club=club.slug, person=twice.pk),
        "check-in": at("check-in", running),
        "person-merge": at("person-merge", club=club.slug, person=twice.pk),
        "roles": at("roles"),
        "me": at("me"),
        "people": at("club-people", club=club.slug),
        "people-of-event": at("event-people", running),
        "right": at("club-right", club=club.slug, right=theirs.pk),
        "password-help": at("club-password", club=club.slug, right=theirs.pk),
        "club-second-factor": at("club-second-factor", club=club.slug),
        "owes-second-factor": at("second-factor"),
        **{name: reverse(name) for name in ("mfa_index", "account_change_password", "usersessions_list")},
        **{name: reverse(name) for name in ("account_reauthenticate", "account_reset_password_done")},
    }
    axe = Axe(staff_page)
    for name, address in pages.items():
        staff_page.goto(address)
        look(staff_page, axe, name)


@pytest.mark.timeout(300)
def test_it_leads_somebody_in_by_a_link(staff_page: Page, live_server: Any, club: Club) -> None:
    axe = Axe(staff_page)
    staff_page.goto(at("club-people", club=club.slug))
    staff_page.get_by_label("Role").select_option("scorer")
    staff_page.get_by_role("button", name="Make an invitation").click()
    shown = staff_page.get_by_label("Link", exact=True)
    expect(shown).to_be_visible()  # another page by then
    look(staff_page, axe, "issued")
    link = shown.input_value()
    staff_page.get_by_role("button", name="Copy").click()
    selected = "(at) => at.value.slice(at.selectionStart, at.selectionEnd)"
    assert shown.evaluate(selected) == link  # whether or not this browser lets a page copy
    staff_page.context.clear_cookies()
    staff_page.goto(link)
    look(staff_page, axe, "join")
    staff_page.get_by_label("Your name").fill("Nell Dyer")
    staff_page.get_by_label("E-mail address").fill("nell@example.org")
    staff_page.get_by_label("Password").fill("seven green sparrows")
    sent: list[Route] = []
    staff_page.route(link, lambda route: sent.append(route))
    staff_page.get_by_role("button", name="Make my account").dblclick(delay=150, no_wait_after=True)
    staff_page.wait_for_timeout(500)
    assert len(sent) == 1  # a second answer would say that the invitation was accepted already
    sent.pop().continue_()
    staff_page.unroute(link)
    expect(staff_page.get_by_role("link", name="Nell Dyer")).to_be_visible()
    expect(staff_page.locator(".badge").filter(has_text="scorer")).to_be_visible()
    staff_page.context.clear_cookies()
    staff_page.goto(link)
    expect(staff_page.locator("h1")).to_have_text("This link opens nothing")
    look(staff_page, axe, "join-over")
    for name in ("account_login", "account_reset_password", "account_inactive"):
        staff_page.context.clear_cookies()
        staff_page.goto(reverse(name))
        look(staff_page, axe, name)
