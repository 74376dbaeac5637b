"""Forms and a network that fails: nothing is sent into the void, nothing that was typed is lost."""

from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from tests.organiser.conftest import at
from tournaments.models import Arrival, Competition, Opening, Registration
from tournaments.services import arrivals, rounds
from tournaments.views.public import kiosk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIGN = """() => {
  const note = () => {
    const sign = document.querySelector(".at-work"), busy = document.querySelector("button[aria-busy]");
    if (sign) sessionStorage.setItem("sign", `${sign.textContent} ${busy?.getAttribute("aria-busy")}`);
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
SENTENCE = "The server does not answer. Nothing was sent; what is written stays here."


@pytest.fixture
def published(tournament: Competition, olive: User) -> Competition:
    """The tournament with a published round."""
    (drawn,) = rounds.round_draw(competition=tournament, rounds=1, actor=olive)
    rounds.round_publish(round=drawn, actor=olive)
    return tournament


@pytest.fixture
def open_event(tournament: Competition) -> Competition:
    """The tournament, published and open to registrations."""
    Competition.objects.filter(pk=tournament.pk).update(published=True)
    now, day = timezone.now(), timedelta(days=1)
    Opening.objects.create(
        competition=tournament, capacity=40, opens_at=now - day, closes_at=now + day, consent="Agreed."
    )
    return tournament


def test_a_form_waits_for_the_network_and_is_sent_once(staff_page: Page, published: Competition) -> None:
    staff_page.goto(at("take-back", published, round=1))
    staff_page.get_by_label("Reason").fill("Two are a couple.")
    again = staff_page.get_by_role("button", name="Make it a draft again")
    staff_page.context.set_offline(True)
    again.click()
    expect(staff_page.locator("[data-not-sent]")).to_have_text(SENTENCE)
    expect(staff_page.get_by_label("Reason")).to_have_value("Two are a couple.")
    assert published.rounds.get().state == "published"
    staff_page.context.set_offline(False)
    sent: list[str] = []
    staff_page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    again.dblclick()
    expect(staff_page.locator(".message-success")).to_contain_text("It is a draft again")
    assert len(sent) == 1


def test_it_says_that_an_answer_takes_its_time(staff_page: Page, published: Competition) -> None:
    staff_page.goto(at("take-back", published, round=1))
    staff_page.get_by_label("Reason").fill("Two are a couple.")
    kept: list[Route] = []
    staff_page.route("**/take-back", lambda route: kept.append(route))
    staff_page.evaluate(SIGN)  # nobody can look at a page that is going
    # The click itself would wait for the answer that is being held.
    staff_page.get_by_role("button", name="Make it a draft again").click(no_wait_after=True)
    while not kept:
        staff_page.wait_for_timeout(50)
    staff_page.wait_for_timeout(1500)
    kept.pop().continue_()
    expect(staff_page.locator(".message-success")).to_contain_text("It is a draft again")
    assert staff_page.evaluate("sessionStorage.getItem('sign')") == "Working on it… true"


def test_a_question_is_answered_before_the_network_is_asked(
    staff_page: Page, published: Competition
) -> None:
    staff_page.goto(at("round", published, round=1))
    staff_page.context.set_offline(True)
    staff_page.get_by_role("button", name="Start round 1").click()
    staff_page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(staff_page.locator("[data-not-sent]")).to_have_text(SENTENCE)
    staff_page.context.set_offline(False)
    staff_page.get_by_role("button", name="Start round 1").click()
    staff_page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(staff_page.locator("h1")).to_contain_text("Board")


def fill_in(page: Page, family: str) -> None:
    page.get_by_label("Family name").fill(family)
    page.get_by_label("E-mail").fill("ros@example.org")
    page.get_by_label("Agreed.").check()


def test_a_registration_is_not_lost_and_leads_to_its_own_page(
    staff_page: Page, open_event: Competition
) -> None:
    page, form = staff_page, f"/c/{open_event.slug}/register/"
    page.goto(form)
    fill_in(page, "Orme")
    page.context.set_offline(True)
    page.get_by_role("button", name="Register").click()
    expect(page.locator("[data-not-sent]")).to_have_text(SENTENCE)
    page.context.set_offline(False)
    page.goto(f"/c/{open_event.slug}/")
    page.go_back()
    expect(page.get_by_label("Family name")).to_have_value("Orme")
    expect(page.get_by_label("Agreed.")).to_be_checked()
    expect(page.locator("[data-registered-here]")).to_be_hidden()
    page.get_by_role("button", name="Register").dblclick()
    expect(page.locator("h1")).to_have_text("Your registration")
    page.wait_for_load_state()  # what it notes is noted by its script, after the heading is there
    own = page.url
    page.go_back()
    expect(page.locator("[data-registered-here]")).to_be_visible()
    page.goto(form)
    expect(page.get_by_label("Family name")).to_have_value("")
    fill_in(page, "Orme")
    page.get_by_role("button", name="Register").click()
    expect(page.locator("form .errors, .message-error").first).to_contain_text("registered already")
    page.get_by_role("link", name="To that registration").click()
    assert page.url == own
    assert Registration.objects.count() == 1


def test_the_kiosk_goes_nowhere_without_network_and_goes_on_by_itself(
    browser: Browser, live_server: Any, tournament: Competition, olive: User
) -> None:
    door = f"/kiosk/{arrivals.kiosk_open(competition=tournament, actor=olive).token}/"
    with closing(browser.new_context(base_url=live_server.url)) as tablet:
        page = tablet.new_page()
        page.goto(door + "?entry=1")
        unanswered = page.get_by_text("There is no network just now.")
        expect(unanswered).to_be_hidden()
        tablet.set_offline(True)
        page.get_by_role("button", name="Yes, I am here").dblclick()
        expect(unanswered).to_be_visible()
        assert not Arrival.objects.exists()
        tablet.set_offline(False)
        expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
        assert Arrival.objects.get().entry.number == 1
        tablet.set_offline(True)
        page.get_by_role("link", name="Done").click()
        expect(page.get_by_text("There is no network just now.")).to_be_visible()
        tablet.set_offline(False)
        page.wait_for_url(live_server.url + door)


def test_the_kiosk_goes_back_to_its_beginning_only_where_the_server_answers(
    browser: Browser, live_server: Any, tournament: Competition, olive: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kiosk, "SECONDS", 1)
    door = f"/kiosk/{arrivals.kiosk_open(competition=tournament, actor=olive).token}/"
    with closing(browser.new_context(base_url=live_server.url)) as tablet:
        page = tablet.new_page()
        page.route("**/healthz", lambda route: route.abort())
        page.goto(door + "?entry=1")
        expect(page.get_by_text("There is no network just now.")).to_be_visible()
        assert page.url.endswith("?entry=1")
        page.unroute("**/healthz")
        page.wait_for_url(live_server.url + door)
