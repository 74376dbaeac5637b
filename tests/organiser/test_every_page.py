"""Every organiser's address, asked for by everybody: the list of addresses is the program's own."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from tests import declared
from tournaments.models import Competition, Export, Outbox, Table
from tournaments.services import devices, outbox
from tournaments.services.penalties import standings_penalty
from tournaments.views.organiser.urls import urlpatterns

NAMES = [pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)]
BUTTONS = {
    "publish", "unpublish", "entry-remove", "round-publish", "round-start", "round-close", "round-reopen",
    "round-remove", "newcomer", "call-answer", "tablet-codes", "tablet-revoke",
}
OF_MEETINGS = {"meeting", "newcomer"}
ORGANISERS_ONLY = {
    "settings", "publish", "unpublish", "players", "players-import", "entry", "entry-remove", "seating",
    "exchange", "round-publish", "round-start", "round-close", "round-reopen", "round-remove", "meeting",
    "newcomer", "tablets", "tablet-codes", "tablet-revoke", "exports", "export-file",
    "tournament-create", "league-create", "season-create", "club-create",
}
OWN_HOME = {"home"}  # everybody has one
"""Organisers of another club have pages of these names, too."""


@pytest.fixture
def addresses(running: Competition, season: Competition, table: Table, play: Any, tam: Any, olive: Any) -> dict[str, str]:
    """One address of every name, all of them really there."""
    from uuid import uuid4

    play(table)
    late = play(table, declared.draw(), deal=1)
    call = devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    export = outbox.export_ask(competition=running, format="csv", actor=olive)
    outbox.run()
    penalty = standings_penalty(
        entry=running.entries.get(number=1), round=table.round, amount=-10, reason="Late.", actor=olive, key=uuid4()
    )
    from tournaments.services import rounds

    rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
    from tournaments.services.penalties import penalty_impose

    penalty_impose(table=table, deal=1, event={"code": "cannon", "offender": "E"}, reason="Cannon.", actor=olive, key=uuid4())
    facts = {
        "slug": running.slug, "club": running.club.slug, "league": season.league.slug, "number": 2, "round": 1,
        "table": 3, "deal": 1, "index": 0, "call": call.pk, "held": late.held.pk, "penalty": penalty.pk,
        "device": tam.device.pk, "export": export.pk,
    }
    return {name: _address(name, facts | ({"slug": season.slug} if name in OF_MEETINGS else {})) for name in NAMES}


def _address(name: str, facts: dict[str, Any]) -> str:
    pattern = next(one for one in urlpatterns if one.name == name)
    wanted = pattern.pattern.converters
    return reverse(f"organiser:{name}", kwargs={key: facts[key] for key in wanted})


def ask(client: Client, name: str, address: str) -> Any:
    return client.post(address) if name in BUTTONS else client.get(address)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in BUTTONS and name != "club-create"])
def test_it_shows_the_page_to_its_organiser(name: str, addresses: dict[str, str], olive_client: Client) -> None:
    response = olive_client.get(addresses[name])
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
