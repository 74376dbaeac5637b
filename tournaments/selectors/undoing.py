"""Which lines of the log can be taken back now, and on which page: always by a new entry, nothing is deleted.

What somebody else has taken back since, or what others have built on, has no way back from here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Action, Competition, Penalty, Round
from tournaments.powers import Power
from tournaments.selectors.rulings import WARNINGS

WARNING, WARNING_REVERSED = WARNINGS
PENALTY, PUBLISHED, CLOSED = "standings_penalty", "round_publish", "round_close"


@dataclass(frozen=True, slots=True)
class Undo:
    """The page of the staff that takes a line back, by its name, and the power that it takes."""

    page: str
    power: Power
    named: dict[str, Any] = field(default_factory=dict)


def undoable(competition: Competition, actions: Iterable[Action]) -> dict[int, Undo]:
    """Say of lines of the log, the newest first, which can be taken back; in three queries at most."""
    if competition.archived_at:
        return {}
    listed = list(actions)
    found = (*_warnings(competition, listed), *_penalties(competition, listed), *_rounds(competition, listed))
    return dict(found)


def _warnings(competition: Competition, listed: list[Action]) -> Iterator[tuple[int, Undo]]:
    given = [one for one in listed if one.verb == WARNING]
    lines = Action.objects.filter(competition=competition, verb=WARNING_REVERSED) if given else []
    gone = {one.facts["warning"] for one in lines}
    for one in given:
        if one.pk not in gone:
            yield one.pk, Undo("warning-reverse", Power.RULE, {"warning": one.pk})


def _penalties(competition: Competition, listed: list[Action]) -> Iterator[tuple[int, Undo]]:
    """Match lines with penalties: each is written right before its line, by the same hand and reason."""
    imposed = [one for one in listed if one.verb == PENALTY]
    rows = Penalty.objects.filter(competition=competition, amount__isnull=False, reverses=None)
    found = list(rows.select_related("entry", "reversed_by").order_by("-pk")) if imposed else []
    for line in imposed:
        told = (line.facts["entry"], line.facts["amount"], line.reason, line.actor_id)
        for penalty in found:
            if penalty.at <= line.at and told == _told(penalty):
                found.remove(penalty)
                if not hasattr(penalty, "reversed_by"):
                    yield line.pk, Undo("penalty-reverse", Power.RULE, {"penalty": penalty.pk})
                break


def _told(penalty: Penalty) -> tuple[Any, ...]:
    number = penalty.entry.number if penalty.entry else None
    return number, penalty.amount, penalty.reason, penalty.actor_id


def _rounds(competition: Competition, listed: list[Action]) -> Iterator[tuple[int, Undo]]:
    """Offer the last move of a round, while it is as that left it and nothing runs that began since."""
    moved = [one for one in listed if one.verb in (PUBLISHED, CLOSED)]
    rounds = {one.number: one for one in competition.rounds.all()} if moved else {}
    runs = any(one.is_running for one in rounds.values())
    for line in moved:
        one = rounds.pop(line.facts["round"], None)
        if one is None:
            continue
        if line.verb == PUBLISHED and one.state == Round.State.PUBLISHED:
            yield line.pk, Undo("take-back", Power.SEATING, {"round": one.number})
        if line.verb == CLOSED and one.is_closed and not runs:
            yield line.pk, Undo("round", Power.ROUNDS, {"round": one.number})
