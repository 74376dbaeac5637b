"""Correct, void or re-seat recorded deals: new versions beside the old, never instead of them.

Every change is planned first; foresight shows the plan, saving writes exactly that plan.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

import scoring
from scoring import Position
from tournaments.deal import hashes
from tournaments.deal.reckon import Reckoned, bare, declaration_in, played, reckon
from tournaments.models import DealVersion, Device, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.recorded import TableRecord
from tournaments.selectors.undoing import restorable
from tournaments.services import devices, disputes, ledger, locks
from tournaments.services.announce import tell
from tournaments.services.deals import promote_waiting, reckon_at
from tournaments.services.reckoning import rules_of

REPLAY, AS_PLAYED = "replay", "as_played"
MOST_LETTERS = 300


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
        now, before = self.after.net, self.before.net
        seats = [seat for seat in scoring.CHAIRS if seat in now or seat in before]
        return {seat: now.get(seat, 0) - before.get(seat, 0) for seat in seats}


@dataclass(frozen=True, slots=True)
class Plan:
    """Every deal that changes, in order of number, the sum of moves by seat, what the table plays next."""

    table: Table
    changes: tuple[Change, ...]
    following: Position | None = None
    followed: Position | None = None  # what it plays next as long as nothing is changed

    @property
    def net_moves(self) -> dict[str, int]:
        return {
            seat: sum(change.net_moves.get(seat, 0) for change in self.changes) for seat in scoring.CHAIRS
        }

    @property
    def flagged(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.flags)


def correction_plan(
    *, table: Table, number: int, content: Mapping[str, Any], mode: str, known: TableRecord | None = None
) -> Plan:
    """Plan a correction of one deal and, replayed, of all that follow; raises Refusal with every fault."""
    _check_mode(mode)
    known = known or TableRecord(table)
    old = find(known.versions, number, table)
    reckoned = _reckoned_again(known, old, _with_rulings(content, old))
    return _plan(known, old, reckoned, DealVersion.Kind.CORRECT, mode)


def _with_rulings(content: Mapping[str, Any], old: DealVersion) -> dict[str, Any]:
    """Give a new declaration what the staff decided on the penalties of the old one.

    What they imposed falls by reversal only. What they took back of the table's own stays taken back,
    whether the declaration has it with the mark, without it, or not at all.
    """
    declared, before = declaration_in(content), old.content.get("events", ())
    own = declared.get("events", [])
    if not isinstance(own, list):
        return declared  # malformed, which the engine says
    own = [bare(event) for event in own if not (isinstance(event, dict) and "penalty" in event)]
    taken_back = [bare(event) for event in before if event.get("reversed") and "penalty" not in event]
    imposed = [event for event in before if "penalty" in event]
    return {**declared, "events": [*_reversed_again(own, taken_back), *imposed]}


def _reversed_again(events: list[Any], taken_back: list[dict[str, Any]]) -> Iterator[Any]:
    """Mark as many events as were taken back of each, and add those that are left out."""
    left = {place: _sameness(event) for place, event in enumerate(taken_back)}
    for event in events:
        twin = next((place for place, same in left.items() if same == _sameness(event)), None)
        if twin is None:
            yield event
        else:
            left.pop(twin)
            yield {**event, "reversed": True}
    yield from ({**taken_back[place], "reversed": True} for place in left)


def _sameness(event: Any) -> bytes:
    """Say what makes two events the same: the code and who; in which order people were misled is nothing."""
    misled = event.get("misled") if isinstance(event, dict) else None
    in_order = {"misled": sorted(misled, key=str)} if misled and isinstance(misled, list) else {}
    return hashes.canonical({**event, **in_order} if isinstance(event, dict) else event)


def void_plan(*, table: Table, number: int, mode: str) -> Plan:
    """Plan the annulment of one deal; it keeps its number and passes no winds."""
    _check_mode(mode)
    known = TableRecord(table)
    old = find(known.versions, number, table)
    if old.void:
        raise Refusal("already_void", deal=number)
    reckoned = _reckoned_again(known, old, {**old.content, "void": True})
    return _plan(known, old, reckoned, DealVersion.Kind.VOID, mode)


@locks.write
def deal_correct(
    *,
    table: Table,
    number: int,
    content: Mapping[str, Any],
    mode: str,
    reason: str,
    actor: User | None,
    device: Device | None = None,
    key: UUID | None = None,
    fingerprint: str = "",
    client_time: str = "",
    seen_version: int | None = None,
) -> Plan:
    """Correct a recorded deal; `seen_version` is the version the corrector looked at (409 if it is stale).

    `fingerprint` is the hash of what came with the key, where a tablet's submission becomes the correction.
    """
    table = locks.take_table(table, in_archive=True)  # what is recorded is answered, also there
    fingerprint = fingerprint or _fingerprint("correct", table, number, mode, reason, content)
    if _done_before(key, fingerprint):
        return Plan(table, ())
    locks.refuse_archived(table.round.competition)
    check_seen(table, number, seen_version)
    plan = correction_plan(table=table, number=number, content=content, mode=mode)
    origin = ledger.Origin(actor, device, key, fingerprint, client_time, reason_given(reason))
    return _rule(plan, number, origin)


@locks.write
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
    table = locks.take_table(table)
    fingerprint = _fingerprint("void", table, number, mode, reason)
    if _done_before(key, fingerprint):
        return Plan(table, ())
    check_seen(table, number, seen_version)
    plan = void_plan(table=table, number=number, mode=mode)
    return _rule(plan, number, ledger.Origin(actor, None, key, fingerprint, reason=reason_given(reason)))


@locks.write
def deal_restore(
    *,
    table: Table,
    number: int,
    reason: str,
    actor: User | None,
    key: UUID | None = None,
    seen_version: int | None = None,
) -> Plan:
    """Take the last correction of a deal back, or that it was voided: as a new version, as it was before.

    Later deals that were replayed for it are replayed again. Refused (`built_on`) where anything else was
    recorded at the table since.
    """
    table = locks.take_table(table)
    fingerprint = _fingerprint("restore", table, number, "", reason)
    if _done_before(key, fingerprint):
        return Plan(table, ())
    check_seen(table, number, seen_version)
    plan = _restore_plan(table, find(tables.current_versions(table), number, table))
    return _save(plan, ledger.Origin(actor, None, key, fingerprint, reason=reason_given(reason)))


def _restore_plan(table: Table, now: DealVersion) -> Plan:
    replayed, before = restorable({now.sha256}).get(now.sha256), now.supersedes
    if replayed is None or before is None:
        raise Refusal("built_on", deal=now.number)
    mode = REPLAY if replayed else AS_PLAYED
    if before.void:
        return void_plan(table=table, number=now.number, mode=mode)
    return correction_plan(table=table, number=now.number, content=before.content, mode=mode)


def write_event_change(
    *, table: Table, number: int, events: list[dict[str, Any]], reason: str, actor: User | None
) -> Plan:
    """Give a deal other penalties: a new version of that deal alone. The caller holds the lock."""
    known = TableRecord(table)
    old = find(known.versions, number, table)
    reckoned = _reckoned_again(known, old, {**old.content, "events": events})
    plan = Plan(table, (Change(old, reckoned, DealVersion.Kind.PENALTY),))
    return _save(plan, ledger.Origin(actor=actor, reason=reason_given(reason)))


def find(versions: Iterable[DealVersion], number: int, table: Table) -> DealVersion:
    """Pick the current version of a deal; raises Refusal."""
    for version in versions:
        if version.number == number:
            return version
    raise Refusal("deal_not_found", deal=number, table=table.number)


def _reckoned_again(known: TableRecord, old: DealVersion, content: dict[str, Any]) -> Reckoned:
    """Reckon a deal under the winds it is recorded with."""
    table, position = known.table, tables.position_of(old)
    if content.get("void"):
        return reckon(content, position, rules_of(table.round.competition))
    return reckon_at(table, content, position, known.sitting(old.number), known.made)


def _plan(known: TableRecord, old: DealVersion, reckoned: Reckoned, kind: str, mode: str) -> Plan:
    changes = [Change(old, reckoned, kind)]
    if mode == REPLAY:
        changes += _replayed(known, old.number, reckoned.following)
    following = known.following([change.after for change in changes])
    return Plan(known.table, tuple(changes), following, known.following())


def _replayed(known: TableRecord, number: int, position: Position | None) -> list[Change]:
    """Replay the later deals from their recorded tiles; those whose place stays need no new version."""
    rules = rules_of(known.table.round.competition)
    changes = []
    for version in (version for version in known.versions if version.number > number):
        position = tables.with_company(position, known.seatings)
        if position is None:
            changes.append(_flagged(version, tables.position_of(version), None, ("game_over",)))
            continue
        change = _replay(version, position, rules)
        if change:
            changes.append(change)
        position = change.after.following if change else tables.position_after(version)
    return changes


def _replay(version: DealVersion, position: Position, rules: scoring.RuleSet) -> Change | None:
    recorded = tables.position_of(version)
    if position == recorded:
        return None
    content = scoring.handed_over(version.content, recorded, position)
    reckoned = reckon(content, position, rules)
    flags = tuple(problem.code for problem in reckoned.problems)
    if position.goulash != recorded.goulash and not (flags or version.void):
        flags = ("wild_missing",) if position.goulash else ("not_a_goulash",)
    if flags:
        return _flagged(version, position, _after(content, position, rules), flags)
    return Change(version, reckoned, DealVersion.Kind.REPLAY)


def _after(content: Mapping[str, Any], position: Position, rules: scoring.RuleSet) -> Position | None:
    """Pass the winds on after a deal whose hands do not fit its place, by how it ended alone."""
    bare = scoring.Deal.from_json(played({**content, "hands": {}}))
    return scoring.advance(position, bare.winners, rules, broken_off=bare.is_broken_off(rules))


def _flagged(
    version: DealVersion, position: Position, following: Position | None, flags: tuple[str, ...]
) -> Change:
    """Keep a deal's recorded figures where its facts no longer fit the winds: a referee decides.

    Where somebody else rested they are those of the player whose hand it was.
    """
    recorded = tables.position_of(version)
    whose = owners(recorded, position)
    rows = [(whose.get(row.seat, row.seat), row) for row in version.scores.all()]
    kept = Reckoned(
        content=scoring.handed_over(version.content, recorded, position),
        position=position,
        following=following,
        values={seat: row.value for seat, row in rows},
        specials={seat: row.special for seat, row in rows if row.special},
        net={seat: row.net for seat, row in rows},
        winners=[seat for seat, row in rows if row.mahjong],
        giver=next((seat for seat, row in rows if row.gave), None),
        result=version.result,
    )
    return Change(version, kept, DealVersion.Kind.REPLAY, flags)


def owners(recorded: Position, known: Position) -> dict[str, str]:
    """Map who is now known to have rested to who was recorded as resting, and back (decision 41)."""
    one, other = known.resting, recorded.resting
    return {one: other, other: one} if one and other and one != other else {}


def _rule(plan: Plan, number: int, origin: ledger.Origin) -> Plan:
    """Save what decides about a deal; a call for its dispute is answered with it."""
    saved = _save(plan, origin)
    devices.answer_by_ruling(plan.table, number, origin.actor)
    return saved


def _save(plan: Plan, origin: ledger.Origin) -> Plan:
    """Write the plan's versions under one reason; the key belongs to the first."""
    locks.take_competition(plan.table.round.competition)  # its chain may be longer than when it was read
    for change in plan.changes:
        sitting = tables.sitters(plan.table, change.number)
        version = ledger.append(
            plan.table,
            change.number,
            change.after,
            sitting,
            kind=change.kind,
            origin=origin,
            supersedes=change.before,
            flags=list(change.flags),
        )
        disputes.carry_over(version, origin)
        origin = replace(origin, key=None)
    promote_waiting(plan.table)
    tell(plan.table.round.competition, table=plan.table.number, device=origin.device)
    return plan


