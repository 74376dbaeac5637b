"""What pages call things: a season's rounds are meetings, people have names, numbers are written one way."""

import re
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.forms import Form
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from players import names
from players.models import Club
from scoring.wording import written
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Competition, Entry, Round
from tournaments.ranking.standings import criterion_name
from tournaments.refusals import Refusal
from tournaments.seating import SeatingWarning
from tournaments.selectors import seatings
from tournaments.services import competitions, penalties, rounds
from tournaments.templatetags.sparrows import passed


@pytest.fixture
def meeting(season: Competition, olive: User) -> Round:
    """The first meeting of a season, still a draft."""
    return rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)


@pytest.mark.parametrize(
    ("amount", "said"), [(7, "7"), (-20, "−20"), (1000, "1,000"), (-12345, "−12,345"), (0, "0")]
)
def test_it_writes_numbers_one_way(amount: int, said: str) -> None:
    assert written(amount) == said


def test_it_writes_the_options_of_rules_as_elsewhere(olive_client: Client, club: Club) -> None:
    event = competitions.competition_create(
        club=club, actor=None, name="One Day", date=date(2026, 5, 1), ruleset="hungarian-classic"
    )
    competitions.competition_publish(competition=event, actor=None, published=True)
    pages = ("/rules/hungarian-classic/", "/c/one-day/", at("settings", event))
    for page in pages:
        said = words_of(olive_client.get(page))
        assert "1,000" in said
        assert not re.search(r"(?<![\d,])1000\b", said), page


def test_it_writes_a_limit_in_a_refusal_as_elsewhere() -> None:
    refusal = Refusal("penalty_too_large", limit=100_000)
    assert refusal.message == "A penalty takes at most 100,000 points."
    assert refusal.facts == {"limit": 100_000}


def test_it_calls_a_seasons_round_a_meeting_when_it_refuses(meeting: Round, olive: User) -> None:
    with pytest.raises(Refusal) as refused:
        rounds.round_start(round=meeting, actor=olive)
    assert refused.value.message == "Meeting 1: publish the seating before you start."
    assert refused.value.facts == {"round": 1}


def test_it_calls_a_tournaments_round_a_round_when_it_refuses(first_round: Round, olive: User) -> None:
    with pytest.raises(Refusal) as refused:
        rounds.round_start(round=first_round, actor=olive)
    assert refused.value.message == "Round 1 is still running."


def test_it_asks_for_meetings_in_a_seasons_forms(season: Competition, olive_client: Client) -> None:
    page = words_of(olive_client.get(at("settings", season)))
    assert "Meetings planned" in page
    assert "Deals per meeting" in page
    assert "per round" not in page
    assert "Best meeting" in page
    assert "Best round" not in page


def test_it_says_nothing_of_seasons_where_a_tournament_is_set_up(
    tournament: Competition, olive_client: Client
) -> None:
    page = words_of(olive_client.get(at("settings", tournament)))
    assert "Best round" in page
    assert "season" not in page.casefold()


def test_it_decides_a_season_by_the_best_meeting() -> None:
    assert criterion_name("best_round", season=True) == "Best meeting"
    assert criterion_name("best_round", season=False) == "Best round"
    assert criterion_name("total", season=True) == "Total"


def test_it_counts_what_is_wrong_as_it_lists_it() -> None:
    form = Form(data={})
    for fault in ("The winner fishes.", "East has fifteen tiles."):
        form.add_error(None, fault)
    shown = render_to_string("includes/form_errors.html", {"form": form})
    assert "2 things need your attention" in " ".join(shown.split())
    assert shown.count("<li>") == 2


@pytest.mark.parametrize(
    ("ago", "said"),
    [(0, "less than a minute"), (59, "less than a minute"), (61, "1\xa0minute"), (-5, "less than a minute")],
)
def test_it_says_nothing_of_zero_minutes(ago: int, said: str) -> None:
    now = timezone.now()
    assert passed(now - timedelta(seconds=ago), now) == said


def test_it_names_the_people_of_a_log_line(
    tournament: Competition, first_round: Round, olive: User, olive_client: Client
) -> None:
    entry = Entry.objects.filter(competition=tournament, status="player").order_by("number")[0]
    penalties.standings_penalty(
        entry=entry, round=first_round, amount=-2000, reason="late", actor=olive, key=uuid4()
    )
    page = words_of(olive_client.get(at("log", tournament)))
    assert f"round 1, number {entry}, amount −2,000" in page


def test_it_calls_meetings_meetings_in_the_log(meeting: Round, olive_client: Client) -> None:
    page = words_of(olive_client.get(at("log", meeting.competition)))
    assert "added meeting 1" in page
    assert "added a round" not in page


def test_it_warns_of_meetings_in_a_season() -> None:
    warning = SeatingWarning("meet_again", {"first": 1, "second": 2, "rounds": (1, 3)})
    names = {1: "1 Ada Moor", 2: "2 Ben Hale"}
    said = seatings.sentence(warning, names, [1, 2, 3], season=True)
    assert said == "1 Ada Moor and 2 Ben Hale meet more than once: meetings 1, 3."


def test_it_lists_names_as_they_are_in_order(running: Competition, client: Client) -> None:
    running.published, running.date = True, timezone.localdate()
    running.save()
    people = client.get(f"/c/{running.slug}/seating/").context["people"]
    listed = [person.entry.listed_name for person in people if person.entry.player]
    assert listed == sorted(listed, key=names.list_order)
    page = words_of(client.get(f"/c/{running.slug}/seating/"))
    assert all(name in page for name in listed)
    assert all(", " in name for name in listed)


def test_it_offers_no_mahjongs_where_tables_enter_totals(
    running: Competition, play: Any, client: Client
) -> None:
    number = running.entries.filter(status="player").order_by("number")[0].number
    page = f"/c/{running.slug}/entries/{number}/"
    assert "mah-jongs" in words_of(client.get(page))
    Competition.objects.filter(pk=running.pk).update(entry_level="totals", revision=running.revision + 1)
    assert "mah-jongs" not in words_of(client.get(page))
