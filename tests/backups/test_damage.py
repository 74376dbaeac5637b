"""A damaged backup, an interrupted one, one of another program: each says what it is."""

import json
import tomllib
from zipfile import ZipFile

import pytest

from tests.backups.commands import altered, called, refused
from tournaments.backups import proving, tables, writing
from tournaments.backups.checking import check, manifest_of
from tournaments.backups.faults import Faulty
from tournaments.backups.writing import backup_write
from tournaments.models import Competition

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]
CLUBS = "tables/players_club.jsonl"


def codes(file):
    """Give the codes of all that is wrong with a file."""
    try:
        check(file)
    except Faulty as wrong:
        return [fault.code for fault in wrong.faults]
    return []


def rewritten(file, into, changes):
    """Write a backup again with members changed (None: left out; those that are not there: added)."""
    with ZipFile(file) as old, ZipFile(into, "w") as new:
        for name in [*old.namelist(), *(changes.keys() - set(old.namelist()))]:
            text = changes[name] if name in changes else old.read(name)
            if text is not None:
                new.writestr(name, text)
    return into


def test_it_finds_each_kind_of_damage(file, tmp_path):
    with ZipFile(file) as archive:
        clubs = archive.read(CLUBS)
    kinds = [
        ({CLUBS: clubs.replace(b"Severn", b"Thames")}, ["changed"]),
        ({CLUBS: clubs + clubs}, ["changed", "rows"]),
        ({CLUBS: None}, ["missing"]),
        ({"tables/more.jsonl": b""}, ["added"]),
        ({CLUBS: None, "tables/players_player.jsonl": b""}, ["missing", "changed", "rows"]),
        ({writing.MANIFEST: None}, ["no_backup"]),
        ({writing.MANIFEST: b"{"}, ["no_backup"]),
        ({writing.MANIFEST: json.dumps({"format": 2})}, ["format"]),
    ]
    assert codes(file) == []
    for number, (changes, found) in enumerate(kinds):
        assert codes(rewritten(file, tmp_path / f"{number}.zip", changes)) == found


def test_it_knows_a_manifest_that_is_of_another_shape(file, tmp_path):
    changes = [
        lambda told: told.pop("key"),
        lambda told: told.update(members=[]),
        lambda told: told.update(events="none"),
        lambda told: told.update(migrations=59),
        lambda told: told["migrations"].append("players.0001"),
        lambda told: told["members"][CLUBS].pop("rows"),
        lambda told: told["members"][CLUBS].update(columns="id"),
    ]
    for number, change in enumerate(changes):
        assert codes(altered(file, tmp_path / f"{number}.zip", change)) == ["format"]


def test_it_finds_a_flipped_byte_and_a_file_cut_short(file, tmp_path):
    whole = file.read_bytes()
    place = whole.index(b"tables/tournaments_dealversion.jsonl") + 100
    file.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
    assert codes(file) == ["unreadable"]
    assert "unreadable:" in refused("verify_backup", file)
    file.write_bytes(whole[: len(whole) // 2])
    assert "no_backup:" in refused("verify_backup", file)
    assert "no_backup:" in refused("verify_backup", tmp_path / "nowhere.zip")


def test_it_tells_all_that_speaks_against_restoring_at_once(file, tmp_path):
    newer = altered(
        file, tmp_path / "n.zip", lambda told: told["migrations"].append(["players", "0999_more"])
    )
    said = refused("restore", rewritten(newer, tmp_path / "m.zip", {CLUBS: None}))
    assert ("newer_program:" in said, "missing:" in said, "site_has_data:" in said) == (True, True, True)
    assert "players.0999_more" in said


def test_it_refuses_an_older_file_where_the_database_cannot_go_back(file, tmp_path):
    def older(told):
        told["migrations"] = [one for one in told["migrations"] if one[1] != "0059_meetings_to_come"]

    said = refused("restore", altered(file, tmp_path / "o.zip", older), "--replace")
    assert "older_program:" in said


def test_it_leaves_no_file_that_looks_like_a_backup_when_interrupted(everything, tmp_path, monkeypatch):
    def stopped(*args):
        assert [one.suffix for one in tmp_path.iterdir()] == [".part"]
        raise KeyboardInterrupt

    monkeypatch.setattr(proving, "events", stopped)
    with pytest.raises(KeyboardInterrupt):
        backup_write(tmp_path / "a.zip")
    assert list(tmp_path.iterdir()) == []


def test_it_overwrites_nothing(file):
    before = file.read_bytes()
    refused("backup", file)
    assert file.read_bytes() == before


@pytest.mark.slow
def test_it_restores_what_was_broken_before_only_when_told(running, play, table, tmp_path):
    play(table)
    Competition.objects.filter(pk=running.pk).update(links=1)
    file = backup_write(tmp_path / "a.zip").file
    assert "chain:" in refused("restore", file, "--replace")
    assert "all the same" in called("restore", file, "--replace", "--broken-too")


def test_it_leaves_out_log_ins_and_the_key_but_when_asked(file, tmp_path, settings):
    with ZipFile(file) as archive:
        names = set(archive.namelist())
    assert not names & {"tables/django_session.jsonl", "tables/axes_accesslog.jsonl", writing.KEY}
    assert settings.SECRET_KEY.encode() not in file.read_bytes()
    assert "whoever has this file" in called("backup", tmp_path / "k.zip", "--with-key")
    with ZipFile(tmp_path / "k.zip") as archive:
        assert archive.read(writing.KEY).decode() == settings.SECRET_KEY


def test_it_says_what_does_not_work_without_the_key(file, settings):
    assert "second factors" not in called("restore", file, "--replace")
    settings.SECRET_KEY = "another one, which this site has from now on"
    assert "second factors" in called("restore", file, "--replace")


def test_it_knows_the_key_that_was_before(file, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another one"
    assert "second factors" not in called("restore", file, "--replace")


def test_it_brings_the_key_and_what_the_site_was_told(running, tmp_path, settings, monkeypatch):
    settings.DATA_DIR, settings.SITE_FILE = tmp_path / "var", tmp_path / "var" / "site.json"
    settings.DATA_DIR.mkdir()
    settings.SITE_FILE.write_text('{"time_zone": "Europe/Copenhagen"}')
    file, key = backup_write(tmp_path / "k.zip", with_key=True).file, settings.SECRET_KEY
    settings.SITE_FILE.unlink()
    (settings.DATA_DIR / "secret_key").write_text("drawn when this site began")
    settings.SECRET_KEY = "drawn when this site began"
    monkeypatch.delenv("SPARROWS_SECRET_KEY")
    assert "second factors" not in called("restore", file, "--replace")
    assert (settings.DATA_DIR / "secret_key").read_text() == key
    assert (settings.DATA_DIR / "secret_key.before").read_text() == "drawn when this site began"
    assert "Copenhagen" in settings.SITE_FILE.read_text()


def test_it_leaves_out_only_what_is_there():
    there = {model._meta.db_table for model in tables.every_model()}
    assert there >= tables.LEFT_OUT.keys()
    assert len(tables.kept_models()) == len(there) - len(tables.LEFT_OUT)


def test_it_names_the_program_as_the_project_does(settings, file):
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    assert manifest_of(file)["program"] == project["version"]


def test_it_is_for_nobody_else_to_read(file):
    assert file.stat().st_mode & 0o077 == 0
    assert manifest_of(file)["engine"] in ("sqlite", "postgresql")
