"""The standings for the staff: with what readers do not see yet, and as they stood at any moment."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests import declared
from tests.organiser.conftest import at
from tournaments.models import Competition, Round, Table
from tournaments.selectors.past import stood
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, penalties
from tournaments.services.competitions import competition_change


def places(table: Any) -> dict[int, tuple[Any, ...]]:
    return {row.number: (row.rank, row.total, row.deals, row.adjustment) for row in table.rows}


@pytest.fixture
def moments(
    running: Competition, first_round: Round, table: Table, play: Callable[..., Any], rafe: User
) -> list[tuple[datetime, dict[int, Any]]]:
    """Deals, a correction and a penalty; after each the moment, and the standings as they were published."""
    Round.objects.filter(pk=first_round.pk).update(started_at=timezone.now() - timedelta(minutes=1))
    found = []
    fined = {"round": first_round, "amount": -100, "reason": "Late.", "actor": rafe, "key": uuid4()}
    content = declared.won("N", None)
    wrong = {"table": table, "number": 1, "content": content, "mode": "as_played", "reason": "N won."}
    steps = [
        lambda: play(table),
        lambda: play(table, declared.draw()),
        lambda: corrections.deal_correct(**wrong, actor=rafe),
        lambda: penalties.standings_penalty(entry=running.entries.get(number=5), **fined),
    ]
    for step in steps:
        step()
        running.refresh_from_db()
        found.append((timezone.now(), places(standings_of(running))))
    return found


def test_it_stands_as_it_was_published_at_each_moment(
    running: Competition, moments: list[tuple[datetime, dict[int, Any]]]
) -> None:
    assert [places(stood(running, moment)) for moment, _ in moments] == [told for _, told in moments]
    assert len({str(told) for _, told in moments}) == 4
    assert not any(row.deals for row in stood(running, running.rounds.get(number=1).started_at).rows)


def test_it_compares_two_moments(
    running: Competition, moments: list[tuple[datetime, dict[int, Any]]], rafe_client: Client
) -> None:
    page = at("moments", running)
    asked = [timezone.localtime(one).strftime("%Y-%m-%dT%H:%M:%S.%f") for one, _ in moments]
    for first, second in ((0, 1), (0, 3), (1, 2), (2, 3)):
        answer = rafe_client.get(page, {"a-at": asked[first], "b-at": asked[second]})
        found, before, now = answer.context["found"], moments[first][1], moments[second][1]
        assert (places(found.before), places(found.after)) == (before, now)
        assert {one.number for one in found.moved} == {n for n in now if now[n][:2] != before[n][:2]}
    turned = rafe_client.get(page, {"a-at": asked[3], "b-at": asked[0]}).context["found"]
    assert (places(turned.before), places(turned.after)) == (moments[0][1], moments[3][1])


def test_it_says_through_what_somebody_moved(
    running: Competition, table: Table, moments: list[tuple[datetime, dict[int, Any]]], rafe_client: Client
) -> None:
    page = at("moments", running)
    answer = rafe_client.get(page, {"a-choice": "before-d3", "b-choice": "after-d3"})
    found = answer.context["found"]
    assert (places(found.before), places(found.after)) == (moments[1][1], moments[2][1])
    assert [(one.round, one.table, one.deal, one.reason) for one in found.later] == [(1, 3, 1, "N won.")]
    steps = [step for line in answer.context["lines"] for step in line.steps]
    assert {one.deal for step in steps for seat in step.seats for one in seat.later} == {1}
    assert (found.played, found.fined) == ((), ())
    text = answer.content.decode()
    assert at("deal", table, deal=1) in text
    fined = running.penalties.get()
    answer = rafe_client.get(page, {"a-choice": f"before-p{fined.pk}", "b-choice": f"after-p{fined.pk}"})
    line = next(one for one in answer.context["lines"] if one.row.number == 5)
    assert (line.move.by, line.steps[0].step.adjusted, len(line.steps[0].fined)) == (-100, -100, 1)
    others = [one for one in answer.context["lines"] if one.row.number != 5]
    assert [(one.move.by, one.steps) for one in others] == [(0, ())] * len(others)


def test_it_finds_the_moment_of_an_entry_of_the_ledger(
    running: Competition, moments: list[tuple[datetime, dict[int, Any]]], rafe_client: Client
) -> None:
    answer = rafe_client.get(at("moments", running), {"a-entry": "1", "b-entry": "2"})
    found = answer.context["found"]
    assert (places(found.before), places(found.after)) == (moments[0][1], moments[1][1])
    assert found.new == {(1, 3): (2,)}
    none = rafe_client.get(at("moments", running), {"a-entry": "99"})
    assert (none.status_code, "The ledger has no such entry." in none.content.decode()) == (422, True)


def test_a_day_alone_is_its_end(
    running: Competition, moments: list[tuple[datetime, dict[int, Any]]], rafe_client: Client
) -> None:
    now = timezone.localtime(moments[3][0])
    days = {"a-at": f"{now - timedelta(days=1):%Y-%m-%d}", "b-at": f"{now:%Y-%m-%d}"}
    found = rafe_client.get(at("moments", running), days).context["found"]
    assert not any(row.deals for row in found.before.rows)
    assert places(found.after) == moments[3][1]


def test_rules_are_those_that_were_fixed_then(
    running: Competition, moments: list[tuple[datetime, dict[int, Any]]], rafe_client: Client, olive: User
) -> None:
    before = places(standings_of(running))
    competition_change(competition=running, actor=olive, credit_scheme="table_points")
    running.refresh_from_db()
    now = places(standings_of(running))
    line = running.actions.filter(verb="competition_change").first()
    told = {"a-choice": f"before-a{line.pk}", "b-choice": f"after-a{line.pk}"}
    answer = rafe_client.get(at("moments", running), told)
    found = answer.context["found"]
    assert (places(found.before), places(found.after)) == (before, now)
    assert before != now
    assert [(one.kind, len(one.told)) for one in found.settled] == [("rules", 1)]


def test_the_staff_see_what_readers_do_not(
    running: Competition, table: Table, play: Any, olive: User, rafe_client: Client
) -> None:
    competition_change(competition=running, actor=olive, visibility="round")
    play(table)
    text = rafe_client.get(at("standings", running)).content.decode()
    assert ("those too that readers do not see yet" in text, ">160<" in text) == (True, True)


def test_it_takes_few_queries(
    running: Competition,
    moments: list[tuple[datetime, dict[int, Any]]],
    rafe_client: Client,
    django_assert_max_num_queries: Any,
) -> None:
    asked = ({}, {"a-entry": "1", "b-entry": "2"}, {"a-choice": "before-d3"}, {"a-at": "2026-01-01"})
    for one in asked:
        rafe_client.get(at("moments", running), one)  # the tables are worked out once for a revision
        with django_assert_max_num_queries(12):
            rafe_client.get(at("moments", running), one)
