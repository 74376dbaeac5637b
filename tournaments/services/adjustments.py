"""Adjusted scores: points that a table's players get, or lose, for what cannot be played or finished.

They count as penalties against the standings do, in the same rows of the ledger; `event` says which table and
deal they are for, and which rows belong together.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid5

from django.contrib.auth.models import User

from tournaments.deal.hashes import canonical
from tournaments.models import Entry, Penalty, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import corrections, locks
from tournaments.services.announce import keep, log, revise
from tournaments.services.penalties import MOST_POINTS

GIVEN, TAKEN_BACK = "adjustment", "adjustment_reversed"


@locks.write
def scores_adjust(
    *,
    table: Table,
    amounts: Mapping[str, int],
    deal: int | None,
    reason: str,
    actor: User | None,
    key: UUID,
    seen_seats: str | None = None,
) -> list[Penalty]:
    """Give who sits on each seat so many points more or fewer, for one deal or, without one, for the round.

    Whom a substitute stands for gets them where the standings have it so. `seen_seats` is the digest of the
    seats that were looked at (`seats_changed` if they are others). The same key answers twice with the same
    rows, and is refused for others.
    """
    table, reason = locks.take_table(table), corrections.reason_given(reason)
    event = {"adjusted": str(key), "table": table.number, **({"deal": deal} if deal else {})}
    done = list(Penalty.objects.filter(key__in=_keys(key, amounts).values()).order_by("pk"))
    if done:
        return _same(done, event, amounts, reason, key)
    _check(table, amounts, seen_seats)
    accounts = _accounts(table, deal or tables.LAST_DEAL)
    rows = [
        _row(table, accounts[seat], amount, event, reason=reason, actor=actor, key=_keys(key, amounts)[seat])
        for seat, amount in amounts.items()
        if amount
    ]
    return _written(table, rows, GIVEN)


@locks.write
def adjustment_reverse(*, penalty: Penalty, reason: str, actor: User | None, key: UUID) -> list[Penalty]:
    """Take an adjusted score back, of the whole table: entries that point to those of `penalty`'s key."""
    table, reason = locks.take_table(_table_of(penalty)), corrections.reason_given(reason)
    given = together(penalty)
    keys = {uuid5(key, str(one.pk)): one for one in given}
    done = list(Penalty.objects.filter(key__in=keys).order_by("pk"))
    if done:
        return done
    if Penalty.objects.filter(reverses__in=given).exists():
        raise Refusal("adjustment_reversed")
    rows = [
        _row(table, one.entry_id, -(one.amount or 0), one.event, reason=reason, actor=actor, key=new, of=one)
        for new, one in keys.items()
    ]
    return _written(table, rows, TAKEN_BACK)


def together(penalty: Penalty) -> list[Penalty]:
    """Give the rows of one adjusted score, in order."""
    under = (penalty.event or {}).get("adjusted", "")
    mine = Penalty.objects.filter(competition=penalty.competition, reverses=None, event__adjusted=under)
    return list(mine.select_related("entry__player").order_by("pk"))


def _table_of(penalty: Penalty) -> Table:
    number = (penalty.event or {}).get("table", 0)
    found = Table.objects.filter(round=penalty.round_id, number=number).select_related("round__competition")
    if (table := found.first()) is None:
        raise Refusal("not_found")
    return table


def _keys(key: UUID, seats: Iterable[str]) -> dict[str, UUID]:
    return {seat: uuid5(key, seat) for seat in seats}


def _same(
    done: list[Penalty], event: dict[str, Any], amounts: Mapping[str, int], reason: str, key: UUID
) -> list[Penalty]:
    """Answer with what was done under a key; raises Refusal for the key of something else."""
    wanted = [[event, amount, reason] for amount in amounts.values() if amount]
    if canonical([[one.event, one.amount, one.reason] for one in done]) != canonical(wanted):
        raise Refusal("key_reused", key=str(key))
    return done


def _check(table: Table, amounts: Mapping[str, int], seen_seats: str | None) -> None:
    if table.round.is_draft:
        raise Refusal("round_is_draft", of=table.round.competition, round=table.round.number)
    if seen_seats not in (None, tables.digest_of(tables.seatings_of(table))):
        raise Refusal("seats_changed", table=table.number)
    if not any(amounts.values()):
        raise Refusal("nothing_adjusted")
    if max(map(abs, amounts.values())) > MOST_POINTS:
        raise Refusal("adjustment_too_large", limit=MOST_POINTS)


def _accounts(table: Table, deal: int) -> dict[str, int]:
    """Give for each seat the key of the entry for whom it counts."""
    policy = table.round.competition.substitute_policy
    return {seat: sitter.account(policy) for seat, sitter in tables.sitters(table, deal).items()}


def _row(
    table: Table, entry: int | None, amount: int, event: Any, of: Penalty | None = None, **said: Any
) -> Penalty:
    competition = table.round.competition
    where = {"competition": competition, "round": table.round, "entry_id": entry, "event": event}
    return Penalty(**where, amount=amount, reverses=of, **said)


def _written(table: Table, rows: list[Penalty], verb: str) -> list[Penalty]:
    """Write the rows and one line of the log that names the first row, and tell everybody."""
    competition, event = table.round.competition, rows[0].event or {}
    for row in rows:
        keep(row, competition)
    people = Entry.objects.filter(pk__in=[row.entry_id for row in rows])
    numbers = dict(people.values_list("pk", "number"))
    facts: dict[str, Any] = {"round": table.round.number, "table": table.number}
    facts |= {"deal": event["deal"]} if "deal" in event else {}
    facts["amounts"] = {str(numbers[row.entry_id or 0]): row.amount for row in rows}
    facts["adjustment"] = rows[0].reverses_id or rows[0].pk
    log(competition, verb, actor=rows[0].actor, reason=rows[0].reason, **facts)
    revise(competition)
    return rows
