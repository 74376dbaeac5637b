"""Ratings on public pages: of rounds that are out, kept up with corrections, and the same worked out anew."""

import re
from functools import partial
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests import declared
from tests.public.pages import words_of
from tests.tournaments.test_deal_submit_races import at_once
from tournaments.models import Competition, RatingList, RatingStep
from tournaments.ranking.skill import BEGINS
from tournaments.services import corrections, ratings, rounds
from tournaments.services.competitions import competition_change

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated(meetings, olive):
    """Three meetings that are over, rated."""
    rounds.round_close(round=meetings.rounds.get(number=3), actor=olive)
    meetings.refresh_from_db()
    ratings.rate_stale()
    return meetings


def steps(listed):
    return list(listed.steps.values_list("position", "table", "player", "place", "mu", "sigma", "games"))


def lists():
    return {one.league_id: steps(one) for one in RatingList.objects.all()}


def anew():
    """What working everything out from the first game on comes to."""
    call_command("rate", stdout=StringIO())
    return lists()


def test_it_rates_every_table_of_a_meeting_that_is_over(rated):
    listed = RatingList.objects.get(league=rated.league)
    assert listed.steps.values("position").distinct().count() == 6  # two tables at each of three meetings
    assert lists()[rated.league_id] == lists()[None]  # the club has played nothing else


def test_it_rates_nothing_of_a_round_that_is_played(meetings):
    ratings.rate_stale()
    listed = RatingList.objects.get(league=meetings.league)
    assert set(listed.steps.values_list("table__round__number", flat=True)) == {1, 2}


def test_it_has_nothing_to_do_where_nothing_changed(rated):
    assert ratings.rate_stale() == 0


def test_it_follows_a_correction_and_comes_to_the_same_as_anew(rated, rafe):
    before = lists()
    table = rated.rounds.get(number=2).tables.first()
    corrections.deal_correct(
        table=table, number=1, content=declared.won("N", None), mode="as_played", reason="North.", actor=rafe
    )
    assert ratings.rate_stale() == 2
    after = lists()
    assert after != before
    assert [one[:4] for one in after[None][:8]] == [one[:4] for one in before[None][:8]]
    assert after == anew()


def test_it_forgets_what_is_not_published_any_more(rated):
    Competition.objects.filter(pk=rated.pk).update(published=False)
    ratings.rate_stale()
    assert not RatingStep.objects.exists()


def test_it_keeps_hidden_rounds_out(rated, olive):
    competition_change(competition=rated, planned_rounds=3, hidden_rounds=1, actor=olive)
    ratings.rate_stale()
    assert set(RatingStep.objects.values_list("table__round__number", flat=True)) == {1, 2}


def test_its_page_ranks_everybody_and_leads_to_the_games(rated, reader):
    page = reader.get(f"/leagues/{rated.league.slug}/ratings/")
    told = [int(found) for found in re.findall(r"<strong>(\d+)</strong>", page.content.decode())]
    assert told == sorted(told, reverse=True)
    assert told[0] > BEGINS > told[-1]
    first = RatingStep.objects.order_by("-mu").first().player
    Player.objects.filter(pk=first.pk).update(across="all")
    with CaptureQueriesContext(connection) as asked:
        own = reader.get(f"/clubs/{rated.club.slug}/ratings/{first.pk}/")
    assert len(asked) <= 12
    said = words_of(own)
    assert first.name in said
    assert re.search(r"1000 \+ 40 × \(strength [\d.]+ − 3 × doubt [\d.]+\) = \d+", said)
    assert f"/c/{rated.slug}/r1/t" in own.content.decode()


def test_its_pages_are_there_before_anybody_is_rated(running, reader):
    assert "Nobody is rated yet." in words_of(reader.get(f"/clubs/{running.club.slug}/ratings/"))
    assert reader.get(f"/clubs/{running.club.slug}/ratings/1/").status_code == 404


def test_it_lists_nobody_who_is_erased(rated, reader):
    person = RatingStep.objects.first().player
    name = person.name
    Player.objects.filter(pk=person.pk).update(
        erased_at="2026-01-01T00:00Z",
        given="",
        family="",
        alias="",
        email="",
        phone="",
        ema="",
        shown="erased",
    )
    assert name not in words_of(reader.get(f"/clubs/{rated.club.slug}/ratings/"))
    Player.objects.filter(pk=person.pk).update(across="all")
    assert reader.get(f"/clubs/{rated.club.slug}/ratings/{person.pk}/").status_code == 404


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_who_rates_at_once_rates_once(rated):
    RatingStep.objects.filter(position__gte=2).delete()
    lists_ = [RatingList.objects.get(league=None) for _ in range(3)]
    assert sorted(at_once(*(partial(ratings.list_rate, one) for one in lists_))) == [0, 0, 4]
    assert steps(lists_[0])[8:]


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_lists_that_are_made_at_once_are_made_once(meetings):
    made = at_once(*[partial(ratings.lists_of, meetings.club)] * 3)
    assert len({tuple(one.pk for one in each) for each in made}) == 1


def test_it_tells_the_games_of_nobody_who_does_not_want_it(rated, reader):
    person = RatingStep.objects.order_by("-mu").first().player
    for across, status in (("nothing", 404), ("places", 404), ("all", 200)):
        Player.objects.filter(pk=person.pk).update(across=across)
        address = f"/leagues/{rated.league.slug}/ratings/{person.pk}/"
        listed = reader.get(f"/leagues/{rated.league.slug}/ratings/").content.decode()
        assert (reader.get(address).status_code, address in listed) == (status, status == 200)
        assert person.name in listed
