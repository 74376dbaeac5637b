"""Let somebody take over a seat in mid-round, also when it is noted only after some more deals."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.models import Entry, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import competitions, corrections, ledger, locks, rounds


@transaction.atomic
def seat_hand_over(
    *, table: Table, seat: str, from_deal: int, who: Entry | Mapping[str, Any], actor: User
) -> Seating:
    """Seat a substitute from a deal on; deals recorded since then become theirs, as new versions.

    `who` is an entry, or a person who is entered as a substitute in the same transaction.
    """
    table = locks.take_table(table)
    _check_played(table, from_deal)
    entry = who if isinstance(who, Entry) else _entered(table, who, actor)
    taken = rounds.substitute(table=table, seat=seat, from_deal=from_deal, entry=entry, actor=actor)
    origin = ledger.Origin(actor=actor, reason=f"{entry.name} plays from deal {from_deal}")
    for version in tables.current_versions(table):
        if version.number >= from_deal:
            corrections.reseat(table, version, origin)
    return taken


def _check_played(table: Table, from_deal: int) -> None:
    """Refuse a deal that the table will never play: the seat would seem taken over, and nobody would come."""
    following = 1 + max((version.number for version in tables.current_versions(table)), default=0)
    last = max(following, table.round.deals or 0)
    if from_deal > last:
        raise Refusal("deal_beyond_round", deal=from_deal, table=table.number, last=last)


def _entered(table: Table, person: Mapping[str, Any], actor: User) -> Entry:
    """Enter somebody as a substitute, or find them if they are entered already."""
    competition = table.round.competition
    wanted = {**person, "status": Entry.Status.SUBSTITUTE}
    competitions.entries_add(competition=competition, people=[wanted], actor=actor)
    return competition.entries.get(player=competitions.player_named(wanted))
