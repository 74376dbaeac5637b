"""Rounds from their draw to their close; what is drawn is for `draws`, who sits elsewhere for `seats`."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone

import scoring
from tournaments import seating
from tournaments.deal.chairs import seated
from tournaments.models import CheckIn, Competition, Draw, EarlierSeating, Entry, Round, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import meetings
from tournaments.selectors.next_step import waiting_before
from tournaments.selectors.tables import not_finished
from tournaments.selectors.vouched import line_ups_now, rounds_now
from tournaments.services import aside, draws, locks
from tournaments.services.announce import log, revise, revise_with_event
from tournaments.services.corrections import reason_given
from tournaments.services.reckoning import rules_of

Places = Sequence[Sequence[Entry | None]]  # tables in the order E S W N and the fifth; None is the dummy's
NOT_TO_START: dict[str, str] = {
    Round.State.DRAFT: "round_not_published",
    Round.State.RUNNING: "round_already_running",
    Round.State.CLOSED: "round_over",
}


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The frame of a round: how long it lasts and when it is."""

    deals: int | None = None
    winds: int | None = None
    minutes: int | None = None
    date: Any = None
    draw: Draw | None = None
    nth: int | None = None


def round_draw(
    *,
    competition: Competition,
    rounds: int,
    actor: User | None,
    seed: int | None = None,
    wishes: draws.Wishes = draws.NO_WISHES,
) -> list[Round]:
    """Draw the seating of a tournament's rounds as drafts; drafts drawn before are drawn anew.

    Published rounds stay and count as history: nobody meets again while that is possible. Planning takes
    long, so nobody is made to wait for it: what was planned on old ground is refused (`drawn_meanwhile`).
    """
    if rounds < 1:
        raise Refusal("rounds_missing")
    return _draw(competition, draws.ground_of(competition, rounds, wishes), seed, actor)


def round_draw_by_standings(
    *,
    competition: Competition,
    actor: User | None,
    seed: int | None = None,
    wishes: draws.Wishes = draws.NO_WISHES,
) -> Round:
    """Draw a tournament's next round by the standings, as a draft instead of all drafts before.

    Every round before it must be closed (`standings_to_come`); planned on old standings it is refused as
    `round_draw` is.
    """
    [written] = _draw(competition, draws.ranked_ground_of(competition, wishes), seed, actor)
    return written


def _draw(
    competition: Competition, ground: draws.Ground, seed: int | None, actor: User | None
) -> list[Round]:
    lot = competition.seed if seed is None else seed
    return draw_write(competition, ground, draws.planned(ground.basis, lot), actor)


@locks.write
def draw_write(
    competition: Competition, ground: draws.Ground, made: seating.Plan, actor: User | None
) -> list[Round]:
    """Write what was planned, on the ground it was planned on."""
    locks.take_drafts(competition)  # of two who draw at once the second is told so
    if draws.ground_again(competition, ground.basis) != ground:
        raise Refusal("drawn_meanwhile")
    draw = draw_note(competition, ground.basis, made)
    aside.put_aside(competition, ground.basis.played, but_for=draw)
    drafts_discard(competition)
    people = {entry.number: entry for entry in ground.people}
    tables = [draws.seated(competition, four, people) for four in made.rounds]
    written = drafts_write(competition, draw, tables)
    facts: dict[str, Any] = {"rounds": len(written), "players": len(people)}
    facts |= {"way": ground.basis.odd_tables} if ground.basis.has_odd_tables else {}
    facts |= {"seed": made.seed, "version": made.version, "rounds_now": rounds_now(written)}
    log(competition, "round_draw", actor=actor, **facts)
    return written


def draw_note(competition: Competition, basis: seating.Basis, made: seating.Plan) -> Draw:
    """Note what was drawn from what, so that anybody can draw the same again."""
    told = basis.to_json()
    return Draw.objects.create(competition=competition, seed=made.seed, version=made.version, basis=told)


def drafts_write(
    competition: Competition, draw: Draw, rounds: Sequence[Places], nths: Sequence[int] | None = None
) -> list[Round]:
    """Write rounds of a draw as drafts, behind the rounds that stay; the competition is taken."""
    competition.seed = draw.seed
    competition.save(update_fields=["seed"])
    taken = competition.rounds.values_list("number", flat=True)
    return [
        round_seat(competition=competition, number=number, tables=tables, plan=RoundPlan(draw=draw, nth=nth))
        for number, nth, tables in zip(_free_numbers(list(taken)), nths or count(), rounds, strict=False)
    ]


