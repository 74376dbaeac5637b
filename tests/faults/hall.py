"""A hall full of tables in a database of its own, and what each of them will play.

Run as a program in the environment of the server: `python -m tests.faults.hall TABLES DEALS SEED FILE`.
"""

import json
import os
import random
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import django

# ruff: noqa: E402 - the registry must be there before the models
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth import get_user_model
from django.db import connection, transaction

import scoring
from players.models import Club
from tests import declared
from tournaments.models import Competition, DealVersion, Round, Table
from tournaments.selectors import tables
from tournaments.services import competitions, devices, rounds
from tournaments.services.reckoning import rules_of

SEATS = "ESWN"
MOST_PASSES = 15  # with the sixteenth the game is over
UNIQUE = """SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'u'
               AND conname NOT LIKE '%%sequence' """


@transaction.atomic
def prepare(count: int, deals: int, seed: int) -> list[dict[str, Any]]:
    """Fill the database; list the tables, each with its token and the bodies it will send, without keys."""
    competition, round = _running(count)
    chance = random.Random(seed)
    seated = Table.objects.filter(round=round).select_related("round__competition").order_by("number")
    return [
        {
            "table": table.number,
            "competition": competition.slug,
            "token": _token(competition, table),
            "bodies": list(_played(table, deals, chance)),
        }
        for table in seated
    ]


def _running(count: int) -> tuple[Competition, Round]:
    club = Club.objects.create(name="Severn Winds", slug="severn-winds")
    olive = get_user_model().objects.create_user("olive")
    competition = competitions.competition_create(
        club=club, actor=olive, name="Storm Day", date=date(2026, 4, 18), entry_level="counting"
    )
    people = [{"given": "Pat", "family": f"No. {number}"} for number in range(1, 4 * count + 1)]
    entries = competitions.entries_add(competition=competition, people=people, actor=olive)
    competition = competitions.competition_publish(competition=competition, actor=olive)
    fours = [entries[at : at + 4] for at in range(0, len(entries), 4)]
    seated = rounds.round_seat(competition=competition, number=1, tables=fours)
    published = rounds.round_publish(round=seated, actor=olive)
    return competition, rounds.round_start(round=published, actor=olive)


def _token(competition: Competition, table: Table) -> str:
    olive = get_user_model().objects.get(username="olive")
    code = devices.pairing_code_issue(competition=competition, table_number=table.number, actor=olive)
    return devices.device_pair(code=code.long, address="127.0.0.1").token


def _played(table: Table, deals: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Play a table through: draws and mah-jongs, the winds passing as long as the game lasts."""
    position, passes = scoring.first_position(), 0
    for _ in range(deals):
        assert position is not None
        content = _dealt(position.east, passes < MOST_PASSES, chance)
        yield {
            "deal": position.number,
            "seating_version": table.round.seating_version,
            "context": tables.context_hash(table, position),
            **content,
            "expected": None,
            "client_time": "2026-04-18T10:00:00+01:00",
        }
        passes += content["winners"] not in ([], [position.east])
        position = scoring.advance(position, content["winners"], rules_of(table.round.competition))


def _dealt(east: str, may_pass: bool, chance: random.Random) -> dict[str, Any]:
    """Let nobody win, or East, or as long as the winds may pass anybody; from a discard or from the wall."""
    if chance.random() < 0.4:
        return declared.draw()
    winner = chance.choice(SEATS) if may_pass and chance.random() < 0.5 else east
    others = [seat for seat in SEATS if seat != winner]
    won = declared.won(winner, chance.choice([*others, None]))
    hidden = {seat: _hidden(won["hands"][seat], chance) for seat in others}
    return {**won, "hands": {**won["hands"], **hidden}}


def _hidden(hand: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Let most hands that did not win keep some tiles to themselves, or all: none is worth anything."""
    shown = chance.choice([0, 6, len(hand["concealed"])])
    unshown = len(hand["concealed"]) - shown
    return {**hand, "concealed": hand["concealed"][:shown], "unshown": unshown} if unshown else hand


def without_uniqueness() -> None:
    """Take away what makes PostgreSQL refuse a second row of a deal: the proof must see it without help."""
    name = DealVersion._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(UNIQUE, [name])
        for (constraint,) in cursor.fetchall():
            if constraint == "one_version_per_number" or "_key_" in constraint:
                cursor.execute(f'ALTER TABLE {name} DROP CONSTRAINT "{constraint}"')


if __name__ == "__main__":
    *figures, file = sys.argv[1:]
    Path(file).write_text(json.dumps(prepare(*map(int, figures))))
    if os.environ.get("PLANTED") == "check_then_act":
        without_uniqueness()
