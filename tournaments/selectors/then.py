"""The standings of a moment beside those of now: who stands elsewhere since, and by how much."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Competition, DealVersion
from tournaments.ranking.figures import Amount
from tournaments.selectors.standings import Row, Standings, standings_of, stood


@dataclass(frozen=True, slots=True)
class Compared:
    """One entry then and now."""

    row: Row
    before: Row | None

    @property
    def moved(self) -> bool:
        """Say whether place or total is another one."""
        before = self.before
        return before is None or (before.rank, before.total) != (self.row.rank, self.row.total)

    @property
    def by(self) -> Amount:
        """Say how much more or less the total is."""
        return (self.row.total or 0) - ((self.before.total or 0) if self.before else 0)


@dataclass(frozen=True, slots=True)
class Then:
    """Two tables beside each other, in the order of today's."""

    at: datetime
    table: Standings
    lines: tuple[Compared, ...]

    @property
    def moved(self) -> int:
        """Count who stands elsewhere since."""
        return sum(one.moved for one in self.lines)


def compared(competition: Competition, at: datetime) -> Then:
    """Compare the standings of a moment with those of now."""
    before, now = stood(competition, at), standings_of(competition)
    known: Mapping[int, Row] = {row.number: row for row in before.rows}
    return Then(at, before, tuple(Compared(row, known.get(row.number)) for row in now.rows))


def moment_of(competition: Competition, entry: int) -> datetime | None:
    """Say when the ledger got its entry of this number, as public pages and printed sheets count them."""
    found = DealVersion.objects.filter(competition=competition, sequence=entry)
    return found.values_list("at", flat=True).first()
