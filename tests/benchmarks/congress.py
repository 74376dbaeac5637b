"""A whole event written in bulk: what the services would have written, with nets drawn by lot.

Every deal has the tiles and the working of a real one in its row: reading past them takes a database time.
"""

import random
from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import UUID

import scoring
from players.models import Club, Player
from tests import declared
from tournaments.deal.reckon import reckon
from tournaments.models import Competition, DealVersion, Entry, Round, ScoreRow, Seating, Table
from tournaments.services import competitions
from tournaments.services.reckoning import rules_of

PLAYERS, ROUNDS, DEALS = 200, 12, 12


def event(players: int = PLAYERS, rounds: int = ROUNDS, deals: int = DEALS) -> Competition:
    """Write closed rounds with all their deals; the competition's row knows the last one."""
    dice = random.Random(20260530)
    club = Club.objects.create(name="Severn Winds", slug="severn-winds")
    competition = competitions.competition_create(
        club=club, actor=None, name="Congress", date=date(2026, 5, 30), published=True
    )
    people = Player.objects.bulk_create(
        Player(given="Pat", family=f"No. {number}", club=club) for number in range(1, players + 1)
    )
    entries = Entry.objects.bulk_create(
        Entry(competition=competition, player=player, number=number)
        for number, player in enumerate(people, start=1)
    )
    reckoned = reckon(declared.won(), scoring.first_position(), rules_of(competition))
    tiles = {"content": reckoned.content, "result": reckoned.result}
    for number in range(1, rounds + 1):
        _play(competition, number, dice.sample(entries, players), deals, dice, tiles)
    competition.sequence, competition.chain_head = rounds * deals * players // 4, "0" * 64
    competition.save(update_fields=["sequence", "chain_head"])
    return competition


def _play(
    competition: Competition,
    number: int,
    seated: list[Entry],
    deals: int,
    dice: random.Random,
    tiles: dict[str, Any],
) -> None:
    """Write one closed round with all its deals."""
    one = Round.objects.create(
        competition=competition,
        number=number,
        date=competition.date,
        state=Round.State.CLOSED,
        seating_version=number,
        deals=deals,
    )
    tables = Table.objects.bulk_create(Table(round=one, number=n) for n in range(1, len(seated) // 4 + 1))
    fours = [seated[4 * at : 4 * at + 4] for at in range(len(tables))]
    Seating.objects.bulk_create(
        Seating(round=one, table=table, seat=seat, entry=entry)
        for table, four in zip(tables, fours, strict=True)
        for seat, entry in zip(scoring.SEATS, four, strict=True)
    )
    played = [
        (four, table, n) for four, table in zip(fours, tables, strict=True) for n in range(1, deals + 1)
    ]
    first = (number - 1) * len(played)
    versions = DealVersion.objects.bulk_create(
        _deal(competition, table, n, first + at, dice, tiles)
        for at, (_, table, n) in enumerate(played, start=1)
    )
    ScoreRow.objects.bulk_create(
        row
        for version, (four, _, _) in zip(versions, played, strict=True)
        for row in _scores(version, four, dice)
    )


def _deal(
    competition: Competition,
    table: Table,
    number: int,
    sequence: int,
    dice: random.Random,
    tiles: dict[str, Any],
) -> DealVersion:
    net = [dice.randrange(-400, 400) for _ in range(3)]
    return DealVersion(
        competition=competition,
        table=table,
        number=number,
        version=1,
        kind=DealVersion.Kind.PLAY,
        key=UUID(int=dice.getrandbits(128)),
        **tiles,
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


def _scores(version: DealVersion, four: Any, dice: random.Random) -> Iterator[ScoreRow]:
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
