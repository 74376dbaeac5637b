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
from tournaments.selectors.chain import Ledger, Step, is_erased, ledger_of, steps
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
    """Work out every hash again; return how many rows there are and everything that is broken."""
    ledger = ledger_of(competition)
    broken = [Broken("content", _said(row)) for row in ledger.unreadable]
    broken += [each for row in ledger.older for each in _older(row)]
    broken += [each for seal, row in ledger.sealed for each in _sealed(seal, row)]
    broken += [each for version in ledger.versions for each in _scores(version)]
    broken += recounted(ledger, competition)
    broken += _rules(ledger, competition)
    broken += [Broken(*found) for found in unvouched(_vouching(ledger), competition)]
    broken += _in_order(ledger)
    broken += _chained(ledger, competition)
    return len(ledger), broken


def texts_erased(competition: Competition) -> int:
    """Count the texts that were erased, with their salts, since they were written."""
    return ledger_of(competition).erased


def recounted(ledger: Ledger, competition: Competition) -> Iterator[Broken]:
    """Work the deals out again whose figures hash 1 does not cover; what it covers must be right for that."""
    recount = Recount(competition)
    for row in ledger.older:
        if isinstance(row, DealVersion) and not [*_older(row)] and recount.differs(row):
            yield Broken("counted", _said(row))


def _older(row: Any) -> Iterator[Broken]:
    """Check a deal's version against hash 1; the other tables had none."""
    if isinstance(row, DealVersion) and row.sha256 != first_hash(row):
        yield Broken("content", _said(row))


def _sealed(seal: Seal, row: Any) -> Iterator[Broken]:
    """Check what a row says against its hash, and its text against the text's."""
    stored = row.sha256 if isinstance(row, DealVersion) else seal.sha256
    reason = getattr(row, "reason", "")
    as_written = is_erased(seal, row) or text_hash(seal.salt, reason) == seal.text
    if stored != row_hash(row, seal.text) or not as_written:
        yield Broken("content", _said(row))


def _scores(version: DealVersion) -> Iterator[Broken]:
    """Check what is derived: the score rows, and what repeats other columns."""
    rows = list(version.scores.all())
    if any(_differs(row, version) for row in rows) or len(rows) != len(version.net):
        yield Broken("scores", _said(version))


def _differs(row: ScoreRow, version: DealVersion) -> bool:
    told = version.content if isinstance(version.content, dict) else {}
    won = not version.void and row.seat in told.get("winners", ())
    return (
        row.net != version.net.get(row.seat) or row.mahjong != won or version.void != bool(told.get("void"))
    )


def _rules(ledger: Ledger, competition: Competition) -> Iterator[Broken]:
    """Check that the rules are kept as they were, and are those that the log says were chosen."""
    if not rules_are_whole(competition):
        yield Broken("rules", str(competition))
    if ledger.versions and not KeptRules.objects.filter(sha256=competition.ruleset_hash).exists():
        yield Broken("unkept", str(competition))
    if not _is_bound(ledger, competition.ruleset_hash):
        yield Broken("bound", str(competition))


def _is_bound(ledger: Ledger, rules: str) -> bool:
    """Tell whether the log names these rules; from the first deal on it names no others.

    Lines of before the log named any say nothing.
    """
    named, started = "", False
    for _seal, row in ledger.sealed:
        started = started or isinstance(row, DealVersion)
        told = _rules_named(row)
        if told and started and named and told != named:
            return False
        named = told or named
    return named in ("", rules)


def _rules_named(row: Any) -> str:
    facts = row.facts if isinstance(row, Action) and row.verb in BINDING else None
    return str(facts.get("rules", "")) if isinstance(facts, dict) else ""


def _vouching(ledger: Ledger) -> list[Action]:
    """List the lines that say what figures rest on, as far as they say what was recorded."""
    lines = [(seal, row) for seal, row in ledger.sealed if isinstance(row, Action) and vouches(row)]
    return [row for seal, row in lines if not [*_sealed(seal, row)]]


def _in_order(ledger: Ledger) -> Iterator[Broken]:
    """Check that each table's keys ascend along the chain, and that each version follows its deal's last."""
    latest: dict[Any, int] = {}
    deals: dict[tuple[int, int], int] = {}
    for row in [*ledger.older, *(row for _, row in ledger.sealed)]:
        for each in _keyed(row):
            if each.pk <= latest.get(type(each), 0):
                yield Broken("sequence", _said(row))
            latest[type(each)] = each.pk
        if isinstance(row, DealVersion):
            if row.supersedes_id != deals.get((row.table_id, row.number)):
                yield Broken("sequence", _said(row))
            deals[row.table_id, row.number] = row.pk


def _keyed(row: Any) -> list[Any]:
    """Give a row and, of a deal, its score rows in the order of the seats, as they were written."""
    scores = list(row.scores.all()) if isinstance(row, DealVersion) else []
    return [row, *sorted(scores, key=lambda score: "ESWNR".find(score.seat))]


def _chained(ledger: Ledger, competition: Competition) -> Iterator[Broken]:
    """Check that each row follows from the one before it, that none is missing, and where it ends."""
    walk = walked(ledger)
    yield from walk.broken
    told = (competition.sequence, competition.links, competition.chain_end)
    last = (competition.last_word, competition.last_penalty)
    found = (len(ledger.versions), len(ledger.sealed), walk.end)
    found_last = (ledger.last(Confirmation), ledger.last(Penalty))
    if (told, last) != (found, found_last) or competition.chain_head not in walk.ends:
        yield Broken("head", str(competition))


@dataclass(slots=True)
class Walk:
    """A way along the chain: how far it is, where that is, and each end since the last deal."""

    links: int = 0
    deals: int = 0
    end: str = BEGINNING
    ends: list[str] = field(default_factory=lambda: [BEGINNING])
    broken: list[Broken] = field(default_factory=list)

    def take(self, step: Step) -> bool:
        """Take one step; False where a row is missing before it or was added."""
        version = step.row if isinstance(step.row, DealVersion) else None
        if step.link not in (0, self.links + 1) or (version and version.sequence != self.deals + 1):
            self.broken.append(Broken("sequence", _said(step.row)))
            return False
        self.links = step.link or self.links
        if version:
            self._deal(version)
        else:
            self.end = hashes.chain(self.end, step.sha256)
            self.ends.append(self.end)
        return True

    def _deal(self, version: DealVersion) -> None:
        """Take a deal, which says itself what came before it."""
        if version.prev_chain != self.end:
            self.broken.append(Broken("link", _said(version)))
        if version.chain != hashes.chain(version.prev_chain, version.sha256):
            self.broken.append(Broken("chain", _said(version)))
        self.deals += 1
        self.end, self.ends = version.chain, [version.chain]


def walked(ledger: Ledger) -> Walk:
    """Go along the chain as far as no row is missing."""
    walk = Walk()
    for step in steps(ledger):
        if not walk.take(step):
            break
    return walk


def _said(row: Any) -> str:
    if not isinstance(row, DealVersion):
        return f"{row._meta.verbose_name} {row.pk}"
    called = round_name(row.competition, row.table.round.number)
    return f"{called} · {row.table} · {row.number} v{row.version}"
