"""Write a backup: a zip with JSON lines for each table, and `manifest.json`, which says what they should be.

It gets its name only when all of it is on the disk: what was interrupted never looks like a backup.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.db import connection
from django.utils.crypto import salted_hmac

from tournaments.backups import proving, snapshot, tables

FORMAT = 1
MANIFEST = "manifest.json"
KEY, SITE = "files/secret_key", "files/site.json"
PRIVATE = 0o600  # it has everybody's addresses
SALT = "tournaments.backups"


@dataclass(frozen=True, slots=True)
class Written:
    """What a backup holds."""

    file: Path
    rows: int
    bytes: int


def backup_write(file: Path, *, with_key: bool = False) -> Written:
    """Write the whole site into a file. Raises OSError where the disk does not take it."""
    with appearing(file) as body, ZipFile(body, "w", ZIP_DEFLATED, compresslevel=6) as archive:
        with snapshot.one_moment():
            manifest = _written(archive, with_key)
        archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
    rows = sum(one.get("rows", 0) for one in manifest["members"].values())
    return Written(file, rows, file.stat().st_size)


def named(when: datetime, why: str = "") -> str:
    """Name a backup by its time, so that names are in the order of time, and by its occasion."""
    return f"sparrows-{when.astimezone(UTC):%Y-%m-%dT%H%M%S%fZ}{f'-{why}' if why else ''}.zip"


@contextmanager
def appearing(file: Path) -> Iterator[IO[bytes]]:
    """Give a file to write into that gets its name when it is whole and on the disk."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE), "w+b") as body:
            yield body
            body.flush()
            os.fsync(body.fileno())
        draft.replace(file)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    _settle(file.parent)


def _settle(folder: Path) -> None:
    """Wait until the name is on the disk too; some file systems of sticks cannot say so."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(opened)
    finally:
        os.close(opened)


def _written(archive: ZipFile, with_key: bool) -> dict[str, Any]:
    members = {_member(model): _table(archive, model) for model in tables.kept_models()}
    for name, text in _files(with_key):
        members[name] = stored(archive, name, [text])
    whole = tables.is_up_to_date()  # else today's program cannot say what its events come to
    return {
        **heading(),
        "left_out": tables.LEFT_OUT,
        "sequences": snapshot.sequences(),
        "events": proving.events() if whole else None,
        "members": members,
    }


def heading() -> dict[str, Any]:
    """Say what a file of rows is, and which program wrote it when and on what."""
    return {
        "format": FORMAT,
        "program": settings.VERSION,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "engine": connection.vendor,
        "key": key_mark(settings.SECRET_KEY),
        "migrations": tables.applied(),
    }


def _member(model: tables.Model) -> str:
    return f"tables/{model._meta.db_table}.jsonl"


def _table(archive: ZipFile, model: tables.Model) -> dict[str, Any]:
    """Write a table, row by row."""
    columns = [field.column for field in tables.fields_of(model)]
    count = _Count()
    lines = map(tables.line, count.counted(tables.rows_of(model)))
    told = stored(archive, _member(model), lines)
    return {**told, "table": model._meta.db_table, "columns": columns, "rows": count.rows}


class _Count:
    """Counts what passes."""

    rows = 0

    def counted(self, rows: Iterable[Any]) -> Iterator[Any]:
        for row in rows:
            self.rows += 1
            yield row


def stored(archive: ZipFile, name: str, lines: Iterable[bytes]) -> dict[str, Any]:
    """Write a member and return its hash."""
    digest = hashlib.sha256()
    with archive.open(name, "w", force_zip64=True) as body:
        for line in lines:
            digest.update(line)
            body.write(line)
    return {"sha256": digest.hexdigest()}


def _files(with_key: bool) -> Iterator[tuple[str, bytes]]:
    """Give what a site keeps beside its database; the rest of `var` is made of the program."""
    if settings.SITE_FILE.exists():
        yield SITE, settings.SITE_FILE.read_bytes()
    if with_key:
        yield KEY, settings.SECRET_KEY.encode()


def key_mark(key: str) -> str:
    """Mark a secret key so that another one is noticed; it cannot be guessed from its mark."""
    return salted_hmac(SALT, "key", key, algorithm="sha256").hexdigest()
