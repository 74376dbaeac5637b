"""Look ahead: what a correction, a void or a swap would change, deal by deal and in the standings.

The change is really made and then rolled back, so that what is shown is what saving does.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from tournaments.deal import hashes
from tournaments.models import Competition
from tournaments.ranking.figures import Amount
from tournaments.selectors import history, standings, tables
from tournaments.selectors.called import called_at
from tournaments.services.corrections import Change, Plan


@dataclass(frozen=True, slots=True)
class SeatChange:
    """One seat of a changed deal, before and after."""

    seat: str
    name: str
    wind_before: str
    wind_after: str
    value_before: int | None
    value_after: int | None
    net_before: int
    net_after: int

    @property
    def move(self) -> int:
        return self.net_after - self.net_before


@dataclass(frozen=True, slots=True)
class DealChange:
    """One changed deal: its winds and seats before and after, and what no longer fits."""

    number: int
    round_wind_before: str
    round_wind_after: str
    seats: tuple[SeatChange, ...]
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """What becomes of a player in the standings."""

    number: int
    name: str
    rank_before: int | None
    rank_after: int | None
    total_before: Amount
    total_after: Amount

    @property
    def difference(self) -> Amount:
        return self.total_after - self.total_before


@dataclass(frozen=True, slots=True)
class Foresight:
    """Everything a change would bring; `digest` tells whether it still is what was looked at."""

    deals: tuple[DealChange, ...]
    moves: tuple[Move, ...]
    digest: str

    @property
    def scored(self) -> tuple[Move, ...]:
        """List the players whose total changes."""
        return tuple(move for move in self.moves if move.difference)

    @property
    def shifted(self) -> tuple[Move, ...]:
        """List the players who only change places with those."""
        return tuple(move for move in self.moves if not move.difference)

    @property
    def flagged(self) -> tuple[DealChange, ...]:
        return tuple(deal for deal in self.deals if deal.flags)


def look_ahead(competition: Competition, change: Callable[[], Any]) -> Foresight:
    """Make a change, compare, and take it back; raises the Refusal the change would meet."""
    before = standings.summed(competition)
    with transaction.atomic():
        plan = change()
        after = standings.summed(competition)
        deals = _deals(plan) if isinstance(plan, Plan) else ()
        transaction.set_rollback(True)
    moves = tuple(_moves(before, after))
    facts = {"deals": [asdict(deal) for deal in deals], "moves": [_as_text(move) for move in moves]}
    return Foresight(deals, moves, hashes.sha256(facts))


def _deals(plan: Plan) -> tuple[DealChange, ...]:
    return tuple(_deal(plan, change) for change in plan.changes)


def _deal(plan: Plan, change: Change) -> DealChange:
    before, after = change.before, change.after
    rows = {row.seat: row for row in before.scores.all()}
    winds, winds_after = before.position.winds, after.position.winds
    nets = before.net
    names = called_at(tables.sitters(plan.table, change.number))
    return DealChange(
        number=change.number,
        round_wind_before=before.round_wind,
        round_wind_after=after.position.round_wind,
        flags=tuple(history.flag_words(change.flags)),
        seats=tuple(
            SeatChange(
                seat=seat,
                name=name,
                wind_before=winds.get(seat, ""),
                wind_after=winds_after.get(seat, ""),
                value_before=rows[seat].value,
                value_after=after.values.get(seat),
                net_before=nets.get(seat, 0),
                net_after=after.net.get(seat, 0),
            )
            for seat, name in names.items()
        ),
    )


def _moves(before: standings.Standings, after: standings.Standings) -> list[Move]:
    """List the players whose total or place would change, in the order of the later standings."""
    earlier = {row.number: row for row in before.rows}
    return [
        Move(row.number, row.name, old.rank, row.rank, old.total or 0, row.total or 0)
        for row in after.rows
        if (old := earlier.get(row.number)) and (old.rank, old.total) != (row.rank, row.total)
    ]


def _as_text(move: Move) -> Mapping[str, Any]:
    return {name: str(value) for name, value in asdict(move).items()}
