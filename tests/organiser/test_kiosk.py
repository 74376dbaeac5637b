"""The kiosk: players check themselves in, once; it tells nothing private, and closed it leads nowhere."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at
from tournaments.models import Action, Arrival, Competition, Kiosk
from tournaments.services import arrivals, competitions

pytestmark = pytest.mark.django_db


@pytest.fixture
def door(tournament: Competition, olive: User) -> str:
    """The address of the open kiosk."""
    return f"/kiosk/{arrivals.kiosk_open(competition=tournament, actor=olive).token}/"


def test_a_player_finds_the_own_name_is_asked_once_and_is_here(door: str, tournament: Competition) -> None:
    player = Client()
    [found] = player.get(door, {"q": "lecka"}).context["entries"]
    asked = player.get(door, {"entry": found.number})
    assert "Are you Ann Łęcka?" in asked.content.decode()
    assert not Arrival.objects.exists()
    done = player.post(door, {"entry": found.number}, follow=True)
    assert f"Your number is {found.number}." in done.content.decode()
    assert f"content=\"12;url={door}\"" in done.content.decode()
    assert Arrival.objects.get().entry == found
    line = Action.objects.get(verb="arrival_self")
    assert (line.actor, line.facts) == (None, {"number": found.number})
    again = player.post(door, {"entry": found.number})
    assert (again.status_code, "checked in already" in again.content.decode()) == (422, True)
    assert Arrival.objects.count() == 1


def test_it_lists_nobody_unasked_and_never_says_who_has_come(
    door: str, tournament: Competition, olive: User
) -> None:
    player = Client()
    first = tournament.entries.get(number=1)
    for search, found in (("", []), ("a", []), ("pat", [1]), ("16", [16]), ("nobody", [])):
        assert [one.number for one in player.get(door, {"q": search}).context["entries"]] == found
    people = [{"given": f"Cy{letter}", "family": "Zabb"} for letter in "abcdefghi"]
    competitions.entries_add(competition=tournament, people=people, actor=olive)
    assert "Type more of your name" in player.get(door, {"q": "zabb"}).content.decode()
    before = player.get(door, {"q": "pat"}).content
    arrivals.arrival_note(entry=first, actor=olive)
    assert player.get(door, {"q": "pat"}).content == before


@pytest.mark.parametrize("number", ["99", "x", "", "-1", "1" * 30])
def test_it_knows_nobody_else(door: str, number: str) -> None:
    assert Client().get(door, {"entry": number}).status_code == 404
    assert Client().post(door, {"entry": number}).status_code == 404


def test_a_helper_opens_and_closes_it(olive_client: Client, tournament: Competition) -> None:
    link = olive_client.post(at("kiosk-open", tournament), follow=True).context["link"]
    assert Client().get(link).status_code == 200
    assert olive_client.post(at("kiosk-open", tournament), follow=True).context["link"] == link
    kiosk = Kiosk.objects.get()
    assert kiosk.token not in (kiosk.token_hash, kiosk.nonce)
    assert olive_client.post(at("kiosk-close", tournament)).status_code == 302
    assert Client().get(link).status_code == 404
    assert olive_client.post(at("kiosk-close", tournament)).status_code == 422
    assert olive_client.post(at("kiosk-open", tournament), follow=True).context["link"] != link


def test_a_season_has_none(olive_client: Client, season: Competition) -> None:
    assert olive_client.post(at("kiosk-open", season)).status_code == 404
