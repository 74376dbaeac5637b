"""What the table is told ends with what it is about; in a season it is told of meetings."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests import declared
from tests.conftest import Tam
from tests.table.conftest import open_table
from tests.table.hands import beat, draw
from tests.table.line import Line
from tournaments.models import Competition, HeldSubmission, Round, Table
from tournaments.services import corrections, rounds, seats
from tournaments.services.held import held_decline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def begin_next(table: Table, olive: User) -> None:
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    following = Round.objects.get(competition=table.round.competition_id, number=2)
    rounds.round_start(round=rounds.round_publish(round=following, actor=olive), actor=olive)


def test_it_ends_a_notice_with_its_round(tablet: Page, table: Table, olive: User) -> None:
    draw(tablet)
    expect(tablet.locator("#notices")).to_contain_text("Deal 1 is recorded.")
    begin_next(table, olive)
    beat(tablet)
    expect(tablet.locator("#table-title")).to_contain_text("Round 2")
    expect(tablet.locator("#notices")).not_to_contain_text("Deal 1")


def test_it_ends_a_notice_with_the_version_that_it_is_about(tablet: Page, table: Table, rafe: User) -> None:
    draw(tablet)
    expect(tablet.locator("#notices")).to_contain_text("Deal 1 is recorded.")
    corrections.deal_correct(
        table=table, number=1, content=declared.won(), mode="replay", reason="South won.", actor=rafe
    )
    beat(tablet)
    expect(tablet.locator("#deal-1 .deal-head")).to_contain_text("Version 2: South won.")
    expect(tablet.locator("#notices")).to_have_text("Deal 1: corrected elsewhere, version 2: South won.")


def test_it_says_of_which_round_a_late_deal_is(
    context: BrowserContext, line: Line, tam: Tam, table: Table, olive: User
) -> None:
    tablet = open_table(context, line.port, tam)
    line.cut()
    draw(tablet)
    expect(tablet.locator("#connection")).to_contain_text("(1)")
    begin_next(table, olive)
    line.mend()
    beat(tablet)
    expect(tablet.locator("#table-title")).to_contain_text("Round 2")
    expect(tablet.locator("#notices")).to_contain_text("Round 1: Deal 1 ", timeout=60_000)


def test_it_hears_what_was_ruled_on_a_deal_held_from_the_round_before(
    context: BrowserContext, line: Line, tam: Tam, table: Table, olive: User, rafe: User
) -> None:
    tablet = open_table(context, line.port, tam)
    line.cut()
    draw(tablet)
    expect(tablet.locator("#connection")).to_contain_text("(1)")
    seats.seats_swap(table=table, seats=("E", "S"), from_deal=1, reason="Sat wrongly.", actor=olive)
    begin_next(table, olive)
    line.mend()
    beat(tablet)
    expect(tablet.locator("#notices")).to_contain_text(
        "Round 1: Deal 1 waits for the referee", timeout=60_000
    )
    expect(tablet.locator("#held")).to_contain_text("Round 1: Deal 1")
    held_decline(held=HeldSubmission.objects.get(), reason="Played on the wrong seats.", actor=rafe)
    beat(tablet)
    expect(tablet.locator("#held")).to_contain_text("Played on the wrong seats.")
    expect(tablet.locator("#notices")).to_have_text("Round 1: Deal 1: declined: Played on the wrong seats.")


def test_it_says_of_which_round_a_late_deal_is_when_the_first_look_fails(
    tablet: Page, table: Table, olive: User
) -> None:
    deals, look = "**/api/v1/table/deals", "**/api/v1/table"
    tablet.route(deals, lambda route: route.abort())
    draw(tablet)
    expect(tablet.locator("#connection")).to_contain_text("(1)")
    begin_next(table, olive)
    tablet.route(look, lambda route: route.abort())
    with tablet.expect_event("requestfailed", lambda lost: lost.url.endswith("/table"), timeout=60_000):
        tablet.unroute(deals)
    expect(tablet.locator("#connection")).not_to_contain_text("(1)")
    tablet.unroute(look)
    beat(tablet)
    expect(tablet.locator("#table-title")).to_contain_text("Round 2", timeout=60_000)
    expect(tablet.locator("#notices")).to_contain_text("Round 1: Deal 1 ")


def test_it_speaks_of_meetings_in_a_season(tablet: Page, running: Competition, table: Table) -> None:
    expect(tablet.locator("#table-title")).to_contain_text("Round 1")
    Competition.objects.filter(pk=running.pk).update(kind=Competition.Kind.SEASON)
    running.rounds.filter(number=1).update(state="published", started_at=None)
    tablet.reload()
    expect(tablet.locator("#table-title")).to_contain_text("Meeting 1")
    expect(tablet.locator(".felt-middle")).to_contain_text("The meeting has not started yet.")
    running.rounds.filter(number=1).update(number=2001)
    tablet.reload()
    expect(tablet.locator("#table-title")).to_contain_text("Meeting 1, sitting 2")
    running.rounds.update(state="draft")
    tablet.reload()
    expect(tablet.locator(".empty")).to_contain_text("No meeting is running at this table.")
