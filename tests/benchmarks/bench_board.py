"""Time the board of 60 tables in the middle of a round, beside one SQL statement over the same deals."""

import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import scoring
from tests.benchmarks.bars import verdict
from tests.benchmarks.bench_standings import tidy
from tests.benchmarks.congress import event
from tests.conftest import signed_in
from tests.organiser.conftest import at
from tournaments.models import Competition, Confirmation, Device, RefereeCall

TABLES, DEALS, RUNS = 60, 8, 9
BAR, QUERIES = 150, 12  # milliseconds of this processor, the median; queries
AGGREGATE = """SELECT v.table_id, COUNT(*), SUM(s.net) FROM tournaments_scorerow s
    JOIN tournaments_dealversion v ON v.id = s.version_id
    LEFT JOIN tournaments_dealversion later ON later.supersedes_id = v.id
    WHERE v.competition_id = %s AND later.id IS NULL GROUP BY v.table_id"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(0)
@pytest.mark.parametrize("open_deals", [1, DEALS])
def test_the_board_of_a_large_hall(open_deals: int) -> None:
    """Print times with the last deal, and with every deal, of every table unconfirmed."""
    competition = hall(open_deals)
    client = signed_in(get_user_model().objects.create_superuser("olive"))
    with CaptureQueriesContext(connection) as asked:
        assert client.get(at("board", competition)).content.count(b'class="board-table"') == TABLES
        queries = len(asked)  # the next request forgets them
    base = middle(lambda: aggregate(competition))
    pages = {name: partial(client.get, at(name, competition)) for name in PAGES}
    busy = {name: middle(page, time.process_time) for name, page in pages.items()}
    print(f"\n{connection.vendor}: {TABLES} tables, {DEALS} deals each, {open_deals} of them unconfirmed")
    print(f"one SQL aggregate {base:.1f} ms; {queries} queries")
    for name, page in pages.items():
        taken = middle(page)
        print(f"{name} {taken:.1f} ms ({busy[name]:.1f} of this processor), {taken / base:.1f} times that")
    slow = [f"{name} {taken:.1f} ms over {BAR}" for name, taken in busy.items() if taken > BAR]
    many = [f"{queries} queries over {QUERIES}"] if queries > QUERIES else []
    print(verdict(slow + many))


PAGES = ("board", "board-fragment", "board-pulse")


def hall(open_deals: int) -> Competition:
    """Write a running round in which tables wait for words, a few call, and every tablet is there."""
    competition = event(players=4 * TABLES, rounds=1, deals=DEALS)
    now = timezone.now()
    competition.rounds.update(state="running", deals=12, started_at=now)
    Competition.objects.filter(pk=competition.pk).update(confirmed_by="all")
    settle(competition, DEALS - open_deals)
    tables = list(competition.rounds.get().tables.all())
    Device.objects.bulk_create(
        Device(
            competition=competition,
            table_number=one.number,
            token_hash=f"{one.number:064x}",
            last_seen=now,
            unsent=one.number % 3,
            battery=80,
        )
        for one in tables
    )
    RefereeCall.objects.bulk_create(RefereeCall(table=one, reason="A tile is missing.") for one in tables[:5])
    tidy()
    return competition


def settle(competition: Competition, until: int) -> None:
    """Let all four confirm the first deals of every table."""
    done = competition.deal_versions.filter(number__lte=until).only("pk", "sha256")
    Confirmation.objects.bulk_create(
        Confirmation(version=one, seat=seat, answer=Confirmation.Word.CONFIRM, sha256=one.sha256)
        for one in done
        for seat in scoring.SEATS
    )


def middle(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """Give the median of several runs in milliseconds, the first left out."""
    work()
    taken = []
    for _ in range(RUNS):
        began = clock()
        work()
        taken.append(1000 * (clock() - began))
    return median(taken)


def aggregate(competition: Competition) -> list[Any]:
    """Sum the same deals in the database."""
    with connection.cursor() as cursor:
        cursor.execute(AGGREGATE, [competition.pk])
        return list(cursor.fetchall())
