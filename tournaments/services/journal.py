"""A second journal of what tables and staff sent: files on another disk, to fill a lost database again.

Each line is written and flushed after the commit and before the answer, so whoever has a receipt has a line.
The database is the truth: a journal that cannot be written is told ("How the site is", the log) and stops no
deal. Lines name tables, seats and tiles and nobody: the reason that a table typed for a correction is left
out, for an erasure reaches no file on another machine's disk. What was sent keeps its fingerprint.
"""

import errno
import json
import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction

from tournaments.deal import hashes
from tournaments.models import DealVersion, Device, Table

logger = logging.getLogger(__name__)
PREFIX, SUFFIX = "deals-", ".jsonl"
TYPED = {"reason"}  # what people write as they like, and may name somebody in


class Line(NamedTuple):
    """What was sent once: where it stands here, when, from and to where, and the body as it came."""

    where: str
    at: str
    competition: int
    round: int
    table: int
    device: int | None
    actor: int | None
    body: Mapping[str, Any]
    over: str | None  # of a correction: which version it supersedes, by what stays when all is sent again
    fingerprint: str | None = None  # of a correction, as it was sent, with its reason


class Torn(NamedTuple):
    """A line that cannot be read: cut off by a power cut, or changed."""

    where: str


def note(
    table: Table,
    body: Mapping[str, Any],
    device: Device | None = None,
    *,
    actor: int | None = None,
    over: DealVersion | None = None,
) -> None:
    """Have a submission written to the journal once its transaction is committed, if there is a journal."""
    if not settings.JOURNAL_FOLDER:
        return
    told = {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "competition": table.round.competition_id,
        "round": table.round.number,
        "table": table.number,
        "device": device.pk if device else None,
        "actor": actor,
        "body": {name: value for name, value in body.items() if name not in TYPED},
        "over": over and of_version(over),
        "fingerprint": hashes.sha256(dict(body)) if over else None,
    }
    transaction.on_commit(partial(_try, told))


def of_version(version: DealVersion) -> str:
    """Name a version by its key and number: its hash is another one when it is recorded again."""
    return f"{version.key}/{version.version}"


def _try(told: Mapping[str, Any]) -> None:
    try:
        _write(told)
    except OSError as error:  # the deal is recorded, and its answer must not fail for this
        logger.error("The second journal is not written: %s", error)


def _write(told: Mapping[str, Any]) -> None:
    line = json.dumps({"sha256": hashes.sha256(told), **told}, ensure_ascii=False)
    file = Path(settings.JOURNAL_FOLDER) / f"{PREFIX}{datetime.now(UTC):%Y-%m-%d}{SUFFIX}"
    is_new = not file.exists()
    descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with closing(os.fdopen(descriptor, "wb", buffering=0)) as opened:
        # One write at the end: of two processes none cuts the other's line. It begins on a line of its own
        # even where a power cut, or a full disk, has left the half of one.
        whole = f"\n{line}\n".encode()
        if opened.write(whole) < len(whole):
            raise OSError(errno.ENOSPC, "there was room for the half of a line")
        os.fsync(descriptor)
    if is_new:
        _flush(file.parent)


def _flush(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


def state() -> str:
    """Tell whether the journal can be written: `none` is wanted, `missing`, `read_only` or `ok`."""
    if not settings.JOURNAL_FOLDER:
        return "none"
    if not Path(settings.JOURNAL_FOLDER).is_dir():  # never made: the folder of a disk that is not there
        return "missing"
    return "ok" if os.access(settings.JOURNAL_FOLDER, os.W_OK) else "read_only"


def thin(now: datetime) -> None:
    """Delete the files of days that are past the time for which they are kept."""
    last = f"{PREFIX}{now - settings.KEEP_JOURNAL:%Y-%m-%d}{SUFFIX}"
    folder = Path(settings.JOURNAL_FOLDER or ".")
    for file in folder.glob(f"{PREFIX}*{SUFFIX}") if state() == "ok" else ():
        if file.name < last:
            file.unlink(missing_ok=True)


def lines(files: Iterable[Path]) -> Iterator[Line | Torn]:
    """Read files in the order of their names; raises OSError for one that is not there."""
    for file in sorted(files, key=lambda one: one.name):
        with file.open("rb") as opened:
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield _read(line, f"{file.name}:{number}")


def _read(line: bytes, where: str) -> Line | Torn:
    try:
        told = json.loads(line)
        if told.pop("sha256") != hashes.sha256(told):
            return Torn(where)
        return Line(where, **told)
    except (ValueError, KeyError, TypeError, AttributeError):
        return Torn(where)
