"""Clocks, seats and withdrawals are taken back from the log while all is as they left it, once."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.conftest import registered_in
from tests.organiser.conftest import at
from tests.organiser.test_undoing import pages
from tests.tournaments.test_deal_submit_races import at_once
from tests.tournaments.test_writes import told
from tournaments.models import Action, Competition, DealVersion, Entry, Round, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.standings import summed
from tournaments.selectors.vouched import rounds_now
from tournaments.services import across, clock, competitions, corrections, rounds, seats, undoing
from tournaments.services.chain import chain_check

NEW = ("Comer", "Substitute", "Stitute")


def state(event: Competition) -> list[Any]:
    """Say how everything stands that can be taken back."""
    seated = Seating.objects.filter(round__competition=event).order_by("table", "seat", "from_deal")
    clocks = event.rounds.order_by("number").values_list("paused_at", "added_seconds")
    return [
        list(seated.values_list("table", "seat", "from_deal", "entry", "stands_for")),
        list(clocks),
        list(Table.objects.order_by("pk").values_list("pk", "added_seconds")),
        list(event.entries.order_by("pk").values_list("pk", "status")),
        [(row.number, row.total) for row in summed(event).rows],
    ]


def resume(table: Table, olive: User) -> None:
    """Let the clock run on that stands still for ten minutes."""
    clock.clock_resume(round=table.round, actor=olive)


def exchange(table: Table, olive: User) -> None:
    draft = table.round.competition.rounds.get(number=2)
    first, second = draft.seatings.select_related("entry", "stands_for")[:2]
    seats.seats_exchange(round=draft, first=first, second=second, actor=olive)


def replace(table: Table, olive: User) -> None:
    event = table.round.competition
    draft, person = event.rounds.get(number=2), [{"given": "New", "family": NEW[0], "status": "substitute"}]
    guest = competitions.entries_add(competition=event, people=person, actor=olive)[0]
    seats.seat_replace(round=draft, seat=draft.seatings.first(), entry=guest, actor=olive)


def swap(table: Table, olive: User) -> None:
    seats.seats_swap(table=table, seats=("E", "W"), from_deal=2, reason="So.", actor=olive)


def cross(table: Table, olive: User) -> None:
    there = table.round.tables.select_related("round__competition").get(number=1)
    places = (across.Place(table, "E", 1), across.Place(there, "S", 1))
    across.seats_cross(places=places, reason="So.", actor=olive)


def hand_over(table: Table, olive: User, from_deal: int) -> None:
    event, family = table.round.competition, NEW[from_deal]
    person = [{"given": "Sub", "family": family, "status": "substitute"}]
    guest = competitions.entries_add(competition=event, people=person, actor=olive)[0]
    seats.seat_hand_over(table=table, seat="S", from_deal=from_deal, who=guest, actor=olive)


def give(table: Table, olive: User) -> None:
    for seen in (0, 300):
        clock.clock_give(table=table, seconds=seen + 300, seen=seen, actor=olive)


def withdraw(table: Table, olive: User) -> None:
    entry = table.round.competition.entries.get(number=3)
    competitions.entry_change(entry=entry, actor=olive, status=Entry.Status.WITHDRAWN)


CHANGES: dict[str, Callable[[Table, User], Any]] = {
    "clock_pause": lambda table, olive: clock.clock_pause(round=table.round, actor=olive),
    "clock_resume": resume,
    "clock_extend": lambda table, olive: clock.clock_extend(round=table.round, seen=0, actor=olive),
    "clock_give": give,
    "entry_change": withdraw,
    "seats_exchange": exchange,
    "seat_replace": replace,
    "seats_swap": swap,
    "seats_cross": cross,
    "substitute": partial(hand_over, from_deal=1),
    "substitute later": partial(hand_over, from_deal=2),
}


@pytest.fixture
def event(running: Competition, first_round: Round, table: Table, play: Any) -> Competition:
    """A running round with a clock, two deals of table 3, and the draft of the next."""
    Round.objects.filter(pk=first_round.pk).update(minutes=90)
    for _ in range(2):
        play(table)
    return running


def changed(event: Competition, olive: User, name: str) -> tuple[list[Any], Action]:
    """Make a change; give how everything stood before its last step, and its line."""
    there = Table.objects.select_related("round__competition").filter(round__competition=event)
    at_it = there.get(number=3, round__number=1)
    if name == "clock_resume":
        clock.clock_pause(round=at_it.round, actor=olive)
        since = timezone.now() - timedelta(seconds=5)
        Round.objects.filter(pk=at_it.round.pk).update(paused_at=since)
    before = state(event)
    CHANGES[name](at_it, olive)
    if name == "clock_give":
        before[2] = [(key, 300 * (key == at_it.pk)) for key, _seconds in before[2]]
    verb = name.partition(" ")[0]
    return before, Action.objects.filter(competition=event, verb=verb).latest("pk")


def settled(told: list[Any], event: Competition) -> list[Any]:
    """Leave out who was entered for it."""
    known = set(event.entries.exclude(player__family__in=NEW).values_list("number", flat=True))
    keys = set(event.entries.filter(number__in=known).values_list("pk", flat=True))
    seated, clocks, extra, entries, rows = told
    entered = [one for one in entries if one[0] in keys]
    return [seated, clocks, extra, entered, sorted(one for one in rows if one[0] in known)]


@pytest.mark.parametrize("name", CHANGES)
def test_it_is_all_as_before(event: Competition, olive: User, olive_client: Client, name: str) -> None:
    before, line = changed(event, olive, name)
    back = at("undo", event, line=line.pk)
    assert back in pages(olive_client, event)
    form = olive_client.get(back).context["form"]
    sent = {"key": "0b8a2f6e-7f6b-4d0e-9c5c-0c8f5e1f5d11", "reason": "A mistake."} if form.fields else {}
    assert [olive_client.post(back, sent).status_code for _ in range(2)] == [302, 422]
    now = settled(state(event), event)
    if name == "clock_pause":  # what it stood still is added
        before[1][0] = (None, now[1][0][1])
    if name == "clock_resume":  # whole seconds are added, so it stands still from less than one later on
        assert abs(now[1][0][0] - before[1][0][0]) <= timedelta(seconds=2)
        before[1][0] = now[1][0]
    assert now == settled(before, event)
    assert back not in pages(olive_client, event)
    assert "cannot be taken back any more" in olive_client.get(back).content.decode()
    assert chain_check(Competition.objects.get(pk=event.pk))[1] == []


BUILT = {
    "clock_extend": lambda table, olive: clock.clock_pause(round=table.round, actor=olive),
    "entry_change": lambda table, olive: competitions.entry_change(
        entry=table.round.competition.entries.get(number=3), actor=olive, status="guest"
    ),
    "seats_exchange": lambda table, olive: rounds.round_publish(
        round=table.round.competition.rounds.get(number=2), actor=olive
    ),
    "seats_swap": lambda table, olive: corrections.deal_void(
        table=table, number=1, mode="as_played", reason="Twice.", actor=olive
    ),
    "seats_cross": lambda table, olive: corrections.deal_void(
        table=table, number=1, mode="as_played", reason="Twice.", actor=olive
    ),
    "substitute": lambda table, olive: seats.seats_swap(
        table=table, seats=("N", "W"), from_deal=1, reason="So.", actor=olive
    ),
}


@pytest.mark.parametrize("name", BUILT)
def test_it_is_refused_when_something_was_built_on_it(
    event: Competition, table: Table, olive: User, olive_client: Client, name: str
) -> None:
    _, line = changed(event, olive, name)
    BUILT[name](Table.objects.select_related("round__competition").get(pk=table.pk), olive)
    before = state(event)
    assert at("undo", event, line=line.pk) not in pages(olive_client, event)
    with pytest.raises(Refusal, match="line_built_on"):
        undoing.line_undo(line=line, competition=event, reason="No.", actor=olive)
    assert state(event) == before


def test_deals_go_back_with_the_seats_as_new_versions(event: Competition, table: Table, olive: User) -> None:
    before = [one.sha256 for one in tables.current_versions(table)]
    _, line = changed(event, olive, "substitute later")
    undoing.line_undo(line=line, competition=event, reason="No.", actor=olive)
    now = list(tables.current_versions(table))
    assert [one.version for one in now] == [1, 3]
    assert (now[0].sha256, now[1].sha256 == before[1]) == (before[0], False)
    assert DealVersion.objects.filter(kind="reseat").count() == 2
    assert Seating.objects.filter(table=table).count() == 4


def test_a_place_comes_back_with_whoever_withdrew(event: Competition, olive: User) -> None:
    one = registered_in(event, entry=event.entries.get(number=3))
    _, line = changed(event, olive, "entry_change")
    one.refresh_from_db()
    assert one.state == "withdrawn"
    undoing.line_undo(line=line, competition=event, reason="", actor=olive)
    one.refresh_from_db()
    assert one.state == "coming"


def test_a_referee_takes_back_what_is_a_referees(
    event: Competition, olive: User, rafe_client: Client
) -> None:
    lines = [changed(event, olive, name)[1] for name in ("clock_extend", "seats_swap")]
    clocks, seat = (at("undo", event, line=one.pk) for one in lines)
    assert (rafe_client.get(clocks).status_code, rafe_client.get(seat).status_code) == (404, 200)
    assert pages(rafe_client, event) == [seat]


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_of_three_who_take_it_back_at_once_two_are_told(event: Competition, olive: User) -> None:
    for name in CHANGES:
        if name != "clock_resume":
            _, line = changed(event, olive, name)
            job = partial(undoing.line_undo, line=line, competition=event, reason="No.", actor=olive)
            heard = at_once(*[partial(told, job)] * 3)
            assert (name, sorted(heard)) == (name, ["done", "line_built_on", "line_built_on"])
            Round.objects.filter(competition=event).update(added_seconds=0)
            Table.objects.update(added_seconds=0)
            assert rounds_now(event.rounds.all())
