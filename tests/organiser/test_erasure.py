"""A person is erased: the name is nowhere any more, and every result of everybody is as it was."""

import time as clock
from datetime import time
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from players.models import Club, Player
from tests import declared
from tests.conftest import Tam, registered_in
from tests.organiser.conftest import at
from tests.public.pages import links_of
from tournaments.deal.hashes import sha256
from tournaments.models import Action, Competition, Device, HeldSubmission, Opening, Right, append_only
from tournaments.powers import Role
from tournaments.refusals import Refusal
from tournaments.selectors.standings import standings_of
from tournaments.selectors.teams import mark_of
from tournaments.selectors.timetable import Point
from tournaments.services import (
    competitions,
    confirmations,
    corrections,
    devices,
    erasure,
    held,
    invitations,
    letters,
    outbox,
    penalties,
    persons,
    rights,
    teams,
    timetable,
)
from tournaments.services.chain import chain_check

WORDS = ("Zyxgiven", "Qwertsurname", "Vbnmalias", "zyx@example.org", "Qwertsurname-Two", "Zyxaccount")


@pytest.fixture
def zyx(running: Competition, table: Any, play: Any, tam: Tam, olive: User, rafe: User) -> Player:
    """Somebody whose name stands wherever people can write one."""
    entry = table.seatings.select_related("entry__player").get(seat="E").entry
    person = entry.player
    named = {"given": WORDS[0], "family": WORDS[1], "alias": WORDS[2], "email": WORDS[3]}
    persons.person_change(person=person, club=running.club, actor=olive, **named)
    double = Player.objects.create(given=WORDS[0], family=WORDS[4], club=running.club)
    persons.persons_merge(kept=person, double=double, club=running.club, actor=olive)
    competitions.competition_change(competition=running, actor=olive, confirmed_by="all")
    _, second, _ = play(table), play(table), play(table)
    about = {"table": table, "actor": rafe}
    said = f"It was {WORDS[0]} who won."
    corrections.deal_correct(**about, number=1, content=declared.draw(), mode="as_played", reason=said)
    late = {"round": table.round, "amount": -5, "key": uuid4(), "actor": rafe, "entry": entry}
    penalties.standings_penalty(**late, reason=f"{WORDS[1].upper()} came late.")
    play(table, deal=1)
    waiting = HeldSubmission.objects.waiting().get()
    held.held_decline(held=waiting, reason=f"Ask {WORDS[2]}.", actor=rafe)
    seen = [confirmations.Seen(table, 2, second.version.sha256)]
    confirmations.deals_settle(seen=seen, reason=f"{WORDS[3]} wrote so.", actor=rafe)
    told = {"given": WORDS[0], "family": WORDS[1], "email": WORDS[3]}
    letters.write(registered_in(running, **told, entry=entry, answers=[["Diet?", WORDS[2]]]), "coming")
    registered_in(running, **told, state="withdrawn")
    devices.referee_call(table=table, device=tam.device, reason=f"{WORDS[0]} fell ill.")
    Device.objects.filter(pk=tam.device.pk).update(label=f"{WORDS[0]}'s tablet")
    named = [(f"Team {WORDS[1]}", [entry.number])]
    teams.teams_set(competition=running, teams=named, best=None, seen=mark_of(running), actor=olive)
    told = {"family": "Other", "answers": [["Who comes with you?", f"{WORDS[0]} {WORDS[1]}"]]}
    registered_in(running, **told, email="other@example.org")
    Opening.objects.update(fee=f"£15 to {WORDS[0]}", questions=[f"Do you come with {WORDS[2]}?"])
    talk = [Point(running.date, time(10), f"A talk by {WORDS[1]}", f"{WORDS[0]}'s room")]
    timetable.timetable_set(competition=running, points=talk, seen=sha256(running.timetable), actor=olive)
    offer = invitations.profile_offer(person=person, club=running.club, actor=olive, email=WORDS[3])
    invitations.account_make(token=offer.token, name=WORDS[5], email=WORDS[3], password="a long one 9")
    invitations.invitation_make(club=running.club, role=Role.HELPER, actor=olive, email=WORDS[3])
    for each in ("csv", "json"):
        outbox.export_ask(competition=running, format=each, actor=olive)
    outbox.run()
    return person


def rows_that_name() -> list[tuple[str, str]]:
    """Look through every column of every table of the database."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                told = " ".join(map(readable, row)).casefold()
                found += [(table, word) for word in WORDS if word.casefold() in told]
    return found


def files_that_name(since: float) -> list[str]:
    """Look through every file that the program wrote meanwhile."""
    files = [one for one in (settings.BASE_DIR / "var").rglob("*") if one.is_file()]
    told = {str(one): one.read_bytes().lower() for one in files if one.stat().st_mtime >= since}
    return [name for name, data in told.items() for word in WORDS if word.lower().encode() in data]


def readable(value: Any) -> str:
    return bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)


def pages_that_name(start: str) -> list[str]:
    """Read every public page that can be reached from one, and the API's lists."""
    client, seen = Client(), set()
    waiting = [start, "/", "/api/v1/players", "/api/v1/competitions"]
    api = f"/api/v1/competitions/{start.strip('/').split('/')[-1]}"
    waiting += [api + part for part in ("", "/entries", "/standings", "/rounds", "/deals")]
    wrong = []
    while waiting:
        url = waiting.pop()
        if url in seen or len(seen) > 150:
            continue
        seen.add(url)
        answer = client.get(url)
        page = answer.content.decode("utf-8", "replace") if not answer.streaming else ""
        wrong += [url for word in WORDS if word.casefold() in page.casefold()]
        if "html" in answer.get("Content-Type", ""):
            waiting += [one for one in links_of(answer) if one.startswith(start)]
    assert len(seen) > 20
    return wrong


