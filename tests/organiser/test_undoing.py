"""What the log leads back from: while nothing was built on it, for whom it is allowed, by a new entry."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at
from tournaments.models import Action, Competition, Penalty, Round
from tournaments.services import penalties, rounds, warned


def ways(client: Client, event: Competition) -> list[tuple[str, str]]:
    """Give what the log offers to take back, the newest first."""
    lines = client.get(at("log", event)).context["lines"]
    return [(line.what, line.undo) for line in lines if line.undo]


def pages(client: Client, event: Competition) -> list[str]:
    return [undo for _, undo in ways(client, event)]


def test_it_leads_to_each_penalty_and_warning_once(
    running: Competition, first_round: Round, rafe: User, rafe_client: Client
) -> None:
    told: dict[str, Any] = {"entry": running.entries.get(number=5), "round": first_round, "actor": rafe}
    alike = [
        penalties.standings_penalty(**told, amount=-50, reason="Late.", key=uuid4()) for _ in range(2)
    ]
    warning = warned.warning_give(**told, code="", reason="Slow.", key=uuid4())
    first, second = (at("penalty-reverse", running, penalty=one.pk) for one in alike)
    assert pages(rafe_client, running) == [at("warning-reverse", running, warning=warning.pk), second, first]
    form = {"reason": "Not so.", "key": str(uuid4())}
    assert rafe_client.post(second, form).status_code == 302
    assert pages(rafe_client, running) == [at("warning-reverse", running, warning=warning.pk), first]
    assert Penalty.objects.count() == 3  # taken back by a new entry
    warned.warning_take_back(warning=warning, entry=told["entry"], reason="No.", actor=rafe)
    assert pages(rafe_client, running) == [first]


def test_it_leads_back_from_the_last_move_of_a_round(
    running: Competition, first_round: Round, olive: User, olive_client: Client, rafe_client: Client
) -> None:
    assert pages(olive_client, running) == []  # it runs: what was published has been built on
    rounds.round_close(round=first_round, actor=olive, anyway=True)
    assert pages(olive_client, running) == [at("round", running, round=1)]
    assert pages(rafe_client, running) == []  # a referee opens and closes nothing
    later = rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    back = at("take-back", running, round=2)
    assert pages(olive_client, running) == [back, at("round", running, round=1)]
    assert olive_client.get(back).status_code == 200
    rounds.round_start(round=later, actor=olive)
    assert pages(olive_client, running) == []


def test_the_archive_has_no_way_back(
    running: Competition, first_round: Round, rafe: User, rafe_client: Client
) -> None:
    told: dict[str, Any] = {"entry": running.entries.get(number=5), "round": first_round, "actor": rafe}
    warned.warning_give(**told, code="", reason="Slow.", key=uuid4())
    assert len(pages(rafe_client, running)) == 1
    Competition.objects.filter(pk=running.pk).update(archived_at=Action.objects.latest("at").at)
    assert pages(rafe_client, running) == []
