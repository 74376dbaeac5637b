"""Which lines of the log can be taken back now, and on which page: always by a new entry, nothing is deleted.

What somebody else has taken back since, or what others have built on, has no way back from here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Action, Competition, Round
from tournaments.powers import Power
from tournaments.selectors.rulings import FINES, WARNINGS, meant

WARNING, WARNING_REVERSED = WARNINGS
PENALTY, PENALTY_REVERSED = FINES
PUBLISHED, CLOSED = "round_publish", "round_close"


@dataclass(frozen=True, slots=True)
class Undo:
    """The page of the staff that takes a line back, by its name, and the power that it takes."""

    page: str
    power: Power
    named: dict[str, Any] = field(default_factory=dict)


def undoable(competition: Competition, actions: Iterable[Action]) -> dict[int, Undo]:
    """Say of lines of the log, the newest first, which can be taken back; in two queries at most."""
    if competition.archived_at:
        return {}
    listed = list(actions)
    return dict((*_rulings(competition, listed), *_rounds(competition, listed)))


def _rulings(competition: Competition, listed: list[Action]) -> Iterator[tuple[int, Undo]]:
    ruled = [one for one in listed if one.verb in (WARNING, PENALTY)]
    verbs = (WARNING_REVERSED, PENALTY_REVERSED)
    lines = Action.objects.filter(competition=competition, verb__in=verbs) if ruled else []
    gone = {meant(one) for one in lines}
    for one in ruled:
        kind, key = meant(one)
        if (kind, key) not in gone and key > 0:
            yield one.pk, Undo(f"{kind}-reverse", Power.RULE, {kind: key})


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
