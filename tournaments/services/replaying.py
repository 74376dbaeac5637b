"""Fill a database that was restored, or lost its end, with what the journal has beyond it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tournaments.models import DealVersion, Device, HeldSubmission, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import journal
from tournaments.services.deals import deal_submit, submission_of
from tournaments.services.table_corrections import Correction, correction_of, table_correct
from tournaments.wording import reasons

KNOWN, RECORDED, HELD, REFUSED, NO_TABLE, TORN = "known", "recorded", "held", "refused", "no_table", "torn"
LEFT = (HELD, REFUSED, NO_TABLE, TORN)  # what somebody has to look at


@dataclass(slots=True)
class Replay:
    """What became of a journal: how many lines of each kind, and each line that somebody has to look at."""

    counts: Counter[str] = field(default_factory=Counter)
    left: list[tuple[str, str, str]] = field(default_factory=list)  # where it stands, what became of it, why

    def note(self, where: str, became: str, why: str = "") -> None:
        self.counts[became] += 1
        if became in LEFT:
            self.left.append((where, became, why))


def replay(files: Iterable[Path]) -> Replay:
    """Send each line again under its key, in order; what is there stays as it is, however often it is done.

    A deal that no longer fits is held for the referee, as it would have been from a tablet.
    """
    done = Replay()
    for line in list(journal.lines(files)):  # before any is sent: that writes to the journal, too
        done.note(line.where, *_tried(line))
    return done


def _tried(line: journal.Line | journal.Torn) -> tuple[str, str]:
    if isinstance(line, journal.Torn):
        return TORN, ""
    if _is_known(line):
        return KNOWN, ""
    table = Table.objects.filter(
        round__competition=line.competition, round__number=line.round, number=line.table
    ).first()
    if table is None:
        return NO_TABLE, ""
    try:
        return _sent(line, table)
    except Refusal as refusal:
        return REFUSED, str(refusal)


def _is_known(line: journal.Line) -> bool:
    key = line.body["key"]
    return any(model.objects.filter(key=key).exists() for model in (DealVersion, HeldSubmission))


def _sent(line: journal.Line, table: Table) -> tuple[str, str]:
    device = next(_devices(line), None)
    if line.over is not None:
        return table_correct(table=table, correction=_correction(line, table), device=device).status, ""
    receipt = deal_submit(table=table, submission=submission_of(line.body), device=device)
    return receipt.status, receipt.held.code if receipt.held else ""


def _correction(line: journal.Line, table: Table) -> Correction:
    """Aim a correction at the version it superseded, if that was sent again and is the one that counts.

    What a line of an earlier program has for a reason stays out: who is named there may be erased by now.
    """
    sent = replace(correction_of({**line.body, "reason": reasons.SENT_AGAIN}), sent_as=line.fingerprint)
    now = next((one for one in tables.current_versions(table) if one.number == sent.number), None)
    return replace(sent, supersedes=now.sha256) if now and journal.of_version(now) == line.over else sent


def _devices(line: journal.Line) -> Iterator[Device]:
    """Find the tablet that sent it, if it is paired there still: it may be unknown to an older backup."""
    if line.device is not None:
        here = Device.objects.filter(competition=line.competition, table_number=line.table)
        yield from here.filter(pk=line.device, revoked_at=None)
