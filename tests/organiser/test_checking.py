"""One types from paper, another checks it and can change nothing."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.conftest import signed_in
from tests.declared import submission
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.tournaments.test_disputes import MISNAMED
from tournaments.models import Action, Competition, DealVersion, RefereeCall, Right, Table
from tournaments.powers import Role
from tournaments.selectors import confirmed
from tournaments.services import competitions, confirmations, entering, penalties, seats

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def sid(running: Competition) -> User:
    """A scorer of tables 3 and 4."""
    user = get_user_model().objects.create_user("sid")
    Right.objects.create(user=user, club=running.club, competition=running, role=Role.SCORER, tables=[3, 4])
    return user


@pytest.fixture
def typed(table: Table, olive: User) -> DealVersion:
    """Deal 1 of table 3, which Olive typed; all players are to confirm."""
    Competition.objects.update(confirmed_by="all")
    table.round.competition.refresh_from_db()
    return entering.deal_enter(table=table, submission=submission(table, declared.won()), actor=olive)


def form(version: DealVersion, **more: str) -> dict[str, str]:
    return {"deal": str(version.number), "sha256": version.sha256, **more}


def settled(version: DealVersion) -> bool:
    return confirmed.verdict_on(DealVersion.objects.get(pk=version.pk), "all").settled


def test_another_checks_what_one_typed(
    typed: DealVersion, table: Table, sid: User, olive_client: Client
) -> None:
    client = signed_in(sid)
    assert "Check 1 typed deal" in words_of(client.get(at("table", table)))
    page = words_of(client.get(at("deals-check", table)))
    assert "typed by olive" in page
    assert "Quin Barrow" in page or "mah-jong" in page
    told = client.post(at("deals-check", table), form(typed, right="yes"), follow=True)
    assert "Deal 1 is checked." in words_of(told)
    assert "Nothing to check" in words_of(told)
    assert settled(typed)
    assert DealVersion.objects.count() == 1
    line = Action.objects.get(verb="deal_settled")
    assert line.actor == sid
    listed = words_of(olive_client.get(at("rulings", table.round.competition)))
    assert ("Checked against the paper." in listed, "a dispute" in listed) == (True, False)
    again = client.post(at("deals-check", table), form(typed, right="yes"))
    assert again.status_code == 302
    assert Action.objects.filter(verb="deal_settled").count() == 1


def test_it_says_so_where_somebody_else_was_first(
    typed: DealVersion, table: Table, sid: User, rafe_client: Client
) -> None:
    rafe_client.get(at("deals-check", table))
    clients = [signed_in(sid), rafe_client, signed_in(sid)]
    answers = [one.post(at("deals-check", table), form(typed, right="yes"), follow=True) for one in clients]
    first, second, twice = map(words_of, answers)
    assert "Deal 1 is checked." in first
    assert "sid had confirmed deal 1 already: that word stands." in second
    assert ("Deal 1 is checked." in second, "Deal 1 is checked." in twice) == (False, True)
    assert Action.objects.filter(verb="deal_settled").count() == 1


def test_nobody_checks_what_they_typed(typed: DealVersion, table: Table, olive_client: Client) -> None:
    assert "typed deal" not in words_of(olive_client.get(at("table", table)))
    refused = olive_client.post(at("deals-check", table), form(typed, right="yes"))
    assert "You typed deal 1 yourself" in words_of(refused)
    assert not settled(typed)


def test_it_calls_the_referee_where_it_is_not_as_on_the_paper(
    typed: DealVersion, table: Table, sid: User, olive_client: Client
) -> None:
    for _ in range(2):
        signed_in(sid).post(at("deals-check", table), form(typed, wrong="yes"))
    call = RefereeCall.objects.get()
    assert (call.table, call.reason) == (table, "Deal 1 is not as on the paper.")
    assert Action.objects.get(verb="referee_called").actor == sid
    assert "Deal 1 is not as on the paper." in words_of(
        olive_client.get(at("board", table.round.competition))
    )
    assert not settled(typed)


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ("tablet", 422, "was not typed by the staff"),
        ("disputed", 422, "A player disputes deal 1"),
        ("stale", 409, ""),
        ("nothing", 422, "Say which deal you checked."),
    ],
)
def test_it_refuses_what_is_not_for_the_checker(
    table: Table, olive: User, sid: User, play: Any, change: str, status: int, said: str
) -> None:
    if change == "tablet":
        play(table)
    else:
        entering.deal_enter(table=table, submission=submission(table, declared.won()), actor=olive)
    version = DealVersion.objects.get()
    told = form(version, right="yes")
    if change == "disputed":
        confirmations.word_say(table=table, number=1, seat="E", word="dispute", sha256=version.sha256)
    if change == "stale":
        told["sha256"] = "0" * 64
    if change == "nothing":
        told = {"right": "yes"}
    refused = signed_in(sid).post(at("deals-check", table), told)
    assert (refused.status_code, said in words_of(refused)) == (status, True)
    assert not Action.objects.filter(verb="deal_settled").exists()


def test_a_scorer_checks_own_tables_only(running: Competition, sid: User) -> None:
    other = Table.objects.select_related("round__competition").get(round__number=1, number=1)
    assert signed_in(sid).get(at("deals-check", other)).status_code != 200


def test_it_says_that_no_referee_looked_at_what_a_scorer_typed(
    running: Competition, table: Table, sid: User, olive: User, olive_client: Client
) -> None:
    Competition.objects.update(confirmed_by="referee")
    table.round.competition.refresh_from_db()
    assert "counts as confirmed at once" in words_of(signed_in(sid).get(at("deal-enter", table)))
    entering.deal_enter(table=table, submission=submission(table, declared.won()), actor=sid)
    told = words_of(olive_client.get(at("confirmations", running, round=1)))
    assert "Table 3, deal 1, typed by sid" in told
    assert "Every recorded deal" not in told
    version = DealVersion.objects.get()
    confirmations.deal_check(seen=confirmations.Seen(table, 1, version.sha256), actor=olive)
    assert "Every recorded deal" in words_of(olive_client.get(at("confirmations", running, round=1)))


def test_it_takes_what_a_referee_typed_as_seen(
    running: Competition, table: Table, olive: User, olive_client: Client
) -> None:
    Competition.objects.update(confirmed_by="referee")
    table.round.competition.refresh_from_db()
    entering.deal_enter(table=table, submission=submission(table, declared.won()), actor=olive)
    assert "Every recorded deal" in words_of(olive_client.get(at("confirmations", running, round=1)))


def penalise(version: DealVersion, actor: User) -> None:
    """Let somebody of the staff fine East with the deal; what was declared is as before."""
    told: dict[str, Any] = {"reason": "Heard.", "actor": actor, "key": uuid4()}
    penalties.penalty_impose(table=version.table, deal=1, event=MISNAMED, **told)


def swap_seats(version: DealVersion, actor: User) -> None:
    """Put right that two people sat on each other's seats."""
    seats.seats_swap(table=version.table, seats=("E", "W"), from_deal=1, reason="So.", actor=actor)


