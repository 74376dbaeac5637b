"""A congress with a running round: fill a database and write down what its tables will send.

Run as a program in the environment of the server: `python -m tests.load.hall FILE FIGURES`, where the figures
are a `Hall` as JSON.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

import django

# ruff: noqa: E402 - settings and registry must be there before the models
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.load.settings")
django.setup()

from django.contrib.auth import get_user_model
from django.db import connection, transaction

from players.models import Club
from scoring import Position, first_position
from tests import declared
from tests.benchmarks import congress
from tests.benchmarks.bare import Row
from tournaments.deal.reckon import reckon
from tournaments.models import Competition, Round, Table
from tournaments.selectors import tables
from tournaments.services import devices, rounds
from tournaments.services.reckoning import rules_of

CONTENT = declared.won("E", "S")  # East wins and stays East: a table never comes to its end


def prepare(size: dict[str, int]) -> dict[str, Any]:
    """Fill the database; tell the event's address, and each table's token with its deals' contexts."""
    with connection.schema_editor() as editor:
        editor.create_model(Row)
    with transaction.atomic(), mock.patch.object(congress, "UUID", key):
        for number in range(size["events"] - 1):
            _event(size)
            Club.objects.filter(slug="severn-winds").update(name=f"Club {number}", slug=f"club-{number}")
        competition = _event(size)
        running = _running(competition, size["rounds"] + 1)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    positions = _positions(competition, size["to_send"])
    seated = Table.objects.filter(round=running).select_related("round__competition").order_by("number")
    hall = [_table(competition, each, positions) for each in seated]
    return {"slug": competition.slug, "competition": competition.pk, "content": CONTENT, "tables": hall}


def key(**drawn: int) -> UUID:
    """Give a key of its own to a deal that was written in bulk: each event draws the same ones."""
    return uuid4()


def _event(size: dict[str, int]) -> Competition:
    return congress.event(4 * size["tables"], size["rounds"], size["deals"])


def _running(competition: Competition, number: int) -> Round:
    people = list(competition.entries.order_by("number"))
    fours = [people[at : at + 4] for at in range(0, len(people), 4)]
    drawn = rounds.round_seat(competition=competition, number=number, tables=fours)
    return rounds.round_start(round=rounds.round_publish(round=drawn, actor=None), actor=None)


def _positions(competition: Competition, count: int) -> list[Position]:
    """Follow the winds of a table."""
    found = [first_position()]
    while len(found) < count:
        following = reckon(CONTENT, found[-1], rules_of(competition)).following
        assert following is not None, "the game is over too soon"
        found.append(following)
    return found


def _table(competition: Competition, table: Table, positions: list[Position]) -> dict[str, Any]:
    return {
        "token": _token(competition, table),
        "seating_version": table.round.seating_version,
        "contexts": [tables.context_hash(table, position) for position in positions],
    }


def _token(competition: Competition, table: Table) -> str:
    olive, _ = get_user_model().objects.get_or_create(username="olive")
    code = devices.pairing_code_issue(competition=competition, table_number=table.number, actor=olive)
    return devices.device_pair(code=code.long, address="127.0.0.1").token


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(prepare(json.loads(sys.argv[2]))))
