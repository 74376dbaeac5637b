"""Check the ledger of a competition against its own hashes: whether every row is as it was recorded."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournaments.deal import hashes
from tournaments.models import Competition, DealVersion, ScoreRow
from tournaments.services.ledger import content_hash
from tournaments.wording.rounds import round_name

BEGINNING = "0" * 64


@dataclass(frozen=True, slots=True)
class Broken:
    """One thing that is not as it was recorded: where, and the code of what is wrong.

    Codes: `sequence` (a row is missing or added), `content` (a row says something else), `link` (it does not
    follow from the row before), `chain` (its own chain value is wrong), `scores` (the score rows differ from
    the deal), `head` (the competition names another end).
    """

    code: str
    where: str


def chain_check(competition: Competition) -> tuple[int, list[Broken]]:
    """Work out every hash again; return how many rows there are and everything that is broken."""
    versions = list(_versions(competition))
    broken = [each for version in versions for each in _row(version)]
    broken += _links(versions)
    end = versions[-1].chain if versions else BEGINNING
    if (competition.sequence, competition.chain_head) != (len(versions), end):
        broken.append(Broken("head", str(competition)))
    return len(versions), broken


def _versions(competition: Competition) -> Iterable[DealVersion]:
    versions = competition.deal_versions.select_related("table__round")
    return versions.prefetch_related("scores").order_by("sequence")


def _row(version: DealVersion) -> Iterator[Broken]:
    """Check what one row says against its hash, and its score rows against what it says."""
    rows = list(version.scores.all())
    if version.sha256 != content_hash(version, {row.seat: row.entry_id for row in rows}):
        yield Broken("content", _said(version))
    if version.chain != hashes.chain(version.prev_chain, version.sha256):
        yield Broken("chain", _said(version))
    if any(_differs(row, version) for row in rows) or len(rows) != len(version.net):
        yield Broken("scores", _said(version))


def _differs(row: ScoreRow, version: DealVersion) -> bool:
    won = not version.void and row.seat in version.content.get("winners", ())
    return (
        row.net != version.net[row.seat]
        or row.mahjong != won
        or version.void != bool(version.content.get("void"))
    )


def _links(versions: list[DealVersion]) -> Iterator[Broken]:
    """Check that each row follows from the one before it, and that no number is missing."""
    previous = BEGINNING
    for number, version in enumerate(versions, start=1):
        if version.sequence != number:
            yield Broken("sequence", _said(version))
            return
        if version.prev_chain != previous:
            yield Broken("link", _said(version))
        previous = version.chain


def _said(version: DealVersion) -> str:
    called = round_name(version.competition, version.table.round.number)
    return f"{called} · {version.table} · {version.number} v{version.version}"
