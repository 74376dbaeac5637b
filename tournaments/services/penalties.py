"""Impose and reverse penalties: between the players of a deal, or against the standings."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

import scoring
from tournaments.deal.hashes import canonical
from tournaments.models import DealVersion, Entry, Penalty, Round, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import corrections, locks
from tournaments.services.announce import keep, log, revise

MOST_POINTS = 100_000  # against the standings


@locks.write
def penalty_impose(
    *,
    table: Table,
    deal: int,
    event: dict[str, Any],
    reason: str,
    actor: User | None,
    key: UUID,
    seen_version: int | None = None,
) -> Penalty:
    """Add a penalty to a recorded deal; its payment is a line of that deal's settlement.

    `event` is `{"code", "offender", "misled"?}` with seats of the round; the same key answers twice with
    the same penalty, and is refused for another one. `seen_version` is the version whose seats were looked
    at (409 if it is stale: others may sit there now).
    """
    table, reason = locks.take_table(table), corrections.reason_given(reason)
    done = _done(key, reason, table_id=table.pk, deal=deal, event=event, reverses_id=None, event_index=None)
    if done:
        return done
    current = corrections.find(tables.current_versions(table), deal, table)
    if current.void:
        raise Refusal("already_void", deal=deal)
    corrections.check_seen(table, deal, seen_version)
    _check_event(event)
    penalty = Penalty(
        competition=table.round.competition,
        round=table.round,
        table=table,
        deal=deal,
        event=event,
        entry=tables.sitters(table, deal)[event["offender"]].entry,
        key=key,
        reason=reason,
        actor=actor,
    )
    keep(penalty, table.round.competition)
    events = [*current.content.get("events", []), {**event, "penalty": penalty.pk}]
    corrections.write_event_change(table=table, number=deal, events=events, reason=reason, actor=actor)
    return penalty


@locks.write
def penalty_reverse(
    *, penalty: Penalty, reason: str, actor: User | None, key: UUID, seen_version: int | None = None
) -> Penalty:
    """Take a penalty back: an entry that points to it, and a new version of its deal if it had one."""
    if penalty.is_adjustment:  # of a whole table: `adjustments` takes it back
        raise Refusal("penalty_not_found")
    if penalty.entry is not None and penalty.amount is not None:
        return _reverse_against_standings(penalty, penalty.entry, penalty.amount, reason, actor, key)
    table, reason = locks.take_table(deal_table(penalty)), corrections.reason_given(reason)
    done = _done(key, reason, reverses_id=penalty.pk)
    if done:
        return done
    _check_not_reversed(penalty)
    current = corrections.find(tables.current_versions(table), penalty.deal or 0, table)
    index = _index_of(current.content.get("events", []), penalty)
    _check_open(current, seen_version)
    return _reverse_event(table, current, index, reason, actor, key, penalty)


@locks.write
def event_reverse(
    *,
    table: Table,
    deal: int,
    index: int,
    reason: str,
    actor: User | None,
    key: UUID,
    seen_version: int | None = None,
) -> Penalty:
    """Take back a penalty that the table itself entered: entry number `index` of the deal's events.

    `seen_version` is the version whose events were looked at (409 if it is stale): in another one the same
    number may be another player's penalty.
    """
    table, reason = locks.take_table(table), corrections.reason_given(reason)
    done = _done(key, reason, table_id=table.pk, deal=deal, event_index=index, reverses_id=None)
    if done:
        return done
    current = corrections.find(tables.current_versions(table), deal, table)
    _check_open(current, seen_version)
    return _reverse_event(table, current, index, reason, actor, key, None)


@locks.write
def standings_penalty(
    *, entry: Entry, round: Round, amount: int, reason: str, actor: User | None, key: UUID
) -> Penalty:
    """Take points off an entry's standings for a round; they are paid to nobody."""
    locks.take_competition(entry.competition)
    reason = corrections.reason_given(reason)
    done = _done(key, reason, entry_id=entry.pk, round_id=round.pk, amount=amount, reverses_id=None)
    if done:
        return done
    _check_amount(entry, round, amount)
    penalty = Penalty(
        competition=entry.competition,
        round=round,
        entry=entry,
        amount=amount,
        key=key,
        reason=reason,
        actor=actor,
    )
    return _written(penalty, "standings_penalty", entry)