def _free_numbers(taken: Collection[int]) -> Iterator[int]:
    """Count from 1, past the rounds that stay: one that was taken back may have later ones behind it."""
    return (number for number in count(1) if number not in taken)


@locks.write
def meeting_draw(*, round: Round, actor: User | None, way: str | None = None) -> Round:
    """Make up the tables of a league meeting from those checked in, spreading opponents over the season.

    `way` says which tables are made of people who are no fours, if not the club's way.
    """
    check_draft(round)
    return make_up(round, actor, way)


def make_up(round: Round, actor: User | None, way: str | None = None) -> Round:
    """Make up the tables of a meeting, a draft that the caller holds."""
    present = [check.entry for check in CheckIn.objects.filter(round=round).select_related("entry")]
    tables = draws.evening(round, present, way)
    _clear(round)
    _write_tables(round, tables)
    lot = {"seed": draws.lot_of(round), "seed_version": seating.VERSION}
    Round.objects.filter(pk=round.pk).update(**lot, by_hand=False)
    facts: dict[str, Any] = {"round": round.number, "players": len(present)}
    facts |= {"way": way} if way else {}
    facts["rounds_now"] = rounds_now([round])
    log(round.competition, "meeting_draw", actor=actor, **facts)
    return round


@locks.write
def round_add(
    *, competition: Competition, plan: RoundPlan, actor: User | None, number: int | None = None
) -> Round:
    """Add an empty draft round, for instance the next club meeting.

    Who says which `number` it is to be wants that one, and is told when it is there already.
    """
    locks.take_competition(competition)  # of two who add a round at once both get a number of their own
    last = competition.rounds.aggregate(last=Max("number"))["last"] or 0
    if number is not None and number <= last:
        raise Refusal("round_is_there", of=competition, round=number)
    number = last + 1
    added = round_new(competition, number, plan)
    log(competition, "round_add", actor=actor, round=number, rounds_now=rounds_now([added]))
    return added


@locks.write
def round_remove(*, round: Round, actor: User | None) -> None:
    """Take away the last draft, such as a meeting that does not happen; no number goes missing."""
    check_draft(round)
    if round.competition.rounds.filter(number__gt=round.number).exists():
        raise Refusal("round_not_last", of=round.competition, round=round.number)
    _clear(round)
    CheckIn.objects.filter(round=round).delete()
    log(round.competition, "round_remove", actor=actor, round=round.number, **_unnamed(round))
    give_up_seating(round, gone=True)
    round.delete()


def _unnamed(round: Round) -> dict[str, Any]:
    """Let nobody be named for a team at a round that is taken away; give what the log says of it."""
    before = line_ups_now(round.competition)
    if not round.line_ups.all().delete()[0]:
        return {}
    return {"line_ups_before": before, "line_ups_now": line_ups_now(round.competition)}


@locks.write
def round_seat(
    *, competition: Competition, number: int, tables: Places, plan: RoundPlan | None = None
) -> Round:
    """Write a draft round with the seating given."""
    locks.take_competition(competition)
    added = round_new(competition, number, plan or RoundPlan())
    _write_tables(added, tables)
    return added


@locks.write
def check_in(*, round: Round, entries: Iterable[Entry], actor: User | None) -> None:
    """Say who came to a meeting; the list replaces the one before."""
    check_draft(round)
    note_who_came(round, entries, actor)


def note_who_came(round: Round, entries: Iterable[Entry], actor: User | None) -> None:
    """Write who came to a meeting, a draft that the caller holds."""
    CheckIn.objects.filter(round=round).delete()
    CheckIn.objects.bulk_create(CheckIn(round=round, entry=entry) for entry in entries)
    log(round.competition, "check_in", actor=actor, round=round.number, rounds_now=rounds_now([round]))


@locks.write
def round_publish(*, round: Round, actor: User | None) -> Round:
    """Let everybody see the seating of a round."""
    check_draft(round)
    if not round.tables.exists():
        raise Refusal("too_few_players", players=0)
    check_nobody_withdrew(round)
    return _move(round, Round.State.PUBLISHED, "round_publish", actor)


