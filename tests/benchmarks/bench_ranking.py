"""Time a club's ranking over 120 tournaments of 100 players in ten years, and one player's way there.

Beside the list its places are read as plainly as can be.
"""

from datetime import timedelta
from random import Random
from time import process_time

import pytest
from django.urls import reverse
from django.utils import timezone

from players.models import Club, Player
from tests.benchmarks.bars import verdict
from tests.benchmarks.bench_profiles import page
from tests.benchmarks.bench_standings_pure import best_of_five
from tournaments.models import Competition, Entry, Placing

TOURNAMENTS, AMONG, PEOPLE, YEARS = 120, 100, 1_000, 10
MOST_MS, MOST_QUERIES = 300.0, 12  # a player's page is held to it, too: it has the place on the list


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(0)
def test_ranking_of_many_tournaments() -> None:
    """Print milliseconds of this processor, and queries."""
    club = Club.objects.create(name="Severn Winds", slug="severn-winds")
    person = tournaments_of(club)
    address = reverse("public:club-ranking", args=[club.slug])
    listed, asked = page(address)
    then, asked_then = page(f"{address}?on={timezone.localdate() - timedelta(days=2_000)}")
    own, asked_own = page(reverse("public:club-ranking-player", args=[club.slug, person.pk]))
    plain = best_of_five(lambda: list(Placing.objects.values_list("entry", "place")), clock=process_time)
    print(f"\n{TOURNAMENTS} tournaments, {Placing.objects.count()} places, {PEOPLE} players")
    print(f"all places read plainly {plain:7.1f} ms")
    print(f"list of today, {asked} queries {listed:7.1f} ms; of 2,000 days ago, {asked_then} {then:7.1f} ms")
    print(f"one player's way, {asked_own} queries {own:7.1f} ms")
    took = {"list": listed, "list then": then, "player": own}
    missed = [f"{name} {ms:.0f} ms" for name, ms in took.items() if ms > MOST_MS]
    missed += [f"{n} queries" for n in (asked, asked_then, asked_own) if n > MOST_QUERIES]
    print(verdict(missed))
    assert not missed


def tournaments_of(club: Club) -> Player:
    """Write tournaments, one a month, each with a tenth of the people; give the one who played all."""
    people = Player.objects.bulk_create(
        Player(given="Pat", family=f"No. {n}", club=club, country="GBR", across="places")
        for n in range(PEOPLE)
    )
    random, today = Random(5), timezone.localdate()
    for n in range(TOURNAMENTS):
        day = today - timedelta(days=YEARS * 365 * n // TOURNAMENTS)
        told = {"name": f"Open {n}", "slug": f"open-{n}", "date": day, "published": True}
        event = Competition.objects.create(club=club, ruleset="bmja-tournament", **told)
        here = [people[0], *random.sample(people[1:], AMONG - 1)]
        entries = Entry.objects.bulk_create(
            Entry(competition=event, player=one, number=number) for number, one in enumerate(here, 1)
        )
        places = random.sample(range(1, AMONG + 1), AMONG)
        Placing.objects.bulk_create(
            Placing(entry=one, place=place, among=AMONG) for one, place in zip(entries, places, strict=True)
        )
    return people[0]
