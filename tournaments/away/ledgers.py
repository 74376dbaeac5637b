"""Write what a hall's ledger has beyond here, in its order, tied to the end of the chain here.

Each row keeps its key, its time and its hash; only the place in the chain is another one where something was
written here meanwhile. Lines of the log alone get new keys, since the log here went on: what refers to a line
by its key (`REFERS`) refers to the new one.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.away import rows
from tournaments.away.chains import Beyond, hash_of
from tournaments.away.kinds import Kind, Row
from tournaments.away.packing import Packed
from tournaments.away.taking import BROUGHT
from tournaments.deal import hashes
from tournaments.models import Action, Competition, DealVersion, ScoreRow
from tournaments.models.seals import stated

MOVED = ("links", "chain_end", "sealed_at")
REFERS = ("undoes", "ruling", "warning", "objection")


def follow(packed: Packed, one: Beyond, competition: Competition) -> None:
    """Write the new rows of a competition; `competition` moves on by them and is not saved."""
    lines = _Lines(packed, one, competition)
    others: dict[Kind, list[Row]] = {}
    for kind, row in one.new:
        row = lines.meant(row) if kind is Action else row
        row = _tied(row, competition)
        if kind is Action:
            lines.write(row)
        else:
            others.setdefault(kind, []).append(row)
    for kind, found in others.items():
        rows.insert(kind, found)
    versions = {row["id"] for row in others.get(DealVersion, ())}
    rows.insert(ScoreRow, packed.of(ScoreRow, "version_id", versions))


def _tied(row: Row, competition: Competition) -> Row:
    """Give a row the next place in the chain."""
    competition.links += 1
    told = {**row, "seal": {**row["seal"], "link": competition.links}}
    if "prev_chain" in row:
        told["prev_chain"] = competition.chain_end
        told["chain"] = hashes.chain(competition.chain_end, row["sha256"])
    competition.chain_end = hashes.chain(competition.chain_end, hash_of(row))
    competition.sealed_at = max(row["at"], competition.sealed_at or row["at"])
    return told


class _Lines:
    """The lines of a hall's log: which key each of them has here."""

    def __init__(self, packed: Packed, one: Beyond, competition: Competition) -> None:
        self.theirs = {key: row["seal"]["link"] for key, row in packed.rows[Action].items() if row["seal"]}
        self.way, self.competition = packed.told["way"], competition
        self.here: dict[int, int] = {}

    def write(self, row: Row) -> None:
        """Write a line under a new key."""
        line = Action(**{name: value for name, value in row.items() if name != "id"})
        line.save(force_insert=True)
        self.here[row["id"]] = line.pk

    def meant(self, row: Row) -> Row:
        """Let a line refer to lines by their keys here; it is sealed anew where that changes it."""
        facts = {name: self._key(value) if name in REFERS else value for name, value in row["facts"].items()}
        if facts == row["facts"]:
            return row
        line = Action(**{**row, "facts": facts})
        seal = {**row["seal"], "sha256": hashes.sha256(stated(line, row["seal"].get("text", "")))}
        return {**row, "facts": facts, "seal": seal}

    def _key(self, theirs: Any) -> Any:
        if theirs not in self.here and theirs in self.theirs:
            self.here[theirs] = self._brought_before(self.theirs[theirs], theirs)
        return self.here.get(theirs, theirs)

    def _brought_before(self, link: int, theirs: int) -> int:
        """Find a line that was brought in before by its link; what is older than the way has its key."""
        lines = Action.objects.filter(competition=self.competition)
        for brought in lines.filter(verb=BROUGHT, facts__way=self.way):
            facts: Mapping[str, int] = brought.facts
            if facts["theirs"] <= link <= facts["links"]:
                return lines.get(seal__link=link - facts["theirs"] + facts["ours"]).pk
        return theirs
