"""Read the ledger back and say whether it is what was recorded (what the hashes cover: `models.seals`)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tournaments.deal import hashes
from tournaments.deal.hashes import BEGINNING
from tournaments.models import (
    Action,
    Competition,
    Confirmation,
    DealVersion,
    KeptRules,
    Penalty,
    ScoreRow,
)
from tournaments.models.seals import Seal, first_hash, row_hash, text_hash
from tournaments.selectors.chain import (
    Step,
    is_erased,
    misplaced_versions,
    older_rows,
    older_steps,
    sealed_rows,
    sealed_step,
)
from tournaments.services.reckoning import rules_are_whole
from tournaments.services.recounting import Recount
from tournaments.services.vouching import unvouched, vouches
from tournaments.wording.rounds import round_name

BINDING = ("competition_create", "competition_change")  # the log lines that name the rules


@dataclass(frozen=True, slots=True)
class Broken:
    """One thing that is not as it was recorded: where, and the code of what is wrong.

    Codes: `sequence` (a row is missing or added), `content` (a row says something else), `link` (it does not
    follow from the row before), `chain` (its own chain value is wrong), `scores` (the score rows differ from
    the deal), `counted` (the rules make something else of the deal, which hash 1 does not cover), `rules`
    (the kept table of rules is another), `unkept` (it is gone), `bound` (the competition names other rules
    than those that the log says were chosen for it), `head` (the competition names another end). Otherwise
    than the log says is what figures rest on beside the ledger: `settings`, `entries`, `attendance` (who was
    here), `rounds` (state, planned deals, who sits where).
    """

    code: str
    where: str


def chain_check(competition: Competition) -> tuple[int, list[Broken]]:
    """Work out every hash again; return how many rows there are and everything that is broken.

    Read once, in the order of the chain; of a ledger of any length only what `Reading` names is held.
    """
    older = older_rows(competition)
    reading = Reading(walk=walked_through(older))
    for row in older:
        reading.take(row, [*_older(row)])
    for seal, row in sealed_rows(competition):
        reading.take_sealed(seal, row)
    reading.broken += recounted(older, competition)
    reading.broken += _rules(reading, competition)
    reading.broken += [Broken(*found) for found in unvouched(reading.lines, competition)]
    reading.broken += [Broken("sequence", said(row)) for row in misplaced_versions(competition)]
    reading.broken += reading.walk.broken
    reading.broken += _head(reading, competition)
    return reading.rows, reading.broken


def texts_erased(competition: Competition) -> int:
    """Count the texts that were erased, with their salts, since they were written."""
    return sum(is_erased(seal, row) for seal, row in sealed_rows(competition) if seal)


def recounted(older: list[Any], competition: Competition) -> Iterator[Broken]:
    """Work the deals out again whose figures hash 1 does not cover; what it covers must be right for that."""
    recount = Recount(competition)
    for row in older:
        if isinstance(row, DealVersion) and not [*_older(row)] and recount.differs(row):
            yield Broken("counted", said(row))


def _older(row: Any) -> Iterator[Broken]:
    """Check a deal's version against hash 1; the other tables had none."""
    if isinstance(row, DealVersion) and row.sha256 != first_hash(row):
        yield Broken("content", said(row))


def _sealed(seal: Seal, row: Any) -> Iterator[Broken]:
    """Check what a row says against its hash, and its text against the text's."""
    stored = row.sha256 if isinstance(row, DealVersion) else seal.sha256
    reason = getattr(row, "reason", "")
    as_written = is_erased(seal, row) or text_hash(seal.salt, reason) == seal.text
    if stored != row_hash(row, seal.text) or not as_written:
        yield Broken("content", said(row))


def _scores(version: DealVersion) -> Iterator[Broken]:
    """Check what is derived: the score rows, and what repeats other columns."""
    rows = list(version.scores.all())
    if any(_differs(row, version) for row in rows) or len(rows) != len(version.net):
        yield Broken("scores", said(version))


def _differs(row: ScoreRow, version: DealVersion) -> bool:
    told = version.content if isinstance(version.content, dict) else {}
    won = not version.void and row.seat in told.get("winners", ())
    return (
        row.net != version.net.get(row.seat) or row.mahjong != won or version.void != bool(told.get("void"))
    )


def _rules(reading: "Reading", competition: Competition) -> Iterator[Broken]:
    """Check that the rules are kept as they were, and are those that the log says were chosen."""
    if not rules_are_whole(competition):
        yield Broken("rules", str(competition))
    if reading.versions and not KeptRules.objects.filter(sha256=competition.ruleset_hash).exists():
        yield Broken("unkept", str(competition))
    if not (reading.is_bound and reading.named in ("", competition.ruleset_hash)):
        yield Broken("bound", str(competition))


