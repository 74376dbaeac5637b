"""Meetings that are to come: many at once from a calendar, where and when each is, tables drawn long before.

The rounds themselves are for `rounds`; what members say of them is for `coming`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from django.contrib.auth.models import User

from tournaments.models import CheckIn, Competition, Entry, Round, Table, in_turn
from tournaments.refusals import Refusal
from tournaments.selectors.vouched import rounds_now
from tournaments.services import locks, rounds
from tournaments.services.announce import log, revise
from tournaments.services.corrections import reason_given
from tournaments.sittings import MOST, numbered


@dataclass(frozen=True, slots=True)
class Place:
    """Where and when a meeting is, and whether readers know it before its seating is out."""

    day: date
    begins: time | None = None
    venue: str = ""
    host: str = ""
    announced: bool = False


@locks.write
def meetings_add(
    *,
    competition: Competition,
    places: Sequence[Place],
    plan: rounds.RoundPlan,
    actor: User | None,
    number: int | None = None,
) -> list[Round]:
    """Add a meeting for each place, in their order; `number` is that of the first, as in `round_add`."""
    locks.take_competition(competition)
    added: list[Round] = []
    for place in places:
        one = rounds.round_add(
            competition=competition, plan=plan, actor=actor, number=None if added else number
        )
        _put(one, place)
        added.append(one)
    revise(competition)
    return added


@locks.write
def sitting_add(*, round: Round, actor: User | None) -> Round:
    """Add another sitting of a meeting, a draft, after its last one is over; who was there is ticked.

    Raises Refusal where it is not over, is there already, or where a later meeting has begun.
    """
    round = locks.take_round(round)
    _check_sitting(round)
    number = numbered(round.meeting, round.sitting + 1)
    plan = rounds.RoundPlan(round.deals, round.winds, round.minutes, round.date)
    added = rounds.round_new(round.competition, number, plan)
    added.venue, added.host = round.venue, round.host
    added.save(update_fields=["venue", "host"])
    log(round.competition, "round_add", actor=actor, round=number, rounds_now=rounds_now([added]))
    gone = (Entry.Status.HOUSE, Entry.Status.WITHDRAWN)
    here = CheckIn.objects.filter(round=round).exclude(entry__status__in=gone).select_related("entry")
    rounds.note_who_came(added, [one.entry for one in here], actor)
    return added


def _check_sitting(round: Round) -> None:
    """Stop another sitting where the last one is not that; the round is taken."""
    of, same = round.competition, round.competition.rounds.of_meeting(round.meeting)
    if not of.is_season or not round.tables.exists():
        raise Refusal("sitting_of_no_meeting")
    if not round.is_closed:
        raise Refusal("round_not_closed", of=of, round=round.number)
    if there := same.after(round.number).first():
        raise Refusal("round_is_there", of=of, round=there.number)
    rounds.check_nothing_began_since(round)
    if round.sitting == MOST:
        raise Refusal("too_many_sittings", most=MOST)


@locks.write
def meeting_change(*, round: Round, place: Place, actor: User | None) -> Round:
    """Say where and when a meeting is; one that was held keeps what its tables played."""
    round = locks.take_round(round)
    _put(round, place)
    log(round.competition, "meeting_change", actor=actor, round=round.number, day=str(place.day))
    revise(round.competition)
    return round


def _put(round: Round, place: Place) -> None:
    round.date, round.begins = place.day, place.begins
    round.venue, round.host, round.announced = place.venue, place.host, place.announced
    round.save(update_fields=["date", "begins", "venue", "host", "announced"])


@locks.write
def fixtures_draw(*, competition: Competition, actor: User | None) -> list[Round]:
    """Draw the tables of all meetings that are drafts without any, of every member, one after the other.

    Each looks at those before it, so that everybody meets as many others as the meetings allow. Raises
    Refusal where there is none to draw (`fixtures_drawn`).
    """
    locks.take_drafts(competition)
    waiting = competition.rounds.meetings().filter(state=Round.State.DRAFT, tables=None).order_by(*in_turn())
    drafts = list(waiting)
    if not drafts:
        raise Refusal("fixtures_drawn")
    members = list(competition.entries.filter(status=Entry.Status.PLAYER))
    for one in drafts:
        rounds.note_who_came(one, members, actor)
        rounds.make_up(one, actor)
    return drafts


@locks.write
def table_move(*, table: Table, day: date | None, reason: str, actor: User) -> Table:
    """Let a table play on another day: its round closes without it, and its deals still count in that round.

    Without a day it plays with the others again.
    """
    table = locks.take_table(table, with_round=True)
    table.moved_to = day
    table.save(update_fields=["moved_to"])
    facts: dict[str, Any] = {"round": table.round.number, "table": table.number, "day": day and str(day)}
    facts["rounds_now"] = rounds_now([table.round])
    log(table.round.competition, "table_move", actor=actor, reason=reason_given(reason), **facts)
    revise(table.round.competition, table=table.number)
    return table
