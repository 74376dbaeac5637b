"""Correct, void or re-seat recorded deals: new versions beside the old, never instead of them.

Every change is planned first; the preview shows the plan, saving writes exactly that plan.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

import scoring
from scoring import Position
from tournaments.models import DealVersion, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import ledger
from tournaments.services.announce import log, promise, revise
from tournaments.services.deals import lock, promote_waiting, reckon_at
from tournaments.services.reckoning import Reckoned, reckon, rules_of
from tournaments.services.rounds import next_seating_version

REPLAY, AS_PLAYED = "replay", "as_played"


@dataclass(frozen=True, slots=True)
class Change:
    """One deal that a correction touches: what counted before and what would count after."""

    before: DealVersion
    after: Reckoned
    kind: str
    flags: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.before.number

    @property
    def net_moves(self) -> dict[str, int]:
        return {seat: self.after.net[seat] - net for seat, net in self.before.net.items()}

    @property
    def winds_change(self) -> bool:
        before = (self.before.east, self.before.round_wind)
        return before != (self.after.position.east, self.after.position.round_wind)


@dataclass(frozen=True, slots=True)
class Plan:
    """Every deal that changes, in order of number, and the sum of moves by seat."""

    table: Table
    changes: tuple[Change, ...]

    @property
    def net_moves(self) -> dict[str, int]:
        return {seat: sum(change.net_moves[seat] for change in self.changes) for seat in scoring.SEATS}

    @property
    def flagged(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.flags)


def correction_plan(*, table: Table, number: int, content: Mapping[str, Any], mode: str) -> Plan:
    """Plan a correction of one deal and, replayed, of all that follow; raises Refusal with every fault."""
    _check_mode(mode)
    versions = tables.current_versions(table)
    old = find(versions, number, table)
    imposed = [event for event in old.content.get("events", ()) if "penalty" in event]
    own = [event for event in content.get("events", ()) if "penalty" not in event]
    kept = {**content, "events": [*own, *imposed]}
    reckoned = reckon_at(table, kept, tables.position_of(old))
    return _plan(table, versions, old, reckoned, DealVersion.Kind.CORRECT, mode)


def void_plan(*, table: Table, number: int, mode: str) -> Plan:
    """Plan the annulment of one deal; it keeps its number and passes no winds."""
    _check_mode(mode)
    versions = tables.current_versions(table)
    old = find(versions, number, table)
    if old.void:
        raise Refusal("already_void", deal=number)
    content = {**old.content, "void": True}
    reckoned = reckon(content, tables.position_of(old), rules_of(table.round.competition))
    return _plan(table, versions, old, reckoned, DealVersion.Kind.VOID, mode)


@transaction.atomic
def deal_correct(
    *,
    table: Table,
    number: int,
    content: Mapping[str, Any],
    mode: str,
    reason: str,
    actor: User | None,
    key: UUID | None = None,
    seen_version: int | None = None,
) -> Plan:
    """Correct a recorded deal; `seen_version` is the version the corrector looked at (409 if it is stale)."""
    table = lock(table)
    if _done_before(key):
        return Plan(table, ())
    _check_seen(table, number, seen_version)
    plan = correction_plan(table=table, number=number, content=content, mode=mode)
    return _save(plan, ledger.Origin(actor=actor, reason=reason_given(reason), key=key))


@transaction.atomic
def deal_void(
    *,
    table: Table,
    number: int,
    mode: str,
    reason: str,
    actor: User | None,
    key: UUID | None = None,
    seen_version: int | None = None,
) -> Plan:
    """Annul a recorded deal; nobody scores, wins or gives in it."""
    table = lock(table)
    if _done_before(key):
        return Plan(table, ())
    _check_seen(table, number, seen_version)
    plan = void_plan(table=table, number=number, mode=mode)
    return _save(plan, ledger.Origin(actor=actor, reason=reason_given(reason), key=key))


@transaction.atomic
def seats_swap(
    *,
    table: Table,
    seats: tuple[str, str],
    from_deal: int,
    reason: str,
    actor: User | None,
) -> list[DealVersion]:
    """Give two seats' results to each other's people from a deal on; the deals themselves stay."""
    table = lock(table)
    origin = ledger.Origin(actor=actor, reason=reason_given(reason))
    _exchange(table, seats, from_deal)
    versions = [v for v in tables.current_versions(table) if v.number >= from_deal]
    written = [reseat(table, version, origin) for version in versions]
    table.round.seating_version = next_seating_version(table.round.competition)
    table.round.save(update_fields=["seating_version"])
    log(
        table.round.competition,
        "seats_swap",
        actor=actor,
        reason=reason,
        round=table.round.number,
        table=table.number,
        seats=list(seats),
        from_deal=from_deal,
    )
    revise(table.round.competition)
    return written


def write_event_change(
    *, table: Table, number: int, events: list[dict[str, Any]], reason: str, actor: User | None
) -> Plan:
    """Give a deal other penalties: a new version of that deal alone. The caller holds the lock."""
    versions = tables.current_versions(table)
    old = find(versions, number, table)
    reckoned = _at_recorded_place(table, old, {**old.content, "events": events})
    plan = Plan(table, (Change(old, reckoned, DealVersion.Kind.PENALTY),))
    return _save(plan, ledger.Origin(actor=actor, reason=reason_given(reason)))


def find(versions: Iterable[DealVersion], number: int, table: Table) -> DealVersion:
    """Pick the current version of a deal; raises Refusal."""
    for version in versions:
        if version.number == number:
            return version
    raise Refusal("deal_not_found", deal=number, table=table.number)


def _at_recorded_place(table: Table, old: DealVersion, content: dict[str, Any]) -> Reckoned:
    if content.get("void"):
        return reckon(content, tables.position_of(old), rules_of(table.round.competition))
    return reckon_at(table, content, tables.position_of(old))


def _plan(
    table: Table, versions: list[DealVersion], old: DealVersion, reckoned: Reckoned, kind: str, mode: str
) -> Plan:
    changes = [Change(old, reckoned, kind)]
    if mode == REPLAY:
        later = [version for version in versions if version.number > old.number]
        changes += _replayed(table, later, reckoned.following)
    return Plan(table, tuple(changes))


def _replayed(table: Table, later: list[DealVersion], position: Position | None) -> list[Change]:
    """Replay the later deals from their recorded tiles; those whose winds stay need no new version."""
    rules = rules_of(table.round.competition)
    changes = []
    for version in later:
        if position is None:
            changes.append(_flagged(version, tables.position_of(version), None, ("game_over",)))
            continue
        change = _replay(version, position, rules)
        if change:
            changes.append(change)
        position = change.after.following if change else tables.position_after(version)
    return changes


def _replay(version: DealVersion, position: Position, rules: scoring.RuleSet) -> Change | None:
    if position == tables.position_of(version):
        return None
    reckoned = reckon(version.content, position, rules)
    if reckoned.problems:
        winners = version.content.get("winners", ())
        following = scoring.advance(position, winners, rules)
        return _flagged(version, position, following, tuple(p.code for p in reckoned.problems))
    return Change(version, reckoned, DealVersion.Kind.REPLAY)


def _flagged(
    version: DealVersion, position: Position, following: Position | None, flags: tuple[str, ...]
) -> Change:
    """Keep a deal's recorded figures where its facts no longer fit the winds: a referee decides."""
    rows = list(version.scores.all())
    kept = Reckoned(
        content=version.content,
        position=position,
        following=following,
        values={row.seat: row.value for row in rows},
        specials={r.seat: r.special for r in rows if r.special},
        net=version.net,
        winners=[row.seat for row in rows if row.mahjong],
        giver=next((row.seat for row in rows if row.gave), None),
        result=version.result,
    )
    return Change(version, kept, DealVersion.Kind.REPLAY, flags)


