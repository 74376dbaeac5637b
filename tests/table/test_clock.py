"""The clock of the round on the table's page, and which deal is the last."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.table.hands import beat, draw
from tournaments.models import DealVersion, Round, Table
from tournaments.services import clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ASK = """(() => {
  const minute = (number) => new Date(number * 60000).toISOString();
  const table = {
    table: 3, competition: { slug: "c" }, seating_version: 1, offset: v.offset ?? 0,
    entry_level: v.level ?? "tiles", next: { deal: v.next, round_wind: v.wind },
    deals: (v.recorded ?? []).map((at, place) => ({ deal: place + 1, at: minute(at) })),
    round: {
      state: "running", deals: v.planned ?? null, winds: v.winds ?? null, last_deal: v.rule ?? "finish",
      started_at: v.started === undefined ? null : minute(v.started),
      ends_at: v.ends === undefined ? null : minute(v.ends),
      paused_at: v.paused === undefined ? null : minute(v.paused),
    },
  };
  const own = (v.own ?? []).map(([deal, at]) =>
    ({ deal, saved_at: minute(at), competition: "c", table: 3, seating_version: 1 }));
  const told = m.clockOf(table, own, v.now * 60000);
  return told && [told.state, told.minutes ?? null, told.last, told.played];
})()"""
TIMED = {"ends": 100, "next": 5, "recorded": [10, 30, 60, 85]}
# What is known at which minute; state, minutes, whether the next deal is the last, whether all were played.
CASES: list[tuple[dict[str, Any], Any]] = [
    ({"next": 3, "now": 5}, None),
    ({"next": 3, "now": 5, "planned": 4}, ["untimed", None, False, False]),
    ({"next": 4, "now": 5, "planned": 4}, ["untimed", None, True, False]),
    ({"next": 5, "now": 5, "planned": 4}, ["untimed", None, False, True]),
    ({"next": 6, "now": 5, "winds": 1, "wind": "E"}, ["untimed", None, False, False]),
    ({"next": 6, "now": 5, "winds": 1, "wind": "S"}, ["untimed", None, False, True]),
    ({"next": 6, "now": 5, "winds": 2, "wind": "S", "planned": 5}, ["untimed", None, False, True]),
    ({**TIMED, "now": 50, "winds": 2, "wind": "W"}, ["left", 50, False, True]),
    ({**TIMED, "now": 50}, ["left", 50, False, False]),
    ({**TIMED, "now": 90}, ["soon", 10, False, False]),
    ({**TIMED, "now": 99.5}, ["soon", 1, False, False]),
    ({**TIMED, "now": 101, "paused": 40}, ["paused", 60, False, False]),
    ({**TIMED, "now": 101}, ["over", -1, True, False]),
    ({**TIMED, "now": 101, "next": 6}, ["over", -1, False, True]),
    ({**TIMED, "now": 101, "next": 6, "rule": "one_more"}, ["over", -1, True, False]),
    ({**TIMED, "now": 101, "rule": "stop"}, ["over", -1, False, True]),
    ({**TIMED, "now": 101, "planned": 4}, ["over", -1, False, True]),
    # the tablet's own deals count from when they were saved on it, however late they arrive
    ({"ends": 100, "next": 5, "now": 120, "own": [[3, 80], [4, 99]]}, ["over", -20, True, False]),
    ({"ends": 100, "next": 5, "now": 120, "own": [[3, 80], [4, 101]]}, ["over", -20, False, True]),
    # the server's answer was on its way for a while: no more is left than the round has
    ({**TIMED, "started": 55, "now": 54.9}, ["left", 45, False, False]),
    # a tablet that is ten minutes behind
    ({"ends": 100, "next": 5, "now": 91, "offset": 600000, "own": [[4, 89]]}, ["over", -1, True, False]),
    # totals are entered whenever it is over
    ({**TIMED, "now": 101, "level": "totals", "next": 1, "recorded": []}, ["over", -1, False, False]),
]


@pytest.mark.parametrize(("known", "told"), CASES)
def test_it_says_what_is_left_and_which_deal_is_the_last(run: Any, known: Any, told: Any) -> None:
    assert run("deal/clock", ASK, known) == told


@pytest.fixture
def timed(first_round: Round) -> Round:
    """A round that has five minutes to go, twelve deals at most."""
    first_round.minutes, first_round.deals = 60, 12
    first_round.started_at = timezone.now() - timedelta(minutes=55)
    first_round.save()
    return first_round


def over(round: Round) -> None:
    Round.objects.filter(pk=round.pk).update(started_at=timezone.now() - timedelta(minutes=61))


def test_it_finishes_the_deal_in_play_when_the_time_is_up(
    timed: Round, table: Table, tablet: Page, olive: Any
) -> None:
    tablet.reload()
    expect(tablet.locator(".table-clock")).to_have_text("5 min left")
    expect(tablet.locator("#notices")).to_contain_text("The round ends in a few minutes.")
    over(timed)
    tablet.reload()
    expect(tablet.locator("#last-deal")).to_be_visible()
    tablet.click("#begin-draw")
    expect(tablet.locator("#preview .next-line")).to_have_text("This is the last deal.")  # and of no next one
    tablet.click("#save")
    expect(tablet.locator("#table-over")).to_be_visible()
    expect(tablet.locator("#begin-draw")).to_have_count(0)
    tablet.click("#enter-beyond")
    draw(tablet)
    expect(tablet.locator("#deal-2")).to_be_visible()
    assert DealVersion.objects.count() == 2
    clock.clock_extend(round=timed, seen=timed.added_seconds, actor=olive)
    tablet.reload()
    expect(tablet.locator(".table-clock")).to_have_text("4 min left")
    expect(tablet.locator("#begin-draw")).to_be_visible()


def test_it_keeps_the_face_of_the_clock_and_changes_what_it_says(
    timed: Round, table: Table, tablet: Page, play: Any
) -> None:
    tablet.reload()
    expect(tablet.locator("#clock")).to_have_text("5 min left")
    tablet.evaluate("globalThis.faces = ['clock', 'table-clock'].map((id) => document.getElementById(id))")
    Round.objects.filter(pk=timed.pk).update(started_at=timezone.now() - timedelta(minutes=57))
    play(table)  # news, for which the table is drawn anew
    beat(tablet)
    expect(tablet.locator("#deal-1")).to_be_visible()
    for face in ("#clock", "#table-clock"):
        expect(tablet.locator(face)).to_have_text("3 min left")
    assert tablet.evaluate("faces.map((face) => face.isConnected)") == [True, True]


@pytest.mark.own_profile
def test_it_goes_by_the_servers_clock(timed: Round, table: Table, tablet: Page) -> None:
    tablet.clock.set_fixed_time(timezone.now() + timedelta(days=2))
    tablet.reload()
    expect(tablet.locator(".table-clock")).to_have_text("5 min left")
