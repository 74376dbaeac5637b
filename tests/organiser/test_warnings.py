"""Warnings: they cost nothing, are counted and taken back, and stand in the log with the rule's line."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.conftest import Tam
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Action, Competition, Round, Seating
from tournaments.refusals import Refusal
from tournaments.selectors.standings import standings_of
from tournaments.services import penalties, warned
from tournaments.services.reckoning import rules_of
from tournaments.wording import citations


@pytest.fixture
def form(running: Competition) -> dict[str, Any]:
    entry = running.entries.get(number=5)
    return {"entry": entry.pk, "round": "1", "code": "short_hand", "reason": "Thirteen.", "key": str(uuid4())}


def test_a_referee_warns_and_it_costs_nothing(
    running: Competition, rafe_client: Client, form: dict[str, Any]
) -> None:
    before = standings_of(running).rows
    for _ in range(2):  # a double click is one warning
        assert rafe_client.post(at("warning", running), form).status_code == 302
    page = words_of(rafe_client.get(at("penalties", running)))
    assert ("Thirteen." in page, "warning number 2" in page) == (True, False)
    assert citations.written(rules_of(running).penalties["short_hand"].source) in page
    running.refresh_from_db()
    assert standings_of(running).rows == before
    line = Action.objects.get(verb="warning")
    assert (line.facts["entry"], line.facts["code"], line.reason) == (5, "short_hand", "Thirteen.")
    rafe_client.post(at("warning", running), {**form, "key": str(uuid4()), "code": ""})
    assert "warning number 2" in words_of(rafe_client.get(at("penalties", running)))


def test_a_key_is_for_one_warning(running: Competition, first_round: Round, rafe: User) -> None:
    told = {"entry": running.entries.get(number=5), "round": first_round, "code": "", "actor": rafe}
    key = uuid4()
    given = warned.warning_give(**told, reason="Slow.", key=key)
    assert warned.warning_give(**told, reason="Slow.", key=key) == given
    with pytest.raises(Refusal, match="key_reused"):
        warned.warning_give(**told, reason="Rude.", key=key)


def test_it_is_taken_back_once_and_counts_no_more(
    running: Competition, rafe_client: Client, form: dict[str, Any]
) -> None:
    rafe_client.post(at("warning", running), form)
    back = at("warning-reverse", running, warning=Action.objects.get(verb="warning").pk)
    told = {"reason": "Fourteen after all.", "key": str(uuid4())}
    assert [rafe_client.post(back, told).status_code for _ in range(2)] == [302, 409]
    assert "Fourteen after all." in words_of(rafe_client.get(at("penalties", running)))
    rafe_client.post(at("warning", running), {**form, "key": str(uuid4())})
    assert "warning number 2" not in words_of(rafe_client.get(at("penalties", running)))


def test_readers_see_nothing_of_it(running: Competition, rafe_client: Client, form: dict[str, Any]) -> None:
    rafe_client.post(at("warning", running), form)
    for part in ("changes/", "entries/5/", "standings/"):
        assert "Thirteen." not in Client().get(f"/c/{running.slug}/{part}").content.decode()


def test_the_table_reads_what_was_ruled_on_its_players(
    running: Competition, first_round: Round, rafe: User, tam: Tam
) -> None:
    sitting = Seating.objects.filter(table__round=first_round, table__number=3).order_by("pk")
    here = sitting[0].entry
    away = Seating.objects.filter(table__round=first_round, table__number=1)[0].entry
    told: dict[str, Any] = {"round": first_round, "actor": rafe}
    for entry in (here, away):
        given = warned.warning_give(**told, entry=entry, code="", reason="Slow.", key=uuid4())
    fine = penalties.standings_penalty(**told, entry=here, amount=-50, reason="Late.", key=uuid4())
    penalties.penalty_reverse(penalty=fine, reason="It was the train.", actor=rafe, key=uuid4())
    answer = Client().get("/api/v1/table", headers=tam.headers).json()["rulings"]
    shown = ("kind", "name", "amount", "reason", "taken_back")
    assert [tuple(one[name] for name in shown) for one in answer] == [
        ("warning", here.name, None, "Slow.", False),
        ("penalty", here.name, -50, "Late.", True),
    ]
    assert given.facts["entry"] == away.number  # another table's
