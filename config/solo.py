"""One server for one SQLite file: two would share neither cache nor live stream, and tablets meet both."""

import fcntl
import os
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections

_held: list[IO[str]] = []  # the lock lasts as long as the open file, the file as long as the process


def claim_database() -> None:
    """Take the embedded database for this server process; raise ImproperlyConfigured when another has it.

    PostgreSQL and in-memory databases are not claimed."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "sqlite" and not connection.is_in_memory_db():  # type: ignore[attr-defined]
        _held.append(claim(Path(str(connection.settings_dict["NAME"]))))


def claim(database: Path) -> IO[str]:
    """Lock the file beside `database` and write the process's number into it."""
    lock = Path(f"{database}.server").open("a+")  # noqa: SIM115 - closing it is letting go
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        owner = lock.read().strip() or "?"
        lock.close()
        raise ImproperlyConfigured(
            f"Process {owner} already serves {database}. Stop it, or give this one its own DATABASE_URL."
        ) from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock
