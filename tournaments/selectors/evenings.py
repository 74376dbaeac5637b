"""Why somebody rests at a meeting, or sits at a table not of four: how often each had that turn before."""

from dataclasses import dataclass

from django.utils.translation import gettext

import scoring
from tournaments import seating
from tournaments.models import Entry
from tournaments.selectors import meetings
from tournaments.selectors.seatings import SeatedRound


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody whose turn it is, where they sit, and what they had before."""

    entry: Entry
    sits: str
    had: seating.Turns


def turns_at(seated: SeatedRound) -> list[Turn]:
    """List whose turn it is at a meeting; nobody where all tables are of four and all sit."""
    odd = [table for table in seated.tables if len(table.seats) != len(scoring.SEATS)]
    listed = [(entry, gettext("rests all evening")) for entry in seated.resting]
    listed += [(row.entry, _sits(row.seat, len(table.seats))) for table in odd for row in table.seats]
    had = meetings.turns_before(seated.round) if listed else {}
    return [Turn(entry, sits, had.get(entry.pk, seating.Turns())) for entry, sits in listed]


def _sits(seat: str, size: int) -> str:
    if seat == scoring.FIFTH:
        return gettext("at a table of five, rests first")
    return {
        2: gettext("at a table of two"),
        3: gettext("at a table of three"),
        5: gettext("at a table of five"),
    }[size]
