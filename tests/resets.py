"""What every test begins with, at the price of the first one: an empty database, the draw, the static files.

A test that opens its own transaction is rolled back by Django; only the others need `emptied`.
"""

import contextlib
import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase
from whitenoise.middleware import WhiteNoiseMiddleware

from tournaments import seating
from tournaments.models import append_only
from tournaments.seating import basis

# What migrating puts there and no test changes: Django's own flush empties these too, and fills them again.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}
TRIES = 4


def empty_what_is_filled() -> None:
    """Let the database be emptied between tests where it was filled, instead of table by table."""

    def empty_each(case: TransactionTestCase) -> None:
        for alias in case._databases_names(include_mirrors=False):
            emptied(connections[alias])

    TransactionTestCase._fixture_teardown = empty_each


def emptied(connection: BaseDatabaseWrapper) -> None:
    """Delete every row, past the append-only triggers; a page's last request may still be at work.

    Its lock can be in the way of ours, then one of us is told to begin again.
    """
    for _ in range(TRIES - 1):
        with contextlib.suppress(OperationalError):
            return _empty(connection)
    return _empty(connection)


def _empty(connection: BaseDatabaseWrapper) -> None:
    every = tables(connection.alias)
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Whoever is still writing commits first: rows that we do not see yet would stay behind. And no
            # trigger is run in this role, neither the ledger's nor that of a foreign key.
            cursor.execute(f"LOCK TABLE {', '.join(every)} IN EXCLUSIVE MODE")
            cursor.execute("SET LOCAL session_replication_role = replica")
        asked = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in every)
        cursor.execute(" UNION ALL ".join(asked))
        filled = [table for (table,) in cursor.fetchall()]
        for statement in _deleting(connection.vendor, filled):
            cursor.execute(statement)


@cache
def tables(alias: str) -> tuple[str, ...]:
    """Name the tables that tests fill."""
    found = connections[alias].introspection.django_table_names(only_existing=True, include_views=False)
    return tuple(sorted(set(found) - KEPT))


def _deleting(vendor: str, filled: list[str]) -> list[str]:
    """Write the statements that empty the tables; SQLite's triggers come back in the same transaction."""
    guarded = [table for table in append_only.TABLES if table in filled and vendor == "sqlite"]
    deleting = [f"DELETE FROM {table}" for table in filled]
    return [
        *append_only.dropping("sqlite", guarded),
        *deleting,
        *append_only.creating("sqlite", guarded),
    ]


def draw_once(folder: Path) -> None:
    """Let the same draw be worked out once: the same arguments give the same plan (tests/seating).

    It is kept in `folder` for the other workers and the other database, under what works it out.
    """
    work_out, drawn = seating.plan, dict[str, Any]()
    program = b"".join(path.read_bytes() for path in sorted(Path(seating.__file__).parent.glob("*.*")))

    def plan(*arguments: Any, **named: Any) -> Any:
        asked = repr((sys.version, arguments, sorted(named.items())))
        if asked not in drawn:
            kept = folder / hashlib.sha256(program + asked.encode()).hexdigest()
            drawn[asked] = _kept(kept, lambda: work_out(*arguments, **named))
        return drawn[asked]

    seating.plan = basis.plan = plan


def _kept(file: Path, work_out: Callable[[], Any]) -> Any:
    """Read what an earlier call has written, or work it out and write it; two at once write the same."""
    if file.exists():
        return pickle.loads(file.read_bytes())  # noqa: S301 - our own, from a folder of ours
    made = work_out()
    writing = file.with_name(f"{file.name}-{os.getpid()}")
    writing.write_bytes(pickle.dumps(made))
    writing.replace(file)
    return made


def list_static_files_once() -> None:
    """Let each client take over the list of files from the first, while the settings are the same."""
    look, listed = WhiteNoiseMiddleware.add_files_from_finders, dict[str, dict[str, Any]]()

    def take_over(self: WhiteNoiseMiddleware) -> None:
        asked = repr((self.static_prefix, self.max_age, self.static_root, settings.STATICFILES_DIRS))
        if asked not in listed:
            look(self)
            listed[asked] = dict(self.files)
        self.files.update(listed[asked])

    WhiteNoiseMiddleware.add_files_from_finders = take_over
