"""The proof: what the tablets saved and were told, beside what the database has.

Run as a program in the environment of the server: `python -m tests.faults.proof SAVED FINDINGS`. SAVED lists
the tables with the deals that each saved, in order, each with its body and with what the tablet believes.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import django

# ruff: noqa: E402 - the registry must be there before the models
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import connection

from tests.tournaments import hall_model
from tournaments.deal import hashes
from tournaments.models import Competition, DealVersion, HeldSubmission, Outbox, Seating
from tournaments.selectors import standings
from tournaments.services import outbox
from tournaments.services.chain import chain_check

Findings = Iterator[tuple[str, str]]  # a kind of fault and where it is
DECLARED = ("outcome", "winners", "discarder", "win_source")


class Ledger:
    """What the database has: the recorded deals and the held submissions, by key."""

    def __init__(self) -> None:
        self.versions = list(DealVersion.objects.select_related("table").order_by("table__number", "number"))
        self.recorded = {version.key: version for version in self.versions}
        self.held = {held.key: held for held in HeldSubmission.objects.all()}

    def has(self, key: UUID) -> bool:
        return key in self.recorded or key in self.held


def findings(hall: list[dict[str, Any]]) -> Findings:
    """Find everything that is not as it must be."""
    ledger, competition = Ledger(), Competition.objects.get()
    for table in hall:
        for deal in table["saved"]:
            yield from one_deal(deal, ledger)
    yield from doubled(ledger, {UUID(deal["key"]) for table in hall for deal in table["saved"]})
    yield from numbering(hall, ledger)
    yield from (("chain", f"{each.code} at {each.where}") for each in chain_check(competition)[1])
    yield from published(competition, hall)
    yield from the_file()


def one_deal(deal: dict[str, Any], ledger: Ledger) -> Findings:
    """Look one saved deal up."""
    key, where = UUID(deal["key"]), f"deal {deal['body']['deal']} {deal['key']}"
    if deal["state"] not in ("sent", "held"):
        yield "unsent", f"{where}: {deal['state']}"
    elif not ledger.has(key):
        yield "lost", where
    if key in ledger.held:
        yield "held", f"{where}: {ledger.held[key].code}"
    if version := ledger.recorded.get(key):
        yield from (("altered", f"{where}: {what}") for what in differences(deal, version))


def differences(deal: dict[str, Any], version: DealVersion) -> Iterator[str]:
    """Compare what the table declared with what is recorded, and that with what the tablet was told."""
    body, receipt = deal["body"], deal["receipt"] or {}
    if version.fingerprint != hashes.sha256(body):
        yield "fingerprint"
    yield from (name for name in DECLARED if version.content[name] != body[name])
    yield from (f"hand {seat}" for seat, hand in body["hands"].items() if not _as_shown(hand, version, seat))
    yield from (
        name for name in ("sha256", "net") if receipt.get("net") and receipt[name] != getattr(version, name)
    )
    if version.number != body["deal"]:
        yield "number"


def _as_shown(hand: dict[str, Any], version: DealVersion, seat: str) -> bool:
    """Tell whether a hand is recorded with the tiles that were shown, and with as many that were not."""
    recorded = version.content["hands"].get(seat, {})
    return all(recorded.get(part) == hand.get(part) for part in ("concealed", "unshown"))


def doubled(ledger: Ledger, saved: set[UUID]) -> Findings:
    """Find keys and deals that are there more than once, and rows that nobody saved."""
    keys = Counter([*(version.key for version in ledger.versions), *ledger.held])
    yield from (("doubled", f"key {key}") for key, count in keys.items() if count > 1)
    deals = Counter((version.table.number, version.number) for version in ledger.versions)
    yield from (("doubled", f"table {table} deal {number}") for (table, number), n in deals.items() if n > 1)
    yield from (("doubled", f"nobody saved {key}") for key in keys if key not in saved)


def numbering(hall: list[dict[str, Any]], ledger: Ledger) -> Findings:
    """Find tables whose deals are not numbered from 1 on without gaps."""
    for table in hall:
        numbers = {version.number for version in ledger.versions if version.table.number == table["table"]}
        if numbers != set(range(1, len(table["saved"]) + 1)):
            yield "gap", f"table {table['table']}: {len(numbers)} of {len(table['saved'])}"


def published(competition: Competition, hall: list[dict[str, Any]]) -> Findings:
    """Compare the standings, as published and as the whole sum has them, with what a naive model makes."""
    table = standings.standings_of(competition)
    found = {row.number: (row.rank, row.net, row.mahjongs, row.given, row.deals) for row in table.rows}
    wanted = modelled(hall)
    yield from (("standings", f"entry {number}") for number in wanted if found.get(number) != wanted[number])
    if table != standings.summed(competition):
        yield "standings", "what moved with the ledger is not its whole sum"
    outbox.run()
    yield from (("outbox", f"row {row.pk}") for row in Outbox.objects.filter(done_at=None))


def modelled(hall: list[dict[str, Any]]) -> dict[int, tuple[Any, ...]]:
    """Play the saved deals through by the model, which asks nothing of the program."""
    tables = [_table(table) for table in hall]
    entries = {number: True for table in tables for number in table.sitting[0].values()}
    lines = hall_model.standings(tables, entries, [], hall_model.Counting())
    return {
        number: (rank, line.net, line.mahjongs, line.given, line.deals)
        for number, (rank, line) in lines.items()
    }


def _table(table: dict[str, Any]) -> hall_model.Table:
    seated = Seating.objects.filter(table__number=table["table"]).values_list("seat", "entry__number")
    played = hall_model.Table([dict(seated)] * (len(table["saved"]) + 1))
    for deal in table["saved"]:
        winner = next(iter(deal["body"]["winners"]), None)
        played.record(hall_model.Outcome(winner, deal["body"]["discarder"]))
    return played


def the_file() -> Findings:
    """Let SQLite look its file over."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            yield from (("file", said) for (said,) in cursor.fetchall() if said != "ok")


if __name__ == "__main__":
    saved, told = map(Path, sys.argv[1:])
    told.write_text(json.dumps(list(findings(json.loads(saved.read_text())))))
