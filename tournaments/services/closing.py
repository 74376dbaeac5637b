"""Bring the results of an event from provisional to official, as lines of the log that nobody can take away.

A change of any deal, penalty or place lets signatures lapse by itself: they are for what stood then.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.deal.hashes import canonical
from tournaments.models import Action, Competition, HeldSubmission
from tournaments.refusals import Refusal
from tournaments.selectors.closing import (
    ANNOUNCED,
    ANSWERED,
    OBJECTED,
    REOPENED,
    SIGNED,
    Closing,
    closing_of,
)
from tournaments.selectors.stages import OFFICIAL, is_played, state_played
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, locks
from tournaments.services.announce import log, revise

MOST_MINUTES = 7 * 24 * 60


@locks.write
def results_announce(*, competition: Competition, minutes: int, actor: User | None) -> Action:
    """Announce the results of a played event, with the minutes for objections.

    Raises Refusal (`results_not_complete`, or `results_announced` for whoever comes second).
    """
    locks.take_competition(competition)
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refusal("objection_time_unfit", most=MOST_MINUTES)
    _check_complete(competition)
    if closing_of(competition, standings_of(competition)):
        raise Refusal("results_announced")
    until = timezone.now() + timedelta(minutes=minutes)
    facts: dict[str, Any] = {"minutes": minutes, "until": until.isoformat(), "revision": competition.revision}
    return _written(competition, ANNOUNCED, actor, **facts)


@locks.write
def results_object(
    *, competition: Competition, about: dict[str, int], reason: str, actor: User | None, key: UUID
) -> Action:
    """Write down an objection; `about` is any of `entry`, `round`, `table` and `deal`, by number.

    One after the time is taken until the results are official (`objection_too_late`). The same key answers
    twice with the same objection, and is refused for another one.
    """
    locks.take_competition(competition)
    reason, facts = corrections.reason_given(reason), {**about, "key": str(key)}
    closing = _announced(competition)
    done: Action | None = _lines(competition, OBJECTED).filter(facts__key=str(key)).first()
    if done is None:
        if closing.is_official:
            raise Refusal("objection_too_late")
        return _written(competition, OBJECTED, actor, reason, **facts)
    if canonical([done.facts, done.reason]) != canonical([facts, reason]):
        raise Refusal("key_reused", key=str(key))
    return done


@locks.write
def results_answer(*, objection: Action, upheld: bool, reason: str, actor: User | None) -> Action:
    """Answer an objection; of two the second is told (`objection_answered`)."""
    if objection.competition is None:
        raise Refusal("not_found")
    competition = locks.take_competition(objection.competition)
    reason = corrections.reason_given(reason)
    if objection.pk not in {one.line.pk for one in _announced(competition).objections}:
        raise Refusal("not_found")
    if _lines(competition, ANSWERED).filter(facts__objection=objection.pk).exists():
        raise Refusal("objection_answered")
    return _written(competition, ANSWERED, actor, reason, objection=objection.pk, upheld=upheld)


@locks.write
def results_sign(*, competition: Competition, seen: str, actor: User) -> Action:
    """Sign the results as they were `seen` (the mark of `stands_of`); the second official makes them so.

    Who signed these results already is answered as then. Raises Refusal.
    """
    locks.take_competition(competition)
    closing = _announced(competition)
    if seen == closing.stands and (done := closing.signature_of(actor)):
        return done
    _check_signable(competition, closing, seen)
    return _written(competition, SIGNED, actor, stands=closing.stands, revision=competition.revision)


@locks.write
def results_reopen(*, competition: Competition, reason: str, actor: User | None) -> Action:
    """Take the announcement back, and every signature with it; of two the second is told."""
    locks.take_competition(competition)
    reason = corrections.reason_given(reason)
    _announced(competition)
    return _written(competition, REOPENED, actor, reason)


def _check_complete(competition: Competition) -> None:
    rounds, table = list(competition.rounds.all()), standings_of(competition)
    held = HeldSubmission.objects.waiting().filter(competition=competition).exists()
    if held or state_played(competition, rounds, table) != OFFICIAL:
        raise Refusal("results_not_complete" if is_played(competition, rounds) else "rounds_to_come")


def _check_signable(competition: Competition, closing: Closing, seen: str) -> None:
    """Stop a signature that is too early, too late, or for what stands no more."""
    if seen != closing.stands:
        raise Refusal("results_changed")
    if closing.is_official:
        raise Refusal("results_signed")
    if closing.unanswered:
        raise Refusal("objections_open", count=len(closing.unanswered))
    if closing.is_open:
        raise Refusal("objection_time_runs", time=closing.until_said)
    _check_complete(competition)


def _announced(competition: Competition) -> Closing:
    closing = closing_of(competition, standings_of(competition))
    if closing is None:
        raise Refusal("results_not_announced")
    return closing


def _lines(competition: Competition, verb: str) -> Any:
    return Action.objects.filter(competition=competition, verb=verb)


def _written(
    competition: Competition, verb: str, actor: User | None, reason: str = "", **facts: Any
) -> Action:
    log(competition, verb, actor=actor, reason=reason, **facts)
    revise(competition)  # readers see how official the results are
    return _lines(competition, verb).latest("pk")  # type: ignore[no-any-return]
