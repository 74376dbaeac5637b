"""What public lists are asked for: they keep what is meant and nothing else."""

from typing import Any

import pytest
from django.test import Client

from tournaments.models import Table

pytestmark = pytest.mark.django_db


def found(path: str, **asked: str) -> list[Any]:
    answer = Client().get(f"/api/v1{path}", asked)
    assert answer.status_code == 200, answer.json()
    return list(answer.json()["results"])


def test_it_finds_competitions_by_kind_place_and_day(running: Any, season: Any) -> None:
    def slugs(**asked: str) -> list[str]:
        return [one["slug"] for one in found("/competitions", **asked)]

    assert slugs(kind="season") == slugs(league=season.league.slug) == [season.slug]
    assert slugs(kind="tournament") == [running.slug]
    assert slugs(club=running.club.slug) == [running.slug, season.slug]
    assert slugs(club="elsewhere") == []
    day = running.date.isoformat()
    assert running.slug in slugs(since=day, until=day)
    assert slugs(until="1999-12-31") == slugs(since="2199-01-01") == []


def test_it_finds_entries_by_status(running: Any) -> None:
    path = f"/competitions/{running.slug}/entries"
    assert {one["status"] for one in found(path, status="player")} == {"player"}
    assert found(path, status="withdrawn") == []


def test_it_finds_rounds_by_state(running: Any) -> None:
    path = f"/competitions/{running.slug}/rounds"
    assert [one["number"] for one in found(path, state="running")] == [1]
    assert found(path, state="draft") == found(path, state="closed") == []


def test_it_finds_who_sits_where(running: Any, table: Table) -> None:
    path = f"/competitions/{running.slug}/seating"
    seats = found(path, round="1", table="3")
    assert {(seat["round"], seat["table"]) for seat in seats} == {(1, 3)}
    [own] = found(path, entry=str(seats[0]["entry"]), round="1")
    assert own == seats[0]


def test_it_finds_leagues_and_people_of_a_club(season: Any, running: Any) -> None:
    assert [one["slug"] for one in found("/leagues", club=season.club.slug)] == [season.league.slug]
    assert found("/leagues", club="elsewhere") == found("/players", club="elsewhere") == []