def _save(plan: Plan, origin: ledger.Origin) -> Plan:
    """Write the plan's versions under one reason; the key belongs to the first."""
    for change in plan.changes:
        sitting = tables.sitters(plan.table, change.number)
        ledger.append(
            plan.table,
            change.number,
            change.after,
            sitting,
            kind=change.kind,
            origin=origin,
            supersedes=change.before,
            flags=list(change.flags),
        )
        origin = replace(origin, key=None)
    promote_waiting(plan.table)
    promise(plan.table.round.competition)
    return plan


def _exchange(table: Table, seats: tuple[str, str], from_deal: int) -> None:
    """Swap who sits on two seats from a deal on, substitutes that come later included."""
    if set(seats) - set(scoring.SEATS) or seats[0] == seats[1]:
        raise Refusal("seat_not_found")
    rows = tables.seatings_of(table)
    breaks = sorted({from_deal} | {row.from_deal for row in rows if row.from_deal > from_deal})
    swapped = {at: tables.sitters_among(rows, at) for at in breaks}
    Seating.objects.filter(table=table, seat__in=seats, from_deal__gte=from_deal).delete()
    first, second = seats
    Seating.objects.bulk_create(
        Seating(
            round=table.round,
            table=table,
            seat=seat,
            from_deal=at,
            entry=sitting[other].entry,
            stands_for=sitting[other].stands_for,
        )
        for at, sitting in swapped.items()
        for seat, other in ((first, second), (second, first))
    )


def reseat(table: Table, version: DealVersion, origin: ledger.Origin) -> DealVersion:
    """Write a version with the same deal and other people."""
    kept = _flagged(version, tables.position_of(version), tables.position_after(version), ()).after
    return ledger.append(
        table,
        version.number,
        kept,
        tables.sitters(table, version.number),
        kind=DealVersion.Kind.RESEAT,
        origin=origin,
        supersedes=version,
        flags=version.flags,
    )


def _check_mode(mode: str) -> None:
    if mode not in (REPLAY, AS_PLAYED):
        raise Refusal("unknown_mode")


def _check_seen(table: Table, number: int, seen_version: int | None) -> None:
    """Stop an edit of something that changed since it was looked at."""
    current = find(tables.current_versions(table), number, table)
    if seen_version is not None and current.version != seen_version:
        raise Refusal("version_changed", deal=number, version=current.version)


def _done_before(key: UUID | None) -> bool:
    return key is not None and DealVersion.objects.filter(key=key).exists()


def reason_given(reason: str) -> str:
    """Insist on a reason; raises Refusal."""
    if not reason.strip():
        raise Refusal("reason_missing")
    return reason.strip()
