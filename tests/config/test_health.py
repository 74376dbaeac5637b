"""The addresses that a watcher asks."""

import pytest
from django.db import OperationalError

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
