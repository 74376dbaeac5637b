"""Backups that nobody asks for: before migrations, after a round, thinned out, carried to a stick."""

import os
import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder

from tests.backups.commands import called, refused
from tournaments import tasks
from tournaments.backups import apart, rotating, tables
from tournaments.backups.checking import manifest_of
from tournaments.backups.writing import named
from tournaments.live import waking
from tournaments.models import DealVersion
from tournaments.services import rounds

NOW = datetime(2026, 11, 27, 20, tzinfo=UTC)
committing = pytest.mark.django_db(transaction=True)
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    """The site's own folder of backups, and no stick."""
    settings.BACKUP_FOLDER, settings.BACKUP_SECOND_FOLDER = str(tmp_path / "own"), ""
    settings.KEEP_BACKUPS, settings.KEEP_BACKUP_DAYS = 3, 30
    return tmp_path / "own"


def backups(folder):
    """List the backups of a folder."""
    return sorted(file.name for file in folder.iterdir() if file.suffix == ".zip")


def test_it_keeps_the_newest_and_one_of_each_day():
    hours = [0, 1, 2, 3, 4, 26, 27, 28, 50, 24 * 29, 24 * 31, 24 * 40]
    names = [named(NOW - timedelta(hours=back), "round") for back in hours]
    gone = [hours[names.index(name)] for name in rotating.superfluous(names, NOW)]
    assert gone == [3, 4, 27, 28, 24 * 31, 24 * 40]


def test_it_deletes_only_what_came_by_itself(settings):
    settings.KEEP_BACKUPS = settings.KEEP_BACKUP_DAYS = 0
    old = NOW - timedelta(days=90)
    mine = [named(old), named(old, "replaced"), "sparrows-of-mine.zip", "sparrows-then-round.zip"]
    assert rotating.superfluous(mine, NOW) == []
    both = [named(old, "round"), named(NOW, "migration")]
    assert rotating.superfluous(both, NOW) == both[:1], "the newest stays, whatever is set"


@committing
def test_it_writes_after_a_round_and_tells_of_it(running, folder):
    for _ in range(5):
        called("backup", "--because", "round")
    assert len(backups(folder)) == 3
    last = rotating.last()
    assert (last["file"], last["why"], last["failed"]) == (backups(folder)[-1], "round", None)
    assert last["bytes"] == (folder / last["file"]).stat().st_size


def test_it_sweeps_what_killed_ones_left(tmp_path):
    left, written = (tmp_path / f".sparrows-{n}.zip.1.part" for n in range(2))
    left.touch()
    written.touch()
    os.utime(left, (0, 0))
    rotating.thin(tmp_path)
    assert list(tmp_path.iterdir()) == [written]


@committing
def test_it_carries_it_to_a_stick(running, folder, settings, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    settings.BACKUP_SECOND_FOLDER = str(stick)
    called("backup", "--because", "round")
    assert rotating.last()["second"]["state"] == "copied"
    [name] = backups(folder)
    assert os.listdir(stick) == [name]
    assert (stick / name).read_bytes() == (folder / name).read_bytes()


@committing
def test_it_tells_of_a_missing_stick_and_goes_on(running, folder, settings, tmp_path):
    settings.BACKUP_SECOND_FOLDER = str(tmp_path / "stick")
    assert "Is the stick in?" in called("backup", "--because", "round")
    assert (len(backups(folder)), rotating.last()["second"]["state"]) == (1, "missing")
    assert not (tmp_path / "stick").exists(), "that would be a folder of the local disk"


@committing
def test_it_tells_of_a_stick_that_is_pulled_out(running, folder, settings, tmp_path, monkeypatch):
    def pulled(*files):
        raise OSError(5, "Input/output error")

    stick = tmp_path / "stick"
    stick.mkdir()
    settings.BACKUP_SECOND_FOLDER = str(stick)
    monkeypatch.setattr(rotating.shutil, "copyfileobj", pulled)
    assert "Input/output error" in called("backup", "--because", "round")
    assert (rotating.last()["second"]["state"], os.listdir(stick)) == ("failed", [])


@committing
def test_it_notes_a_full_disk(running, folder, monkeypatch):
    def full(*args, **named):
        raise OSError(28, "No space left on device")

    called("backup", "--because", "round")
    monkeypatch.setattr(rotating, "backup_write", full)
    refused("backup", "--because", "round")
    last = rotating.last()
    assert (last["file"], bool(last["failed"])) == (backups(folder)[0], True)
    assert "No space left" in last["error"]


@committing
def test_it_asks_for_one_when_a_round_is_closed_and_does_not_wait(running, olive, monkeypatch):
    asked, stays = [], threading.Event()

    def slow(why):
        asked.append(why)
        stays.wait(30)

    monkeypatch.setattr(apart, "back_up", slow)
    monkeypatch.setattr(waking, "ask", lambda task: tasks.back_up() if task == waking.BACKUP else None)
    keeper = threading.Thread(target=waking._keep_backups, daemon=True)
    monkeypatch.setattr(waking, "_keeper", keeper)
    keeper.start()
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    while not asked:
        stays.wait(0.05)
    assert (asked, running.rounds.get(number=1).state) == (["round"], "closed")
    stays.set()


def test_it_is_not_in_the_way_of_closing_when_it_fails(monkeypatch, caplog):
    class Ended:
        returncode, stderr = 1, "No backup was written: full"

    monkeypatch.setattr(apart.subprocess, "run", lambda *line, **how: Ended())
    tasks.back_up()
    assert "No backup was written: full" in caplog.text


@committing
def test_it_makes_none_before_migrating_where_nothing_is_to_be_migrated(running, folder):
    assert called("backup", "--because", "migration") == ""
    assert not folder.exists()


@committing
def test_it_makes_none_where_none_are_wanted(running, settings):
    settings.BACKUP_FOLDER = ""
    assert called("backup", "--because", "round") == ""
    assert rotating.last() == {}


@pytest.mark.slow
@committing
def test_it_backs_up_what_is_behind_its_program_and_brings_it_up_to_date(everything, folder):
    """The database of the program before, as its own migrations made it."""
    newest = max(key for key in tables.applied() if key[0] == "tournaments")
    MigrationRecorder.Migration.objects.filter(app=newest[0], name=newest[1]).delete()
    try:
        called("backup", "--because", "migration")
    finally:
        MigrationRecorder.Migration.objects.create(app=newest[0], name=newest[1])
    [name] = backups(folder)
    told = manifest_of(folder / name)
    assert (list(newest) in told["migrations"], told["events"]) == (False, None)
    assert told["members"]["tables/tournaments_dealversion.jsonl"]["rows"] == DealVersion.objects.count()
    assert "is whole" in called("verify_backup", folder / name)


def test_it_wants_to_know_where_to():
    with pytest.raises(CommandError):
        call_command("backup")
