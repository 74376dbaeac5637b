"""The board of tables: how far each is, how its tablet is, and what there waits for somebody, that first.

The number of queries does not depend on the number of tables.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import Any

from django.db.models import Max, OuterRef
from django.utils import timezone

import scoring
from tournaments import sittings
from tournaments.access import results_through
from tournaments.models import (
    Action,
    Competition,
    DealVersion,
    Device,
    HeldSubmission,
    RefereeCall,
    Round,
    Seating,
    Table,
)
from tournaments.selectors import next_step, tables
from tournaments.selectors.arrivals import Seated, absent_from
from tournaments.selectors.confirmed import OpenAt, open_at
from tournaments.selectors.finals import busy_elsewhere
from tournaments.selectors.next_step import NextStep
from tournaments.wording.people import shared_among, told_apart

HARMLESS = {"beyond_planned_deals"}  # a deal begun when the time was up is finished
Grouped = dict[int, list[Any]]
NETS = tuple(f"net_{seat.lower()}" for seat in scoring.CHAIRS)
SHOWN = ("table", "number", "void", "flags", *NETS, *tables.LAST)  # of a deal
SILENT_AFTER = timedelta(minutes=2)  # four heartbeats


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """Who sits on a seat now, their wind in the coming deal and their score at this table."""

    seat: str
    wind: str
    name: str
    score: int


@dataclass(frozen=True, slots=True)
class BoardTable:
    """One table as the director sees it."""

    table: Table
    played: int
    planned: int | None
    done: bool  # has played what is planned
    bounded: bool  # something is planned
    next_deal: int | None
    round_wind: str
    last_at: datetime | None
    seats: tuple[BoardSeat, ...]
    device: Device | None
    held: tuple[HeldSubmission, ...] = ()
    open: tuple[OpenAt, ...] = ()
    flagged: tuple[int, ...] = ()
    calls: tuple[RefereeCall, ...] = ()
    ends_at: datetime | None = None

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def finished(self) -> bool:
        return self.next_deal is None or (self.done and self.bounded)

    @property
    def disputed(self) -> tuple[int, ...]:
        return tuple(one.number for one in self.open if one.disputed)

    @property
    def unconfirmed(self) -> tuple[int, ...]:
        """List the deals whose confirmation is still missing, as that of the last one often is."""
        return tuple(one.number for one in self.open if not one.disputed)

    @property
    def silent(self) -> bool:
        """Say whether the tablet has not been heard of for a while."""
        return self.device is None or is_silent(self.device)

    @property
    def state(self) -> str:
        """Name the gravest thing about the table: disputed, held, silent, calm (finished) or live."""
        if self.disputed or self.calls:
            return "disputed"
        if self.held or self.flagged:
            return "held"
        if self.finished:
            return "calm"
        return "silent" if self.device and self.silent else "live"

    @property
    def complete(self) -> bool:
        """Say whether the round can be closed without asking about this table."""
        return self.done

    @property
    def out_of_touch(self) -> bool:
        """Say whether the tablet may have deals that the server has not."""
        return self.device is not None and (self.silent or bool(self.device.unsent))

    @property
    def need(self) -> tuple[int, datetime, int]:
        """Order tables by what they need: who calls waits longest; what is finished comes last."""
        words = self.finished and bool(self.unconfirmed)  # while it plays, the last deal often waits
        urgent = (bool(self.calls), bool(self.disputed), self.waits)
        needs = (*urgent, self.out_of_touch, words, not self.finished)
        first = self.calls[0].at if self.calls else datetime.max.replace(tzinfo=UTC)
        return needs.index(True) if True in needs else len(needs), first, self.number

    @property
    def waits(self) -> bool:
        return bool(self.disputed or self.calls or self.held or self.flagged)


@dataclass(frozen=True, slots=True)
class Board:
    """The tables of one round, with what is held elsewhere."""

    round: Round | None
    tables: tuple[BoardTable, ...] = ()
    held_elsewhere: tuple[HeldSubmission, ...] = ()
    step: NextStep = field(default_factory=lambda: NextStep(next_step.DRAW))
    seen: datetime = field(default_factory=timezone.now)
    through: int | None = None  # the round up to which readers see results, where some are held back
    held_back: tuple[int, ...] = ()
    busy: tuple[tuple[str, str], ...] = ()  # who is to play next and plays in another part of the event
    absent: tuple[Seated, ...] = ()  # who is to play next and is not checked in
    again: Round | None = None  # the sitting that is over, after which players of its meeting can sit anew
    left_out: Round | None = None  # the sitting that can be played no more once the next round starts

    @property
    def unfinished(self) -> list[int]:
        """List the tables that have not played what was planned."""
        return sorted(one.number for one in self.tables if not one.complete)

    @property
    def out_of_touch(self) -> list[int]:
        """List the tables whose tablets are silent, or said that they have deals to send."""
        return sorted(one.number for one in self.tables if one.out_of_touch)

    @property
    def waiting(self) -> int:
        """Count what waits for the staff."""
        return len(self.held_elsewhere) + sum(
            len(one.held) + len(one.disputed) + len(one.calls) + len(one.flagged) for one in self.tables
        )


def count_waiting(competition: Competition, rounds: list[Round]) -> int:
    """Count what waits for the staff, as the board does, for a page that shows none of it."""
    shown = _round(sorted(rounds, key=lambda one: sittings.turn(one.number)))
    held = HeldSubmission.objects.waiting().filter(competition=competition).count()
    if shown is None:
        return held
    calls = RefereeCall.objects.filter(table__round=shown, answered_at__isnull=True).count()
    disputed = sum(one.disputed for one in open_at([shown], competition.confirmed_by))
    flags = DealVersion.objects.current().filter(table__round=shown).values_list("flags", flat=True)
    return held + calls + disputed + sum(bool(set(each) - HARMLESS) for each in flags)


def board_of(competition: Competition) -> Board:
    """Show the running round, else the latest that was played."""
    rounds = next_step.rounds_with_tables(competition)
    step = next_step.next_step(competition, rounds)
    shown, held, seen = _round(rounds), _held(competition), timezone.now()
    if shown is None:
        return Board(None, held_elsewhere=tuple(held), step=step, seen=seen, **_hindrances(step))
    through = results_through(competition, rounds)
    rows = sorted(_tables(competition, shown, held, seen), key=attrgetter("need"))
    here = {one.table.pk for one in rows}
    elsewhere = tuple(one for one in held if one.table_id not in here)
    back = _held_back(rounds, through)
    again = next_step.over_now(competition, rounds, next_step.drawn_among(rounds))
    told = {"again": again, **_hindrances(step)}
    if step.does == next_step.START and step.round:
        told["left_out"] = next_step.left_out(rounds, step.round)
    return Board(shown, tuple(rows), elsewhere, step, seen, through, back, **told)


def _hindrances(step: NextStep) -> dict[str, Any]:
    """Say who could not play if the next round was started now."""
    if step.does != next_step.START or step.round is None:
        return {}
    return {"busy": tuple(busy_elsewhere(step.round)), "absent": tuple(absent_from(step.round))}


def _held_back(rounds: list[Round], through: int | None) -> tuple[int, ...]:
    played = [one.number for one in rounds if one.is_running or one.is_closed]
    return tuple(number for number in played if not sittings.through(number, through))


def is_silent(device: Device) -> bool:
    """Say whether a tablet has not been heard of for a while."""
    return device.last_seen is None or timezone.now() - device.last_seen > SILENT_AFTER


def out_of_touch(competition: Competition, numbers: Iterable[int]) -> list[int]:
    """List those of the tables whose tablets are silent, or said that they have deals to send."""
    doubtful = (one for one in devices_of(competition) if is_silent(one) or one.unsent)
    return sorted({one.table_number for one in doubtful}.intersection(numbers))


def round_of_now(competition: Competition) -> Round | None:
    """Give the round that is played, else the next one whose seating is published."""
    states = (Round.State.RUNNING, Round.State.PUBLISHED)
    ordered = list(competition.rounds.filter(state__in=states).in_turn())
    found = {one.state: one for one in reversed(ordered)}
    return found.get(Round.State.RUNNING) or found.get(Round.State.PUBLISHED)


def pulse_of(competition: Competition) -> str:
    """Sum up in two queries all that moves a board: the log grows with whatever staff or tables do."""
    last = Action.objects.filter(competition=competition).aggregate(last=Max("pk"))["last"]
    held = HeldSubmission.objects.filter(competition=competition).aggregate(last=Max("pk"))["last"]
    return f"{competition.revision}.{last or 0}.{held or 0}"


def _round(rounds: list[Round]) -> Round | None:
    running = [one for one in rounds if one.is_running]
    return next(iter(running or [one for one in reversed(rounds) if one.is_closed]), None)


def _held(competition: Competition) -> list[HeldSubmission]:
    waiting = HeldSubmission.objects.waiting().filter(competition=competition)
    return list(waiting.select_related("table__round").order_by("pk"))


def _tables(
    competition: Competition, shown: Round, held: list[HeldSubmission], seen: datetime
) -> list[BoardTable]:
    versions = _versions(shown)
    seatings = _seatings(shown)
    waiting = _by_table(open_at([shown], competition.confirmed_by))
    shared = _shared(seatings)
    devices = {device.table_number: device for device in devices_of(competition)}
    calls = _by_table(RefereeCall.objects.filter(table__round=shown, answered_at__isnull=True).order_by("at"))
    return [
        _table(
            table,
            shown,
            versions[table.pk],
            seatings[table.pk],
            devices.get(table.number),
            shared,
            seen,
            held=tuple(one for one in held if one.table_id == table.pk),
            open=tuple(waiting[table.pk]),
            calls=tuple(calls[table.pk]),
            flagged=tuple(version.number for version in versions[table.pk] if set(version.flags) - HARMLESS),
        )
        for table in {rows[0].table_id: rows[0].table for rows in seatings.values() if rows}.values()
    ]


def _table(
    table: Table,
    shown: Round,
    versions: list[DealVersion],
    seatings: list[Seating],
    device: Device | None,
    shared: frozenset[str],
    seen: datetime,
    **waiting: tuple[object, ...],
) -> BoardTable:
    position = tables.next_position(versions, seatings)
    played, last_at = _deals_of(versions, shown)
    return BoardTable(
        table=table,
        played=played,
        planned=shown.planned_entries,
        done=tables.has_played(shown, played, position),
        bounded=bool(shown.planned_entries or shown.winds),
        next_deal=position.number if position else None,
        round_wind=position.round_wind if position else "",
        last_at=last_at,
        ends_at=expected_end(shown, played, last_at, seen, table.added_seconds),
        seats=tuple(_seats(versions, seatings, position, shown.competition.substitute_policy, shared)),
        device=device,
        **waiting,  # type: ignore[arg-type]
    )


def _deals_of(versions: list[Any], shown: Round) -> tuple[int, datetime | None]:
    """Count the deals that were played, and say when the last was sent."""
    played = [version for version in versions if not version.void]
    return len(played), max((version.played_at for version in versions), default=shown.started_at)


def expected_end(
    shown: Round, played: int, last_at: datetime | None, seen: datetime, more: int = 0
) -> datetime | None:
    """Say when a table will have played what is planned if it goes on as fast, by the clock at the latest.

    `more` are the seconds that it has beyond the others.
    A deal that takes longer than the others moves it; nothing is said of a round that rests.
    """
    if not shown.is_running or shown.paused_at or shown.started_at is None or shown.competition.takes_totals:
        return None
    ends = [shown.ends_at + timedelta(seconds=more)] if shown.ends_at else []
    left = (shown.planned_entries or 0) - played
    if played and last_at and left > 0:
        pace = (last_at - shown.started_at) / played
        ends.append(max(last_at + pace, seen) + pace * (left - 1))
    return min(ends, default=None) if left > 0 or not shown.planned_entries else None


def _seats(
    versions: list[DealVersion],
    seatings: list[Seating],
    position: scoring.Position | None,
    policy: str,
    shared: frozenset[str],
) -> Iterable[BoardSeat]:
    number = position.number if position else tables.LAST_DEAL
    totals = tables.totals_of(((one.number, one.net) for one in versions), seatings, policy)
    sitting = tables.sitters_among(seatings, number)
    winds = position.winds if position else {seat: seat for seat in sitting}
    for seat, sitter in sitting.items():
        score = totals[sitter.account(policy)]
        yield BoardSeat(seat, winds.get(seat, ""), told_apart(sitter.entry, shared), score)


def _shared(seatings: Grouped) -> frozenset[str]:
    """List the names that several people of the shown tables bear, whichever table they sit at."""
    return shared_among((row.entry.name, row.entry.number) for rows in seatings.values() for row in rows)


def _versions(shown: Round) -> dict[int, list[DealVersion]]:
    """Fetch what a board shows of the deals that count, and when each was played, whatever came after."""
    current = DealVersion.objects.current().filter(table__round=shown).order_by("number")
    first = DealVersion.objects.filter(table=OuterRef("table"), number=OuterRef("number"), version=1)
    return _by_table(current.only(*SHOWN).annotate(played_at=first.values("at")[:1]))


def _seatings(shown: Round) -> dict[int, list[Seating]]:
    rows = Seating.objects.filter(round=shown).select_related("entry__player", "stands_for", "table")
    return _by_table(rows.order_by("from_deal", "pk"))


def devices_of(competition: Competition) -> Iterable[Device]:
    """List the tablets that are paired, by table."""
    return Device.objects.filter(competition=competition, revoked_at__isnull=True).order_by("table_number")


def _by_table(rows: Iterable[Any]) -> Grouped:
    grouped: Grouped = defaultdict(list)
    for row in rows:
        grouped[row.table_id].append(row)
    return grouped
