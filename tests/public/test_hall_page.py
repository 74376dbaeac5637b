"""The page by which a device comes to trust the hall, and what the organiser hears of it."""

import plistlib
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from django.test import Client
from django.urls import reverse

from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.hall import authority
from tournaments.models import Competition

pytestmark = pytest.mark.django_db
ADDRESSES = ("hall", "hall-trusted", "hall-worker", "hall-certificate", "hall-profile")


@pytest.fixture
def in_hall(settings: Any, tmp_path: Path) -> x509.Certificate:
    """A site that is served in a hall, by both ways."""
    settings.HALL_PORT, settings.HALL_PLAIN_PORT, settings.HALL_FOLDER = 8443, 8000, tmp_path
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "192.168.1.20"]
    authority.prepare(authority.Files(tmp_path), settings.ALLOWED_HOSTS)
    return authority.read(authority.Files(tmp_path))


def test_elsewhere_there_is_no_such_page(client: Client) -> None:
    assert {client.get(reverse(f"public:{name}")).status_code for name in ADDRESSES} == {404}


def test_it_tells_the_fingerprint_and_asks_by_https(client: Client, in_hall: x509.Certificate) -> None:
    page = client.get("/hall/", headers={"host": "192.168.1.20:8000"})
    mark = authority.fingerprint(in_hall)
    assert mark[:47] in words_of(page)
    assert mark[48:] in words_of(page)
    assert 'data-ask="https://192.168.1.20:8443/hall/trusted"' in page.content.decode()
    policy = page["Content-Security-Policy"]
    assert re.search(r"connect-src 'self' https://192\.168\.1\.20:8443(;|$)", policy), policy
    assert "no-store" in page["Cache-Control"]
    assert "Strict-Transport-Security" not in page


def test_other_pages_ask_nobody_else(client: Client, in_hall: x509.Certificate) -> None:
    policy = client.get("/", headers={"host": "192.168.1.20:8000"})["Content-Security-Policy"]
    assert re.search(r"connect-src 'self'(;|$)", policy), policy


def test_whoever_opens_it_on_the_laptop_sees_the_address_for_tablets(
    client: Client, in_hall: x509.Certificate
) -> None:
    page = client.get("/hall/", headers={"host": "localhost:8000"})
    assert page.context["plain"] == "http://192.168.1.20:8000/hall/"


def test_it_says_who_came_by_https(client: Client, in_hall: x509.Certificate) -> None:
    for secure in (False, True):
        answer = client.get("/hall/trusted", secure=secure, headers={"host": "localhost"})
        assert answer.json() == {"secure": secure}
        assert answer["Access-Control-Allow-Origin"] == "*"


def test_devices_get_the_certificate_in_their_own_form(client: Client, in_hall: x509.Certificate) -> None:
    given = client.get("/hall/sparrows-hall.crt", headers={"host": "localhost"})
    assert given["Content-Type"] == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(given.content) == in_hall
    profile = client.get("/hall/sparrows-hall.mobileconfig", headers={"host": "localhost"})
    assert profile["Content-Type"] == "application/x-apple-aspen-config"
    [root] = plistlib.loads(profile.content)["PayloadContent"]
    assert x509.load_der_x509_certificate(root["PayloadContent"]) == in_hall


def test_the_key_is_nobodys(client: Client, in_hall: x509.Certificate) -> None:
    for name in ("authority.key", "server.pem", "authority.pem"):
        assert client.get(f"/hall/{name}", headers={"host": "localhost"}).status_code == 404


@pytest.mark.parametrize("secure", [False, True])
def test_the_organiser_hears_what_tablets_paired_by_http_lack(
    olive_client: Client, running: Competition, in_hall: x509.Certificate, secure: bool
) -> None:
    page = olive_client.get(at("tablets", running), secure=secure, headers={"host": "192.168.1.20"})
    assert ("You came by http" in words_of(page)) == (not secure)
    assert (f"https://192.168.1.20:8443{at('tablets', running)}" in page.content.decode()) == (not secure)


def test_it_is_not_spoken_of_elsewhere(olive_client: Client, running: Competition) -> None:
    assert "You came by http" not in words_of(olive_client.get(at("tablets", running)))
