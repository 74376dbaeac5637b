"""Who comes to a table and who leaves it while a round is played: a late fifth or fourth, one of five.

Who takes somebody's seat over is for `seats`. From three to two, or from two, a new table is drawn.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext

import scoring
from tournaments.models import CheckIn, Entry, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.vouched import rounds_now
from tournaments.services import corrections, locks, seats
from tournaments.services.announce import log, revise
from tournaments.services.reckoning import rules_of


@locks.write
def seat_join(
    *,
    table: Table,
    seat: str,
    from_deal: int,
    who: Entry | Mapping[str, Any],
    actor: User | None,
    seen_seats: str | None = None,
) -> Seating:
    """Let somebody come to a table from a deal on: on a dummy's place, or as the fifth, who rests first.

    `who` and `seen_seats` are those of `seats.seat_hand_over`.
    """
    table = locks.take_table(table)
    seats.check_seen(table, seen_seats)
    entry = who if isinstance(who, Entry) else seats.entered(table, who, actor)
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
def seat_leave(
    *, table: Table, seat: str, from_deal: int, actor: User | None, seen_seats: str | None = None
) -> Seating:
    """Let who sits on a seat go from a deal on; nobody sits there then.

    Before the first deal nobody leaves: the seat is given to somebody else, or the tables are drawn anew.
    """
    table = locks.take_table(table)
    seats.check_seen(table, seen_seats)
    if from_deal == 1:
        raise Refusal("leaves_before_first_deal", table=table.number)
    rows = tables.seatings_of(table)
    row = next((row for row in reversed(rows) if row.seat == seat and row.from_deal < from_deal), None)
    if row is None or row.left_from is not None:
        raise Refusal("seat_not_found")
    row.left_from = from_deal
    _check(table, rows, from_deal)
    row.save(update_fields=["left_from"])
    _log(table, "seat_leave", actor, seat=seat, from_deal=from_deal, out=row.entry.number)
    return row


@locks.write
def join_take_back(
    *, table: Table, seat: str, from_deal: int, entry: Entry, reason: str, actor: User | None
) -> None:
    """Let it be that `entry` did not come; refused (`seats_changed`) where it is not so, or was played."""
    table, reason = locks.take_table(table), corrections.reason_given(reason)
    row = _row(table, seat=seat, from_deal=from_deal, entry=entry, left_from=None)
    rows = [one for one in tables.seatings_of(table) if one != row]
    _check(table, rows, from_deal)
    row.delete()
    CheckIn.objects.filter(round=table.round, entry=entry).delete()
    _log(table, "seat_join_reversed", actor, reason, seat=seat, from_deal=from_deal, out=entry.number)


@locks.write
def leave_take_back(
    *, table: Table, seat: str, from_deal: int, entry: Entry, reason: str, actor: User | None
) -> None:
    """Let it be that `entry` did not leave; refused (`seats_changed`) where it is not so, or was played."""
    table, reason = locks.take_table(table), corrections.reason_given(reason)
    row = _row(table, seat=seat, entry=entry, left_from=from_deal)
    rows = tables.seatings_of(table)
    next(one for one in rows if one == row).left_from = None
    _check(table, rows, from_deal)
    row.left_from = None
    row.save(update_fields=["left_from"])
    _log(table, "seat_leave_reversed", actor, reason, seat=seat, from_deal=from_deal, into=entry.number)


def _row(table: Table, **wanted: Any) -> Seating:
    found = Seating.objects.filter(table=table, **wanted).first()
    if found is None:
        raise Refusal("seats_changed", table=table.number)
    return found


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


def _log(table: Table, verb: str, actor: User | None, reason: str = "", **facts: Any) -> None:
    where = {"round": table.round.number, "table": table.number, **facts}
    told: dict[str, Any] = {"actor": actor, "reason": reason, "rounds_now": rounds_now([table.round])}
    log(table.round.competition, verb, **told, **where)
    revise(table.round.competition)
