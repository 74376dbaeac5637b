"""Work a recorded deal out again, from what was declared and the rules its competition is bound to."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import scoring
from scoring import Position
from tournaments.deal.chairs import CHAIRS, seats_in
from tournaments.deal.reckon import Reckoned, reckon
from tournaments.models import Competition, DealVersion
from tournaments.selectors import tables
from tournaments.services.corrections import owners
from tournaments.services.reckoning import rules_are_kept, rules_of

NUMBERS = {
    *("hands", "value", "points", "doubles", "special", "limited", "lines", "code", "kind", "amount"),
    *("payments", "from", "to", "for", "values", "net", *CHAIRS),
}
SCORED = ("value", "special", "net", "mahjong", "gave")


class Recount:
    """Compares the deals of a competition with what its rules make of them."""

    def __init__(self, competition: Competition) -> None:
        self.competition = competition

    @cached_property
    def rules(self) -> scoring.RuleSet:
        return rules_of(self.competition)

    @cached_property
    def possible(self) -> bool:
        """Tell whether the rules are still those of the competition; with others nothing can be compared."""
        return rules_are_kept(self.competition)

    def differs(self, version: DealVersion) -> bool:
        """Tell whether figures or winds are others than those that follow from the declaration.

        Where a referee has to decide, or only people changed seats, a version keeps the figures of the one
        before it.
        """
        if not self.possible:
            return False
        before = version.supersedes
        if before and version.kind == DealVersion.Kind.RESEAT:
            return _kept(version) != _kept(before) or _after(version) != _after(before)
        if before and version.kind == DealVersion.Kind.REPLAY and version.flags:
            return _kept(version) != _kept(before, owners(before.position, version.position))
        reckoned = reckon(version.content, tables.position_of(version), self.rules)
        return bool(reckoned.problems) or _recorded(version) != _worked_out(reckoned)


def _kept(version: DealVersion, whose: Mapping[str, str] = {}) -> dict[str, Any]:
    """Take what a version keeps of the one before it: who scored what, by seat; `whose` changes owners."""
    scores = {whose.get(row.seat, row.seat): row for row in version.scores.all()}
    rows = {seat: {name: getattr(row, name) for name in SCORED} for seat, row in scores.items()}
    return {"scores": rows, "result": version.result}


def _after(version: DealVersion) -> tuple[Any, ...]:
    return tuple(getattr(version, name) for name in tables.NEXT)


def _recorded(version: DealVersion) -> dict[str, Any]:
    scores = {
        row.seat: {**{name: getattr(row, name) for name in SCORED}, "own_wind": row.own_wind}
        for row in version.scores.all()
    }
    return {"scores": scores, "result": figures(version.result), "after": _after(version)}


def _worked_out(reckoned: Reckoned) -> dict[str, Any]:
    winds = reckoned.winds
    scores = {
        seat: {
            "value": reckoned.values.get(seat),
            "special": reckoned.specials.get(seat, ""),
            "net": reckoned.net.get(seat, 0),
            "mahjong": seat in reckoned.winners,
            "gave": seat == reckoned.giver,
            "own_wind": winds.get(seat, ""),
        }
        for seat in seats_in(reckoned.position.places)
    }
    return {"scores": scores, "result": figures(reckoned.result), "after": _columns(reckoned.following)}


def _columns(position: Position | None) -> tuple[Any, ...]:
    if position is None:
        return "", "", False, 0
    return position.east, position.round_wind, position.goulash, position.counted


def figures(working: Any) -> Any:
    """Take the numbers of a working; its words may be others in another release."""
    if isinstance(working, Mapping):
        return {name: figures(value) for name, value in working.items() if name in NUMBERS}
    return [figures(one) for one in working] if isinstance(working, list | tuple) else working
