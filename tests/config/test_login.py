"""Wrong passwords: they slow down whoever guesses, and leave the owner of the name alone."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
HALL, HOME = "192.0.2.1", "198.51.100.7"
LIMIT = settings.AXES_FAILURE_LIMIT


def trying(client, password, address=HALL):
    """Log in as Olive; the status is 302 for in, 200 for a wrong password, 429 for too many."""
    form = {"login": "olive", "password": password}
    return client.post("/login", form, REMOTE_ADDR=address).status_code


def guess(times=LIMIT, address=HALL):
    """Guess from a browser that nobody knows."""
    return [trying(Client(), f"guess {number}", address) for number in range(times)]


@pytest.fixture
def known(olive):
    """Give the browser in which Olive has logged in before."""
    client = Client()
    assert trying(client, PASSWORD) == 302
    client.post("/logout")
    return client


def test_it_slows_a_guesser_down(olive):
    assert guess(LIMIT + 2)[-3:] == [429] * 3
    assert trying(Client(), PASSWORD) == 429


def test_it_lets_the_owner_in_beside_a_guesser_at_the_same_address(known):
    assert guess()[-1] == 429
    assert trying(known, PASSWORD) == 302


def test_it_lets_the_owner_in_from_elsewhere(olive):
    guess()
    assert trying(Client(), PASSWORD, HOME) == 302


def test_it_counts_what_is_guessed_in_a_known_browser_too(known):
    assert [trying(known, f"guess {number}") for number in range(LIMIT)][-1] == 429
    assert trying(known, PASSWORD) == 429
    assert trying(Client(), PASSWORD) == 302  # it counted there alone


def test_it_opens_again_however_often_somebody_goes_on_guessing(olive):
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        guess()
    with time_machine.travel(start + settings.AXES_COOLOFF_TIME - timedelta(seconds=5), tick=False):
        assert guess() == [429] * LIMIT
    with time_machine.travel(start + settings.AXES_COOLOFF_TIME + timedelta(seconds=5), tick=False):
        assert trying(Client(), PASSWORD) == 302


@pytest.mark.parametrize("forged", ["", "olive", "WyJvbGl2ZSIsICJ4Il0:1x:x"])
def test_it_knows_no_browser_by_a_forged_cookie(olive, forged):
    client = Client()
    client.cookies["sparrows_known"] = forged
    guess()
    assert trying(client, PASSWORD) == 429


def test_it_knows_a_browser_for_its_own_user_only(known, rafe):
    form = {"login": "rafe", "password": "wrong"}
    for _ in range(LIMIT):
        Client().post("/login", form, REMOTE_ADDR=HALL)
    locked = known.post("/login", {**form, "password": PASSWORD}, REMOTE_ADDR=HALL)
    assert (locked.status_code, b"Too many wrong passwords" in locked.content) == (429, True)


def test_it_keeps_the_cookie_from_scripts_and_other_sites(olive, settings):
    settings.HTTPS, settings.SECURE_SSL_REDIRECT = True, False
    answer = Client().post("/login", {"login": "olive", "password": PASSWORD})
    cookie = answer.cookies["__Host-sparrows_known"]
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"], cookie["path"]) == (
        True,
        True,
        "Strict",
        "/",
    )
    assert PASSWORD not in cookie.value
