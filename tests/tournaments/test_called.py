"""Two people of one name can be told apart wherever they are shown together."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from players.models import Player
from tests.conftest import Tam, signed_in
from tests.organiser.conftest import at, look
from tournaments.models import Competition, Entry, HeldSubmission, Table
from tournaments.selectors import tables
from tournaments.selectors.called import called_of
from tournaments.services import penalties, seats


@pytest.fixture
def twins(table: Table) -> list[str]:
    """East and South of table 3 are both Ann Lee; gives what they are called beside each other."""
    entries = [tables.sitters(table, 1)[seat].entry for seat in "ES"]
    Player.objects.filter(entries__in=entries).update(given="Ann", family="Lee")
    return [f"Ann Lee ({entry.number})" for entry in entries]


def test_it_gives_the_number_only_where_a_name_is_shared(tournament: Competition) -> None:
    Player.objects.filter(entries__number=1).update(given="Ann", family="Lee")
    Player.objects.filter(entries__number=2).update(given="ann", family="LEE")
    shown = Entry.objects.filter(competition=tournament, number__in=[1, 2, 3])
    assert list(called_of(shown).values()) == ["Ann Lee (1)", "ann LEE (2)", "Rosa Calder"]


def test_it_takes_nobody_for_a_namesake_of_himself(pat: Entry) -> None:
    assert called_of([pat, pat]) == {1: "Pat Ashby"}


def test_it_tells_them_apart_on_the_tablet(tam: Tam, table: Table, play: Any, twins: list[str]) -> None:
    play(table)
    state = Client().get("/api/v1/table", headers=tam.headers).json()
    [deal] = state["deals"]
    assert [seat["name"] for seat in state["seats"]][:2] == twins
    assert [deal["players"][seat]["name"] for seat in "ES"] == twins
    assert deal["said"].startswith(twins[1])
    assert any(all(name in payment["text"] for name in twins) for payment in deal["lines"]["payments"])


@pytest.mark.parametrize(("given", "called"), [("Late", "Ann Lee"), ("Ann", "Ann Lee (6)")])
def test_it_says_on_the_tablet_for_whom_somebody_plays(
    tam: Tam, table: Table, olive: User, given: str, called: str
) -> None:
    Player.objects.filter(entries__number=6).update(given="Ann", family="Lee")
    assert tables.sitters(table, 1)["E"].entry.number == 6
    who = {"given": given, "family": "Lee", "club": "Far Away"}
    seats.seat_hand_over(table=table, seat="E", from_deal=1, who=who, actor=olive)
    [east, *others] = Client().get("/api/v1/table", headers=tam.headers).json()["seats"]
    assert (east["stands_for"], east["stands_for_name"]) == (6, called)
    assert [seat["stands_for_name"] for seat in others] == [None] * 3


@pytest.mark.parametrize(("name", "named"), [("table", {}), ("deal", {"deal": 1})])
def test_it_tells_them_apart_on_the_staffs_pages(
    olive_client: Client, table: Table, play: Any, twins: list[str], name: str, named: dict[str, int]
) -> None:
    play(table)
    page = olive_client.get(at(name, table, **named)).content.decode()
    assert [one in page for one in twins] == [True, True]


def test_it_tells_them_apart_before_a_deal_is_changed(
    olive_client: Client, table: Table, play: Any, twins: list[str]
) -> None:
    play(table)
    address = at("deal-void", table, deal=1)
    shown = olive_client.get(address).context["form"]
    form = {field.html_name: field.value() for field in shown if field.value() is not None}
    ahead = look(olive_client, address, {**form, "reason": "Dealt twice."}).context["ahead"]
    assert [seat.name for seat in ahead.deals[0].seats][:2] == twins


def test_it_tells_them_apart_on_the_board(
    olive_client: Client, running: Competition, twins: list[str]
) -> None:
    page = olive_client.get(at("board", running)).content.decode()
    assert [one in page for one in twins] == [True, True]


def test_it_tells_those_of_different_tables_apart_on_the_board(
    olive_client: Client, running: Competition, table: Table
) -> None:
    other = running.rounds.get(number=1).tables.exclude(pk=table.pk)[0]
    entries = [tables.sitters(one, 1)["E"].entry for one in (table, other)]
    Player.objects.filter(entries__in=entries).update(given="Ann", family="Lee")
    page = olive_client.get(at("board", running)).content.decode()
    assert [f"Ann Lee ({entry.number})" in page for entry in entries] == [True, True]


def test_it_tells_them_apart_on_the_page_of_what_is_held(
    olive_client: Client, running: Competition, table: Table, play: Any, twins: list[str]
) -> None:
    play(table, context="0" * 64)
    page = olive_client.get(at("held", running, held=HeldSubmission.objects.get().pk)).content.decode()
    assert f"East {twins[0]}, South {twins[1]}" in page
    assert f"{twins[1]}" in page.partition('id="sent"')[2]


def test_it_tells_them_apart_among_what_is_not_confirmed(
    olive_client: Client, running: Competition, table: Table, play: Any, twins: list[str]
) -> None:
    Competition.objects.filter(pk=running.pk).update(confirmed_by="all")
    play(table)
    page = olive_client.get(at("confirmations", running, round=1)).content.decode()
    assert [one in page for one in twins] == [True, True]


@pytest.mark.parametrize("page", ["", "d1/"])
def test_it_tells_them_apart_for_the_public(
    client: Client, running: Competition, table: Table, play: Any, twins: list[str], page: str
) -> None:
    play(table)
    shown = client.get(f"/c/{running.slug}/r1/t3/{page}").content.decode()
    assert [one in shown for one in twins] == [True, True]


def test_it_tells_them_apart_in_the_results(
    client: Client, running: Competition, table: Table, play: Any, rafe: User, twins: list[str]
) -> None:
    play(table)
    late = tables.sitters(table, 1)["E"].entry
    told = {"amount": -50, "reason": "Late.", "actor": rafe, "key": uuid4()}
    imposed = penalties.standings_penalty(entry=late, round=table.round, **told)
    pages = {part: reverse(f"public:{part}", args=[running.slug]) for part in ("standings", "changes")}
    seen = {part: client.get(address).content.decode() for part, address in pages.items()}
    assert all(called in seen["standings"] for called in twins)
    assert twins[0] in seen["changes"]
    back = signed_in(rafe).get(at("penalty-reverse", running, penalty=imposed.pk)).content.decode()
    assert all(word in back for word in ("Ann Lee", f">{late.number}<", "50", "Round 1", "Late."))
