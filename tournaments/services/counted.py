"""A tournament that counts as a meeting of a season: counted, taken over anew, taken away, put back.

Nothing follows the tournament by itself: what it gave is kept as its results were, and whoever keeps the
season takes a correction over (`selectors.counted` says what differs). A tournament whose results readers
may not see, wholly or in part, does not count: the season's table would tell them.
"""

from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.models import CheckIn, Competition, Round
from tournaments.ranking.seasons.elsewhere import Way
from tournaments.refusals import Refusal
from tournaments.selectors import stages
from tournaments.selectors.counted import (
    CREDITS,
    Differing,
    Event,
    Facts,
    Proposal,
    differing,
    events_of,
    facts_with,
    is_public,
    kept_of,
    proposal_of,
    stood,
)
from tournaments.selectors.season_facts import ELSEWHERE, policy_of
from tournaments.selectors.vouched import rounds_now, settings_now
from tournaments.services import locks
from tournaments.services.announce import log, revise_with_event
from tournaments.services.corrections import reason_given
from tournaments.services.rounds import RoundPlan, round_new
from tournaments.sittings import last_meeting

COUNT, RECOUNT, UNCOUNT = "tournament_count", "tournament_recount", "tournament_uncount"


def tournament_judge(season: Competition, tournament: Competition, way: Way) -> Proposal:
    """Work out what a tournament gives a season; raise Refusal where it cannot count.

    Codes: `policy_of_a_season`, `counted_kind`, `counted_not_public`, `counted_not_over`, `counted_nobody`.
    """
    if not season.is_season:
        raise Refusal("policy_of_a_season")
    if tournament.is_season:
        raise Refusal("counted_kind", name=tournament.name)
    if not is_public(tournament):
        raise Refusal("counted_not_public", name=tournament.name)
    over = stages.stage_of(stages.one(tournament)) == stages.FINISHED
    if not over or not stood(tournament, way):
        raise Refusal("counted_not_over", name=tournament.name)
    proposal = proposal_of(season, tournament, way)
    if not proposal.given:
        raise Refusal("counted_nobody", name=tournament.name)
    return proposal


def meeting_judge(season: Competition, tournament: Competition, meeting: int) -> Round | None:
    """Find the meeting that a tournament is to count as, None for the one after the last; or raise Refusal.

    Codes: `counted_already`, `counted_meeting`, `counted_has_tables`, `counted_no_period`.
    """
    for number, told in season.season_facts.get(ELSEWHERE, {}).items():
        if told["event"] == tournament.slug:
            raise Refusal("counted_already", name=tournament.name, meeting=int(number))
    periods = policy_of(season).periods
    if periods and not any(meeting in period.numbers for period in periods):
        raise Refusal("counted_no_period", meeting=meeting)
    last = last_meeting(season.rounds.values_list("number", flat=True))
    if meeting == last + 1:
        return None
    return without_tables(season.rounds.filter(number=meeting).first(), meeting)


def without_tables(round: Round | None, meeting: int) -> Round:
    """Give a meeting that was neither held nor drawn; raise Refusal for any other."""
    if round is None:
        raise Refusal("counted_meeting", meeting=meeting)
    if round.state != Round.State.DRAFT or round.tables.exists():
        raise Refusal("counted_has_tables", meeting=meeting)
    return round


class Compared(NamedTuple):
    """A tournament that counts, and what of it is otherwise now; or why that is unknown."""

    event: Event
    proposal: Proposal | None
    differs: list[Differing]
    unknown: str = ""


def compared(season: Competition, event: Event) -> Compared:
    """Compare what a season keeps of a tournament with the results of now."""
    try:
        if event.competition is None:
            raise Refusal("counted_gone", name=event.name)
        proposal = tournament_judge(season, event.competition, event.way)
    except Refusal as refusal:
        return Compared(event, None, [], refusal.message)
    return Compared(event, proposal, differing(season, event, proposal))


def counted_in(season: Competition) -> list[Compared]:
    """List the tournaments that count in a season, each compared with its results of now."""
    events = events_of(season, Competition.objects.all())
    return [compared(season, event) for event in events.values()]


def otherwise_in(season: Competition) -> list[Compared]:
    """List the tournaments that count whose results are otherwise now.

    Those at the revision of then are not worked out anew: every look at the season's front page would.
    """
    kept = season.season_facts.get(ELSEWHERE, {})
    events = events_of(season, Competition.objects.all()).values()
    there = [(event, event.competition) for event in events if event.competition]
    moved = [event for event, now in there if now.revision != kept[str(event.meeting)].get("revision")]
    return [one for one in (compared(season, event) for event in moved) if one.differs]


