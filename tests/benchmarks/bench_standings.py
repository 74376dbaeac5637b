"""Time the standings of 200 players over 12 rounds of 12 deals from the ledger, beside one SQL aggregate."""

import random
import time
from collections.abc import Callable, Iterator
from datetime import date
from statistics import median
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

import scoring
from players.models import Club, Player
from tournaments.models import (
    Competition,
    Confirmation,
    DealVersion,
    Entry,
    Round,
    ScoreRow,
    Seating,
    Table,
)
from tournaments.selectors import standings
from tournaments.services import competitions

PLAYERS, ROUNDS, DEALS = 200, 12, 12
AGGREGATE = """SELECT s.entry_id, SUM(s.net), COUNT(*) FROM tournaments_scorerow s
    JOIN tournaments_dealversion v ON v.id = s.version_id
    LEFT JOIN tournaments_dealversion later ON later.supersedes_id = v.id
    WHERE v.competition_id = %s AND later.id IS NULL GROUP BY s.entry_id"""
Four = tuple[Entry, Entry, Entry, Entry]


@pytest.mark.django_db
@pytest.mark.timeout(0)
def test_standings_of_a_large_event() -> None:
    """Print cold and cached times on whichever database the run has (`TEST_DB=sqlite` for the other)."""
    competition = event()
    rows = ScoreRow.objects.filter(version__competition=competition).count()
    with CaptureQueriesContext(connection) as asked:
        table = standings.reckoned(competition)
    assert sum(row.deals for row in table.rows) == rows == PLAYERS * ROUNDS * DEALS
    assert sum(row.net for row in table.rows) == 0
    print(
        f"\n{connection.vendor}: {PLAYERS} players, {ROUNDS} rounds, {rows} score rows, {len(asked)} queries"
    )
    base = milliseconds(lambda: aggregate(competition))
    for name, work in (
        ("one SQL aggregate", lambda: aggregate(competition)),
        ("standings, cold", lambda: standings.reckoned(competition)),
        ("one round alone, cold", lambda: standings.reckoned(competition, round_number=6, alone=True)),
        ("standings, cached", lambda: standings.standings_of(competition)),
    ):
        taken = milliseconds(work)
        print(f"{name:28}{taken:>9.1f} ms{taken / base:>8.2f}x")
    confirm_all(competition)
    taken = milliseconds(lambda: standings.reckoned(competition))
    print(f"{'cold, all four confirm':28}{taken:>9.1f} ms{taken / base:>8.2f}x")
    assert standings.reckoned(competition).unconfirmed == 1
    cache.clear()


def confirm_all(competition: Competition) -> None:
    """Let all four confirm every deal but one, which only three do."""
    Competition.objects.filter(pk=competition.pk).update(confirmed_by=Competition.ConfirmedBy.ALL)
    competition.refresh_from_db()
    words = [
        Confirmation(version=version, seat=seat, answer=Confirmation.Answer.CONFIRM, sha256=version.sha256)
        for version in competition.deal_versions.only("pk", "sha256")
        for seat in scoring.SEATS
    ]
    Confirmation.objects.bulk_create(words[:-1])


def milliseconds(work: Callable[[], object]) -> float:
    """Take the median of nine runs."""
    times = []
    for _ in range(9):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return median(times)


def aggregate(competition: Competition) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(AGGREGATE, [competition.pk])
        return cursor.fetchall()


def event() -> Competition:
    """Write a whole event in bulk: what the services would have written, with nets drawn by lot."""
    dice = random.Random(20260530)
    club = Club.objects.create(name="Severn Winds", slug="severn-winds")
    competition = competitions.competition_create(
        club=club, actor=None, name="Congress", date=date(2026, 5, 30), published=True
    )
    people = Player.objects.bulk_create(
        Player(given="Pat", family=f"No. {number}", club=club) for number in range(1, PLAYERS + 1)
    )
    entries = Entry.objects.bulk_create(
        Entry(competition=competition, player=player, number=number)
        for number, player in enumerate(people, start=1)
    )
    for number in range(1, ROUNDS + 1):
        seat_and_play(competition, number, dice.sample(entries, PLAYERS), dice)
    return competition


def seat_and_play(competition: Competition, number: int, seated: list[Entry], dice: random.Random) -> None:
    """Write one closed round with all its deals."""
    one = Round.objects.create(
        competition=competition,
        number=number,
        date=competition.date,
        state=Round.State.CLOSED,
        seating_version=number,
        deals=DEALS,
    )
    tables = Table.objects.bulk_create(Table(round=one, number=n) for n in range(1, PLAYERS // 4 + 1))
    fours = [tuple(seated[4 * at : 4 * at + 4]) for at in range(len(tables))]
    Seating.objects.bulk_create(
        Seating(round=one, table=table, seat=seat, entry=entry)
        for table, four in zip(tables, fours, strict=True)
        for seat, entry in zip(scoring.SEATS, four, strict=True)
    )
    played = [
        (four, table, n) for four, table in zip(fours, tables, strict=True) for n in range(1, DEALS + 1)
    ]
    first = (number - 1) * len(played)
    versions = DealVersion.objects.bulk_create(
        deal(competition, table, n, first + at, dice) for at, (_, table, n) in enumerate(played, start=1)
    )
    ScoreRow.objects.bulk_create(
        row
        for version, (four, _, _) in zip(versions, played, strict=True)
        for row in scores(version, four, dice)
    )


def deal(
    competition: Competition, table: Table, number: int, sequence: int, dice: random.Random
) -> DealVersion:
    net = [dice.randrange(-400, 400) for _ in range(3)]
    return DealVersion(
        competition=competition,
        table=table,
        number=number,
        version=1,
        kind=DealVersion.Kind.PLAY,
        key=UUID(int=dice.getrandbits(128)),
        content={"outcome": "win"},
        result={},
        east="E",
        round_wind="E",
        next_east="S",
        next_round_wind="E",
        net_e=-sum(net),
        net_s=net[0],
        net_w=net[1],
        net_n=net[2],
        sequence=sequence,
        sha256="0" * 64,
        prev_chain="0" * 64,
        chain="0" * 64,
    )


def scores(version: DealVersion, four: Any, dice: random.Random) -> Iterator[ScoreRow]:
    winner, giver = dice.sample(scoring.SEATS, 2)
    for seat, entry in zip(scoring.SEATS, four, strict=True):
        yield ScoreRow(
            version=version,
            seat=seat,
            entry=entry,
            own_wind=seat,
            value=0,
            net=version.net[seat],
            mahjong=seat == winner,
            gave=seat == giver,
        )