def results(competition: Competition) -> list[tuple[Any, ...]]:
    rows = standings_of(Competition.objects.get(pk=competition.pk)).rows
    return [(row.number, row.rank, row.total, row.mahjongs, row.deals) for row in rows]


@pytest.mark.django_db
def test_it_leaves_the_name_nowhere_and_every_result_as_it_was(
    zyx: Player, running: Competition, olive: User, olive_client: Client
) -> None:
    before, start, began = results(running), f"/c/{running.slug}/", clock.time() - 60
    named = {table for table, _ in rows_that_name()}
    assert named >= {
        *("players_player", "tournaments_dealversion", "tournaments_penalty", "tournaments_ruling"),
        *("tournaments_confirmation", "tournaments_refereecall", "tournaments_device", "tournaments_team"),
        *("tournaments_export", "tournaments_action", "tournaments_registration", "tournaments_letter"),
        *("tournaments_opening", "tournaments_competition", "tournaments_invitation", "auth_user"),
    }
    assert pages_that_name(start) != []
    address = at("person-erase", club=running.club.slug, person=zyx.pk)
    assert olive_client.post(address, {}).status_code == 422
    assert olive_client.post(address, {"sure": "on"}).status_code == 302
    assert rows_that_name() == []
    assert pages_that_name(start) == []
    assert files_that_name(began) == []
    assert results(running) == before
    assert chain_check(Competition.objects.get(pk=running.pk))[1] == []
    assert "name erased" in Client().get(start + "standings/").content.decode()
    line = Action.objects.filter(verb="person_erase").get()
    assert (line.actor, line.facts) == (olive, {"club": running.club_id, "person": zyx.pk})
    page = olive_client.get(at("club-log", club=running.club.slug)).content.decode()
    claim = Action.objects.get(verb="person_claim")
    assert (f"erased-{claim.actor_id}" in page, WORDS[5] in page) == (True, False)


@pytest.mark.django_db
def test_it_guards_the_ledger_again_afterwards(zyx: Player, running: Competition, olive: User) -> None:
    erasure.person_erase(person=zyx, club=running.club, actor=olive)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        there = {name for (name,) in cursor.fetchall()}
    assert {f"{table}_no_{verb}" for table in append_only.TABLES for verb in ("update", "delete")} <= there


@pytest.mark.django_db
def test_it_keeps_the_reasons_that_name_others(
    zyx: Player, running: Competition, table: Any, rafe: User, olive: User
) -> None:
    other = f"Not {WORDS[0]}ia, somebody else."
    corrections.deal_void(table=table, number=3, mode="as_played", reason=other, actor=rafe)
    erasure.person_erase(person=zyx, club=running.club, actor=olive)
    assert Action.objects.filter(reason=other).exists() or running.deal_versions.filter(reason=other).exists()


@pytest.mark.django_db
def test_it_erases_once_and_parts_nobody_afterwards(zyx: Player, running: Competition, olive: User) -> None:
    merge = zyx.merges.get()
    erasure.person_erase(person=zyx, club=running.club, actor=olive)
    with pytest.raises(Refusal, match="person_gone"):
        erasure.person_erase(person=zyx, club=running.club, actor=olive)
    with pytest.raises(Refusal, match="person_gone"):
        persons.merge_undo(merge=merge, club=running.club, actor=olive)


@pytest.mark.django_db
def test_it_keeps_the_account_of_whoever_works_for_a_club(
    zyx: Player, running: Competition, olive: User, olive_client: Client
) -> None:
    account = User.objects.get(username=WORDS[5])
    Right.objects.create(user=account, club=running.club, role=Role.REFEREE)
    page = olive_client.get(at("person-erase", club=running.club.slug, person=zyx.pk)).content.decode()
    assert "account works for a club" in page
    erasure.person_erase(person=zyx, club=running.club, actor=olive)
    account.refresh_from_db()
    assert (account.is_active, account.username, hasattr(account, "player")) == (True, WORDS[5], False)


@pytest.mark.django_db
def test_an_account_that_was_closed_before_loses_the_name_too(
    zyx: Player, running: Competition, olive: User
) -> None:
    full = f"{WORDS[0]} {WORDS[1]}"
    User.objects.filter(username=WORDS[5]).update(username=full)
    account = User.objects.get(username=full)
    rights.account_close(user=account, actor=account)
    account.refresh_from_db()
    assert (account.username, account.email) == (full, "")
    erasure.person_erase(person=zyx, club=running.club, actor=olive)
    assert rows_that_name() == []


@pytest.mark.django_db
def test_it_is_gone_from_the_list_of_people(
    zyx: Player, club: Club, olive: User, olive_client: Client
) -> None:
    erasure.person_erase(person=zyx, club=club, actor=olive)
    assert olive_client.get(at("person", club=club.slug, person=zyx.pk)).status_code == 404
    assert "name erased" not in olive_client.get(at("persons", club=club.slug)).content.decode()
