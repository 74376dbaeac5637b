"""The test database: migrated once in a run, and copied for every other worker."""

import contextlib
import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.base.creation import BaseDatabaseCreation

FOLDER = "TESTS_DATABASES"  # names the folder that the workers share, if the tests started the database
MIGRATED = "migrated"


def migrate_once() -> None:
    """Let the first worker that wants a database migrate it, and the others begin with a copy."""
    every: Any = BaseDatabaseCreation
    create = every.create_test_db
    folder = os.environ.get(FOLDER) if os.environ.get("PYTEST_XDIST_WORKER") else None

    def create_or_copy(creation: Any, *arguments: Any, **named: Any) -> str:
        with alone(Path(str(folder))) as kept:
            if kept.exists():
                return copy(creation, kept.read_text())
            name: str = create(creation, *arguments, **named)
            kept.write_text(keep(creation))
            return name

    if folder:
        every.create_test_db = create_or_copy


def migrated() -> str:
    """Name the database that this run has migrated and no test has seen; "" where there is none."""
    kept = Path(os.environ.get(FOLDER, "/nowhere")) / MIGRATED
    return kept.read_text() if os.environ.get("PYTEST_XDIST_WORKER") and kept.exists() else ""


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[Path]:
    """Keep the other workers waiting; give the file that names the migrated database."""
    with (folder / f"{MIGRATED}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder / MIGRATED


def keep(creation: BaseDatabaseCreation) -> str:
    """Copy the new database before a test has seen it; nobody may be connected to either."""
    creation.connection.close()
    creation.clone_test_db(MIGRATED, verbosity=0, autoclobber=True)
    return str(creation.get_test_db_clone_settings(MIGRATED)["NAME"])


def copy(creation: Any, kept: str) -> str:
    """Make this worker's database out of the one that was kept."""
    connection = creation.connection
    connection.settings_dict["TEST"]["TEMPLATE"] = kept  # for PostgreSQL
    name: str = creation._create_test_db(verbosity=0, autoclobber=True)
    if connection.vendor == "sqlite":
        shutil.copy(kept, name)
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = name
    connection.ensure_connection()
    return name
