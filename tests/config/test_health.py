"""The addresses that a watcher asks."""

from types import SimpleNamespace

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from tests.config.conftest import told
from tournaments.services.condition import LEAST_FREE, leaves

pytestmark = pytest.mark.django_db


def test_it_is_alive_without_asking_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get("/healthz").json() == {"status": "ok"}


def test_it_is_ready_when_the_database_answers(client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (200, "ok")


def test_it_is_not_ready_without_the_database(client, monkeypatch):
    def gone(*args, **kwargs):
        raise OperationalError("server closed the connection")

    monkeypatch.setattr("django.db.connection.cursor", gone)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "down")


@pytest.mark.parametrize("reason", ["storage_full", "read_only"])
@pytest.mark.django_db(transaction=True)
def test_it_is_not_ready_where_no_deal_can_be_written(client, takes_nothing, reason):
    with takes_nothing(reason):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, reason)
    assert client.get("/readyz").status_code == 200


def test_it_is_not_ready_without_all_tables(client):
    MigrationRecorder(connection).record_unapplied(*max(leaves()))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "tables_missing")


@pytest.mark.sqlite_only
@pytest.mark.django_db(transaction=True)
def test_it_is_not_ready_when_the_file_cannot_grow(client):
    with told("VACUUM", "PRAGMA max_page_count = 4294967294"), told("PRAGMA max_page_count = 1", "SELECT 1"):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "storage_full")


@pytest.mark.sqlite_only
def test_it_is_not_ready_when_the_disk_has_no_room(client, monkeypatch):
    usage = SimpleNamespace(free=LEAST_FREE - 1)
    monkeypatch.setattr("tournaments.services.condition.shutil.disk_usage", lambda folder: usage)
    assert client.get("/readyz").json()["database"] == "storage_full"


def test_it_leaves_nothing_behind(client):
    before = Session.objects.count()
    assert client.get("/readyz").status_code == 200
    assert Session.objects.count() == before


def test_it_stays_ready_without_redis(client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (200, "down")


def test_it_says_when_redis_is_no_part_of_the_installation(client, settings):
    settings.REDIS_URL = None
    assert client.get("/readyz").json()["redis"] == "embedded"


@pytest.mark.redis_only
def test_it_reports_a_redis_that_answers(client):
    assert client.get("/readyz").json()["redis"] == "ok"


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_it_is_never_cached(client, address):
    assert "no-store" in client.get(address)["Cache-Control"]
