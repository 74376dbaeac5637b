"""Registrations that meet: nobody gets a place that is taken, and nobody a server's error."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail

from tests.conftest import registered_in
from tests.tournaments.test_deal_submit_races import at_once
from tests.tournaments.test_writes import told
from tournaments.live import waking
from tournaments.models import Competition, Letter, Opening
from tournaments.services import letters, outbox, registrations

pytestmark = [pytest.mark.postgres_only, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(tournament: Competition) -> Competition:
    """The tournament with one place beside its sixteen entries, which somebody has, and one who waits."""
    Competition.objects.filter(pk=tournament.pk).update(published=True)
    registered_in(tournament, family="Has")
    registered_in(tournament, family="Waits", state="waiting")
    Opening.objects.filter(competition=tournament).update(capacity=17)
    return tournament


def fresh(event: Competition) -> Competition:
    return Competition.objects.get(pk=event.pk)


def registering(event: Competition, family: str) -> Any:
    who = {"given": "Ros", "family": family, "club": "", "email": "a@example.org", "answers": []}
    made = partial(registrations.registration_make, competition=fresh(event), key=uuid4(), **who)
    return partial(told, made)


def counted(event: Competition) -> dict[str, int]:
    found = list(event.registrations.values_list("state", flat=True))
    return {state: found.count(state) for state in set(found)}


def test_it_gives_the_last_place_once(event):
    Opening.objects.filter(competition=event).update(capacity=18)
    event.registrations.filter(family="Waits").delete()
    assert at_once(*(registering(event, f"R{number}") for number in range(6))) == ["done"] * 6
    assert counted(event) == {"coming": 2, "waiting": 5}


def test_it_moves_one_up_when_a_withdrawal_meets_registrations_and_a_refusal(event: Competition, olive: User):
    has = event.registrations.select_related("competition").get(family="Has")
    away = partial(told, partial(registrations.registration_withdraw, registration=has))
    other = event.registrations.select_related("competition").get(family="Has")
    refuse = partial(registrations.registration_refuse, registration=other, actor=olive)
    heard = at_once(away, partial(told, refuse), registering(event, "New"), registering(event, "Newer"))
    assert sorted(heard) == ["done", "done", "done", "registration_decided"]
    assert event.registrations.get(family="Waits").state == "coming"
    assert counted(event)["coming"] == 1


def test_two_workers_send_a_letter_once(event, settings, monkeypatch):
    settings.EMAIL_CONFIGURED = True
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)
    outbox.run()
    for registration in event.registrations.select_related("competition"):
        letters.write(registration, registration.state)
    at_once(*[partial(told, outbox.run)] * 4)
    assert len(mail.outbox) == 2
    assert set(Letter.objects.values_list("state", flat=True)) == {"sent"}
