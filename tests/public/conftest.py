"""A tournament with deals to look at, and readers who bring nothing with them."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from players.models import Club
from tests import declared, worlds
from tests.conftest import PEOPLE
from tournaments.models import Competition, Round, Table
from tournaments.services import competitions, corrections, penalties, rounds
from tournaments.services.deals import Receipt

Play = Callable[..., Receipt]


@pytest.fixture
def reader(settings: Any) -> Client:
    """Anybody on the internet; sees error pages as a visitor does."""
    settings.DEBUG = False
    return Client(raise_request_exception=False)


@pytest.fixture
def played(running: Competition, table: Table, play: Play) -> Competition:
    """Three deals at table 3: South wins from East, West from the wall, and a draw."""
    play(table)
    play(table, declared.won("W", None))
    play(table, declared.draw())
    running.refresh_from_db()
    return running


@pytest.fixture
def corrected(played: Competition, table: Table, rafe: User) -> Competition:
    """The same, after Rafe found that North had won deal 1 from the wall."""
    corrections.deal_correct(
        table=table,
        number=1,
        content=declared.won("N", None),
        mode="as_played",
        reason="North won it <from the wall>.",
        actor=rafe,
    )
    played.refresh_from_db()
    return played


@pytest.fixture
def fined(played: Competition, first_round: Round, table: Table, rafe: User) -> Competition:
    """The same, with a penalty against the standings of number 5 and one paid within deal 1."""
    penalties.standings_penalty(
        entry=played.entries.get(number=5),
        round=first_round,
        amount=-100,
        reason="Twelve minutes late.",
        actor=rafe,
        key=uuid4(),
    )
    penalties.penalty_impose(
        table=table,
        deal=1,
        event={"code": "misnamed_discard", "offender": "W", "misled": ["N"]},
        reason="Called a six a five.",
        actor=rafe,
        key=uuid4(),
    )
    played.refresh_from_db()
    return played


@pytest.fixture
def meetings(season: Competition, olive: User, play: Play) -> Competition:
    """Three meetings: number 1 misses the second, number 9 the others; the last one runs."""

    def build() -> Competition:
        entries = list(season.entries.all())
        for number, present in enumerate((entries[:8], entries[1:], entries[:8]), start=1):
            meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(deals=1), actor=olive)
            rounds.check_in(round=meeting, entries=present, actor=olive)
            rounds.meeting_draw(round=meeting, actor=olive)
            meeting = rounds.round_publish(round=meeting, actor=olive)
            meeting = rounds.round_start(round=meeting, actor=olive)
            for table in meeting.tables.all():
                play(table, declared.won("ESWN"[number], None))
            if number < 3:
                rounds.round_close(round=meeting, actor=olive)
        return season

    made = worlds.begun("meetings", build, season, olive)
    made.refresh_from_db()
    return made


@pytest.fixture
def event(club: Club, olive: User, play: Play) -> Callable[..., Competition]:
    """Make a published event of any size with some deals at every table: `event(8, deals=2)`."""

    def making(players: int, *, deals: int = 1, name: str = "Autumn Day", **fields: Any) -> Competition:
        people = [{**PEOPLE[n % 16], "family": f"{PEOPLE[n % 16]['family']} {n}"} for n in range(players)]
        made = competitions.competition_create(club=club, actor=olive, name=name, date="2026-10-10", **fields)
        competitions.entries_add(competition=made, people=people, actor=olive)
        competitions.competition_publish(competition=made, actor=olive)
        drawn = rounds.round_draw(competition=made, rounds=1, actor=olive)
        first = rounds.round_start(round=rounds.round_publish(round=drawn[0], actor=olive), actor=olive)
        for table in first.tables.all():
            for _ in range(deals):
                play(table)
        made.refresh_from_db()
        return made

    return making
