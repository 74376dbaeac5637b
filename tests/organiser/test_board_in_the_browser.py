"""The open board: a call reaches it within two seconds, on top, counted in the title, with a sound."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Request, expect

from tests import declared
from tests.conftest import Tam
from tests.organiser.conftest import at
from tests.organiser.test_people_in_the_browser import look
from tests.table.axe import Axe
from tournaments.models import Competition, Table
from tournaments.services import competitions, confirmations, devices

pytestmark = pytest.mark.browser

SOON = 2000  # milliseconds, the promise


@pytest.fixture
def page(staff_page: Page) -> Page:
    """The browser, which notes what it asks for."""
    staff_page.asked = []  # type: ignore[attr-defined]
    staff_page.on("request", lambda request: _note(staff_page, request))
    return staff_page


def _note(page: Page, request: Request) -> None:
    page.asked.append(request.url)  # type: ignore[attr-defined]


@pytest.fixture
def board(page: Page, running: Competition) -> Page:
    """The board of an event that is not published, open and listening."""
    Competition.objects.filter(pk=running.pk).update(published=False)
    running.rounds.update(minutes=45)  # with a clock, which asks for the time
    with page.expect_response(lambda answer: answer.url.endswith("/board/pulse")):
        page.goto(at("board", running))
    page.evaluate("""() => document.getElementById("board").addEventListener("alarm:rung",
        () => document.body.dataset.rung = Number(document.body.dataset.rung ?? 0) + 1)""")
    return page


def call(table: Table, tam: Tam) -> None:
    devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")


def rings(page: Page) -> str | None:
    return page.locator("body").get_attribute("data-rung")


def test_it_shows_a_call_on_top_counts_it_and_rings(board: Page, table: Table, tam: Tam) -> None:
    title = board.title()
    call(table, tam)
    first = board.locator("#board li").first
    expect(first).to_contain_text("Table 3: referee, please", timeout=SOON)
    expect(board).to_have_title(f"(1) {title}")
    assert rings(board) == "1"
    first.get_by_role("button", name="Answered").click()
    expect(board).to_have_title(title)
    assert [url for url in board.asked if "/live/" in url or "/api/" in url] == []  # type: ignore[attr-defined]


def test_it_keeps_still_when_told_to(board: Page, table: Table, tam: Tam) -> None:
    switch = board.get_by_role("button", name="Sound")
    expect(switch).to_have_text("Sound: tap once to allow it")
    switch.click()
    expect(switch).to_have_text("Sound on")
    board.wait_for_timeout(500)
    switch.click()
    expect(switch).to_have_text("Sound off")
    board.reload()
    expect(switch).to_have_text("Sound off")
    call(table, tam)
    expect(board.locator("[data-matter]")).to_have_count(1)
    assert rings(board) is None


def test_it_asks_for_what_is_worth_a_look_when_it_stands(
    page: Page, running: Competition, table: Table, play: Any
) -> None:
    for _ in range(2):
        play(table)
    page.goto(at("board", running))
    hints = page.get_by_role("region", name="Worth a look")
    expect(hints).to_contain_text("Perhaps one deal was entered twice.")
    hints.get_by_role("link", name="1 in all").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Worth a look")


def test_it_ticks_at_once_all_deals_that_nobody_disputes(
    page: Page, running: Competition, table: Table, play: Any, olive: User
) -> None:
    competitions.competition_change(competition=running, actor=olive, confirmed_by="all")
    for deal in (1, 2, 3):
        play(table, declared.draw(), deal=deal)
    version = table.deal_versions.get(number=2)
    confirmations.word_say(table=table, number=2, seat="W", word="dispute", sha256=version.sha256)
    page.goto(at("confirmations", running, round=1))
    look(page, Axe(page), "confirmations")
    page.get_by_role("button", name="Tick the 2 that nobody disputes").click()
    boxes = page.get_by_role("checkbox")
    assert [box.is_checked() for box in boxes.all()] == [True, False, True]
    page.get_by_label("Reason").fill("As on the paper.")
    page.get_by_role("button", name="Confirm these deals").click()
    expect(page.locator(".message-success")).to_contain_text("Deals confirmed in the players’ stead: 2.")
    expect(boxes).to_have_count(1)


def test_it_can_be_read_and_worked_by_everybody(
    page: Page, running: Competition, table: Table, tam: Tam, play: Any, olive: User
) -> None:
    competitions.competition_change(competition=running, actor=olive, confirmed_by="all")
    running.rounds.update(minutes=45)
    play(table)
    play(table, declared.draw(), deal=1)  # held
    version = table.deal_versions.get(number=1)
    confirmations.word_say(table=table, number=1, seat="W", word="dispute", sha256=version.sha256)
    devices.heartbeat(device=tam.device, facts={"unsent": 2, "battery": 31, "persisted": False})
    call(table, tam)
    page.goto(at("board", running))
    look(page, Axe(page), "board")
    page.locator("#step-close").focus()
    page.keyboard.press("Enter")
    call(table.round.tables.get(number=1), tam)  # the board is drawn anew under the question
    expect(page.locator("[data-matter]", has_text="Table 1")).to_have_count(1)
    page.get_by_role("button", name="Close anyway").press("Enter")
    expect(page.get_by_role("heading", name="Next")).to_be_visible()
    expect(page.locator(".board-step")).to_contain_text("is a draft")
    expect(page.locator("#step-publish")).to_be_visible()
