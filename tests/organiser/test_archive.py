"""A finished competition goes to the archive: all stays to be read, nothing is changed any more."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.conftest import Tam
from tests.organiser.conftest import at
from tournaments.models import Competition, HeldSubmission, RefereeCall, Table
from tournaments.services import confirmations, devices, penalties, rounds

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


def test_it_leads_nobody_to_a_table_that_called(finished: Competition, olive_client: Client) -> None:
    RefereeCall.objects.create(table=finished.rounds.first().tables.first(), reason="")
    assert "calls the referee" in olive_client.get(at("overview", finished)).content.decode()
    assert olive_client.post(at("archive", finished)).status_code == 302
    assert "calls the referee" not in olive_client.get(at("overview", finished)).content.decode()


def test_home_lists_it_apart(archived: Competition, season: Competition, olive_client: Client) -> None:
    [work] = olive_client.get(at("home")).context["clubs"]
    assert ([one.competition for one in work.events], work.archived) == ([season], (archived,))


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


PLAIN = ["overview", "players", "seating", "board", "penalties", "settings", "tablets", "log"]
ABOUT: dict[str, dict[str, int]] = {
    "entry": {"number": 1},
    "round": {"round": 1},
    "confirmations": {"round": 1},
    "table": {"round": 1, "table": 3},
    "deal": {"round": 1, "table": 3, "deal": 1},
    **{name: {} for name in PLAIN},
}
CHANGES = [
    "correct",
    "void",
    "penalty",
    "swap",
    "cross",
    "substitute",
    "reverse",
    "import",
    "reopen",
    "codes",
    "revoke",
]


@pytest.fixture
def archived_after_play(
    finished: Competition, table: Table, play: Any, olive: User, tam: Tam, olive_client: Client
) -> Competition:
    """In the archive with a disputed deal, penalties on it and against the standings, and a tablet."""
    Competition.objects.update(confirmed_by=Competition.ConfirmedBy.ALL)
    rounds.round_reopen(round=table.round, actor=olive)
    version = play(table).version
    confirmations.word_say(table=table, number=1, seat="W", word="dispute", sha256=version.sha256)
    told: dict[str, Any] = {"reason": "Late.", "actor": olive}
    event = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}
    penalties.penalty_impose(table=table, deal=1, event=event, key=uuid4(), **told)
    entry = finished.entries.get(number=1)
    penalties.standings_penalty(entry=entry, round=table.round, amount=-10, key=uuid4(), **told)
    devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    olive_client.post(at("archive", finished), {"unconfirmed": "yes"})
    finished.refresh_from_db()
    assert finished.archived_at
    return finished


@pytest.mark.parametrize("name", list(ABOUT))
def test_its_pages_offer_nothing_that_is_refused(
    archived_after_play: Competition, olive_client: Client, name: str
) -> None:
    page = olive_client.get(at(name, archived_after_play, **ABOUT[name]))
    shown = page.content.decode()
    assert page.status_code == 200
    forms = [form for form in re.findall(r"<form.*?</form>", shown, re.DOTALL) if 'method="post"' in form]
    offered = [form for form in forms if "<button" in form.replace('<button type="submit">', "")]
    assert [form for form in offered if "/unarchive" not in form and "/logout" not in form] == []
    links = re.findall(r'href="(/organise/[^"#]*)', shown)
    assert [link for link in links if link.rstrip("/").rsplit("/", 1)[1] in CHANGES] == []
    assert "in the archive" in shown


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("deal-correct", {"round": 1, "table": 3, "deal": 1}),
        ("deal-enter", {"round": 1, "table": 3}),
        ("deal-penalty", {"round": 1, "table": 3, "deal": 1}),
        ("substitute", {"round": 1, "table": 3}),
        ("players-import", {}),
    ],
)
def test_a_form_that_was_kept_open_is_answered_with_a_page(
    archived_after_play: Competition, olive_client: Client, name: str, where: dict[str, Any]
) -> None:
    address = at(name, archived_after_play, **where)
    for refused in (olive_client.get(address), olive_client.post(address, {})):
        page = refused.content.decode()
        assert (refused.status_code, "Take it out to change anything" in page) == (409, True)
        assert f'href="{at("overview", archived_after_play)}"' in page


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
