"""A hall full of tablets: prepare a database with a real event and write down what its tables will send.

Run as a program in the environment of the server: `python -m tests.benchmarks.hall FOLDER FILE`. Each round
of the event becomes a competition of its own, so that all its deals can be sent without closing a round.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import django

# ruff: noqa: E402 - settings and registry must be there before the models
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.benchmarks.settings")
django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection

from scoring import Position
from tests.benchmarks.bare import Row
from tournaments.exchange import importing, reading
from tournaments.models import Competition, Round, Table
from tournaments.selectors import tables
from tournaments.services import competitions, devices

Winds = Mapping[reading.Place, Position]


def prepare(folder: Path) -> list[dict[str, Any]]:
    """Fill the database; list the requests, each with its token and body, in the order they came."""
    call_command("migrate", verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(Row)
    event, winds = reading.read_event(folder), _winds(folder)
    return [request for one in event.rounds for request in _round(event, one, winds)]


def _winds(folder: Path) -> Winds:
    expected = reading.read_json(folder / "expected.json")["deals"]
    return {
        (each["round"], each["table"], each["deal"]): Position(each["deal"], each["east"], each["round_wind"])
        for each in expected
    }


def _round(event: reading.Event, one: reading.EventRound, winds: Winds) -> Iterator[dict[str, Any]]:
    competition, round = _running(replace(event, id=f"{event.id}-{one.number}", rounds=(one,)), one)
    paired = {table.number: (table, _token(competition, table)) for table in _tables(round)}
    for deal in event.deals_of(one.number):
        table, token = paired[deal.place[1]]
        yield {"token": token, "body": _body(event, deal, table, winds[deal.place])}


def _running(event: reading.Event, one: reading.EventRound) -> tuple[Competition, Round]:
    competition = importing._found(event, None)
    competitions.competition_publish(competition=competition, actor=None)
    entries = {entry.number: entry for entry in competition.entries.all()}
    return competition, importing._running(importing._seat(event, one, competition, entries))


def _tables(round: Round) -> list[Table]:
    return list(round.tables.select_related("round__competition"))


def _token(competition: Competition, table: Table) -> str:
    olive, _ = get_user_model().objects.get_or_create(username="olive")
    code = devices.pairing_code_issue(competition=competition, table_number=table.number, actor=olive)
    return devices.device_pair(code=code.long, address="127.0.0.1").token


def _body(event: reading.Event, deal: reading.Submitted, table: Table, winds: Position) -> dict[str, Any]:
    return {
        "key": str(event.key(*deal.place)),
        "deal": deal.place[2],
        "seating_version": table.round.seating_version,
        "context": tables.context_hash(table, winds),
        **deal.content,
        "expected": None,
        "client_time": "2026-05-30T10:00:00+01:00",
    }


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(prepare(Path(sys.argv[1]))))