@locks.write
def round_start(*, round: Round, actor: User | None, in_turn: bool = False) -> Round:
    """Open a published round for deals; one of a competition runs at a time, `in_turn`: none waits before."""
    round = locks.take_round(round)  # of two rounds started at once the second finds the first one running
    if round.state in NOT_TO_START:
        raise Refusal(NOT_TO_START[round.state], of=round.competition, round=round.number)
    check_nobody_withdrew(round)
    _check_none_runs(round.competition)
    early = waiting_before(round) if in_turn else None
    if early:
        raise Refusal("round_before_waits", of=round.competition, round=early.number)
    round.started_at = timezone.now()
    return _move(round, Round.State.RUNNING, "round_start", actor)


@locks.write
def round_close(*, round: Round, actor: User | None, anyway: bool = False) -> Round:
    """End a round; its standings are no longer provisional. Later deals are held for the referee."""
    round = locks.take_round(round, with_tables=True)
    if round.state != Round.State.RUNNING:
        raise Refusal("round_not_running", of=round.competition, round=round.number)
    open_tables = [] if anyway else unfinished(round)
    if open_tables:
        raise Refusal("tables_not_finished", tables=", ".join(map(str, open_tables)))
    round.closed_at = timezone.now()
    return _move(round, Round.State.CLOSED, "round_close", actor)


@locks.write
def round_pass(*, round: Round, actor: User | None) -> Round:
    """Let a meeting be over that had no tables here: what it gives was given as whole credits."""
    round = locks.take_round(round, with_tables=True)
    if round.state != Round.State.DRAFT or round.tables.exists() or not round.competition.is_season:
        raise Refusal("round_not_draft", of=round.competition, round=round.number)
    round.started_at = round.closed_at = timezone.now()
    return _move(round, Round.State.CLOSED, "round_close", actor)


@locks.write
def round_reopen(*, round: Round, actor: User | None) -> Round:
    """Take a closed round back into play."""
    round = locks.take_round(round)
    if round.state != Round.State.CLOSED:
        raise Refusal("round_not_closed", of=round.competition, round=round.number)
    if not round.tables.exists():
        raise Refusal("round_without_tables", of=round.competition, round=round.number)
    _check_none_runs(round.competition)
    round.closed_at = None
    return _move(round, Round.State.RUNNING, "round_reopen", actor)


@locks.write
def round_take_back(*, round: Round, actor: User | None, reason: str) -> Round:
    """Make a published round that has not started a draft again; the public page no longer shows it."""
    round = locks.take_round(round)
    if round.state != Round.State.PUBLISHED:
        raise Refusal("round_not_taken_back", of=round.competition, round=round.number)
    return _move(round, Round.State.DRAFT, "round_take_back", actor, reason_given(reason))


def check_nobody_withdrew(round: Round) -> None:
    """Stop a round with a seat for somebody who will not sit there."""
    gone = [seat.entry.name for seat in meetings.withdrawn([round])]
    if gone:
        raise Refusal(
            "round_seats_withdrawn", of=round.competition, round=round.number, names=", ".join(gone)
        )


def unfinished(round: Round) -> list[int]:
    """List the numbers of the tables that have not played what is planned; void deals were not played."""
    here = round.tables.filter(moved_to=None)  # of those re-arranged nobody waits for the deals
    numbers = dict(here.order_by("number").values_list("pk", "number"))
    return not_finished(round, numbers, meetings.deals_played(round))


def next_seating_version(competition: Competition) -> int:
    """Give a number that no seating of the competition had; the competition is taken."""
    now = competition.rounds.aggregate(last=Max("seating_version"))["last"] or 0
    before = competition.earlier_seatings.aggregate(last=Max("version"))["last"] or 0
    return max(now, before) + 1


def give_up_seating(round: Round, *, gone: bool = False) -> None:
    """Note the seating version that a round has had up to now; `gone` where the round itself is no more."""
    kept = None if gone else round
    if gone:
        round.earlier_seatings.update(round=None)
    EarlierSeating.objects.create(competition=round.competition, round=kept, version=round.seating_version)


