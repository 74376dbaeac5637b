"""In production a worker's clock makes a backup each night, where a folder is named."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tournaments import tasks
from tournaments.backups import apart, rotating

ROOT = Path(__file__).resolve().parents[2]
TELL = "from config import celery; print(repr(celery.app.conf.beat_schedule.get('backup', {})))"


@pytest.mark.parametrize(("folder", "is_made"), [("/var/lib/sparrows/backups", True), ("", False)])
def test_the_clock_knows_it_where_a_folder_is_named(folder: str, is_made: bool) -> None:
    environment = {**os.environ, "SPARROWS_BACKUP_FOLDER": folder}
    line = [sys.executable, "-c", TELL]
    told = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ("back_up" in told.stdout, "'night'" in told.stdout) == (is_made, is_made), told.stderr


def test_it_asks_for_one_of_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(apart, "back_up", asked.append)
    tasks.back_up("night")
    tasks.back_up()
    assert asked == ["night", "round"]


@pytest.mark.django_db(transaction=True)
def test_it_is_written_and_noted_and_thinned_out_like_the_others(settings, tmp_path) -> None:
    settings.BACKUP_FOLDER, settings.BACKUP_SECOND_FOLDER = str(tmp_path), ""
    settings.KEEP_BACKUPS, settings.KEEP_BACKUP_DAYS = 1, 1
    first, second = rotating.back_up("night").file, rotating.back_up("night").file
    assert (first.exists(), second.exists()) == (False, True)
    noted = json.loads((tmp_path / rotating.RECORD).read_text())
    assert (noted["why"], noted["file"]) == ("night", second.name)
