"""House players without a person: their name has the number, which is not written beside it once more."""

import re
from datetime import date
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from players.models import Club
from tests.conftest import PEOPLE
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Competition, Entry
from tournaments.services import competitions, rounds, warned, withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
TWICE = re.compile(r"House player (?:(\d+) \(?\1\b|None)")


@pytest.fixture
def fifteen(club: Club, olive: User) -> Competition:
    """A tournament of fifteen with a house player: the first round runs, another draft is kept."""
    made = competitions.competition_create(
        club=club, actor=olive, name="Club Day", date=date(2026, 5, 2), ruleset="bmja-club", deals_per_round=4
    )
    competitions.entries_add(competition=made, people=PEOPLE[:15], actor=olive)
    event = competitions.competition_publish(competition=made, actor=olive)
    for seed in (5, 6):
        rounds.round_draw(competition=event, rounds=3, seed=seed, actor=olive)
    rounds.round_publish(round=event.rounds.get(number=1), actor=olive)
    rounds.round_start(round=event.rounds.get(number=1), actor=olive)
    return event


@pytest.fixture
def house(fifteen: Competition, olive: User) -> Entry:
    """Who was warned."""
    entry, first = fifteen.entries.get(status=Entry.Status.HOUSE), fifteen.rounds.get(number=1)
    warned.warning_give(entry=entry, round=first, code="", reason="Late.", actor=olive, key=uuid4())
    return entry


def pages_with(event: Competition, house: Entry) -> dict[str, str]:
    seat = house.seatings.get(round__number=1)
    return {
        "seating": at("seating", event),
        "round": at("round", event, round=1),
        "table": at("table", seat.table),
        "penalties": at("penalties", event),
        "exchange": at("exchange", event, round=2),
        "public seating": reverse("public:seating", kwargs={"slug": event.slug}),
    }


@pytest.mark.parametrize("name", ["seating", "round", "table", "penalties", "exchange", "public seating"])
def test_its_number_stands_once(name: str, fifteen: Competition, house: Entry, olive_client: Client) -> None:
    page = words_of(olive_client.get(pages_with(fifteen, house)[name]))
    assert f"House player {house.number}" in page
    assert TWICE.findall(page) == []


def test_one_who_is_to_be_named_in_a_kept_draft_has_no_number(
    fifteen: Competition, house: Entry, olive: User, olive_client: Client
) -> None:
    withdrawals.entry_withdraw(entry=fifteen.entries.get(number=3), actor=olive)
    page = words_of(olive_client.get(at("draft", fifteen, draft=fifteen.kept_drafts.get().pk)))
    assert "House player " in page
    assert not TWICE.search(page)


def test_a_players_number_stands_beside_the_name(fifteen: Competition, olive_client: Client) -> None:
    first = fifteen.entries.get(number=1)
    assert f"{first.name} 1" in words_of(olive_client.get(at("round", fifteen, round=1)))
