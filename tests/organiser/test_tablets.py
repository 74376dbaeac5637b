"""Pair tablets by code and picture, list them, let them go."""

import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import get_current_timezone

from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Competition, Device
from tournaments.refusals import Refusal
from tournaments.selectors import board
from tournaments.services import competitions, devices


def test_it_prints_a_code_for_every_table(olive_client: Client, running: Competition) -> None:
    page = olive_client.post(at("tablet-codes", running))
    assert [one.table for one in page.context["codes"]] == [1, 2, 3, 4]
    assert page.content.decode().count('class="qr"') == 4
    assert "style=" not in page.content.decode()


def test_it_offers_the_tables_in_play_first_and_says_of_others_that_they_are_not(
    olive_client: Client, running: Competition, tam: Any
) -> None:
    round = running.rounds.get(number=1)
    round.tables.filter(number=2).update(number=5)
    page = olive_client.get(at("tablets", running))
    assert [number for number, _device in page.context["lines"]] == [1, 3, 4]
    assert page.context["others"] == [(2, None)]
    told = words_of(page)
    assert told.index("In play in round 1") < told.index("Table 4") < told.index("Not in play in round 1")
    assert told.index("Not in play in round 1") < told.index("Table 2")
    assert "Codes for the tables in play" in told


@pytest.mark.parametrize(("states", "number"), [("cpp", 2), ("crp", 2), ("cdd", None), ("ccp", 3)])
def test_it_means_the_round_that_is_played_or_the_next_one(
    running: Competition, states: str, number: int | None
) -> None:
    named = {"c": "closed", "p": "published", "r": "running", "d": "draft"}
    for place, state in enumerate(states, 1):
        running.rounds.filter(number=place).update(state=named[state])
    found = board.round_of_now(running)
    assert (found and found.number) == number


def test_it_pairs_by_the_long_and_by_the_short_code(olive_client: Client, running: Competition) -> None:
    for kind, chosen in (("long", {}), ("short", {"take_over": "yes"})):
        page = olive_client.post(at("tablet-codes", running), {"table": "2", **chosen})
        code = page.context["codes"][0].code
        paired = devices.device_pair(code=getattr(code, kind), address="127.0.0.1")
        assert paired.device.table_number == 2
    assert code.long not in page.content.decode()  # only the picture holds it


def test_it_puts_the_codes_of_tables_without_a_tablet_first(
    olive_client: Client, running: Competition, tam: Any
) -> None:
    page = olive_client.post(at("tablet-codes", running))
    assert [one.table for one in page.context["codes"]] == [1, 2, 4, 3]
    told = words_of(page)
    parts = ["Without a tablet", "Table 4", "These have a tablet already", "Table 3"]
    assert sorted(parts, key=told.index) == parts
    over = olive_client.post(at("tablet-codes", running), {"table": "3", "take_over": "yes"})
    assert "takes the table over" in over.content.decode()
    assert "have a tablet already" not in over.content.decode()


def test_it_offers_as_many_tables_as_the_event_has(
    olive_client: Client, running: Competition, tam: Any
) -> None:
    def offered() -> list[int]:
        page = olive_client.get(at("tablets", running))
        return sorted(number for number, _ in [*page.context["lines"], *page.context["others"]])

    late = {"given": "Zoe", "family": "Late", "status": "substitute"}
    competitions.entries_add(competition=running, people=[late], actor=None)
    assert offered() == [1, 2, 3, 4]
    running.devices.update(table_number=7)  # what is paired can be let go of
    assert offered() == [1, 2, 3, 4, 7]


def test_it_shows_the_letters_in_two_groups(olive_client: Client, running: Competition) -> None:
    page = olive_client.post(at("tablet-codes", running), {"table": "1"})
    assert re.fullmatch(r"[A-Z]{4} [A-Z]{4}", page.context["codes"][0].letters)


def test_it_makes_no_code_by_looking(olive_client: Client, running: Competition) -> None:
    assert olive_client.get(at("tablet-codes", running))["Location"] == at("tablets", running)
    assert not running.pairing_codes.exists()


def test_it_says_since_when_a_tablet_is_paired(olive_client: Client, running: Competition, tam: Any) -> None:
    at_noon = datetime(2026, 4, 18, 12, 30, tzinfo=get_current_timezone())
    Device.objects.filter(pk=tam.device.pk).update(paired_at=at_noon)
    assert "paired since 18 Apr, 12:30" in olive_client.get(at("tablets", running)).content.decode()


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("localhost:8000", "localhost"),
        ("127.0.0.1:8000", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]:8000", "::1"),
        ("192.168.0.7:8000", None),
        ("hall.example", None),
    ],
)
def test_it_warns_of_codes_for_an_address_that_only_this_computer_has(
    olive_client: Client, running: Competition, settings: Any, host: str, told: str | None
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    seen = olive_client.get(at("tablets", running), headers={"host": host})
    made = olive_client.post(at("tablet-codes", running), headers={"host": host})
    for page in map(words_of, (seen, made)):
        assert ("on this computer only" in page) is bool(told)
        assert told is None or f"site as “{told}”" in page


def test_it_lets_go_of_a_tablet_at_once(olive_client: Client, running: Competition, tam: Any) -> None:
    from tournaments import access

    assert access.tablet_for(tam.token)
    olive_client.post(at("tablet-revoke", running, device=tam.device.pk))
    with pytest.raises(Refusal) as refused:
        access.tablet_for(tam.token)
    assert refused.value.code == "not_authenticated"
