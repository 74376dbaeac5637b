"""Rule on what was held: accept it, accept it as a correction, or decline it with a reason."""

from typing import Any

from django.contrib.auth.models import User

from tournaments.deal.reckon import Reckoned
from tournaments.models import DealVersion, HeldSubmission, Ruling, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.recorded import TableRecord
from tournaments.services import corrections, locks
from tournaments.services.announce import keep, log, revise
from tournaments.services.deals import Submission, promote_waiting, reckon_at, record, submission_of


@locks.write
def held_accept(*, held: HeldSubmission, actor: User, reason: str = "") -> Ruling:
    """Record a held deal as its table's next deal in its own round, under the winds it really has there."""
    table = _take_to_accept(held)
    known, submission = TableRecord(table), submission_of(held.body)
    reckoned = accepted(known, submission)
    sitting = known.sitting(submission.deal)
    version = record(table, submission, reckoned, sitting, held.device, actor=actor, reason=reason)
    promote_waiting(table)
    return _rule(held, Ruling.Decision.ACCEPTED, reason, actor, version)


def accepted(known: TableRecord, submission: Submission) -> Reckoned:
    """Score what was held as its table's next deal, storing nothing; raises Refusal with every fault."""
    table, position = known.table, known.following()
    if position is None:
        raise Refusal("game_over")
    if submission.deal < position.number:
        raise Refusal("deal_already_recorded", deal=submission.deal, table=table.number)
    if submission.deal > position.number:
        raise Refusal("deal_out_of_order", deal=submission.deal, expected=position.number)
    return reckon_at(table, submission.content, position, known.sitting(position.number), known.made)


@locks.write
def held_accept_as_correction(*, held: HeldSubmission, mode: str, reason: str, actor: User) -> Ruling:
    """Let a held deal replace the recorded deal of its number, in the round it was played in."""
    table = _take_to_accept(held)
    submission = submission_of(held.body)
    corrections.deal_correct(
        table=table,
        number=submission.deal,
        content=submission.content,
        mode=mode,
        reason=reason,
        actor=actor,
        key=held.key,
        fingerprint=held.fingerprint,
    )
    version = DealVersion.objects.get(key=held.key)
    return _rule(held, Ruling.Decision.CORRECTION, reason, actor, version)


@locks.write
def held_decline(*, held: HeldSubmission, reason: str, actor: User) -> Ruling:
    """Leave a held deal out, with a reason that the table sees."""
    _take(held, tables.table_of_held(held) or held.table)
    return _rule(held, Ruling.Decision.DECLINED, corrections.reason_given(reason), actor, None)


def _take_to_accept(held: HeldSubmission) -> Table:
    """Take the table where the deal was played, whatever round runs now: nobody else's is its record."""
    table = tables.table_of_held(held)
    if table is None:
        _check_open(held)
        raise Refusal("held_of_no_round", deal=held.deal)
    return _take(held, table)


def _take(held: HeldSubmission, table: Table | None) -> Table:
    """Take a table: two referees must not rule on one submission."""
    if table is None:
        raise Refusal("not_found")
    table = locks.take_table(table)
    _check_open(held)
    return table


def _check_open(held: HeldSubmission) -> None:
    if Ruling.objects.filter(submission=held).exists():
        raise Refusal("already_ruled")


def _rule(
    held: HeldSubmission, decision: str, reason: str, actor: User, version: DealVersion | None
) -> Ruling:
    ruling = Ruling(submission=held, decision=decision, reason=reason, actor=actor, version=version)
    keep(ruling, held.competition)
    played_at = tables.table_of_held(held)
    where: dict[str, Any] = {"round": played_at.round.number} if played_at else {}
    log(
        held.competition,
        f"held_{decision}",
        actor=actor,
        reason=reason,
        **where,
        table=held.table_number,
        deal=held.deal,
        code=held.code,
    )
    revise(held.competition, table=held.table_number)
    return ruling