def _rules_named(row: Any) -> str:
    facts = row.facts if isinstance(row, Action) and row.verb in BINDING else None
    return str(facts.get("rules", "")) if isinstance(facts, dict) else ""


def _keyed(row: Any) -> list[Any]:
    """Give a row and, of a deal, its score rows in the order of the seats, as they were written."""
    scores = list(row.scores.all()) if isinstance(row, DealVersion) else []
    return [row, *sorted(scores, key=lambda score: "ESWNR".find(score.seat))]


def _head(reading: "Reading", competition: Competition) -> Iterator[Broken]:
    """Check that the chain ends where the competition says."""
    told = (competition.sequence, competition.links, competition.chain_end)
    last = (competition.last_word, competition.last_penalty)
    found = (reading.versions, reading.sealed, reading.walk.end)
    found_last = (reading.latest.get(Confirmation, 0), reading.latest.get(Penalty, 0))
    if (told, last) != (found, found_last) or competition.chain_head not in reading.walk.ends:
        yield Broken("head", str(competition))


@dataclass(slots=True)
class Walk:
    """A way along the chain: how far it is, where that is, and each end since the last deal."""

    links: int = 0
    deals: int = 0
    end: str = BEGINNING
    ends: list[str] = field(default_factory=lambda: [BEGINNING])
    broken: list[Broken] = field(default_factory=list)
    stopped: bool = False

    def take(self, step: Step) -> None:
        """Take one step; none any more, once a row is missing before it or was added."""
        if self.stopped:
            return
        version = step.row if isinstance(step.row, DealVersion) else None
        if step.link not in (0, self.links + 1) or (version and version.sequence != self.deals + 1):
            self.broken.append(Broken("sequence", said(step.row)))
            self.stopped = True
            return
        self.links = step.link or self.links
        if version:
            self._deal(version)
        else:
            self.end = hashes.chain(self.end, step.sha256)
            self.ends.append(self.end)

    def _deal(self, version: DealVersion) -> None:
        """Take a deal, which says itself what came before it."""
        if version.prev_chain != self.end:
            self.broken.append(Broken("link", said(version)))
        if version.chain != hashes.chain(version.prev_chain, version.sha256):
            self.broken.append(Broken("chain", said(version)))
        self.deals += 1
        self.end, self.ends = version.chain, [version.chain]


def walked_through(older: list[Any]) -> Walk:
    """Go along what is older than hash 2."""
    walk = Walk()
    for step in older_steps(older):
        walk.take(step)
    return walk


@dataclass(slots=True)
class Reading:
    """What one way through a ledger leaves behind: counts, ends, what is broken, the lines that vouch.

    `latest` is the last key of each table, `named` the rules that the log chose last; `is_bound` is False
    once it chose others after the first deal. Lines of before the log named any say nothing of rules.
    """

    walk: Walk
    rows: int = 0
    versions: int = 0
    sealed: int = 0
    named: str = ""
    is_bound: bool = True
    has_begun: bool = False
    latest: dict[Any, int] = field(default_factory=dict)
    lines: list[Action] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)

    def take(self, row: Any, faults: list[Broken]) -> None:
        """Take a row with what is wrong with it alone; each table's keys must ascend along the chain."""
        self.rows += 1
        self.broken += faults
        if isinstance(row, DealVersion):
            self.versions += 1
            self.broken += _scores(row)
        for each in _keyed(row):
            if each.pk <= self.latest.get(type(each), 0):
                self.broken.append(Broken("sequence", said(row)))
            self.latest[type(each)] = max(each.pk, self.latest.get(type(each), 0))

    def take_sealed(self, seal: Seal | None, row: Any) -> None:
        """Take a sealed row, the next of the chain; what cannot be read is not as it was recorded."""
        if seal is None:
            self.rows += 1
            self.broken.append(Broken("content", said(row)))
            return
        self._bind(row)
        faults = [*_sealed(seal, row)]
        self.take(row, faults)
        self.sealed += 1
        if isinstance(row, Action) and vouches(row) and not faults:
            self.lines.append(row)
        self.walk.take(sealed_step(seal, row))

    def _bind(self, row: Any) -> None:
        """Take in which rules a line names; from the first deal on it names no others."""
        told = _rules_named(row)
        if told and self.named and told != self.named and self.has_begun:
            self.is_bound = False
        self.named = told or self.named
        self.has_begun = self.has_begun or isinstance(row, DealVersion)


def said(row: Any) -> str:
    """Name a row of the ledger as its readers look for it."""
    if not isinstance(row, DealVersion):
        return f"{row._meta.verbose_name} {row.pk}"
    called = round_name(row.competition, row.table.round.number)
    return f"{called} · {row.table} · {row.number} v{row.version}"
