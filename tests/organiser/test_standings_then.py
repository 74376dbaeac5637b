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
from tournaments.models import Competition, DealVersion, Round, Table
from tournaments.selectors import then
from tournaments.selectors.standings import standings_of, stood
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


def test_it_compares_a_moment_with_today(
    running: Competition, moments: list[tuple[datetime, dict[int, Any]]], rafe_client: Client
) -> None:
    page, moment = at("standings", running), timezone.localtime(moments[1][0])
    asked = moment.strftime("%Y-%m-%dT%H:%M:%S.%f")
    answer = rafe_client.get(page, {"at": asked})
    compared = answer.context["then"]
    moved = {one.row.number for one in compared.lines if one.moved}
    before, now = moments[1][1], moments[3][1]
    assert moved == {number for number in now if now[number][:2] != before[number][:2]}
    assert f"{len(moved)} players stand elsewhere now" in answer.content.decode()
    assert rafe_client.get(page).context["then"] is None


def test_it_finds_the_moment_of_an_entry_of_the_ledger(
    running: Competition, moments: list[tuple[datetime, dict[int, Any]]], rafe_client: Client
) -> None:
    written = DealVersion.objects.get(competition=running, sequence=2)
    assert then.moment_of(running, 2) == written.at
    answer = rafe_client.get(at("standings", running), {"entry": "2"})
    assert places(answer.context["then"].table) == moments[1][1]
    none = rafe_client.get(at("standings", running), {"entry": "99"})
    assert (none.status_code, "The ledger has no such entry." in none.content.decode()) == (422, True)


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
    with django_assert_max_num_queries(12):
        rafe_client.get(at("standings", running), {"entry": "1"})
