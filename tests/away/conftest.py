"""Two sites in one database: what the one has is kept in a backup while the other is there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from tests.backups.commands import called
from tournaments.away.kinds import KINDS
from tournaments.away.taking import event_return, event_take
from tournaments.backups import loading, snapshot
from tournaments.backups.writing import backup_write
from tournaments.models import Competition
from tournaments.selectors import courses, newest, standings
from tournaments.views.public import standing_rows

__all__ = ["Sites"]


class Sites:
    """The association's site and the hall's; `at` says which of them the database is."""

    def __init__(self, folder: Path, event: Competition) -> None:
        self.folder, self.key, self.slug, self.count = folder, event.pk, event.slug, 0
        self.kept: dict[str, Path] = {}
        self.at = "home"

    @property
    def event(self) -> Competition:
        return Competition.objects.get(pk=self.key)

    def take(self) -> Path:
        """Take the event to the hall, which begins with it."""
        file = self._file("out")
        event_take(event=self.event, file=file, actor=None)
        self._keep()
        self._become(file, "hall")
        return file

    def begin(self, data: bytes) -> None:
        """Begin the hall's site with a file that a page wrote."""
        file = self._file("out")
        file.write_bytes(data)
        self._keep()
        self._become(file, "hall")

    def back(self) -> Path:
        """Take the event out of the hall; the database is the association's again."""
        file = self._file("back")
        event_return(event=self.event, file=file)
        self.go("home")
        return file

    def go(self, where: str) -> None:
        """Let the database be the other site, as it was left."""
        if where != self.at:
            self._keep()
            self._become(self.kept[where], where)

    def _keep(self) -> None:
        self.kept[self.at] = backup_write(self._file(self.at)).file

    def _become(self, file: Path, where: str) -> None:
        called("restore", file, "--replace")
        forget()
        self.at = where

    def _file(self, name: str) -> Path:
        self.count += 1
        return self.folder / f"{self.count}-{name}.zip"


def forget() -> None:
    """Forget what a process remembers of an event; two sites are two processes."""
    cache.clear()
    for kept in (standings.KEPT, standings.WORKED, courses.KEPT, newest.KEPT, standing_rows.KEPT):
        kept.clear()


@pytest.fixture
def sites(tmp_path: Path, running: Competition, settings: Any) -> Iterator[Sites]:
    settings.BACKUP_FOLDER = str(tmp_path / "backups")
    before = snapshot.sequences()
    yield Sites(tmp_path, running)
    if connection.vendor == "postgresql":  # else numbers that were set aside are near those of other worlds
        for table in {kind._meta.db_table for kind in KINDS} & before.keys():
            loading.set_sequence(table, "id", before[table])
