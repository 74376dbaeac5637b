"""Time two moments of a long season beside each other: 500 players, 100 meetings, 50,000 deals."""

import time
from datetime import timedelta
from statistics import median

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.benchmarks.congress import event
from tournaments.models import Competition, DealVersion, Round, append_only
from tournaments.selectors import hints, past
from tournaments.selectors.moments import cuts_of, happened
from tournaments.selectors.past import tables_at
from tournaments.services.reckoning import rules_of

PLAYERS, MEETINGS, DEALS = 500, 100, 4
POLICY = {
    "credit_scheme": "table_points", "meetings": MEETINGS, "table_points": [4, 2, 1, 0], "best_of": 70
}  # fmt: skip


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(0)
def test_two_moments_of_a_long_season() -> None:
    """Print what the page takes, and its parts."""
    season = long_season()
    reader, page = Client(), f"/c/{season.slug}/standings/moments/"
    for name, asked in (
        ("the last meeting", {"a-choice": f"before-r{MEETINGS}"}),
        ("the first half against now", {"a-choice": "after-r50"}),
        ("two times", {"a-at": "2026-03-01T12:00", "b-at": "2026-03-20T12:00"}),
    ):
        took = []
        for _ in range(3):
            past.KEPT.clear()
            with CaptureQueriesContext(connection) as queries:
                began = time.perf_counter()
                assert reader.get(page, asked).status_code == 200
                took.append(1000 * (time.perf_counter() - began))
        print(f"\n{name:<30} {median(took):8.0f} ms, {len(queries)} queries ({connection.vendor})")
    began = time.perf_counter()
    known = happened(Competition.objects.get(pk=season.pk), None)
    past.KEPT.clear()
    cuts = [cut for cut in cuts_of(known, ["after-r50", "now"]) if cut]
    tables_at(known, cuts)
    print(f"both tables alone              {1000 * (time.perf_counter() - began):8.0f} ms")
    season = Competition.objects.get(pk=season.pk)
    print(f"hints, cold                    {hints_of(season):8.0f} ms")
    last = Round.objects.get(competition=season, number=MEETINGS)
    hints.KEPT[season.pk].rounds.pop(last.pk)  # as if something had been recorded there
    hints.FOUND.clear()
    hints.KEPT[season.pk].about = None
    print(f"hints, one round anew          {hints_of(season):8.0f} ms")
    print(f"hints, nothing new             {hints_of(season):8.0f} ms")


def hints_of(season: Competition) -> float:
    """Give the milliseconds in which the hints of a season are found."""
    began = time.perf_counter()
    hints.hints_in(season, rules_of(season))
    return 1000 * (time.perf_counter() - began)


def long_season() -> Competition:
    """Write a season in bulk, a meeting a day."""
    season = event(PLAYERS, MEETINGS, DEALS)
    Competition.objects.filter(pk=season.pk).update(kind="season", policy=POLICY, planned_rounds=MEETINGS)
    first = timezone.now().replace(year=2026, month=1, day=1)
    for one in Round.objects.filter(competition=season):
        began = first + timedelta(days=one.number)
        Round.objects.filter(pk=one.pk).update(started_at=began, closed_at=began + timedelta(hours=3))
        with transaction.atomic(), append_only.lifted([DealVersion._meta.db_table]):
            DealVersion.objects.filter(table__round=one).update(at=began + timedelta(hours=1))
    return season