@locks.write
def tournament_count(
    *, season: Competition, tournament: Competition, meeting: int, way: Way, seen: str, actor: User | None
) -> Round:
    """Let a tournament count as a meeting, of those without tables or after the last; `seen` is the proposal.

    Raises Refusal, as `tournament_judge` and `meeting_judge`, and `counted_meanwhile`.
    """
    proposal = tournament_judge(season, tournament, way)
    if proposal.mark != seen:
        raise Refusal("counted_meanwhile", name=tournament.name)
    round = season.rounds.filter(number=meeting).first()
    if round is None:
        locks.take_part(season)
        meeting_judge(season, tournament, meeting)
        round = round_new(season, meeting, RoundPlan(date=tournament.date))
    else:
        round = _taken(season, round)
        meeting_judge(season, tournament, meeting)
    _write(season, round, proposal.kept, COUNT, actor)
    return round


@locks.write
def tournament_recount(
    *, season: Competition, meeting: int, seen: str, reason: str, actor: User | None
) -> None:
    """Take over anew what the tournament that counts as a meeting gives now, the same way; for a reason.

    Raises Refusal, as `tournament_judge`, `counted_not`, `counted_gone`, `counted_meanwhile`, `counted_same`.
    """
    told = reason_given(reason)
    event = _event(season, meeting)
    if event.competition is None:
        raise Refusal("counted_gone", name=event.name)
    proposal = tournament_judge(season, event.competition, event.way)
    if proposal.mark != seen:
        raise Refusal("counted_meanwhile", name=event.name)
    round = _taken(season, season.rounds.get(number=meeting))
    _event(season, meeting)
    if kept_of(season, meeting) == proposal.kept:
        raise Refusal("counted_same", name=event.name)
    _write(season, round, proposal.kept, RECOUNT, actor, told)


@locks.write
def tournament_uncount(*, season: Competition, meeting: int, reason: str, actor: User | None) -> None:
    """Let a tournament count no more; its meeting is one to come again, without tables. Raises Refusal."""
    told = reason_given(reason)
    _event(season, meeting)
    round = _taken(season, season.rounds.get(number=meeting))
    _event(season, meeting)
    _write(season, round, None, UNCOUNT, actor, told)


def put_back(
    season: Competition, round: Round, kept: Facts | None, *, actor: User | None, reason: str
) -> None:
    """Have a meeting as it was before a line of the log, None without a tournament; the round is taken."""
    now = kept_of(season, round.number)
    verb = UNCOUNT if kept is None else COUNT if now is None else RECOUNT
    if now is None:
        without_tables(round, round.number)
    _write(season, round, kept, verb, actor, reason)


def _event(season: Competition, meeting: int) -> Event:
    event = events_of(season, Competition.objects.all()).get(meeting)
    if event is None:
        raise Refusal("counted_not", meeting=meeting)
    return event


def _taken(season: Competition, round: Round) -> Round:
    """Take a meeting and its season, and read both anew; `season` stays the same object."""
    taken = locks.take_round(round, with_tables=True)
    locks.take_part(season)
    taken.competition = season
    return taken


def _write(
    season: Competition, round: Round, kept: Facts | None, verb: str, actor: User | None, reason: str = ""
) -> None:
    """Keep what a tournament gives, and close its meeting; without one the meeting is a draft again."""
    was, number = kept_of(season, round.number), round.number
    season.season_facts = facts_with(season, number, kept)
    season.save(update_fields=["season_facts"])
    _move(round, held=kept is not None)
    log(
        season,
        verb,
        actor=actor,
        reason=reason,
        round=number,
        name=((kept or was or {})["tournament"])["name"],
        before={"season_facts": _said(was)},
        after={"season_facts": _said(kept)},
        was=was,
        now=kept,
        rounds_now=rounds_now([round]),
        settings=settings_now(season),
    )
    revise_with_event(season)


def _move(round: Round, *, held: bool) -> None:
    """Let a meeting be over, or to come; who was ticked for it played elsewhere."""
    if held and round.is_draft:
        CheckIn.objects.filter(round=round).delete()
        round.started_at = round.closed_at = timezone.now()
        round.state = Round.State.CLOSED
    elif not held:
        round.started_at = round.closed_at = None
        round.state = Round.State.DRAFT
    round.save(update_fields=["state", "started_at", "closed_at"])


def _said(kept: dict[str, Any] | None) -> str:
    """Write credits for the log, by number of the entry."""
    credits = {} if kept is None else kept[CREDITS]
    return "; ".join(f"{number}: {amount}" for number, amount in credits.items())
