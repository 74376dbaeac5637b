"""The clock of a running round: pause it, let it run on, give more time, to all tables or to one.

Tablets and pages show what is left.

Nothing is refused because the time is up: what a table may still play is said to it, and a deal that comes
all the same is recorded as long as the round runs.
"""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.models import Round, Table
from tournaments.refusals import Refusal
from tournaments.services import locks
from tournaments.services.announce import log, revise

STEP = timedelta(minutes=5)
MOST = 4 * 3600  # seconds that one table may have beyond the round


@locks.write
def clock_pause(
    *, round: Round, actor: User | None, since: datetime | None = None, stood: int = 0
) -> Round:
    """Let the clock stand still for all tables.

    With `since` it stood still all the time from then on, of which `stood` seconds were added already.
    """
    round = _running(round)
    if round.paused_at:
        raise Refusal("clock_is_paused", of=round.competition, round=round.number)
    round.paused_at = since or timezone.now()
    round.added_seconds -= stood
    return _changed(round, "clock_pause", actor)


@locks.write
def clock_resume(*, round: Round, actor: User | None) -> Round:
    """Let the clock run on; what it stood still is added."""
    round = _running(round)
    if round.paused_at is None:
        raise Refusal("clock_is_running", of=round.competition, round=round.number)
    paused = int((timezone.now() - round.paused_at).total_seconds())
    round.added_seconds, round.paused_at = round.added_seconds + paused, None
    return _changed(round, "clock_resume", actor, seconds=paused)


@locks.write
def clock_extend(*, round: Round, seen: int, actor: User | None, by: timedelta = STEP) -> Round:
    """Give all tables more time than the seconds that who decides has `seen` added, as in `clock_give`."""
    round = _running(round)
    if round.added_seconds != seen:
        minutes = round.added_seconds // 60
        raise Refusal("time_added_meanwhile", of=round.competition, round=round.number, minutes=minutes)
    round.added_seconds += int(by.total_seconds())
    return _changed(round, "clock_extend", actor, seconds=int(by.total_seconds()))


@locks.write
def clock_give(*, table: Table, seconds: int, seen: int, actor: User | None) -> Table:
    """Let one table have so many seconds more than the others.

    Who decides says what he has `seen` it has: of two who press at once, or of one who presses twice, the
    second is told.
    """
    table = locks.take_table(table, with_round=True)
    _check_clock(table.round)
    if table.added_seconds != seen:
        raise Refusal("time_given_meanwhile", table=table.number, minutes=table.added_minutes)
    table.added_seconds = max(0, min(seconds, MOST))
    table.save(update_fields=["added_seconds"])
    facts: dict[str, Any] = {"round": table.round.number, "table": table.number}
    facts["seconds"] = table.added_seconds
    log(table.round.competition, "clock_give", actor=actor, **facts)
    revise(table.round.competition, table=table.number)
    return table


def _running(round: Round) -> Round:
    round = locks.take_round(round)
    _check_clock(round)
    return round


def _check_clock(round: Round) -> None:
    if not round.is_running:
        raise Refusal("round_not_running", of=round.competition, round=round.number)
    if round.ends_at is None:
        raise Refusal("round_has_no_clock", of=round.competition, round=round.number)


def _changed(round: Round, verb: str, actor: User | None, **facts: Any) -> Round:
    round.save(update_fields=["paused_at", "added_seconds"])
    log(round.competition, verb, actor=actor, round=round.number, **facts)
    revise(round.competition)
    return round
