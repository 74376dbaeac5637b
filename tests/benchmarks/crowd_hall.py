"""A congress with a running round: prepare a database and write down what its tables will send.

Run as a program in the environment of the server: `python -m tests.benchmarks.crowd_hall FILE`.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import django

# ruff: noqa: E402 - settings and registry must be there before the models
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.benchmarks.settings")
django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection, transaction

from scoring import Position, first_position
from tests import declared
from tests.benchmarks.bare import Row
from tests.benchmarks.congress import event
from tournaments.deal.reckon import reckon
from tournaments.models import Competition, Round, Table
from tournaments.selectors import tables
from tournaments.services import devices, rounds
from tournaments.services.reckoning import rules_of

PLAYERS, ROUNDS, DEALS = 240, 4, 8
TO_SEND = 12  # deals of each table, more than are sent
CONTENT = declared.won()


def prepare() -> dict[str, Any]:
    """Fill the database; tell the competition's address, and each table's token with its deals."""
    call_command("migrate", verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(Row)
    with transaction.atomic():
        competition = event(PLAYERS, ROUNDS, DEALS)
        running = _running(competition)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    positions = _positions(competition)
    seated = Table.objects.filter(round=running).select_related("round__competition")
    hall = [{"token": _token(competition, each), "deals": _deals(each, positions)} for each in seated]
    return {"slug": competition.slug, "tables": hall}


def _running(competition: Competition) -> Round:
    people = list(competition.entries.order_by("number"))
    fours = [people[at : at + 4] for at in range(0, PLAYERS, 4)]
    drawn = rounds.round_seat(competition=competition, number=ROUNDS + 1, tables=fours)
    return rounds.round_start(round=rounds.round_publish(round=drawn, actor=None), actor=None)


def _positions(competition: Competition) -> list[Position]:
    """Follow the winds of a table where South wins every deal."""
    found = [first_position()]
    while len(found) < TO_SEND:
        following = reckon(CONTENT, found[-1], rules_of(competition)).following
        assert following is not None, "the game is over too soon"
        found.append(following)
    return found


def _token(competition: Competition, table: Table) -> str:
    olive, _ = get_user_model().objects.get_or_create(username="olive")
    code = devices.pairing_code_issue(competition=competition, table_number=table.number, actor=olive)
    return devices.device_pair(code=code.long, address="127.0.0.1").token


def _deals(table: Table, positions: list[Position]) -> list[dict[str, Any]]:
    return [
        {
            "key": str(uuid4()),
            "deal": position.number,
            "seating_version": table.round.seating_version,
            "context": tables.context_hash(table, position),
            **CONTENT,
            "expected": None,
            "client_time": "2026-05-30T10:00:00+01:00",
        }
        for position in positions
    ]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(prepare()))
