"""Time a profile, a gallery and ratings of a season of 500 players, 100 meetings and 50,000 deals.

Beside the profile its own score rows are read as plainly as can be, beside the gallery all meetings are
counted, as a page would have to without what is stored.
"""

from collections.abc import Callable
from datetime import timedelta
from time import process_time

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from players.models import Player
from tests.benchmarks.bars import verdict
from tests.benchmarks.bench_standings_pure import best_of_five
from tests.benchmarks.congress import event
from tournaments.models import Competition, DealVersion, Feat, Placing, Round, ScoreRow, append_only
from tournaments.services import counting, ratings

PLAYERS, MEETINGS, DEALS = 500, 100, 4
MOST_MS, MOST_QUERIES = 100.0, 12
MOST_OF_COUNTING = 0.1  # of counting all the meetings, which a gallery without stored facts would do
MOST_ROUND_MS = 200.0  # to count one meeting, whenever something of it has changed


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(0)
def test_profile_gallery_and_ratings_of_a_long_season() -> None:
    """Print milliseconds of this processor, queries, and what they are of the work beside them."""
    competition = season()
    counted = once(counting.catch_up)
    one = Round.objects.select_related("competition").get(competition=competition, number=50)
    again = best_of_five(lambda: counting.count_round(one), clock=process_time)
    person = Player.objects.order_by("pk")[7]
    profile, asked = page(reverse("public:player", args=[person.pk]))
    plain = best_of_five(lambda: rows_of(person), clock=process_time)
    gallery, asked_gallery = page(reverse("public:club-gallery", args=[competition.club.slug]))
    rated = once(lambda: [ratings.list_rate(one) for one in ratings.lists_of(competition.club)])
    listed, asked_listed = page(reverse("public:club-ratings", args=[competition.club.slug]))
    history, asked_history = page(reverse("public:club-rating", args=[competition.club.slug, person.pk]))
    feats, placed = Feat.objects.count(), Placing.objects.count()
    deals = DealVersion.objects.count()
    print(f"\n{PLAYERS} players, {MEETINGS} meetings, {deals} deals; {feats} feats kept")
    print(f"all meetings and {placed} places counted {counted:9.1f} ms; one meeting again {again:6.1f} ms")
    print(f"score rows of one player and the others {plain:7.1f} ms")
    print(f"profile, {asked} queries {profile:7.1f} ms, {profile / plain:.1f} times the rows")
    print(f"gallery, {asked_gallery} queries {gallery:7.1f} ms, {gallery / counted:.4f} of counting")
    print(f"ratings of club and league from the first game {rated:9.1f} ms")
    print(f"their list, {asked_listed} queries {listed:7.1f} ms, {listed / rated:.4f} of rating")
    print(f"one player's games, {asked_history} queries {history:7.1f} ms, {history / rated:.4f} of rating")
    took = {"profile": profile, "gallery": gallery, "ratings": listed, "rating": history}
    missed = [f"{name} {ms:.0f} ms" for name, ms in took.items() if ms > MOST_MS]
    queries = (asked, asked_gallery, asked_listed, asked_history)
    missed += [f"{n} queries" for n in queries if n > MOST_QUERIES]
    missed += [f"gallery {gallery / counted:.2f} of counting"] if gallery > MOST_OF_COUNTING * counted else []
    missed += [f"one meeting {again:.0f} ms"] if again > MOST_ROUND_MS else []
    print(verdict(missed))
    assert not missed


def season() -> Competition:
    """Write the season, a meeting each week; South wins, with hands of every value, some special."""
    competition = event(PLAYERS, MEETINGS, DEALS)
    Player.objects.update(across=Player.Across.ALL)
    for one in competition.rounds.all():
        Round.objects.filter(pk=one.pk).update(date=competition.date + timedelta(weeks=one.number))
    with transaction.atomic(), append_only.lifted([ScoreRow._meta.db_table]):
        as_declared()
    return Competition.objects.select_related("club").get(pk=competition.pk)


def as_declared() -> None:
    """Let the score rows say what `declared.won` declares, with values and special hands of their own."""
    rows = ScoreRow.objects.annotate(rare=F("pk") % 101)
    rows.update(mahjong=False, gave=False)
    rows.filter(seat="S").update(mahjong=True, value=F("pk") * 37 % 997)
    rows.filter(seat="S", rare=0).update(special="gates_of_heaven")
    rows.filter(seat="S", rare=1).update(special="thirteen_wonders")
    rows.filter(seat="E").update(gave=True)


def rows_of(person: Player) -> list[tuple[object, ...]]:
    """Read what the profile's figures are made of."""
    own = ScoreRow.objects.filter(entry__player=person)
    there = ScoreRow.objects.filter(version__in=own.order_by().values("version"))
    return list(there.order_by().values_list("entry_id", "version_id", "net", "mahjong", "gave", "value"))


def page(address: str) -> tuple[float, int]:
    """Give the milliseconds of the shortest of five answers, and the queries of one."""
    reader = Client()
    with CaptureQueriesContext(connection) as queries:
        assert reader.get(address).status_code == 200
        asked = len(queries)
    return best_of_five(lambda: reader.get(address), clock=process_time), asked


def once(work: Callable[[], object]) -> float:
    """Give the milliseconds of one run of what leaves nothing to be done."""
    begun = process_time()
    work()
    return (process_time() - begun) * 1000