def reseat(table: Table, version: DealVersion, origin: ledger.Origin) -> DealVersion:
    """Write a version with the same deal and other people."""
    locks.take_competition(table.round.competition)  # as when a plan is saved
    kept = _flagged(version, tables.position_of(version), tables.position_after(version), ()).after
    reseated = ledger.append(
        table,
        version.number,
        kept,
        tables.sitters(table, version.number),
        kind=DealVersion.Kind.RESEAT,
        origin=origin,
        supersedes=version,
        flags=version.flags,
    )
    disputes.carry_over(reseated, origin)
    return reseated


def _check_mode(mode: str) -> None:
    if mode not in (REPLAY, AS_PLAYED):
        raise Refusal("unknown_mode")


def check_seen(table: Table, number: int, seen_version: int | None) -> None:
    """Stop an edit of something that changed since it was looked at."""
    current = find(tables.current_versions(table), number, table)
    if seen_version is not None and current.version != seen_version:
        raise Refusal("version_changed", deal=number, version=current.version)


def _fingerprint(
    verb: str, table: Table, number: int, mode: str, reason: str, content: Mapping[str, Any] = {}
) -> str:
    return hashes.sha256([verb, table.pk, number, mode, reason.strip(), content])


def _done_before(key: UUID | None, fingerprint: str) -> bool:
    """Tell whether this very change is recorded; a key of another one is refused."""
    done = DealVersion.objects.filter(key=key).first() if key else None
    if done and done.fingerprint != fingerprint:
        raise Refusal("key_reused", key=str(key))
    return done is not None


def reason_given(reason: str) -> str:
    """Insist on a reason that fits its column; raises Refusal."""
    if not reason.strip():
        raise Refusal("reason_missing")
    if len(reason.strip()) > MOST_LETTERS:
        raise Refusal("reason_too_long", limit=MOST_LETTERS)
    return reason.strip()
