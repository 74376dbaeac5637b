"""An evening under club rules with one table of any size, and its tablet."""

from datetime import date
from typing import Any

from django.contrib.auth.models import User

from players.models import Club
from tests import declared
from tests.conftest import Tam
from tournaments.models import Entry, Table
from tournaments.selectors import tables
from tournaments.services import competitions, devices, rounds
from tournaments.services.deals import Submission


def seated(club: Club, olive: User, people: int, **settings: Any) -> Table:
    """Start a round with one table of so many; one more is entered, who can come."""
    told = {"ruleset": "bmja-club", "entry_level": "points", "confirmed_by": "all", **settings}
    made = competitions.competition_create(
        club=club, actor=olive, name="Evening", date=date(2026, 1, 9), **told
    )
    given = [{"given": f"P{place}", "family": "Evening"} for place in range(1, people + 2)]
    competitions.entries_add(competition=made, people=given, actor=olive)
    here = list(made.entries.order_by("number"))[:people]
    one = rounds.round_seat(competition=made, number=1, tables=[here], plan=rounds.RoundPlan(deals=12))
    rounds.round_start(round=rounds.round_publish(round=one, actor=olive), actor=olive)
    return one.tables.select_related("round__competition").get()


def comer(table: Table) -> Entry:
    """Give who is entered and sits nowhere."""
    entry = table.round.competition.entries.order_by("-number").first()
    assert entry is not None
    return entry


def paired(table: Table, olive: User) -> Tam:
    """Pair a tablet with the table."""
    competition = table.round.competition
    code = devices.pairing_code_issue(competition=competition, table_number=table.number, actor=olive)
    found = devices.device_pair(code=code.long, address="127.0.0.1", label="Evening's tablet")
    return Tam(found.device, found.token)


def won(table: Table, winner: str, **points: int) -> Submission:
    """Declare the next deal by points, the winner's tile from the wall; all count 4 but the winner's 20."""
    position = tables.upcoming(Table.objects.get(pk=table.pk))
    assert position is not None
    told = dict.fromkeys(position.playing, 4) | {winner: 20} | points
    hands = {seat: {"points": value} for seat, value in told.items()}
    how = {"outcome": "win", "winners": [winner], "discarder": None, "win_source": "wall"}
    return declared.submission(table, {**how, "hands": hands, "events": []})
