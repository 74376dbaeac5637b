"""Whose language an answer is in: a tablet's own, that of who logs in, and that of the address elsewhere."""

import pytest
from django.conf import settings as site
from django.utils import translation

from tournaments.tasks import run_outbox

pytestmark = pytest.mark.django_db
TABLETS = ["/table/", "/table/manifest.webmanifest", "/pair/", "/api/v1/table"]
EVERYBODYS = ["/calendar/", "/search/", "/", "/healthz", "/api/v1/competitions", "/no/such/page"]


@pytest.fixture(autouse=True)
def languages(settings):
    settings.LANGUAGES = [("en", "English"), ("da", "Dansk")]


def vary(answer):
    return {name.strip() for name in answer.get("Vary", "").split(",")} - {""}


@pytest.mark.parametrize("address", TABLETS)
def test_it_speaks_the_language_of_the_tablets_browser(client, address):
    answer = client.get(address, headers={"accept-language": "da,en;q=0.5"})
    assert answer["Content-Language"] == "da"


@pytest.mark.parametrize("address", TABLETS)
def test_it_speaks_the_language_chosen_on_the_tablet(client, address):
    client.cookies[site.LANGUAGE_COOKIE_NAME] = "da"
    answer = client.get(address, headers={"accept-language": "en"})
    assert answer["Content-Language"] == "da"


@pytest.mark.parametrize("address", TABLETS)
def test_it_tells_caches_what_a_tablets_answer_depends_on(client, address):
    assert {"Cookie", "Accept-Language"} <= vary(client.get(address))


@pytest.mark.parametrize("address", EVERYBODYS)
def test_it_speaks_one_language_to_everybody_else(client, address):
    client.cookies[site.LANGUAGE_COOKIE_NAME] = "da"
    answer = client.get(address, headers={"accept-language": "da"})
    assert (answer["Content-Language"], "Accept-Language" in vary(answer)) == ("en", False)


@pytest.mark.parametrize("address", EVERYBODYS[:2])
def test_it_speaks_the_language_of_a_public_address_to_everybody(client, address):
    answer = client.get(f"/da{address}", headers={"accept-language": "en"})
    assert (answer.status_code, answer["Content-Language"]) == (200, "da")
    assert "Accept-Language" not in vary(answer)
    assert '<html lang="da"' in answer.content.decode()
    assert client.get(f"/en{address}").status_code == 404  # English has one address, too


@pytest.mark.parametrize("address", ["/login", "/admin/", "/organise/", "/organise/join/x/"])
def test_it_speaks_the_language_of_the_browser_to_who_is_not_logged_in(client, address):
    assert client.get(address, headers={"accept-language": "da"})["Content-Language"] == "da"


def test_it_forgets_a_tablets_language_with_the_next_request(client):
    client.get("/table/", headers={"accept-language": "da"})
    assert client.get("/")["Content-Language"] == "en"


def test_it_speaks_english_where_a_language_is_not_offered(client):
    assert client.get("/table/", headers={"accept-language": "tlh"})["Content-Language"] == "en"


def test_it_publishes_in_one_language_whoever_sent_the_deal(monkeypatch):
    spoken = []
    monkeypatch.setattr(
        "tournaments.services.outbox.run", lambda: spoken.append(translation.get_language()) or 0
    )
    with translation.override("da"):
        run_outbox()
    assert spoken == ["en"]
