"""Take a deal from a table: record it, replay the stored answer, or hold it for the referee."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils import timezone

import scoring
from scoring import Position
from tournaments.deal import hashes
from tournaments.deal.preview import counted, faults_of
from tournaments.deal.reckon import Reckoned, declaration_in, reckon
from tournaments.models import Competition, DealVersion, Device, HeldSubmission, Round, Ruling, Table
from tournaments.models.rows import take_keys, together
from tournaments.refusals import Refusal, problem_json
from tournaments.selectors import tables
from tournaments.selectors.glance import Glance, glance
from tournaments.selectors.recorded import TableRecord
from tournaments.services import journal, ledger, locks
from tournaments.services.announce import keep, log, revise, tell
from tournaments.services.reckoning import rules_of
from tournaments.wording.tiles import said_with

OTHER_KIND = ("not_a_goulash", "wild_missing")

# What one table's tablet may leave with the referee: unruled, and in a minute. It keeps what is too much.
MOST_WAITING = 40
MOST_A_MINUTE = 20
LATER = 30  # seconds, for the next try


@dataclass(frozen=True)
class Submission:
    """What a tablet sent: its key, the place it believes it is at, and the declaration."""

    key: UUID
    deal: int
    seating_version: int
    context: str
    content: dict[str, Any]
    expected: Mapping[str, int] | None = None
    client_time: str = ""
    body: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def fingerprint(self) -> str:
        return hashes.sha256(self.body)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a submission; `sitting` and `scores` are known of what was just recorded."""

    status: str
    submission_key: UUID
    fingerprint: str
    revision: int
    version: DealVersion | None = None
    held: HeldSubmission | None = None
    sitting: Mapping[str, tables.Sitter] | None = None
    scores: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a deal would come to, for whom."""

    table: Table
    sitting: Mapping[str, tables.Sitter]
    reckoned: Reckoned


@locks.write
@together()  # the database's no comes late, at a later answer: within, only a Refusal may be caught
def deal_submit(*, table: Table, submission: Submission, device: Device | None = None) -> Receipt:
    """Record a deal once, whatever the network does.

    One transaction under the table's lock: key, context, rules, insert, outbox. A known key answers
    as it did before; what cannot be recorded here and now is held with its reason. Raises Refusal
    (`key_reused`, `deal_refused` with every fault) and then stores nothing.
    """
    locks.wait_for_table(table)
    seen = glance(table, submission.key, device)
    table = seen.table
    if not seen.paired:  # looked at again under the lock: revoked while the request waited
        raise Refusal("not_authenticated")
    if seen.version or seen.held:
        return answer_to_key(table, submission, seen)
    position = seen.following
    doubt = _doubt(table, submission, position, seen.sitting)
    if position and doubt and doubt[0] == "context_changed":
        _check_kind(table, submission, position, seen.sitting)
    if doubt or position is None:
        return hold(table, submission, doubt or ("game_over", {}), device)
    reckoned = reckon_at(table, submission.content, position, seen.sitting)
    if _counts_differently(submission, reckoned):
        facts = {"expected": submission.expected, "net": dict(reckoned.net)}
        return hold(table, submission, ("score_mismatch", facts), device)
    version = record(table, submission, reckoned, seen.sitting, device)
    if seen.early:
        promote_waiting(table)
    journal.note(table, submission.body, device)
    tell(table.round.competition, table=table.number, device=device)
    scores = seen.scores and {seat: so_far + version.net[seat] for seat, so_far in seen.scores.items()}
    return _receipt("recorded", table, submission, version=version, sitting=seen.sitting, scores=scores)


@together()
def deal_preview(*, table: Table, content: dict[str, Any], deal: int | None = None) -> Preview:
    """Work out a deal as it would be recorded now, storing nothing; raises Refusal as `deal_submit`."""
    seen = glance(table)
    position, sitting = seen.following, seen.sitting
    if position is None:
        raise Refusal("game_over")
    if deal is not None and deal < position.number:
        position = tables.recorded_position(table, deal) or position
        sitting = tables.sitters(table, position.number)
    return Preview(seen.table, sitting, reckon_at(seen.table, content, position, sitting))


def _receipt(status: str, table: Table, submission: Submission, **found: Any) -> Receipt:
    return Receipt(status, submission.key, submission.fingerprint, table.round.competition.revision, **found)


def answer_to_key(table: Table, submission: Submission, seen: Glance) -> Receipt:
    """Give the stored answer to a key; a key with another content is refused."""
    version = DealVersion.objects.get(pk=seen.version) if seen.version else None
    held = HeldSubmission.objects.get(pk=seen.held) if seen.held else None
    if any(stored and stored.fingerprint != submission.fingerprint for stored in (version, held)):
        raise Refusal("key_reused", key=str(submission.key))
    if version is None and held is not None and hasattr(held, "ruling"):
        version = held.ruling.version
    status = "replayed" if version else "held"
    return _receipt(status, table, submission, version=version, held=held)


def _doubt(
    table: Table, submission: Submission, position: Position | None, sitting: Mapping[str, tables.Sitter]
) -> tuple[str, dict[str, Any]] | None:
    """Say why a submission cannot be recorded where it claims to belong; None if it can."""
    facts = {"deal": submission.deal, "table": table.number, "round": table.round.number}
    if submission.seating_version != table.round.seating_version:
        return "seating_changed", facts
    if table.round.state != Round.State.RUNNING or table.round.competition.archived_at:
        return "round_closed", facts
    if position is None:
        return "game_over", facts
    if submission.deal < position.number:
        return "deal_already_recorded", facts | _compared(table, submission)
    if submission.deal > position.number:
        return "deal_out_of_order", facts | {"expected": position.number}
    if submission.context != tables.context_hash(table, position, sitting):
        return "context_changed", facts
    return None


def _check_kind(
    table: Table, submission: Submission, position: Position, sitting: Mapping[str, tables.Sitter]
) -> None:
    """Give a deal back that became a goulash, or is none any more; raises Refusal (`deal_refused`).

    Nobody could record it as it is, and the table still has its tiles to enter it as what it is by now.
    """
    try:
        reckon_at(table, submission.content, position, sitting)
    except Refusal as refusal:
        if any(problem["code"] in OTHER_KIND for problem in refusal.problems):
            raise


def _compared(table: Table, submission: Submission) -> dict[str, Any]:
    """Say whether a second submission of a recorded deal says the same."""
    recorded = DealVersion.objects.current().get(table=table, number=submission.deal)
    try:
        again = reckon(submission.content, tables.position_of(recorded), rules_of(table.round.competition))
        return {"same": again.content == recorded.content}
    except scoring.MalformedHand:
        return {"same": False}


def _counts_differently(submission: Submission, reckoned: Reckoned) -> bool:
    if submission.expected is None:
        return False
    return dict(submission.expected) != dict(reckoned.net)


def reckon_at(
    table: Table,
    content: dict[str, Any],
    position: Position,
    sitting: Mapping[str, tables.Sitter],
    made: Callable[[], tables.Made] | None = None,
) -> Reckoned:
    """Score a declaration for the people at the table; raises Refusal with every fault.

    `made` gives their mah-jongs where they are known, or would be others than are recorded.
    """
    competition = table.round.competition
    rules, said = rules_of(competition), _said_at(competition)
    try:
        reckoned, won = counted(
            content,
            position,
            rules,
            lambda: tables.mahjongs_that_bind(table, position.number, sitting, rules, made and made()),
        )
    except scoring.MalformedHand as malformed:
        faults = [problem_json(problem, said) for problem in malformed.problems]
        raise Refusal("deal_refused", problems=faults) from malformed
    if faults := faults_of(reckoned, competition.entry_level, content, rules, won, said):
        raise Refusal("deal_refused", problems=faults)
    return reckoned


def _said_at(competition: Competition) -> Callable[[str], str]:
    """Give what says a fault in the club's words; the club is read only where there is a fault to say."""
    return lambda text: said_with(competition.club.suit_words)(text)