@pytest.mark.parametrize("change", [penalise, swap_seats])
def test_what_is_changed_besides_is_still_to_be_checked(
    typed: DealVersion, table: Table, sid: User, rafe: User, change: Callable[[DealVersion, User], None]
) -> None:
    change(typed, rafe)
    now = DealVersion.objects.current().get(table=table, number=1)
    assert now.kind != DealVersion.Kind.PLAY
    client = signed_in(sid)
    assert "Check 1 typed deal" in words_of(client.get(at("table", table)))
    assert "typed by olive" in words_of(client.get(at("deals-check", table)))
    told = words_of(client.post(at("deals-check", table), form(now, right="yes"), follow=True))
    assert ("Deal 1 is checked." in told, "Nothing to check" in told) == (True, True)


def test_what_was_checked_is_not_checked_again_after_a_penalty(
    typed: DealVersion, table: Table, sid: User, rafe: User
) -> None:
    confirmations.deal_check(seen=confirmations.Seen(table, 1, typed.sha256), actor=sid)
    penalise(typed, rafe)
    assert "Nothing to check" in words_of(signed_in(sid).get(at("deals-check", table)))


def test_no_referee_looked_at_it_though_one_put_the_seats_right(
    table: Table, sid: User, rafe: User, olive: User, olive_client: Client
) -> None:
    competitions.competition_change(competition=table.round.competition, actor=olive, confirmed_by="referee")
    entering.deal_enter(table=table, submission=submission(table, declared.won()), actor=sid)
    page = at("confirmations", table.round.competition, round=table.round.number)
    assert "typed by sid" in words_of(olive_client.get(page))
    swap_seats(DealVersion.objects.get(), rafe)
    assert "typed by sid" in words_of(olive_client.get(page))
