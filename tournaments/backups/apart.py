"""Do something in another database: in a process of its own, so that no memory of this site meets it."""

import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import environ
from django.conf import settings
from django.db import connection

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Told:
    """How a command ended, and what it said."""

    status: int
    out: str
    faults: str


@contextmanager
def elsewhere() -> Iterator[Path]:
    """Give a folder for a while, in which another site keeps its things."""
    with tempfile.TemporaryDirectory(prefix="sparrows-") as folder:
        yield Path(folder)


def manage(*arguments: str, data: Path, database: str) -> Told:
    """Run `manage.py` on another database, with this site's key and without its Redis."""
    around = {name: value for name, value in os.environ.items() if name != "SPARROWS_PRODUCTION"}
    around |= {"SPARROWS_DATA": str(data), "DATABASE_URL": database, "REDIS_URL": ""}
    around |= {"SPARROWS_SECRET_KEY": settings.SECRET_KEY}
    around |= {"DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE", "config.settings")}
    line = [sys.executable, "manage.py", *arguments]
    ended = subprocess.run(  # noqa: S603 - this program
        line, cwd=settings.BASE_DIR, env=around, capture_output=True, text=True
    )
    return Told(ended.returncode, ended.stdout, ended.stderr)


def tried(file: Path) -> Told:
    """Restore a backup into a new SQLite database, and let go of it again."""
    with elsewhere() as folder:
        return manage(
            "restore", str(file.resolve()), data=folder, database=f"sqlite:///{folder}/site.sqlite3"
        )


def moved(file: Path, database: str) -> Told:
    """Restore a backup into an empty database."""
    with elsewhere() as folder:
        return manage("restore", str(file.resolve()), data=folder, database=database)


def is_known(database: str) -> bool:
    """Tell whether an address is of one of the two engines."""
    return database.startswith(("sqlite:///", "postgres://", "postgresql://"))


def is_here(database: str) -> bool:
    """Tell whether an address is that of the database that this site uses."""
    there, here = environ.Env.db_url_config(database), connection.settings_dict
    return all(str(there.get(name) or "") == str(here.get(name) or "") for name in ("NAME", "HOST", "PORT"))


def back_up(why: str) -> None:
    """Write one of the backups that are made by themselves, at a low priority; a failure is told by the log.

    The command itself notes how it went.
    """
    line = [sys.executable, "manage.py", "backup", "--because", why]
    ended = subprocess.run(  # noqa: S603 - this program
        line, cwd=settings.BASE_DIR, env=dict(os.environ), capture_output=True, text=True
    )
    if ended.returncode:
        logger.error("No backup was made: %s", ended.stderr.strip())
    elif ended.stderr.strip():
        logger.warning("%s", ended.stderr.strip())
