"""The public read API: published competitions only, paged, with an ETag, without cookies."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import declared
from tests.conftest import Tam
from tournaments.models import Table
from tournaments.services import competitions, rounds

PAGED = ["/entries", "/rounds", "/seating", "/deals"]
SLUGGED = ["", "/entries", "/rounds", "/seating", "/deals", "/standings"]


def asking(path: str, **headers: str) -> Any:
    return Client().get(f"/api/v1{path}", headers=headers)


def test_it_lists_published_competitions(running: Any, season: Any) -> None:
    found = asking("/competitions").json()
    assert found["count"] == 2
    assert [one["slug"] for one in found["results"]] == [running.slug, season.slug]


@pytest.mark.parametrize("part", SLUGGED)
def test_it_hides_what_is_not_published(running: Any, part: str) -> None:
    assert asking(f"/competitions/{running.slug}{part}").status_code == 200
    running.published = False
    running.save()
    hidden = asking(f"/competitions/{running.slug}{part}")
    assert (hidden.status_code, hidden.json()["code"]) == (404, "not_found")
    assert asking("/competitions").json()["count"] == 0
    assert asking("/players").json()["count"] == 0


def test_it_hides_the_seating_of_drafts(running: Any) -> None:
    shown = asking(f"/competitions/{running.slug}/rounds").json()["results"]
    seats = asking(f"/competitions/{running.slug}/seating?page_size=200").json()["results"]
    assert [one["number"] for one in shown] == [1]
    assert {seat["round"] for seat in seats} == {1}
    assert len(seats) == 16


def test_it_shows_deals_and_standings(running: Any, table: Table, play: Any) -> None:
    play(table)
    [deal] = asking(f"/competitions/{running.slug}/deals?round=1&table=3").json()["results"]
    standings = asking(f"/competitions/{running.slug}/standings").json()
    assert (deal["round"], deal["table"], deal["deal"], deal["winners"]) == (1, 3, 1, ["S"])
    assert standings["provisional"]
    assert standings["standings"][0]["net"] == deal["net"]["S"]
    assert asking(f"/competitions/{running.slug}/deals?table=1").json()["count"] == 0


def test_it_gives_pages_of_the_size_asked(running: Any) -> None:
    first = asking(f"/competitions/{running.slug}/entries?page_size=5").json()
    assert (first["count"], len(first["results"])) == (16, 5)
    assert first["next"].endswith("page=2&page_size=5")
    assert asking(f"/competitions/{running.slug}/entries?page=99").status_code == 404


def test_it_answers_304_as_long_as_nothing_changed(running: Any, table: Table, play: Any) -> None:
    path = f"/competitions/{running.slug}/standings"
    first = asking(path)
    assert asking(path, **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    play(table)
    assert asking(path, **{"If-None-Match": first.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("path", ["/competitions", "/leagues", "/players", "/competitions/{}/standings"])
def test_it_sets_no_cookie_and_reads_none(running: Any, tam: Tam, path: str) -> None:
    cookies = f"sessionid={'x' * 32}; sparrows_table=y"
    answer = asking(path.format(running.slug), Cookie=cookies, **tam.headers)
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert answer.headers["Cache-Control"] == "public, no-cache"


@pytest.mark.parametrize("number", ["x", "-1", "0", "1.0", "٣", "99999999999999999999", ""])
def test_it_refuses_a_number_that_is_none(running: Any, number: str) -> None:
    answer = Client().get(f"/api/v1/competitions/{running.slug}/deals", {"round": number})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "round")


def test_it_takes_nothing(running: Any) -> None:
    answer = Client().post(
        f"/api/v1/competitions/{running.slug}", declared.won(), content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


def test_it_lists_leagues_with_their_seasons(season: Any) -> None:
    [league] = asking("/leagues").json()["results"]
    assert (league["name"], league["seasons"]) == ("Severn League", [season.slug])


@pytest.mark.parametrize("path", ["/leagues", "/competitions/{}/seating", "/competitions/{}/deals"])
def test_it_asks_the_database_no_more_often_when_there_is_more(
    season: Any, running: Any, olive: Any, path: str, django_assert_num_queries: Any
) -> None:
    with CaptureQueriesContext(connection) as before:
        asking(path.format(running.slug))
    rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    league = competitions.league_create(club=running.club, name="Avon League", actor=olive)
    type(season).objects.filter(pk=running.pk).update(league=league)
    with django_assert_num_queries(len(before)):
        asking(path.format(running.slug))


@pytest.mark.parametrize(
    "path", ["/competitions", "/players", *(f"/competitions/{{}}{part}" for part in PAGED)]
)
def test_it_asks_the_database_as_often_for_a_long_page_as_for_a_short_one(
    season: Any, running: Any, table: Table, olive: Any, play: Any, path: str, django_assert_num_queries: Any
) -> None:
    rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    play(table)
    play(table, declared.draw())
    with CaptureQueriesContext(connection) as short:
        asking(f"{path.format(running.slug)}?page_size=1")
    with django_assert_num_queries(len(short)):
        assert len(asking(f"{path.format(running.slug)}?page_size=200").json()["results"]) > 1


def test_it_describes_itself_without_a_warning() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=StringIO(), stderr=StringIO())
