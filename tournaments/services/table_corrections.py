"""Let a table put right what it recorded, while its round runs and nobody of the staff has decided the deal.

It is a correction as the staff make them (`corrections`): it was only recorded wrongly, so later deals are
replayed. Whoever is refused here keeps the entry, and the referee can still make the correction.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.deal import consent
from tournaments.models import DealVersion, Device, HeldSubmission, Table
from tournaments.refusals import Refusal
from tournaments.selectors import confirmed, tables
from tournaments.services import corrections, journal, locks
from tournaments.services.deals import Receipt, Submission, submission_of
from tournaments.services.devices import check_paired

Kind = DealVersion.Kind


@dataclass(frozen=True, slots=True)
class Correction:
    """What a tablet sends to put a deal right: the deal anew, the hash of the version looked at, and why.

    What a journal sends again has no reason: it was `sent_as` a fingerprint that the tablet still knows.
    """

    submission: Submission
    supersedes: str
    reason: str
    sent_as: str | None = None

    @property
    def number(self) -> int:
        return self.submission.deal

    @property
    def fingerprint(self) -> str:
        return self.sent_as or self.submission.fingerprint


def correction_of(body: Mapping[str, Any]) -> Correction:
    """Build a correction from a body whose shape the API has checked."""
    return Correction(submission_of(body), body["supersedes"], body["reason"])


@locks.write
def table_correct(*, table: Table, correction: Correction, device: Device | None = None) -> Receipt:
    """Correct a recorded deal once, whatever the network does; raises Refusal and then stores nothing."""
    table, sent = locks.take_table(table, in_archive=True), correction.submission
    check_paired(device)
    done = DealVersion.objects.filter(key=sent.key).first()
    over = _check(table, correction, done)
    corrections.deal_correct(
        table=table,
        number=correction.number,
        content=sent.content,
        mode=corrections.REPLAY,
        reason=correction.reason,
        actor=None,
        device=device,
        key=sent.key,
        fingerprint=correction.fingerprint,
        client_time=sent.client_time,
    )
    version = DealVersion.objects.select_related("table__round__competition").get(key=sent.key)
    if sent.expected is not None and dict(sent.expected) != version.net:
        raise Refusal("correction_mismatch")
    if not done:
        journal.note(table, sent.body, device, over=over)
    state, revision = "replayed" if done else "recorded", version.table.round.competition.revision
    return Receipt(state, sent.key, correction.fingerprint, revision, version=version)


def table_correction_plan(*, table: Table, number: int, content: dict[str, Any]) -> corrections.Plan:
    """Say what a correction would bring, storing nothing; raises Refusal with every fault."""
    return corrections.correction_plan(table=table, number=number, content=content, mode=corrections.REPLAY)


def _check(table: Table, correction: Correction, done: DealVersion | None) -> DealVersion | None:
    """Stop a correction that is not the table's to make, else give what it supersedes.

    One that is done already is answered as before.
    """
    if done:
        return None
    if HeldSubmission.objects.filter(key=correction.submission.key).exists():
        raise Refusal("key_reused", key=str(correction.submission.key))  # whatever became of what was held
    deal = correction.number
    if correction.submission.seating_version != table.round.seating_version or not table.round.is_running:
        raise Refusal("correction_too_late", deal=deal)
    current = corrections.find(tables.current_versions(table), deal, table)
    if current.sha256 != correction.supersedes:
        raise Refusal("version_changed", deal=deal, version=current.version)
    if decided_by_staff(current):
        raise Refusal("deal_settled", deal=deal)
    return current


def decided_by_staff(version: DealVersion) -> bool:
    """Say whether the staff have ruled on a deal; what only followed from another ruling is none."""
    ruled = version.kind in (Kind.CORRECT, Kind.VOID) and version.actor_id is not None
    return ruled or consent.STAFF in confirmed.words_on(version)
