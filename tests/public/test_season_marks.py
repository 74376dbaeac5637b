"""The season's table marks who goes to finals, up and down: on the page, as CSV, in the API."""

import csv
import io

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.public.pages import words_of
from tests.tournaments.test_policies import CLUB, evenings, set_to
from tournaments.models import Competition
from tournaments.publishing.exports import standings_csv
from tournaments.selectors.standings import row_json, standings_of
from tournaments.services.policies import season_facts_set

__all__ = ["evenings"]  # a fixture


@pytest.mark.django_db
def test_it_says_them_on_the_page_in_csv_and_in_the_api(
    evenings: Competition, olive: User, client: Client
) -> None:
    season = set_to(evenings, olive, **CLUB, divisions=[{"name": "A", "down": 1}, {"name": "B", "up": 1}])
    season_facts_set(competition=season, facts={"divisions": dict.fromkeys("123", "A")}, actor=olive)
    season.refresh_from_db()
    rows = standings_of(season).rows
    marked = {row.number: [mark.code for mark in row.marks] for row in rows if row.marks}
    assert {code for codes in marked.values() for code in codes} & {"down", "down_open"}
    words = words_of(client.get(f"/c/{season.slug}/standings/"))
    assert ("goes down" in words or "going down undecided" in words, "as it stands" in words) == (True, True)
    head, *lines = csv.reader(io.StringIO(standings_csv(season).decode("utf-8-sig")))
    assert head[-2:] == ["Division", "Goes on"]
    told = {int(line[1]): (line[-2], line[-1]) for line in lines}
    assert told == {row.number: (row.group, "; ".join(marked.get(row.number, []))) for row in rows}
    answer = client.get(f"/api/v1/competitions/{season.slug}/standings").json()["standings"]
    assert {
        one["number"]: [mark["code"] for mark in one["marks"]] for one in answer if one["marks"]
    } == marked
    assert [one["division"] for one in answer] == [row.group for row in rows]
    assert row_json(rows[0])["division"] == "A"
