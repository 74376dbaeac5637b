"""Every public page in every language, after it was asked for in English: nothing of it is English any more.

What is known in the process from the page before is in the language of that page; so nothing is that is kept.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse

from players.models import Player
from tests import made_up
from tests.public.test_open_to_everybody import PAGES
from tests.public.test_pages_in_the_browser import PAGES as SEEN
from tests.public.test_ranking import ended, people, three  # noqa: F401
from tournaments.models import Competition
from tournaments.selectors.teams import mark_of
from tournaments.services import ratings, rounds, teams
from tournaments.views.public.urls import urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
Ask = Callable[[str], Any]
LANGUAGES = ("da", "pl", "hu")
EVENT, CLUB, LEAGUE = "/c/spring-day/", "/clubs/severn-winds/", "/leagues/severn-league/"
PATTERNS = {pattern.name: pattern for pattern in urlpatterns if isinstance(pattern, URLPattern)}
OF_CLUBS = ("clubs/", "leagues/", "embed/clubs/")
TOLD = {"year": 2026, "ruleset": "polish-136", "round_number": 1, "table_number": 3, "deal_number": 1}


@pytest.fixture
def a_season(corrected: Competition, meetings: Competition, olive: User) -> list[str]:
    """A tournament, and a season that is over, with teams and ratings, of people who show what they did."""
    Player.objects.update(across=Player.Across.ALL)
    named = [("Wrens", [1, 2, 3]), ("Larks", [4, 5])]
    teams.teams_set(competition=meetings, teams=named, best=2, seen=mark_of(meetings), actor=olive)
    rounds.round_close(round=meetings.rounds.get(number=3), actor=olive)
    ratings.rate_stale()
    one = meetings.entries.get(number=1).player_id
    of_one = [f"/players/{one}/", f"{CLUB}ratings/{one}/", f"{LEAGUE}ratings/", f"{LEAGUE}ratings/{one}/"]
    return [*PAGES, *SEEN.values(), *of_one, f"/c/{meetings.slug}/standings/teams/"]


@pytest.fixture
def a_ranking(three: Any, people: list[Player]) -> list[str]:  # noqa: F811
    """Three tournaments with places, of somebody who shows them."""
    Player.objects.update(across=Player.Across.ALL)
    return [f"{CLUB}ranking/", f"{CLUB}ranking/{people[0].pk}/", f"/players/{people[0].pk}/", CLUB, "/"]


@pytest.fixture
def everything_else(everything: dict[str, Any]) -> list[str]:
    """One address of every name that there is."""
    told = [_address(name, everything) for name in PATTERNS]
    return [one for one in told if Client().get(one).headers["Content-Type"].startswith("text/html")]


def _address(name: str, everything: dict[str, Any]) -> str:
    pattern = PATTERNS[name].pattern
    of = next((one for one in ("club", "league") if f"{one}s/" in str(pattern)), "slug")
    facts = {**everything, **TOLD, "slug": everything[of]}
    return reverse(f"public:{name}", kwargs={key: facts[key] for key in pattern.converters})


@pytest.fixture(params=["a_season", "a_ranking", "everything_else"])
def in_english(request: pytest.FixtureRequest) -> dict[str, str]:
    """Pages that are there, by address, each asked for in English once."""
    asked = {address: Client().get(address) for address in request.getfixturevalue(request.param)}
    there = {address: one.content.decode() for address, one in asked.items() if one.status_code == 200}
    assert len(there) > 0.8 * len(asked) or request.param == "everything_else"
    return there


def test_nothing_is_left_that_nobody_can_translate(in_english: dict[str, str]) -> None:
    typed = made_up.data()
    with made_up.spoken():
        pages = {one: Client().get(f"/{made_up.CODE}{one}").content.decode() for one in in_english}
    left = {address: made_up.left_in_english(page, typed) for address, page in pages.items()}
    assert {address: found for address, found in left.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_whole_in_every_language(in_english: dict[str, str], language: str) -> None:
    for address, english in in_english.items():
        answer = Client().get(f"/{language}{address}")
        page = answer.content.decode()
        assert (answer.status_code, answer["Content-Language"]) == (200, language), address
        assert f'<html lang="{language}"' in page or "<html" not in page, address
        assert made_up.placeholders(page) == [], address
        assert made_up.Figures(page).told == made_up.Figures(english).told, address
