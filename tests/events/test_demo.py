"""`manage.py demo`: a club to look at, with log-ins that work."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tournaments.models import Competition, DealVersion
from tournaments.selectors.standings import standings_of
from tournaments.services.devices import device_pair

pytestmark = pytest.mark.django_db


def demo():
    told = StringIO()
    call_command("demo", stdout=told)
    return told.getvalue()


def found(pattern, text):
    match = re.search(pattern, text)
    assert match, text
    return match[1]


def test_it_makes_a_tournament_and_a_league_once_and_lets_people_in():
    demo()
    before = DealVersion.objects.count()
    told = demo()
    assert DealVersion.objects.count() == before
    assert [c.published for c in Competition.objects.all()] == [True, True]
    for name in ("olive", "dora", "rafe", "sid", "hetty"):
        password = found(rf"{name}\s+(\S+)", told)
        answer = Client(REMOTE_ADDR="127.0.0.1").post("/login", {"login": name, "password": password})
        assert answer.status_code == 302, "logged in, and led on"
    for said in (told, demo()):  # a tablet of the time before does not stand in the way
        code = found(r"code for table 3: (\w+)", said)
        assert device_pair(code=code, address="127.0.0.1").device.table_number == 3


def test_who_is_logged_in_stays_so_when_it_is_started_again():
    password = found(r"dora\s+(\S+)", demo())
    dora = Client(REMOTE_ADDR="127.0.0.1")
    dora.post("/login", {"login": "dora", "password": password})
    assert found(r"dora\s+(\S+)", demo()) == password
    assert dora.get("/organise/").status_code == 200


def test_passwords_are_of_the_site_and_the_person(settings):
    told = demo()
    settings.SECRET_KEY = "another site's key, long enough"
    again = demo()
    passwords = {found(rf"{name}\s+(\S+)", text) for name in ("olive", "dora") for text in (told, again)}
    assert len(passwords) == 4


def test_it_leaves_a_round_running_and_a_season_in_its_middle():
    demo()
    tournament = Competition.objects.get(kind="tournament")
    assert list(tournament.rounds.values_list("state", flat=True)) == ["closed", "closed", "running"]
    running = DealVersion.objects.filter(table__round=tournament.rounds.last())
    assert set(running.values_list("table__number", flat=True)) == {1, 2, 3, 4}
    assert standings_of(tournament).provisional
    season = standings_of(Competition.objects.get(kind="season"))
    assert season.held == (1, 2, 3, 4)
    assert {cell.state for row in season.rows for cell in row.rounds} >= {"counted", "dropped"}


def test_it_keeps_out_of_production(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError):
        demo()
    assert not Competition.objects.exists()
