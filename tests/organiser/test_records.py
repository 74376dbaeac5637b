"""Exports and the log."""

import json
from typing import Any

from django.test import Client

from tests.organiser.conftest import at, save
from tournaments.models import Competition, Export, Table
from tournaments.services import outbox


def test_it_writes_the_file_that_was_asked_for(olive_client: Client, running: Competition) -> None:
    assert olive_client.post(at("exports", running), {"format": "json"}).status_code == 302
    outbox.run()
    export = Export.objects.get()
    response = olive_client.get(at("export-file", running, export=export.pk))
    assert json.loads(response.content)
    assert response["Content-Disposition"].startswith('attachment; filename="spring-day-')
    assert "no-store" in response["Cache-Control"]


def test_it_has_no_file_before_it_is_written(olive_client: Client, running: Competition) -> None:
    export = outbox.export_ask(competition=running, format="csv", actor=None)
    Export.objects.filter(pk=export.pk).update(body=None)
    assert olive_client.get(at("export-file", running, export=export.pk)).status_code == 404


def test_it_refuses_a_format_it_does_not_know(olive_client: Client, running: Competition) -> None:
    assert olive_client.post(at("exports", running), {"format": "exe"}).status_code == 422


def test_it_tells_who_did_what_with_before_and_after(
    olive_client: Client, rafe_client: Client, table: Table, play: Any, typed: Any
) -> None:
    play(table)
    address = at("deal-void", table, deal=1)
    save(rafe_client, address, typed(rafe_client, address, reason="Entered twice."))
    line = olive_client.get(at("log", table.round.competition)).context["lines"][0]
    assert (line.who, line.what, line.reason) == ("rafe", "voided a deal", "Entered twice.")
    assert ("E", "−80", "0") in line.changes


def test_it_has_words_for_every_verb() -> None:
    """Every verb that services write has its sentence."""
    import re
    from pathlib import Path

    from tournaments.models import DealVersion, Ruling
    from tournaments.selectors.log import VERBS

    source = "".join(path.read_text() for path in Path("tournaments/services").glob("*.py"))
    verbs = set(re.findall(r'(?<!\.)\blog\(\s*[\w.]+,\s*"(\w+)"', source))
    verbs |= {f"deal_{kind}" for kind in DealVersion.Kind.values} | {"deal_confirm", "deal_dispute"}
    verbs |= {
        f"held_{decision}" for decision in Ruling.Decision.values if decision != Ruling.Decision.PROMOTED
    }
    about_no_competition = {"club_create", "league_create"}
    assert verbs - about_no_competition <= set(VERBS)