def record(
    table: Table,
    submission: Submission,
    reckoned: Reckoned,
    sitting: Mapping[str, tables.Sitter],
    device: Device | None,
    **origin: Any,
) -> DealVersion:
    """Write the first version of a deal."""
    source = ledger.Origin(
        device=device,
        key=submission.key,
        fingerprint=submission.fingerprint,
        client_time=submission.client_time,
        **origin,
    )
    return ledger.append(
        table,
        reckoned.position.number,
        reckoned,
        sitting,
        kind=DealVersion.Kind.PLAY,
        origin=source,
        flags=_flags(table, reckoned),
    )


def _flags(table: Table, reckoned: Reckoned) -> list[str]:
    """Mark what a referee may want to look at; nothing here stops the deal."""
    planned = table.round.deals
    return ["beyond_planned_deals"] if planned and reckoned.position.number > planned else []


def hold(
    table: Table, submission: Submission, doubt: tuple[str, dict[str, Any]], device: Device | None
) -> Receipt:
    """Keep a submission as it came for the referee to rule on; raises Refusal (`too_many_held`)."""
    if device:
        _check_room(table)
    code, facts = doubt
    held = HeldSubmission(
        competition=table.round.competition,
        table=table,
        table_number=table.number,
        deal=submission.deal,
        key=submission.key,
        fingerprint=submission.fingerprint,
        body=submission.body,
        code=code,
        facts=facts,
        device=device,
    )
    keep(held, table.round.competition)
    journal.note(table, submission.body, device)
    where = {"round": table.round.number, "table": table.number, "deal": submission.deal}
    log(table.round.competition, "deal_held", device=device, code=code, **{**where, **facts})
    if table.round.competition.archived_at:  # kept for the referee, and nothing that readers see changes
        tell(table.round.competition, table=table.number, device=device)
    else:
        revise(table.round.competition, table=table.number, device=device)
    return _receipt("held", table, submission, held=held)


