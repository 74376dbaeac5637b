"""What is answered where no view answers."""

import pytest
from django.test import Client

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
