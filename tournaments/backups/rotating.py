"""Backups that are made without anybody asking: where they go, which stay, and what is told of the last one.

They are written on the local disk and then carried to a second folder, which may be a stick: a stick is slow,
and may be pulled out at any moment.
"""

import json
import logging
import shutil
import time
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from tournaments.backups import loading, tables
from tournaments.backups.snapshot import DAY_SECONDS
from tournaments.backups.writing import Written, appearing, backup_write, named

RECORD = "last_backup.json"
BY_ITSELF = ("round", "migration", "night")  # nothing else is ever deleted: it is some person's
TIME = "sparrows-%Y-%m-%dT%H%M%S%fZ"
logger = logging.getLogger(__name__)


def is_wanted() -> bool:
    """Tell whether backups are made without anybody asking."""
    return bool(settings.BACKUP_FOLDER)


def back_up(why: str) -> Written:
    """Write a backup, carry it on, delete what is too many, and note how it went.

    Raises OSError where the local disk does not take it; that is noted, too.
    """
    folder = Path(settings.BACKUP_FOLDER)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = backup_write(folder / named(timezone.now(), why))
    except OSError as error:
        _note(folder, {"failed": _now(), "error": str(error)})
        raise
    told = {
        "made": _now(),
        "why": why,
        "file": written.file.name,
        "bytes": written.bytes,
        "rows": written.rows,
    }
    _note(folder, {**told, "failed": None, "error": "", "second": carry(written.file)})
    thin(folder)
    return written


def back_up_before_migrating() -> Written | None:
    """Write a backup where the database has data and migrations are to come."""
    if not is_wanted() or not loading.has_data() or tables.is_up_to_date():
        return None
    return back_up("migration")


def carry(file: Path) -> dict[str, str]:
    """Copy a backup to the second folder and say how that went; a missing stick stops nothing."""
    if not settings.BACKUP_SECOND_FOLDER:
        return {"state": "none"}
    folder = Path(settings.BACKUP_SECOND_FOLDER)
    if not folder.is_dir():  # never made: the folder of a stick that is not in is one on the local disk
        logger.warning("The second folder for backups is not there: %s", folder)
        return {"state": "missing", "folder": str(folder)}
    try:
        with file.open("rb") as whole, appearing(folder / file.name) as copy:
            shutil.copyfileobj(whole, copy)
        thin(folder)
    except OSError as error:
        logger.warning("The backup did not get into %s: %s", folder, error)
        return {"state": "failed", "folder": str(folder), "error": str(error)}
    return {"state": "copied", "folder": str(folder)}


def thin(folder: Path) -> None:
    """Delete the backups of a folder that are too many, and what killed ones left."""
    names = [file.name for file in folder.glob("sparrows-*.zip")]
    for name in superfluous(names, timezone.now()):
        (folder / name).unlink(missing_ok=True)
    for left in folder.glob(".sparrows-*.part"):
        if time.time() - left.stat().st_mtime > DAY_SECONDS:
            left.unlink(missing_ok=True)


def superfluous(names: Iterable[str], now: datetime) -> list[str]:
    """List what need not stay: all but the newest, and but the last of each day for a while."""
    made = {name: when for name in names if (when := _made(name))}
    newest_first = sorted(made, key=lambda name: (made[name], name), reverse=True)
    since = now - timedelta(days=settings.KEEP_BACKUP_DAYS)
    kept, days = set(newest_first[: max(1, settings.KEEP_BACKUPS)]), set[date]()
    for name in newest_first:
        day = timezone.localdate(made[name])
        if made[name] >= since and day not in days:
            kept.add(name)
        days.add(day)
    return [name for name in newest_first if name not in kept]


def _made(name: str) -> datetime | None:
    """Read from its name when a backup was made; None for what was not made by itself."""
    head, _, why = name.removesuffix(".zip").rpartition("-")
    if why not in BY_ITSELF:
        return None
    try:
        return datetime.strptime(head, TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def last() -> dict[str, Any]:
    """Say how the last backup went; nothing where there was none."""
    file = Path(settings.BACKUP_FOLDER or ".") / RECORD
    return json.loads(file.read_text()) if is_wanted() and file.exists() else {}


def _note(folder: Path, told: dict[str, Any]) -> None:
    """Keep it beside the backups; where even that fails, the backup's own error is the one that counts."""
    try:
        with appearing(folder / RECORD) as body:
            body.write(json.dumps({**last(), **told}, indent=1).encode())
    except OSError as error:
        logger.warning("It is not noted how the backup went: %s", error)


def _now() -> str:
    return timezone.now().isoformat(timespec="seconds")