def _check_room(table: Table) -> None:
    """Stop a tablet that holds without end; under the table's lock, so that no two take the last place."""
    kept = HeldSubmission.objects.filter(table=table)
    lately = kept.filter(at__gt=timezone.now() - timedelta(minutes=1)).count()
    if lately >= MOST_A_MINUTE or kept.waiting().count() >= MOST_WAITING:
        raise Refusal("too_many_held", seconds=LATER)


def promote_waiting(table: Table) -> None:
    """Record deals that came too early, as long as the next one is there and fits."""
    known = TableRecord(table)
    for held, reckoned in promotions(known):
        sitting = known.sitting(reckoned.position.number)
        version = record(table, submission_of(held.body), reckoned, sitting, held.device)
        take_keys()
        ruling = Ruling(submission=held, decision=Ruling.Decision.PROMOTED, version=version)
        keep(ruling, table.round.competition)


def promotions(known: TableRecord, written: Sequence[Reckoned] = ()) -> list[tuple[HeldSubmission, Reckoned]]:
    """Work out which deals that came too early have their turn once others are `written`; stores nothing."""
    found: list[tuple[HeldSubmission, Reckoned]] = []
    for held in _waiting_for_turn(known.table):
        reckoned = _promoted(known, held, [*written, *(each for _, each in found)])
        if reckoned:
            found.append((held, reckoned))
    return found


def _waiting_for_turn(table: Table) -> list[HeldSubmission]:
    waiting = HeldSubmission.objects.waiting().filter(table=table, code="deal_out_of_order")
    return list(waiting.order_by("deal", "pk"))


def _promoted(known: TableRecord, held: HeldSubmission, written: Sequence[Reckoned]) -> Reckoned | None:
    """Score a waiting deal at its turn; None where it goes on waiting, for its turn or for the referee."""
    table, submission, position = known.table, submission_of(held.body), known.following(written)
    if position is None or held.deal != position.number:
        return None
    sitting = known.sitting(position.number)
    if _doubt(table, submission, position, sitting):
        return None
    try:
        reckoned = reckon_at(table, submission.content, position, sitting, lambda: known.made(written))
    except Refusal:  # the rules' no, worked out here; the database's comes elsewhere
        return None
    return None if _counts_differently(submission, reckoned) else reckoned


def submission_of(body: Mapping[str, Any]) -> Submission:
    """Build a submission from a body whose shape the API has checked."""
    return Submission(
        key=UUID(body["key"]),
        deal=body["deal"],
        seating_version=body["seating_version"],
        context=body.get("context", ""),  # a correction names the version it supersedes instead
        content=declaration_in(body),
        expected=body.get("expected"),
        client_time=body.get("client_time") or "",
        body=dict(body),
    )
