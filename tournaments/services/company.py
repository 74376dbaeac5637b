"""Who comes to a table and who leaves it while a round is played: a late fifth or fourth, one of five.

Who takes somebody's seat over is for `seats`. From three to two, or from two, a new table is drawn.
"""

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext

import scoring
from tournaments.models import CheckIn, Entry, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.vouched import rounds_now
from tournaments.services import locks
from tournaments.services.announce import log, revise
from tournaments.services.reckoning import rules_of


@locks.write
def seat_join(*, table: Table, seat: str, from_deal: int, entry: Entry, actor: User | None) -> Seating:
    """Let somebody come to a table from a deal on: on a dummy's place, or as the fifth, who rests first."""
    table = locks.take_table(table)
    if entry.competition_id != table.round.competition_id:
        raise Refusal("not_found")
    rows = tables.seatings_of(table)
    elsewhere = Seating.objects.filter(round=table.round, entry=entry).exclude(table=table)
    here = tables.sitters_among(rows, from_deal)
    if elsewhere.exists() or entry.pk in [one.entry.pk for one in here.values()]:
        raise Refusal("player_twice", number=entry.number, names=str(entry))
    if seat in here:
        reason = gettext("somebody sits there")
        raise Refusal("seat_cannot_change", table=table.number, deal=from_deal, reason=reason)
    taken = Seating(round=table.round, table=table, seat=seat, entry=entry, from_deal=from_deal)
    _check(table, [*rows, taken], from_deal)
    taken.save()
    CheckIn.objects.get_or_create(round=table.round, entry=entry)
    _log(table, "seat_join", actor, seat=seat, from_deal=from_deal, into=entry.number)
    return taken


@locks.write
def seat_leave(*, table: Table, seat: str, from_deal: int, actor: User | None) -> Seating:
    """Let who sits on a seat go from a deal on; nobody sits there then."""
    table = locks.take_table(table)
    rows = tables.seatings_of(table)
    row = next((row for row in reversed(rows) if row.seat == seat and row.from_deal < from_deal), None)
    if row is None or row.left_from is not None:
        raise Refusal("seat_not_found")
    row.left_from = from_deal
    _check(table, rows, from_deal)
    row.save(update_fields=["left_from"])
    _log(table, "seat_leave", actor, seat=seat, from_deal=from_deal, out=row.entry.number)
    return row


def _check(table: Table, rows: list[Seating], from_deal: int) -> None:
    """Stop a change that is no more possible, or that makes a table which the rules do not have."""
    recorded = max((version.number for version in tables.current_versions(table)), default=0)
    if from_deal <= recorded:
        raise Refusal("deal_is_past", deal=from_deal, table=table.number)
    sizes = rules_of(table.round.competition).players
    try:
        tables.gather(rows, sizes)
    except scoring.MalformedHand as refused:
        reason = gettext(refused.problems[0].facts["reason"])
        raise Refusal("seat_cannot_change", table=table.number, deal=from_deal, reason=reason) from refused


def _log(table: Table, verb: str, actor: User | None, **facts: Any) -> None:
    where = {"round": table.round.number, "table": table.number, **facts}
    log(table.round.competition, verb, actor=actor, rounds_now=rounds_now([table.round]), **where)
    revise(table.round.competition)
