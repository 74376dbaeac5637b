"""A finished competition goes to the archive: all stays to be read, nothing is changed any more."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.conftest import Tam
from tests.organiser.conftest import at
from tournaments.models import Competition, HeldSubmission, Table
from tournaments.services import rounds

STATE = "/api/v1/table"


@pytest.fixture
def finished(running: Competition, table: Table, olive: User) -> Competition:
    """The competition with its rounds over."""
    for one in running.rounds.exclude(pk=table.round_id).order_by("-number"):
        rounds.round_remove(round=one, actor=olive)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    return running


@pytest.fixture
def archived(finished: Competition, olive_client: Client) -> Competition:
    assert olive_client.post(at("archive", finished)).status_code == 302
    finished.refresh_from_db()
    return finished


def test_it_stays_to_be_read(archived: Competition, olive_client: Client, client: Client) -> None:
    assert archived.archived_at
    assert "in the archive" in olive_client.get(at("overview", archived)).content.decode()
    assert client.get(f"/c/{archived.slug}/").status_code == 200
    assert olive_client.post(at("exports", archived), {"format": "csv"}).status_code == 302


def test_home_lists_it_apart(archived: Competition, season: Competition, olive_client: Client) -> None:
    [work] = olive_client.get(at("home")).context["clubs"]
    assert (work.competitions, work.archived) == ((season,), (archived,))


@pytest.mark.parametrize("button", ["round-reopen", "settings", "unpublish", "players", "deal-void"])
def test_nothing_is_changed_there(
    finished: Competition, table: Table, olive_client: Client, play: Any, olive: User, button: str
) -> None:
    rounds.round_reopen(round=table.round, actor=olive)
    play(table)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    olive_client.post(at("archive", finished))
    where = {"round-reopen": {"round": 1}, "deal-void": {"round": 1, "table": table.number, "deal": 1}}
    before = Competition.objects.values().get(pk=finished.pk)
    refused = olive_client.post(at(button, finished, **where.get(button, {})), {"reason": "x"})
    assert refused.status_code == 409
    assert "in the archive" in refused.content.decode()
    assert Competition.objects.values().get(pk=finished.pk) == before


def test_it_is_taken_out_again(archived: Competition, olive_client: Client) -> None:
    assert olive_client.post(at("unarchive", archived)).status_code == 302
    archived.refresh_from_db()
    assert archived.archived_at is None
    assert olive_client.post(at("round-reopen", archived, round=1)).status_code == 302


def test_a_running_competition_does_not_go_there(running: Competition, olive_client: Client) -> None:
    refused = olive_client.post(at("archive", running))
    assert (refused.status_code, running.archived_at) == (409, None)
    assert "when all that was drawn is closed" in refused.content.decode()


def test_a_deal_that_waits_for_a_ruling_keeps_it_open(
    finished: Competition, table: Table, play: Any, olive_client: Client
) -> None:
    play(table)
    assert HeldSubmission.objects.waiting().exists()
    assert olive_client.post(at("archive", finished)).status_code == 409


def test_referees_leave_it_where_it_is(finished: Competition, rafe_client: Client) -> None:
    assert rafe_client.post(at("archive", finished)).status_code == 404


def test_a_tablet_hears_of_it_and_loses_nothing(
    finished: Competition, table: Table, tam: Tam, client: Client, olive_client: Client, olive: User
) -> None:
    state = client.get(STATE, headers=tam.headers).json()
    assert state["competition"]["archived"] is False
    body = declared.body(table)
    olive_client.post(at("archive", finished))
    assert client.get(STATE, headers=tam.headers).json()["competition"]["archived"] is True
    late = client.post(f"{STATE}/deals", body, content_type="application/json", headers=tam.headers)
    assert (late.status_code, late.json()["code"]) == (202, "round_closed")


def test_it_says_that_deals_are_not_confirmed_and_goes_there_only_with_them_named(
    running: Competition, table: Table, play: Any, olive: User, olive_client: Client
) -> None:
    Competition.objects.update(confirmed_by=Competition.ConfirmedBy.ALL)
    play(table)
    for one in running.rounds.exclude(pk=table.round_id).order_by("-number"):
        rounds.round_remove(round=one, actor=olive)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    page = olive_client.get(at("overview", running)).content.decode()
    assert "1 deal is not confirmed." in page
    assert at("confirmations", running, round=1) in page
    refused = olive_client.post(at("archive", running))
    assert (refused.status_code, Competition.objects.get().archived_at) == (409, None)
    assert "Deals not confirmed: 1" in refused.content.decode()
    assert olive_client.post(at("archive", running), {"unconfirmed": "yes"}).status_code == 302
    assert Competition.objects.get().archived_at


def test_it_offers_to_delete_the_drafts_that_are_left(
    running: Competition, table: Table, olive: User, olive_client: Client
) -> None:
    assert "Before this goes to the archive" not in olive_client.get(at("overview", running)).content.decode()
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    page = olive_client.get(at("overview", running)).content.decode()
    assert "2 drafts are left." in page
    assert 'name="without_drafts"' in page
    assert olive_client.post(at("archive", running)).status_code == 409
    assert running.rounds.count() == 3
    assert olive_client.post(at("archive", running), {"without_drafts": "yes"}).status_code == 302
    assert [one.number for one in running.rounds.all()] == [1]
