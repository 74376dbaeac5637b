"""Read the whole database as it is at one moment, while deals go on arriving."""

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

COPYING = ".copying-"
DAY_SECONDS = 24 * 3600


@contextmanager
def one_moment() -> Iterator[None]:
    """Let everything that is read within be of one moment; nobody who writes waits for it to end."""
    with {"postgresql": _one_transaction, "sqlite": _copied}[connection.vendor]():
        yield


@contextmanager
def _one_transaction() -> Iterator[None]:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        without_time_outs()
        yield


def without_time_outs() -> None:
    """Let this transaction take as long as it needs; the site's are for those whom a tablet waits for."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")


@contextmanager
def _copied() -> Iterator[None]:
    """Read a copy: with the journal of older SQLite, whoever reads for long keeps all who write waiting.

    The copy is made in one step: in several it would begin anew with each deal, and never end.
    """
    file = Path(str(connection.settings_dict["NAME"]))
    _sweep(file)
    with tempfile.TemporaryDirectory(prefix=f"{file.name}{COPYING}", dir=file.parent) as folder:
        copy = Path(folder) / "copy"
        with closing(sqlite3.connect(file)) as ours, closing(sqlite3.connect(copy)) as made:
            ours.backup(made, pages=-1)
        with _reading_from(copy), transaction.atomic():
            yield


@contextmanager
def _reading_from(copy: Path) -> Iterator[None]:
    """Let this thread's connection lead to the copy; other threads keep theirs."""
    usual: Any = connections[DEFAULT_DB_ALIAS]
    there = type(usual)({**usual.settings_dict, "NAME": str(copy)}, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = there
    try:
        yield
    finally:
        there.close()
        connections[DEFAULT_DB_ALIAS] = usual


def _sweep(file: Path) -> None:
    """Remove the copies of backups that were killed."""
    for left in file.parent.glob(f"{file.name}{COPYING}*"):
        if time.time() - left.stat().st_mtime > DAY_SECONDS:
            for part in left.iterdir():
                part.unlink()
            left.rmdir()


def sequences() -> dict[str, int]:
    """Read up to which number each table has counted: a deleted row's number must not come again."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, seq FROM sqlite_sequence")
            return dict(cursor.fetchall())
        cursor.execute(
            "SELECT regexp_replace(sequencename, '_id_seq$', ''), last_value FROM pg_sequences "
            "WHERE schemaname = current_schema() AND last_value IS NOT NULL"
        )
        return dict(cursor.fetchall())
