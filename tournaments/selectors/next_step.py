"""What a director does next with the rounds of an event: close one, start, publish or draw the next."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count

from tournaments import sittings
from tournaments.models import Competition, Round, in_turn

CLOSE, START, PUBLISH, MAKE_UP, DRAW, OVER = "close", "start", "publish", "make_up", "draw", "over"
IN_TURN = {Round.State.RUNNING: CLOSE, Round.State.PUBLISHED: START, Round.State.DRAFT: PUBLISH}


@dataclass(frozen=True, slots=True)
class NextStep:
    """One thing to do, and the round it is done to; `draw` and `over` are about none."""

    does: str
    round: Round | None = None


def rounds_with_tables(competition: Competition) -> list[Round]:
    """List the rounds in order, each with the number of its tables as `seats`."""
    found = competition.rounds.annotate(seats=Count("tables")).order_by(*in_turn())
    return list(found.select_related("competition"))


def next_step(competition: Competition, rounds: Iterable[Round]) -> NextStep:
    """Name the next step of an event from its rounds, as `rounds_with_tables` lists them."""
    known = playable(rounds)
    for state, does in IN_TURN.items():
        for one in known:
            if one.state == state:
                return NextStep(does if does != PUBLISH or _has_tables(one) else MAKE_UP, one)
    return NextStep(DRAW if competition.is_season or not _all_played(competition, known) else OVER)


def playable(rounds: Iterable[Round]) -> list[Round]:
    """Leave out the sittings that nobody can play any more: a later meeting has begun."""
    known = list(rounds)
    begun = max((one.meeting for one in known if not one.is_to_come), default=0)
    return [one for one in known if one.is_first_sitting or not one.is_to_come or one.meeting >= begun]


def waiting_before(round: Round) -> Round | None:
    """Give the first round before one that was not started; a meeting in draft may have been left out."""
    states = (
        {Round.State.PUBLISHED} if round.competition.is_season else {Round.State.PUBLISHED, Round.State.DRAFT}
    )
    earlier = Round.objects.filter(competition=round.competition_id).before(round.number)
    return earlier.filter(state__in=states).in_turn().first()


def over_now(competition: Competition, rounds: Iterable[Round], drawn: Collection[int]) -> Round | None:
    """Give the sitting after which another one of its meeting can be drawn, of all rounds in order.

    It is the last one that was played, it is over, it had tables (`drawn` are the keys of those that have),
    and none of the same meeting waits.
    """
    known = list(rounds)
    last = next((one for one in reversed(known) if one.is_running or one.is_closed), None)
    if last is None or not last.is_closed or last.sitting == sittings.MOST or not competition.is_season:
        return None
    waits = any(one.is_to_come and one.meeting == last.meeting for one in known)
    return last if not waits and last.pk in drawn else None


def drawn_among(rounds: Iterable[Round]) -> set[int]:
    """Give the keys of the rounds that have tables, as `rounds_with_tables` lists them."""
    return {one.pk for one in rounds if _has_tables(one)}


def left_out(rounds: Iterable[Round], starts: Round) -> Round | None:
    """Give the sitting that waits, of all rounds in order, and can be played no more once a round starts."""
    known = list(rounds)
    last = next((one for one in reversed(known) if one.is_running or one.is_closed), None)
    if last is None:
        return None
    waits = (one for one in known if one.is_to_come and one.meeting == last.meeting)
    return next((one for one in waits if sittings.turn(one.number) < sittings.turn(starts.number)), None)


def _has_tables(one: Round) -> bool:
    return bool(getattr(one, "seats", 0))


def _all_played(competition: Competition, closed: list[Round]) -> bool:
    return bool(closed) and sum(one.is_first_sitting for one in closed) >= (competition.planned_rounds or 0)