def _done(key: UUID, reason: str, **facts: Any) -> Penalty | None:
    """Find what was done under a key; asked under the lock, so that a double click waits for the first.

    Raises Refusal for the key of something else.
    """
    done, facts = Penalty.objects.filter(key=key).first(), {**facts, "reason": reason}
    if done and canonical({name: getattr(done, name) for name in facts}) != canonical(facts):
        raise Refusal("key_reused", key=str(key))
    return done


def _check_amount(entry: Entry, round: Round, amount: int) -> None:
    if round.competition_id != entry.competition_id:
        raise Refusal("not_found")
    if round.is_draft:
        raise Refusal("round_is_draft", of=round.competition, round=round.number)
    if amount >= 0:
        raise Refusal("amount_not_negative", amount=amount)
    if amount < -MOST_POINTS:
        raise Refusal("penalty_too_large", limit=MOST_POINTS)


def deal_table(penalty: Penalty) -> Table:
    """Give the table of a deal's penalty; raises Refusal."""
    if penalty.table is None:
        raise Refusal("penalty_not_found")
    return penalty.table


def _check_event(event: dict[str, Any]) -> None:
    if event.get("code") not in scoring.PENALTY_NAMES:
        raise Refusal("unknown_penalty", code=event.get("code"))
    if {event.get("offender"), *event.get("misled", ())} - set(scoring.CHAIRS):
        raise Refusal("seat_not_found")


def _check_not_reversed(penalty: Penalty) -> None:
    is_reversal = penalty.reverses_id or penalty.event_index is not None
    if is_reversal or Penalty.objects.filter(reverses=penalty).exists():
        raise Refusal("already_reversed")


def _index_of(events: list[dict[str, Any]], penalty: Penalty) -> int:
    for index, event in enumerate(events):
        if event.get("penalty") == penalty.pk:
            return index
    raise Refusal("penalty_not_found")


def _check_open(current: DealVersion, seen_version: int | None) -> None:
    """Stop a reversal in a deal that is void, or that is not the version looked at."""
    if current.void:  # nothing of it is paid that could be taken back
        raise Refusal("already_void", deal=current.number)
    corrections.check_seen(current.table, current.number, seen_version)


def _reverse_event(
    table: Table,
    current: DealVersion,
    index: int,
    reason: str,
    actor: User | None,
    key: UUID,
    penalty: Penalty | None,
) -> Penalty:
    events = [dict(event) for event in current.content.get("events", [])]
    if not 0 <= index < len(events):
        raise Refusal("penalty_not_found")
    if events[index].get("reversed"):
        raise Refusal("already_reversed")
    events[index]["reversed"] = True
    corrections.write_event_change(
        table=table, number=current.number, events=events, reason=reason, actor=actor
    )
    reversal = Penalty(
        competition=table.round.competition,
        round=table.round,
        table=table,
        deal=current.number,
        event=events[index],
        event_index=index,
        reverses=penalty,
        key=key,
        reason=reason,
        actor=actor,
    )
    keep(reversal, table.round.competition)
    return reversal


def _reverse_against_standings(
    penalty: Penalty, entry: Entry, amount: int, reason: str, actor: User | None, key: UUID
) -> Penalty:
    locks.take_competition(penalty.competition)
    reason = corrections.reason_given(reason)
    done = _done(key, reason, reverses_id=penalty.pk)
    if done:
        return done
    _check_not_reversed(penalty)
    reversal = Penalty(
        competition=penalty.competition,
        round=penalty.round,
        entry=entry,
        amount=-amount,
        reverses=penalty,
        key=key,
        reason=reason,
        actor=actor,
    )
    return _written(reversal, "standings_penalty_reversed", entry)


def _written(penalty: Penalty, verb: str, entry: Entry) -> Penalty:
    """Write what counts against the standings of an entry, or takes that back, and say so.

    Both lines of the log name the penalty that was imposed.
    """
    keep(penalty, penalty.competition)
    log(
        penalty.competition,
        verb,
        actor=penalty.actor,
        reason=penalty.reason,
        entry=entry.number,
        round=penalty.round.number,
        amount=penalty.amount,
        penalty=penalty.reverses_id or penalty.pk,
    )
    revise(penalty.competition)
    return penalty
