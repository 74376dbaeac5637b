"""`manage.py move_to`: from SQLite to PostgreSQL and back, proven by ledgers and standings."""

import sqlite3
from contextlib import closing

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests import servers
from tests.backups.commands import called, refused
from tournaments.models import Competition, DealVersion

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def elsewhere(tmp_path):
    """An empty database of the other engine, and how to ask it."""
    if connection.vendor == "postgresql":
        file = tmp_path / "moved.sqlite3"

        def ask(statement):
            with closing(sqlite3.connect(file)) as there:
                return there.execute(statement).fetchall()

        yield f"sqlite:///{file}", ask
        return
    server = servers.Postgres()
    address = server.start()

    def ask_there(statement):
        with psycopg.connect(address) as there:
            return there.execute(statement).fetchall()

    yield address, ask_there
    server.stop()


def test_it_copies_the_site_into_the_other_engine_and_leaves_this_one_alone(everything, elsewhere):
    address, ask = elsewhere
    heads = sorted(Competition.objects.values_list("slug", "chain_head", "chain_end"))
    deals = DealVersion.objects.count()
    said = called("move_to", address)
    assert "Moved" in said
    assert sorted(ask("SELECT slug, chain_head, chain_end FROM tournaments_competition")) == heads
    assert ask("SELECT COUNT(*) FROM tournaments_dealversion") == [(deals,)]
    assert sorted(Competition.objects.values_list("slug", "chain_head", "chain_end")) == heads
    assert "site_has_data:" in refused("move_to", address), "a second time it is not empty"


def test_it_moves_nowhere_but_into_a_database(running):
    for address in ("nonsense", "mysql://there/sparrows", ""):
        with pytest.raises(CommandError, match="no_database"):
            call_command("move_to", address)


def test_it_does_not_move_a_site_onto_itself(running):
    if connection.vendor == "sqlite":
        address = f"sqlite:///{connection.settings_dict['NAME']}"
    else:
        here = connection.settings_dict
        address = f"postgresql://{here['USER']}@{here['HOST']}:{here['PORT']}/{here['NAME']}"
    with pytest.raises(CommandError, match="same_database"):
        call_command("move_to", address)
