"""Time the standings of 200 players over 12 rounds of 12 deals from the ledger, beside one SQL aggregate."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

import scoring
from tests import declared
from tests.benchmarks.bars import verdict
from tests.benchmarks.congress import DEALS, PLAYERS, ROUNDS, event
from tournaments.models import Competition, Confirmation, Round, ScoreRow, Table
from tournaments.selectors import newest, standings
from tournaments.services import rounds
from tournaments.services.deals import deal_submit

RUNS = 9
BARS = {"standings, cold": 100, "one more deal": 10}  # milliseconds, the median
AGGREGATE = """SELECT s.entry_id, SUM(s.net), COUNT(*) FROM tournaments_scorerow s
    JOIN tournaments_dealversion v ON v.id = s.version_id
    LEFT JOIN tournaments_dealversion later ON later.supersedes_id = v.id
    WHERE v.competition_id = %s AND later.id IS NULL GROUP BY s.entry_id"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(0)
def test_standings_of_a_large_event() -> None:
    """Print times on whichever database the run has (`TEST_DB=sqlite` for the other)."""
    competition = event()
    confirm_all(competition)
    tidy()
    rows = ScoreRow.objects.filter(version__competition=competition).count()
    table = cold(competition)
    assert sum(row.deals for row in table.rows) == rows == PLAYERS * ROUNDS * DEALS
    assert (sum(row.net for row in table.rows), table.unconfirmed) == (0, 1)
    assert table == standings.summed(competition)
    print(f"\n{connection.vendor}: {PLAYERS} players, {ROUNDS} rounds, {rows} score rows, all four confirm")
    base = show("one SQL aggregate", times(lambda: aggregate(competition)), None)
    found = {
        "standings, cold": times(lambda: cold(competition)),
        "one round alone, cold": times(lambda: cold(competition, round_number=6, alone=True)),
        "one more deal": one_more(competition),
        "standings, cached": times(lambda: standings.standings_of(competition)),
    }
    middles = {name: show(name, taken, base) for name, taken in found.items()}
    missed = [
        f"{name} {middles[name]:.1f} ms over {bar}" for name, bar in BARS.items() if middles[name] > bar
    ]
    print(verdict(missed))
    cache.clear()


def tidy() -> None:
    """Do what the database does by itself with what is written over a day."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def show(name: str, taken: list[float], base: float | None) -> float:
    """Print the median and the slowest of some runs."""
    middle = median(taken)
    print(f"{name:28}{middle:>9.1f} ms{max(taken):>9.1f} ms at most{middle / (base or middle):>8.2f}x")
    return middle


def cold(competition: Competition, **which: Any) -> standings.Standings:
    """Work the table out as a process does that has just begun."""
    for kept in (standings.KEPT, standings.WORKED, newest.KEPT):
        kept.clear()  # type: ignore[attr-defined]
    return standings.standings_of(competition, **which)


def one_more(competition: Competition) -> list[float]:
    """Play a further round's deals, and after each ask for the standings."""
    people = list(competition.entries.order_by("number"))
    fours = [people[at : at + 4] for at in range(0, PLAYERS, 4)]
    drawn = rounds.round_seat(competition=competition, number=ROUNDS + 1, tables=fours)
    rounds.round_start(round=rounds.round_publish(round=drawn, actor=None), actor=None)
    Round.objects.filter(pk=drawn.pk).update(deals=DEALS)
    competition.refresh_from_db()
    standings.standings_of(competition)
    taken = []
    for table in Table.objects.filter(round=drawn).select_related("round__competition")[:RUNS]:
        deal_submit(table=table, submission=declared.submission(table, declared.won()))
        competition = Competition.objects.get(pk=competition.pk)
        taken += times(lambda: standings.standings_of(competition), 1)  # noqa: B023 - called here and now
    assert standings.standings_of(competition) == standings.summed(competition)
    return taken


def confirm_all(competition: Competition) -> None:
    """Let all four confirm every deal but one, which only three do."""
    words = [
        Confirmation(version=version, seat=seat, answer=Confirmation.Word.CONFIRM, sha256=version.sha256)
        for version in competition.deal_versions.only("pk", "sha256")
        for seat in scoring.SEATS
    ]
    said = Confirmation.objects.bulk_create(words[:-1])
    competition.confirmed_by, competition.last_word = Competition.ConfirmedBy.ALL, said[-1].pk
    competition.save(update_fields=["confirmed_by", "last_word"])


def times(work: Callable[[], object], runs: int = RUNS) -> list[float]:
    """Take the milliseconds of some runs."""
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


def aggregate(competition: Competition) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(AGGREGATE, [competition.pk])
        return cursor.fetchall()
