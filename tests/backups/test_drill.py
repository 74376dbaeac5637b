"""A backup of the running site, restored elsewhere: the same rows, ledgers and standings."""

import shutil
import threading
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection, connections

from players.models import Club
from tests import databases
from tests.backups.commands import altered, called, refused
from tournaments.backups import apart, proving, tables
from tournaments.backups.checking import manifest_of
from tournaments.backups.writing import backup_write
from tournaments.models import DealVersion, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def rows():
    """Read every row that a backup has."""
    return {model._meta.db_table: list(tables.rows_of(model)) for model in tables.kept_models()}


def test_it_brings_back_every_row(file):
    before, told = rows(), proving.events()
    assert "replaced" in called("restore", file, "--replace")
    assert rows() == before
    assert proving.events() == told
    assert len([name for name, found in before.items() if found]) > 30


def test_it_still_guards_the_ledger_afterwards(file):
    called("restore", file, "--replace")
    with pytest.raises(DatabaseError, match="ledger_is_append_only"):
        DealVersion.objects.update(kind="correct")


def test_it_counts_on_past_numbers_that_were_deleted(everything, tmp_path):
    made = Table.objects.latest("pk").pk + 10
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence('players_club', 'id'), %s)", [made])
        else:
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = 'players_club'", [made])
    file = backup_write(tmp_path / "a.zip").file
    called("restore", file, "--replace")
    assert Club.objects.create(name="New", slug="new").pk == made + 1


@pytest.mark.slow
def test_it_is_of_one_moment_while_deals_arrive(running, play, tmp_path):
    over = threading.Event()
    tabled = list(running.rounds.get(number=1).tables.values_list("pk", flat=True))

    def playing():
        for number in range(4):
            for table in tabled:
                if not over.is_set():
                    play(Table.objects.select_related("round__competition").get(pk=table), deal=number + 1)
        connections.close_all()

    player = threading.Thread(target=playing)
    player.start()
    try:
        files = [backup_write(tmp_path / f"{n}.zip").file for n in range(3)]
    finally:
        over.set()
        player.join()
    deals = [manifest_of(file)["events"][running.slug]["sequence"] for file in files]
    assert deals[0] < deals[-1], "deals arrived meanwhile"
    for file in files:
        counts = {
            one["table"]: one["rows"] for one in manifest_of(file)["members"].values() if "table" in one
        }
        assert counts["tournaments_dealversion"] * 4 == counts["tournaments_scorerow"]
    assert "its 1 events are the same" in called("verify_backup", files[1])


@pytest.fixture
def migrated_elsewhere(monkeypatch):
    """Begin in a migrated file, where this run has one: `test_move_to.py` begins with none, and is slow."""
    made, elsewhere = databases.migrated(), apart.elsewhere

    @contextmanager
    def begun():
        with elsewhere() as folder:
            shutil.copy(made, folder / "site.sqlite3")
            yield folder

    if made and connection.vendor == "sqlite":
        monkeypatch.setattr(apart, "elsewhere", begun)


@pytest.mark.any_database  # it is restored into SQLite, whatever it was made of
def test_it_verifies_a_backup_without_touching_this_site(file, migrated_elsewhere):
    before = rows()
    told = called("verify_backup", file)
    assert "is whole" in told
    assert rows() == before


def test_it_refuses_a_site_that_has_data(file):
    before = rows()
    assert "site_has_data:" in refused("restore", file)
    assert rows() == before


def test_it_takes_everything_back_where_the_standings_differ(file, tmp_path):
    changed = altered(file, tmp_path / "b.zip", lambda told: told["events"].popitem()[1])
    before = rows()
    assert "event:" in refused("restore", changed, "--replace")
    assert rows() == before
