"""Staff pages as a browser shows them: what scripts count and fetch, where buttons and tabs stand."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.organiser.conftest import at
from tournaments.models import Competition, Export
from tournaments.services import competitions, outbox, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = ViewportSize(width=390, height=844)
SHEET = ViewportSize(width=688, height=970)  # A4 within its margins
CUT_OFF = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"


def test_it_counts_on_the_button_who_is_not_left_out(staff_page: Page, tournament: Competition) -> None:
    staff_page.goto(at("players-import", tournament))
    staff_page.get_by_label("Paste names here").fill("New Face\nPat Ashby\nNewer Face\n")
    staff_page.get_by_role("button", name="Show what is in it").click()
    count = staff_page.locator("[data-count]")
    expect(count).to_have_text("2")
    new, entered = (staff_page.get_by_label(f"Leave out line {line},") for line in (1, 2))
    expect(entered).to_be_checked()
    entered.uncheck()  # who is entered already is not entered by it
    expect(count).to_have_text("2")
    new.check()
    expect(count).to_have_text("1")
    new.uncheck()
    expect(count).to_have_text("2")
    new.check()
    see_the_remarks_on_a_phone(staff_page)
    staff_page.get_by_role("button", name="Enter them (1)").click()
    expect(staff_page.locator(".message-success")).to_contain_text("1 player is entered.")


def see_the_remarks_on_a_phone(page: Page) -> None:
    """They stand below the names there, where nothing has to be scrolled."""
    desk = page.viewport_size or PHONE
    page.set_viewport_size(PHONE)
    expect(page.get_by_role("row").filter(has_text="Ashby")).to_contain_text("Pat Ashby", use_inner_text=True)
    [remark] = [one for one in page.get_by_text("entered already").all() if one.is_visible()]
    box, table = remark.bounding_box(), page.locator(".table-scroll")
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]
    assert table.evaluate("(place) => place.scrollWidth - place.clientWidth") == 0
    page.set_viewport_size(desk)


@pytest.fixture
def to_start(tournament: Competition, olive: Any) -> Competition:
    """The tournament with a published round."""
    (drawn,) = rounds.round_draw(competition=tournament, rounds=1, actor=olive)
    rounds.round_publish(round=drawn, actor=olive)
    return tournament


def left_of(button: Locator) -> float:
    """Say where a button begins on the screen."""
    box = button.bounding_box()
    assert box
    return box["x"]


def test_it_shows_a_draft_with_all_four_seats_on_a_phone(
    staff_page: Page, tournament: Competition, olive: Any
) -> None:
    rounds.round_draw(competition=tournament, rounds=1, actor=olive)
    staff_page.set_viewport_size(PHONE)
    for page, more in (("seating", {}), ("exchange", {"round": 1}), ("round", {"round": 1})):
        staff_page.goto(at(page, tournament, **more))
        seats = staff_page.locator(".table-scroll:has(.seats-table)")
        assert seats.evaluate("(place) => place.scrollWidth - place.clientWidth") == 0
        assert seats.locator("th, td").evaluate_all(CUT_OFF) == []


def test_it_asks_with_the_harmless_answer_first_and_ready_for_the_enter_key(
    staff_page: Page, to_start: Competition
) -> None:
    staff_page.goto(at("overview", to_start))
    staff_page.get_by_role("button", name="Start round 1").click()
    dialog = staff_page.locator("dialog[open]")
    harmless, act = dialog.locator("[value=no]"), dialog.locator("[value=yes]")
    expect(act).to_have_text("Start")
    expect(harmless).to_be_focused()
    assert left_of(harmless) < left_of(act)
    staff_page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert to_start.rounds.get().state == "published"
    staff_page.get_by_role("button", name="Start round 1").click()
    act.click()
    expect(staff_page.locator("h1")).to_contain_text("Board")
    assert to_start.rounds.get().state == "running"


def test_it_shows_a_file_as_soon_as_it_is_written(staff_page: Page, running: Competition, olive: Any) -> None:
    outbox.export_ask(competition=running, format="csv", actor=olive)
    Export.objects.update(revision=None, body=None)
    running.outbox.update(done_at=None)
    staff_page.goto(at("exports", running))
    expect(staff_page.locator("#exports")).to_contain_text("being written")
    outbox.run()
    expect(staff_page.get_by_role("link", name="Download")).to_be_visible()
    expect(staff_page.locator("#exports")).not_to_contain_text("being written")
    # the first look brought it: that is news, too
    expect(staff_page.locator(".visually-hidden[role=status]").last).to_have_text("The file is written")


def test_it_prints_what_is_to_be_read_and_cuts_nothing(
    staff_page: Page, running: Competition, olive: Any
) -> None:
    competitions.competition_publish(competition=running, actor=olive)
    staff_page.emulate_media(media="print", color_scheme="dark")
    staff_page.set_viewport_size(SHEET)
    public = ["", "seating/", "standings/", "changes/", "r1/t1/"]
    for address in [
        *(at(page, running) for page in ("board", "check-in", "seating", "players", "standings", "log")),
        *(f"/c/spring-day/{page}" for page in public),
        "/rules/bmja-tournament/",
    ]:
        staff_page.goto(address)
        for part in ("nav", "button", "input[type=search]", ".btn", ".site-footer"):
            seen = [one.inner_text() for one in staff_page.locator(part).all() if one.is_visible()]
            assert (address, part, seen) == (address, part, [])
        assert staff_page.locator(".table-scroll").evaluate_all(CUT_OFF) == [], address
        paper = "getComputedStyle(document.body).backgroundColor"
        assert staff_page.evaluate(f"() => {paper}") == "rgb(255, 255, 255)", address


def test_back_leads_to_a_refused_form_as_it_was_filled_in(staff_page: Page, tournament: Competition) -> None:
    staff_page.goto(at("players", tournament))
    staff_page.get_by_label("Family name").fill("7")
    staff_page.get_by_role("button", name="Add").click()
    expect(staff_page.locator("main .errors")).to_be_visible()
    staff_page.goto(at("board", tournament))
    staff_page.go_back()
    expect(staff_page.locator("main .errors")).to_be_visible()
    expect(staff_page.get_by_label("Family name")).to_have_value("7")


@pytest.mark.parametrize(
    "address", ["/c/spring-day/", "/c/spring-day/changes/", "/organise/c/spring-day/log/"]
)
def test_it_shows_every_tab_on_a_phone(
    staff_page: Page, running: Competition, olive: Any, address: str
) -> None:
    competitions.competition_publish(competition=running, actor=olive)
    staff_page.set_viewport_size(PHONE)
    staff_page.goto(address)
    tabs = staff_page.locator(".tabs a").all()
    assert len(tabs) >= 4
    for tab in tabs:
        box = tab.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["height"] >= 44
