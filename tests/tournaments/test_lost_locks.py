"""Who waits too long for somebody else hears "try again", on pages with what was typed, never an error."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg.errors
import pytest
from django.db import OperationalError, connection, connections, transaction

from tests import declared
from tests.organiser.conftest import at
from tournaments.models import Competition, DealVersion
from tournaments.services import locks

pytestmark = pytest.mark.django_db(transaction=True)
SENTENCE = "Somebody else was writing at the same moment. Nothing was changed; try again."


@contextmanager
def somebody_writing(competition: Competition) -> Iterator[None]:
    """Hold the competition from another connection, for as long as this one has patience."""
    taken, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            locks.take_competition(Competition.objects.get(pk=competition.pk))
            taken.set()
            done.wait(30)
        connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait(30)
    impatient = "PRAGMA busy_timeout = 100" if connection.vendor == "sqlite" else "SET lock_timeout = '100ms'"
    patient = "PRAGMA busy_timeout = 20000" if connection.vendor == "sqlite" else "SET lock_timeout = '3s'"
    with connection.cursor() as cursor:
        cursor.execute(impatient)
    try:
        yield
    finally:
        done.set()
        thread.join()
        with connection.cursor() as cursor:
            cursor.execute(patient)


def test_a_page_says_try_again_and_keeps_what_was_typed(running, olive_client):
    with somebody_writing(running):
        typed = {"family": "Roe", "given": "Jane", "status": "player"}
        answer = olive_client.post(at("players", running), typed)
    page = answer.content.decode()
    assert (answer.status_code, SENTENCE in page, 'value="Jane"' in page) == (503, True, True)


def test_a_button_says_try_again(running, first_round, olive_client):
    with somebody_writing(running):
        answer = olive_client.post(at("round-close", running, round=1), {"anyway": "yes"})
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (503, True)
    first_round.refresh_from_db()
    assert first_round.is_running


def test_a_tablet_hears_it_with_a_code_and_sends_again(running, table, tam, client):
    body = declared.body(table)
    send = {"content_type": "application/json", "headers": tam.headers}
    with somebody_writing(running):
        answer = client.post("/api/v1/table/deals", body, **send)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer.headers["Retry-After"]
    assert not DealVersion.objects.exists()
    assert client.post("/api/v1/table/deals", body, **send).status_code == 201


@pytest.mark.parametrize(
    ("cause", "lost"),
    [
        (psycopg.errors.DeadlockDetected(), True),
        (psycopg.errors.LockNotAvailable(), True),
        (psycopg.errors.SerializationFailure(), True),
        (psycopg.errors.DiskFull(), False),
        (psycopg.errors.QueryCanceled(), False),
        (None, False),
    ],
)
def test_it_knows_what_is_lost(cause, lost):
    error = OperationalError()
    error.__cause__ = cause
    assert locks.is_lost(error) is lost