def round_new(competition: Competition, number: int, plan: RoundPlan) -> Round:
    """Make a draft with a number of its own; the competition is taken, and the caller logs it."""
    if competition.rounds.filter(number=number).exists():
        raise Refusal("round_is_there", of=competition, round=number)
    return Round.objects.create(
        competition=competition,
        number=number,
        date=plan.date or competition.date,
        deals=plan.deals or competition.deals_per_round,
        winds=plan.winds or competition.winds_per_round,
        minutes=plan.minutes or competition.minutes_per_round,
        **_drawn_by(plan.draw),
        draw=plan.draw,
        nth=plan.nth,
        seating_version=next_seating_version(competition),
    )


def _drawn_by(draw: Draw | None) -> dict[str, Any]:
    """Say of a round what readers are told of its draw."""
    if draw is None:
        return {}
    basis = draw.basis
    ranked = basis["people"] if basis["standings"] else None
    return {"seed": draw.seed, "seed_version": draw.version, "ranked": ranked, "apart": basis["apart"]}


def _move(round: Round, state: str, verb: str, actor: User | None, reason: str = "") -> Round:
    round.state = state
    round.save(update_fields=["state", "started_at", "closed_at"])
    now = rounds_now([round])
    log(round.competition, verb, actor=actor, reason=reason, round=round.number, rounds_now=now)
    revise_with_event(round.competition)
    return round


def _check_none_runs(competition: Competition) -> None:
    running = Round.objects.filter(competition=competition, state=Round.State.RUNNING).first()
    if running:
        raise Refusal("round_already_running", of=competition, round=running.number)


def check_not_started(round: Round, reason: str) -> Round:
    """Take a round whose seats are to be changed by hand; raises Refusal.

    What everybody can see already is changed for a reason only.
    """
    round = locks.take_round(round)
    if round.state == Round.State.PUBLISHED:
        reason_given(reason)
    elif round.state != Round.State.DRAFT:
        raise Refusal("round_not_draft", of=round.competition, round=round.number)
    return round


def seats_changed(round: Round) -> None:
    """Note that a hand changed places; who sees the round already gets it as it is now."""
    round.by_hand = True
    give_up_seating(round)
    round.seating_version = next_seating_version(round.competition)
    round.save(update_fields=["by_hand", "seating_version"])
    if round.state != Round.State.DRAFT:
        revise(round.competition)


def check_draft(round: Round) -> None:
    """Take a round that is to be changed; raises Refusal unless it is a draft."""
    if locks.take_round(round, with_tables=True).state != Round.State.DRAFT:
        raise Refusal("round_not_draft", of=round.competition, round=round.number)


def drafts_discard(competition: Competition) -> None:
    """Delete every draft with its seats and who is ticked; what was published stays."""
    for draft in competition.rounds.filter(state=Round.State.DRAFT):
        _clear(draft)
        CheckIn.objects.filter(round=draft).delete()
        give_up_seating(draft, gone=True)
        draft.delete()


def _clear(round: Round) -> None:
    Seating.objects.filter(round=round).delete()
    Table.objects.filter(round=round).delete()


def _write_tables(round: Round, tables: Places) -> None:
    """Write tables and seats; raises Refusal naming everybody who would sit twice."""
    everybody = [entry for people in tables for entry in people if entry]
    twice = {entry.number: str(entry) for entry in everybody if everybody.count(entry) > 1}
    if twice:
        numbers, names = (", ".join(map(str, told)) for told in zip(*sorted(twice.items()), strict=True))
        raise Refusal("player_twice", number=numbers, names=names)
    _check_sizes(round.competition, tables)
    for number, people in enumerate(tables, start=1):
        table = Table.objects.create(round=round, number=number)
        Seating.objects.bulk_create(
            Seating(round=round, table=table, seat=seat, entry=entry)
            for seat, entry in seated(people).items()
        )


def _check_sizes(competition: Competition, tables: Places) -> None:
    """Stop tables of a size that the rules do not have."""
    allowed = rules_of(competition).players
    for number, people in enumerate(tables, start=1):
        count = len(seated(people))
        if count not in allowed or scoring.SEATS[0] not in seated(people):
            told = ", ".join(map(str, allowed))
            raise Refusal("wrong_number_of_players", table=number, players=count, allowed=told)
