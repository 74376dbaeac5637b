"""Look ahead: what a correction, a void or a swap would change, deal by deal and in the standings.

Of a deal that is held it is worked out, by the very arithmetic of the ruling and without writing anything
(`correcting`, `accepting`). Any other change is really made and then rolled back (`look_ahead`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects

from tournaments.deal import hashes
from tournaments.deal.reckon import Reckoned
from tournaments.models import Competition, DealVersion, HeldSubmission, ScoreRow, Table
from tournaments.ranking import advancing
from tournaments.ranking.figures import Amount
from tournaments.refusals import Refusal
from tournaments.selectors import history, standings
from tournaments.selectors.called import called_at
from tournaments.selectors.recorded import TableRecord
from tournaments.services import held as rulings
from tournaments.services import ledger, locks
from tournaments.services.corrections import Change, Plan, correction_plan
from tournaments.services.deals import Submission, promotions, submission_of


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
        deals = _deals(TableRecord(plan.table), plan) if isinstance(plan, Plan) else ()
        transaction.set_rollback(True)
    return _foresight(deals, before.rows, after.rows)


def correcting(known: TableRecord, held: HeldSubmission, mode: str) -> Foresight:
    """Work out what replacing the recorded deal of its number by a held one would bring; raises Refusal."""
    submission = _open(known, held)
    prefetch_related_objects(known.versions, "scores")
    plan = correction_plan(
        table=known.table, number=submission.deal, content=submission.content, mode=mode, known=known
    )
    return _worked_out(known, _deals(known, plan), plan.changes, [change.after for change in plan.changes])


def accepting(known: TableRecord, held: HeldSubmission) -> Foresight:
    """Work out what accepting a held deal as its table's next would bring; raises Refusal."""
    return _worked_out(known, (), (), [rulings.accepted(known, _open(known, held))])


def _open(known: TableRecord, held: HeldSubmission) -> Submission:
    if hasattr(held, "ruling"):
        raise Refusal("already_ruled")
    locks.refuse_archived(known.table.round.competition)
    return submission_of(held.body)


def _worked_out(
    known: TableRecord, deals: tuple[DealChange, ...], changes: Sequence[Change], written: list[Reckoned]
) -> Foresight:
    """Advance the standings by what would be written, with the deals that have their turn then."""
    written = [*written, *(reckoned for _, reckoned in promotions(known, written))]
    new = [_written(known, each) for each in written]
    old = [_replaced(known, change.before) for change in changes]
    before, after = standings.foreseen(known.table, new, old)
    return _foresight(deals, before, after)


def _written(known: TableRecord, deal: Reckoned) -> advancing.Version:
    rows = ledger.score_rows(deal, known.sitting(deal.position.number))
    return _version(0, known.table, bool(deal.content.get("void")), rows)


def _replaced(known: TableRecord, version: DealVersion) -> advancing.Version:
    return _version(version.pk, known.table, version.void, version.scores.all())


def _version(key: int, table: Table, void: bool, rows: Iterable[ScoreRow]) -> advancing.Version:
    """Take of a version what the standings count; one that is not written has no key."""
    scores = [
        advancing.Score(row.entry_id, row.stands_for_id, row.net, row.mahjong, row.gave, not row.own_wind)
        for row in rows
    ]
    return advancing.Version(key, table.round_id, table.pk, void, None, tuple(scores))


def _foresight(
    deals: tuple[DealChange, ...], before: Sequence[standings.Row], after: Sequence[standings.Row]
) -> Foresight:
    moves = tuple(_moves(before, after))
    facts = {"deals": [asdict(deal) for deal in deals], "moves": [_as_text(move) for move in moves]}
    return Foresight(deals, moves, hashes.sha256(facts))


def _deals(known: TableRecord, plan: Plan) -> tuple[DealChange, ...]:
    return tuple(_deal(change, called_at(known.sitting(change.number))) for change in plan.changes)


def _deal(change: Change, names: Mapping[str, str]) -> DealChange:
    before, after = change.before, change.after
    rows = {row.seat: row for row in before.scores.all()}
    winds, winds_after = before.position.winds, after.position.winds
    nets = before.net
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


def _moves(before: Iterable[standings.Row], after: Iterable[standings.Row]) -> list[Move]:
    """List the players whose total or place would change, in the order of the later standings."""
    earlier = {row.number: row for row in before}
    return [
        Move(row.number, row.name, old.rank, row.rank, old.total or 0, row.total or 0)
        for row in after
        if (old := earlier.get(row.number)) and (old.rank, old.total) != (row.rank, row.total)
    ]


def _as_text(move: Move) -> Mapping[str, Any]:
    return {name: str(value) for name, value in asdict(move).items()}
