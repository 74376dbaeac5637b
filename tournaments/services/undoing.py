"""Take back what a line of the log did, by the write that does the contrary, while all is as it left it."""

from datetime import timedelta
from typing import Any, Protocol

from django.contrib.auth.models import User

from tournaments.models import Action, Competition, Round, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import undone
from tournaments.selectors.lineups import mark_of
from tournaments.services import across, clock, company, competitions, counted, lineups, locks, seats
from tournaments.services.announce import taking_back
from tournaments.services.corrections import reason_given


class Undo(Protocol):
    """What takes a line back."""

    def __call__(self, line: Action, competition: Competition, reason: str, actor: User | None) -> Any: ...


@locks.write
def line_undo(*, line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    """Take a line back; `reason` is wanted for seats alone.

    Refused (`line_built_on`) where what it changed was changed since, and so to the second of two.
    """
    _take(line, competition)
    if line not in undone.as_left(competition, [line]):
        raise Refusal("line_built_on")
    with taking_back(line):
        UNDO[line.verb](line, competition, reason, actor)


def _take(line: Action, competition: Competition) -> None:
    """Take all that the write will take, so that nothing happens between the look and it."""
    if "tables" in line.facts:
        locks.take_tables(_tables(line, competition), with_rounds=True)
    elif "table" in line.facts:
        locks.take_table(_table(line, competition), with_round=True)
    elif "round" in line.facts:
        locks.take_round(_round(line, competition))
    else:  # who comes back is seated in the drafts again
        locks.take_drafts(competition)


def _round(line: Action, competition: Competition) -> Round:
    found = competition.rounds.filter(number=line.facts["round"]).select_related("competition").first()
    if found is None:
        raise Refusal("not_found")
    return found


def _table(line: Action, competition: Competition) -> Table:
    here = Table.objects.filter(round__competition=competition, round__number=line.facts["round"])
    found = here.filter(number=line.facts["table"]).select_related("round__competition").first()
    if found is None:
        raise Refusal("not_found")
    return found


def _tables(line: Action, competition: Competition) -> list[Table]:
    here = Table.objects.filter(round__competition=competition, round__number=line.facts["round"])
    wanted = here.filter(number__in=line.facts["tables"]).select_related("round__competition")
    found = {table.number: table for table in wanted}
    if len(found) != len(line.facts["tables"]):
        raise Refusal("not_found")
    return [found[number] for number in line.facts["tables"]]


def _pause(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    clock.clock_resume(round=_round(line, competition), actor=actor)


def _resume(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    """Let the clock stand still as if it had not run since."""
    stood = line.facts["seconds"]
    since = line.at - timedelta(seconds=stood)
    clock.clock_pause(round=_round(line, competition), actor=actor, since=since, stood=stood)


def _extend(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    one, less = _round(line, competition), timedelta(seconds=-line.facts["seconds"])
    clock.clock_extend(round=one, seen=one.added_seconds, actor=actor, by=less)


def _give(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    table, before = _table(line, competition), undone.given_before(line)
    clock.clock_give(table=table, seconds=before, seen=table.added_seconds, actor=actor)


def _withdraw(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    entry = competition.entries.select_related("competition", "player").get(number=line.facts["number"])
    competitions.entry_change(entry=entry, actor=actor, status=line.facts["before"]["status"])
    replaced = Action.objects.filter(competition=competition, verb=undone.REPLACED, pk__gt=line.pk)
    for one in undone.as_left(competition, replaced.filter(facts__out=entry.number).order_by("pk")):
        _replace(one, competition, reason, actor)


def _exchange(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    one = _round(line, competition)
    sat = Seating.objects.filter(round=one, entry__number__in=line.facts["entries"])
    first, second = sat.select_related("entry", "stands_for")
    seats.seats_exchange(round=one, first=first, second=second, actor=actor, reason=reason)


def _replace(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    one, out = _round(line, competition), competition.entries.get(number=line.facts["out"])
    seat = Seating.objects.select_related("entry", "round", "table").get(
        round=one, entry__number=line.facts["into"], seat=line.facts["seat"]
    )
    seats.seat_replace(round=one, seat=seat, entry=out, actor=actor, reason=reason)


def _swap(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    first, second = line.facts["seats"]
    told = {"seats": (first, second), "from_deal": line.facts["from_deal"], "reason": reason}
    seats.seats_swap(table=_table(line, competition), actor=actor, **told)


def _cross(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    told = zip(_tables(line, competition), line.facts["seats"], line.facts["from_deals"], strict=True)
    here, there = (across.Place(*one) for one in told)
    across.seats_cross(places=(here, there), reason=reason, actor=actor)


def _substitute(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    out = competition.entries.get(number=line.facts["out"])
    told = {"seat": line.facts["seat"], "from_deal": line.facts["from_deal"], "reason": reason}
    seats.substitute_take_back(table=_table(line, competition), entry=out, actor=actor, **told)


def _join(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    entry = competition.entries.get(number=line.facts["into"])
    told = {"seat": line.facts["seat"], "from_deal": line.facts["from_deal"], "reason": reason}
    company.join_take_back(table=_table(line, competition), entry=entry, actor=actor, **told)


def _leave(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    entry = competition.entries.get(number=line.facts["out"])
    told = {"seat": line.facts["seat"], "from_deal": line.facts["from_deal"], "reason": reason}
    company.leave_take_back(table=_table(line, competition), entry=entry, actor=actor, **told)


def _count(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    """Have a meeting as it was before a tournament counted as it, anew or no more."""
    one = locks.take_round(_round(line, competition))
    locks.take_part(competition)
    counted.put_back(competition, one, line.facts["was"], reason=reason_given(reason), actor=actor)


def _name(line: Action, competition: Competition, reason: str, actor: User | None) -> None:
    one = _round(line, competition)
    wanted = dict(line.facts["named_before"])
    lineups.line_ups_set(round=one, wanted=wanted, seen=mark_of(one), reason=reason, actor=actor)


UNDO: dict[str, Undo] = {
    **dict.fromkeys(undone.COUNTED, _count),
    undone.PAUSED: _pause,
    undone.RESUMED: _resume,
    undone.EXTENDED: _extend,
    undone.GIVEN: _give,
    undone.CHANGED: _withdraw,
    undone.NAMED: _name,
    undone.EXCHANGED: _exchange,
    undone.REPLACED: _replace,
    undone.SWAPPED: _swap,
    undone.CROSSED: _cross,
    undone.SUBSTITUTED: _substitute,
    undone.JOINED: _join,
    undone.LEFT: _leave,
}
