"""Warn players, and take a warning back: lines of the log, which cost nobody a point."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

import scoring
from tournaments.deal.hashes import canonical
from tournaments.models import Action, Entry, Round
from tournaments.refusals import Refusal
from tournaments.services import corrections, locks
from tournaments.services.announce import log, revise

GIVEN, TAKEN_BACK = "warning", "warning_reversed"


@locks.write
def warning_give(
    *, entry: Entry, round: Round, code: str, reason: str, actor: User | None, key: UUID
) -> Action:
    """Warn somebody in a round; `code` is the penalty of the rules that it is about, or nothing.

    The same key answers twice with the same warning, and is refused for another one.
    """
    competition = locks.take_competition(entry.competition)
    reason = corrections.reason_given(reason)
    _check(entry, round, code)
    facts: dict[str, Any] = {"entry": entry.number, "round": round.number}
    facts |= {"code": code, "key": str(key)}
    done = _lines(GIVEN, entry, key=str(key)).first()
    if done and canonical({**done.facts, "reason": done.reason}) != canonical({**facts, "reason": reason}):
        raise Refusal("key_reused", key=str(key))
    if done is None:
        log(competition, GIVEN, actor=actor, reason=reason, **facts)
        revise(competition)  # the table reads it
    return done or _lines(GIVEN, entry, key=str(key)).get()


@locks.write
def warning_take_back(*, warning: Action, entry: Entry, reason: str, actor: User | None) -> Action:
    """Take a warning back; of two the second is told (`already_reversed`)."""
    competition = locks.take_competition(entry.competition)
    reason = corrections.reason_given(reason)
    if _lines(TAKEN_BACK, entry, warning=warning.pk).exists():
        raise Refusal("already_reversed")
    told = {"entry": entry.number, "round": warning.facts["round"], "warning": warning.pk}
    log(competition, TAKEN_BACK, actor=actor, reason=reason, **told)
    revise(competition)
    return _lines(TAKEN_BACK, entry, warning=warning.pk).get()


def _check(entry: Entry, round: Round, code: str) -> None:
    if round.competition_id != entry.competition_id:
        raise Refusal("not_found")
    if round.is_draft:
        raise Refusal("round_is_draft", of=round.competition, round=round.number)
    if code and code not in scoring.PENALTY_NAMES:
        raise Refusal("unknown_penalty", code=code)


def _lines(verb: str, entry: Entry, **facts: str | int) -> QuerySet[Action]:
    named = {f"facts__{name}": fact for name, fact in facts.items()}
    return Action.objects.filter(competition=entry.competition, verb=verb, **named)
