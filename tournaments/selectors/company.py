"""Who may come to a table while it plays, and who may leave it: as the rules have tables."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext

import scoring
from tournaments.deal.chairs import CHAIRS
from tournaments.models import Entry, Seating, Table
from tournaments.selectors import people, tables
from tournaments.wording.tiles import wind_name

COME, LEAVE = "come", "leave"


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who may come to a seat, or leave it."""

    what: str
    seat: str
    said: str

    @property
    def code(self) -> str:
        return f"{self.what}:{self.seat}"


def moves_at(seatings: list[Seating], sizes: Collection[int]) -> list[Move]:
    """List what the rules let happen at a table: somebody comes, or one of those who sit there goes."""
    there = tables.sitters_among(seatings, tables.LAST_DEAL)
    coming = [Move(COME, seat, _comes(seat)) for seat in CHAIRS if seat not in there]
    leaving = [Move(LEAVE, seat, _leaves(seat, str(one.entry))) for seat, one in there.items()]
    return [move for move in (*coming, *leaving) if _fits(move, seatings, sizes)]


def _comes(seat: str) -> str:
    if seat == scoring.FIFTH:
        return gettext("Somebody comes as the fifth, and rests first")
    return gettext("Somebody takes the place where nobody sits: %(seat)s") % {"seat": wind_name(seat)}


def _leaves(seat: str, name: str) -> str:
    return gettext("%(name)s leaves (%(seat)s)") % {"name": name, "seat": wind_name(seat)}


def _fits(move: Move, seatings: list[Seating], sizes: Collection[int]) -> bool:
    position = tables.gather(seatings, sizes)
    arriving, leaving = ([move.seat], []) if move.what == COME else ([], [move.seat])
    try:
        scoring.gathered(position, arriving, leaving, sizes)
    except scoring.MalformedHand:
        return False
    return position is not None


def free_for(table: Table, seatings: list[Seating]) -> QuerySet[Entry]:
    """List who can come: nobody of another table, nobody who sits here now; a player may come back."""
    away = Seating.objects.filter(round=table.round).exclude(table=table).values("entry")
    here = [one.entry.pk for one in tables.sitters_among(seatings, tables.LAST_DEAL).values()]
    entries = people.entries_of(table.round.competition).exclude(pk__in=away).exclude(pk__in=here)
    return entries.exclude(status__in=[Entry.Status.HOUSE, Entry.Status.WITHDRAWN])
