"""What happens to a table meanwhile is said beside the button that saves; nothing typed is lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Route, expect

from tests import declared
from tests.conftest import Tam
from tests.table.axe import Axe
from tests.table.hands import beat, choose
from tests.table.test_double_tap import box
from tournaments.models import Competition, DealVersion, HeldSubmission, Table
from tournaments.services import corrections, held, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOK = "**/api/v1/table"


@pytest.fixture
def phone(tablet: Page) -> Page:
    """Tam's table on a phone."""
    tablet.set_viewport_size({"width": 390, "height": 844})
    return tablet


@pytest.fixture
def correcting(phone: Page, table: Table, play: Any) -> Page:
    """The same, with deal 1 opened and corrected to a draw, but not saved."""
    play(table)
    phone.reload()
    phone.click("#deal-1 > summary")
    phone.click("#correct-1")
    choose(phone, "who-won", "won-nobody")
    choose(phone, "why-wrong", "reason-wrong_winner")
    expect(phone.locator("#preview .hint")).to_have_text("")  # no question is on its way
    return phone


@contextmanager
def unheard(page: Page) -> Iterator[None]:
    """Let a tablet hear of nothing before the answer to the correction that it saves."""
    looks: list[Route] = []
    page.route(LOOK, lambda look: looks.append(look))
    with page.expect_response("**/deals/1/correct"):
        yield
    page.unroute(LOOK)
    for look in looks:
        look.continue_()


def test_it_says_that_the_referee_has_decided_what_is_being_corrected(
    correcting: Page, table: Table, rafe: User
) -> None:
    with unheard(correcting):
        corrections.deal_void(table=table, number=1, reason="The wall was wrong.", actor=rafe, mode="replay")
        correcting.click("#save")
    said = correcting.locator("#warning")
    expect(said).to_contain_text("The referee has decided deal 1 meanwhile: The wall was wrong.")
    expect(said).to_be_in_viewport(ratio=1)
    expect(correcting.locator("#connection")).to_have_text("The correction is not recorded")
    expect(correcting.locator("#save")).to_have_attribute("aria-disabled", "true")
    expect(correcting.locator("#won-nobody")).to_have_attribute("aria-pressed", "true")
    assert list(Axe(correcting).faults()) == []
    correcting.wait_for_timeout(700)  # sooner after "Save" it would be a double tap
    correcting.click("#back-to-table")
    correcting.click("#discard-dialog [value=yes]")
    expect(correcting.locator("#deal-1 .badge-void")).to_have_text("void")


def test_it_says_so_before_the_correction_is_saved(correcting: Page, table: Table, rafe: User) -> None:
    corrections.deal_void(table=table, number=1, reason="The wall was wrong.", actor=rafe, mode="replay")
    choose(correcting, "who-won", "won-E")
    beat(correcting)
    expect(correcting.locator("#warning")).to_contain_text("The referee has decided deal 1 meanwhile")


def test_it_saves_a_correction_over_what_another_tablet_corrected(
    correcting: Page, table: Table, tam: Tam
) -> None:
    told: dict[str, Any] = {"mode": "replay", "reason": "Wrong winner", "actor": None, "device": tam.device}
    with unheard(correcting):
        corrections.deal_correct(table=table, number=1, content=declared.won("N", "S"), **told)
        correcting.click("#save")
    expect(correcting.locator("#warning")).to_contain_text(
        "Deal 1 was changed meanwhile, version 2: Wrong winner. What you entered is still here."
    )
    correcting.wait_for_timeout(700)
    correcting.click("#replace-newer")
    expect(correcting.locator("#warning")).to_have_count(0)
    correcting.wait_for_timeout(700)
    correcting.click("#save")
    expect(correcting.locator("#deal-1 .deal-head")).to_contain_text("Version 3: Wrong winner")
    assert DealVersion.objects.current().get(number=1).content["outcome"] == "draw"


