"""An empty site is set up once, by whoever reads the code in its terminal."""

import json
import os
import time
from datetime import timedelta
from functools import partial
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from config import site
from players.models import Club
from tests.tournaments.test_deal_submit_races import at_once
from tournaments.models import Right
from tournaments.powers import Role
from tournaments.refusals import Refusal
from tournaments.services import founding

pytestmark = pytest.mark.django_db

TOLD = {
    "name": "Olive",
    "email": "olive@example.org",
    "password": "green bamboo rack",
    "language": "da",
    "club": "Severn Winds",
    "town": "Bristol",
}
OF_SITE = {"time_zone": "Europe/Copenhagen", "address": "http://192.168.1.20:8000/"}
SET_UP = "/organise/setup"


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path, monkeypatch):
    """A site whose time zone and address nobody has said; what is told it goes when the test ends."""
    settings.SITE_FILE, settings.ADDRESS, settings.SITE_ASKS = tmp_path / "site.json", "", list(OF_SITE)
    settings.TIME_ZONE, settings.CELERY_TIMEZONE = settings.TIME_ZONE, settings.CELERY_TIMEZONE
    monkeypatch.setenv("TZ", os.environ["TZ"])  # as it was when the test ends
    yield settings.SITE_FILE
    monkeypatch.undo()
    time.tzset()
    timezone.get_default_timezone.cache_clear()


def told(job):
    """Do something; tell the code of its refusal."""
    try:
        job()
    except Refusal as refusal:
        return refusal.code
    return "done"


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_of_three_who_begin_at_once_one_does():
    named = [{**TOLD, "name": name, "email": f"{name}@example.org"} for name in ("Olive", "Rafe", "Hetty")]
    found = partial(founding.site_found, code=founding.code())
    heard = at_once(*(partial(told, partial(found, **one)) for one in named))
    assert sorted(heard) == ["done", "site_begun", "site_begun"]
    assert (User.objects.count(), Club.objects.count(), Right.objects.count()) == (1, 1, 1)


def form(**other):
    return {**TOLD, **OF_SITE, "code": founding.code(), **other}


def test_whoever_comes_to_an_empty_site_is_led_to_its_set_up(client):
    for page in ("/", "/login"):
        answer = client.get(page)
        assert (answer.status_code, answer["Location"]) == (302, SET_UP)
    assert client.get(SET_UP).context["form"].initial["address"] == "http://testserver"


@pytest.mark.parametrize(
    ("host", "proposed"),
    [
        ("localhost:8000", "http://192.168.1.20:8000"),
        ("[::1]:8000", "http://192.168.1.20:8000"),
        ("hall.local", "http://hall.local"),
    ],
)
def test_it_proposes_an_address_by_which_tablets_reach_it(client, settings, host, proposed):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "hall.local"]
    form = client.get(SET_UP, headers={"host": host}).context["form"]
    assert form.initial["address"] == proposed


def test_it_proposes_the_address_that_was_called_where_it_knows_no_other(client, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    form = client.get(SET_UP, headers={"host": "localhost:8000"}).context["form"]
    assert form.initial["address"] == "http://localhost:8000"


def test_it_makes_the_owner_and_the_club_and_logs_in(client):
    answer = client.post(SET_UP, form(code=founding.code().lower().replace("-", " ")))
    assert (answer.status_code, answer["Location"]) == (302, "/organise/")
    olive = User.objects.get()
    assert (olive.get_username(), olive.check_password(TOLD["password"])) == ("Olive", True)
    assert olive.account.language == "da"
    right = Right.objects.get()
    assert (right.user, right.club, right.role) == (olive, Club.objects.get(name="Severn Winds"), Role.OWNER)
    assert client.get("/organise/").status_code == 200


def test_the_site_knows_what_it_was_told_at_once_and_when_it_starts_again(client, settings, own_folder):
    client.post(SET_UP, form())
    assert timezone.localtime().utcoffset() in (timedelta(hours=1), timedelta(hours=2))
    assert settings.ADDRESS == "http://192.168.1.20:8000"
    assert client.get("/", headers={"host": "192.168.1.20:8000"}).status_code == 200
    assert json.loads(own_folder.read_text()) == {
        "time_zone": "Europe/Copenhagen",
        "address": "http://192.168.1.20:8000",
    }
    assert site.kept(own_folder)["time_zone"] == "Europe/Copenhagen"


def test_it_does_not_ask_what_the_environment_says(client, settings, own_folder):
    settings.SITE_ASKS = []
    assert not set(OF_SITE) & set(client.get(SET_UP).context["form"].fields)
    client.post(SET_UP, form())
    assert (User.objects.count(), own_folder.exists()) == (1, False)


def test_afterwards_the_page_is_gone(client):
    client.post(SET_UP, form())
    other = Client()
    assert (other.get(SET_UP).status_code, other.post(SET_UP, form(name="Rafe")).status_code) == (404, 404)
    assert (client.get("/").status_code, other.get("/login").status_code) == (200, 200)
    with pytest.raises(Refusal) as refused:
        founding.site_found(code=founding.code(), **TOLD)
    assert refused.value.code == "site_begun"


@pytest.mark.parametrize("code", ["", "BCDF-GHJK-LMNP", "VKMT"])
def test_a_wrong_code_makes_nothing(client, code):
    answer = client.post(SET_UP, form(code=code))
    assert (answer.status_code, User.objects.count(), Club.objects.count()) == (422, 0, 0)
    assert answer.context["form"].errors


@pytest.mark.parametrize(
    ("fault", "wrong"),
    [
        ("address", "two words"),
        ("address", "http://sparrows.example.org/club"),
        ("time_zone", "Europe/Atlantis"),
        ("password", "12345678"),
        ("name", "olive@example.org"),
    ],
)
def test_it_says_what_is_wrong_and_keeps_the_rest(client, fault, wrong):
    answer = client.post(SET_UP, form(**{fault: wrong}))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [fault])
    assert (User.objects.count(), answer.context["form"]["club"].value()) == (0, "Severn Winds")


def test_the_code_is_the_sites_and_stays_until_it_is_used(settings, client):
    first = founding.code()
    assert first == founding.code()
    said = StringIO()
    call_command("setup_code", at="http://localhost:8000", stdout=said)
    assert (first in said.getvalue(), f"http://localhost:8000{SET_UP}" in said.getvalue()) == (True, True)
    settings.SECRET_KEY = "another site has another one"
    assert founding.code() != first
    client.post(SET_UP, form())
    said = StringIO()
    call_command("setup_code", at="http://localhost:8000", stdout=said)
    assert said.getvalue() == ""
