"""Write down what a referee ruled without any other effect, and take it back: lines of the log."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tournaments.deal.hashes import canonical
from tournaments.models import Action, Competition, DealVersion, Entry, Round, Table
from tournaments.refusals import Refusal
from tournaments.selectors import rule_lines
from tournaments.services import corrections, locks
from tournaments.services.announce import log, revise
from tournaments.services.reckoning import rules_of
from tournaments.wording import reasons

GIVEN, TAKEN_BACK = "ruling", "ruling_reversed"
ABOUT = ("round", "table", "deal", "entry")


@locks.write
def ruling_write(
    *,
    round: Round,
    question: str,
    ruling: str,
    actor: User | None,
    key: UUID,
    table: int | None = None,
    deal: int | None = None,
    entry: Entry | None = None,
    rule: str = "",
) -> Action:
    """Write a ruling down: what was asked, what was ruled, by which line of the rules (its anchor), on what.

    Whoever sits at the table reads it. The same key answers twice with the same ruling, and is refused for
    another one.
    """
    competition = locks.take_competition(round.competition)
    text = corrections.reason_given(reasons.of_ruling(question, corrections.reason_given(ruling)))
    named = {"table": table, "deal": deal, "entry": entry and entry.number, "rule": rule or None}
    facts: dict[str, Any] = {"round": round.number, "key": str(key)}
    facts |= {name: fact for name, fact in named.items() if fact}
    done = _lines(competition, GIVEN, key=str(key)).first()
    if done and canonical({**done.facts, "reason": done.reason}) != canonical({**facts, "reason": text}):
        raise Refusal("key_reused", key=str(key))
    if done is None:
        _check(round, table, deal, entry, rule)
        log(competition, GIVEN, actor=actor, reason=text, **facts)
        revise(competition)  # the table reads it
    return done or _lines(competition, GIVEN, key=str(key)).get()


@locks.write
def ruling_take_back(*, ruling: Action, competition: Competition, reason: str, actor: User | None) -> Action:
    """Take a ruling back; of two the second is told (`ruling_reversed`)."""
    competition = locks.take_competition(competition)
    reason = corrections.reason_given(reason)
    if _lines(competition, TAKEN_BACK, ruling=ruling.pk).exists():
        raise Refusal("ruling_reversed")
    told = {name: ruling.facts[name] for name in ABOUT if name in ruling.facts}
    log(competition, TAKEN_BACK, actor=actor, reason=reason, **told, ruling=ruling.pk)
    revise(competition)
    return _lines(competition, TAKEN_BACK, ruling=ruling.pk).get()


def _check(round: Round, table: int | None, deal: int | None, entry: Entry | None, rule: str) -> None:
    if round.is_draft:
        raise Refusal("round_is_draft", of=round.competition, round=round.number)
    if entry and entry.competition_id != round.competition_id:
        raise Refusal("not_found")
    if table and not Table.objects.filter(round=round, number=table).exists():
        raise Refusal("table_not_found", table=table)
    played = DealVersion.objects.filter(table__round=round, table__number=table or 0, number=deal or 0)
    if deal and not played.exists():
        raise Refusal("deal_not_found", deal=deal, table=table or 0)
    if rule and rule not in rule_lines.by_anchor(rules_of(round.competition)):
        raise Refusal("not_found")


def _lines(competition: Competition, verb: str, **facts: str | int) -> QuerySet[Action]:
    named: dict[str, Any] = {f"facts__{name}": fact for name, fact in facts.items()}
    return Action.objects.filter(competition=competition, verb=verb, **named)