def test_it_says_that_the_round_was_closed_and_keeps_what_is_entered(
    phone: Page, table: Table, olive: User
) -> None:
    phone.click("#begin-draw")
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    beat(phone)
    said = phone.locator("#warning")
    expect(said).to_contain_text("The round was closed meanwhile. What is entered stays;")
    expect(said).to_be_in_viewport(ratio=1)
    phone.click("#save")
    expect(phone.locator("#notices")).to_contain_text("Play was closed before this deal arrived.")
    assert HeldSubmission.objects.get().body["outcome"] == "draw"


def test_it_does_not_look_running_when_the_round_is_closed(tablet: Page, table: Table, olive: User) -> None:
    expect(tablet.locator(".felt-middle h1")).to_have_text("Deal 1 of 4")
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    beat(tablet)
    expect(tablet.locator(".felt-middle h1")).to_have_text("This round is closed.")
    expect(tablet.locator(".felt-middle")).not_to_contain_text("East:")
    expect(tablet.locator(".seat.is-east")).to_have_count(0)


def test_it_does_not_look_running_when_the_event_is_in_the_archive(
    tablet: Page, running: Competition
) -> None:
    Competition.objects.filter(pk=running.pk).update(archived_at="2026-04-20T10:00:00Z")
    tablet.reload()
    expect(tablet.locator(".felt-middle h1")).to_have_text("This event is over.")
    expect(tablet.locator("button.seat, #call-referee")).to_have_count(0)


def test_it_says_why_the_referee_does_not_come(tablet: Page, running: Competition) -> None:
    tablet.click("#call-referee")
    Competition.objects.filter(pk=running.pk).update(archived_at="2026-04-20T10:00:00Z")
    tablet.click("#referee-dialog [value=yes]")
    expect(tablet.locator("#notices")).to_contain_text("archive")
    expect(tablet.locator("#connection")).not_to_contain_text("No server")
    expect(tablet.locator(".felt-middle h1")).to_have_text("This event is over.")


def test_it_says_that_the_referee_has_a_deal_and_what_became_of_it(
    tablet: Page, table: Table, play: Any, rafe: User
) -> None:
    tablet.click("#begin-draw")
    play(table)
    tablet.click("#save")
    notice = tablet.locator("#notices")
    expect(notice).to_have_text(
        "Deal 1 waits for the referee: Deal 1 at table 3 is already recorded. The referee has both."
    )
    held.held_decline(held=HeldSubmission.objects.get(), reason="It was entered twice.", actor=rafe)
    beat(tablet)
    expect(tablet.locator("#held")).to_contain_text("It was entered twice.")
    expect(notice).to_have_text("Deal 1: declined: It was entered twice.")


def test_it_says_once_that_a_deal_waits_for_the_referee(tablet: Page, table: Table, olive: User) -> None:
    tablet.click("#begin-draw")
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    tablet.click("#save")
    expect(tablet.locator("#notices .message").first).to_have_text(
        "Deal 1 waits for the referee: Play was closed before this deal arrived."
    )


def test_it_shows_the_seats_from_east_on_in_the_order_of_play_on_a_phone(
    phone: Page, table: Table, play: Any
) -> None:
    play(table)  # South won, so South's chair is East by now
    phone.reload()
    expect(phone.locator(".felt-middle h1")).to_have_text("Deal 2 of 4")
    assert phone.locator(".seat .wind-mark").all_inner_texts() == list("ESWN")
    tops = {seat: box(phone, f"#seat-{seat}")["top"] for seat in "ESWN"}
    assert sorted(tops, key=lambda seat: tops[seat]) == list("SWNE")
    phone.click("#seat-N")
    expect(phone.locator(".from-whom .wind-mark")).to_have_text(list("ESN"))
    phone.click("#from-self")
    expect(phone.locator(".seat-tab")).to_have_count(4)
    assert phone.locator(".seat-tab .wind-mark").all_inner_texts() == list("WESN")  # the winner first
    names = [phone.locator(f"#tab-{seat} .seat-name").inner_text() for seat in "SWNE"]
    assert phone.locator("#preview tbody .seat-name").all_inner_texts() == names
