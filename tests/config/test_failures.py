"""What is answered where no view answers."""

import html
import sqlite3
from functools import partial

import pytest
from django.db import DatabaseError
from django.test import Client
from psycopg import errors

from tests import declared
from tests.conftest import PASSWORD
from tournaments.refusals import outage

pytestmark = pytest.mark.django_db


@pytest.fixture
def anyone(settings):
    """Return a client that sees error pages as a visitor does."""
    settings.DEBUG = False
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("method", ["get", "post", "delete"])
@pytest.mark.parametrize("address", ["/api", "/api/", "/api/v1/tables", "/api/v2/table", "/api/docs/"])
def test_it_tells_a_program_in_json_that_nothing_is_there(anyone, address, method):
    answer = getattr(anyone, method)(address)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")
    assert set(answer.json()) == {"code", "message", "facts", "errors"}
    assert (answer.json()["code"], answer["Cache-Control"]) == ("not_found", "no-store")


@pytest.mark.parametrize("address", ["/apis", "/no/such/page"])
def test_it_shows_a_person_a_page(anyone, address):
    answer = anyone.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert b"There is nothing at this address." in answer.content


SAID = {"storage_full": "disk is full", "read_only": "takes no changes"}


@pytest.mark.parametrize("reason", SAID)
@pytest.mark.django_db(transaction=True)
def test_it_tells_a_tablet_why_no_deal_is_taken(tam, table, takes_nothing, reason):
    body = declared.body(table)
    post = partial(Client().post, "/api/v1/table/deals", body, "application/json", headers=tam.headers)
    with takes_nothing(reason):
        refused = post()
    assert (refused.status_code, refused.json()["code"]) == (503, reason)
    assert SAID[reason] in refused.json()["message"]
    assert int(refused["Retry-After"]) > 0
    assert post().json()["status"] == "recorded"


@pytest.mark.parametrize("reason", SAID)
@pytest.mark.django_db(transaction=True)
def test_it_tells_a_person_why_nothing_is_saved(anyone, olive, takes_nothing, reason):
    with takes_nothing(reason):
        answer = anyone.post("/login", {"login": "olive", "password": PASSWORD})
    assert answer.status_code == 503
    assert SAID[reason] in html.unescape(answer.content.decode())


def test_it_calls_every_other_fault_its_own(anyone, monkeypatch):
    monkeypatch.setattr("config.health.redis_state", lambda: 1 / 0)
    answer = anyone.get("/readyz")
    assert answer.status_code == 500
    assert b"Something went wrong here, not with you." in answer.content


@pytest.mark.parametrize(
    ("cause", "code"),
    [
        (errors.DiskFull(), "storage_full"),
        (errors.ReadOnlySqlTransaction(), "read_only"),
        (errors.DeadlockDetected(), None),
        (sqlite3.OperationalError("locked"), None),
        (None, None),
    ],
)
def test_it_knows_what_a_database_says(cause, code):
    error = DatabaseError("as Django wraps it")
    error.__cause__ = cause
    found = outage(error)
    assert (found and found.code) == code
