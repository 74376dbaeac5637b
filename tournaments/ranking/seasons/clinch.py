"""Clinch arithmetic: who has won, who still can, and what a player needs next, where that is exact.

Seats that are not drawn are worked out here by each player's bounds alone; drawn ones are for `drawn`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.drawn import Drawn, TooMany
from tournaments.ranking.seasons.facts import Facts, Malformed
from tournaments.ranking.seasons.policy import Policy
from tournaments.ranking.seasons.prospects import ABSENT, First, Prospect, attainable, prospects

UNBOUNDED, BY_SIMULATION = "unbounded", "by_simulation"
SEATS = 4  # a meeting to come gives one session at a table of four


@dataclass(frozen=True, slots=True)
class Chance:
    """Say what a player can still reach; `needs` and `clinches_with` are credits of the next meeting.

    They are ABSENT where staying away will do, and None where nothing will.
    """

    player: int
    won: bool
    safe: bool
    can_win: bool
    needs: First
    clinches_with: First


class Outlook(Protocol):
    """Answer what may become of one player, for all or for one credit of the next meeting."""

    def options(self, one: Prospect) -> Sequence[First]:
        """Return what the next meeting can bring, the least first."""

    def margin(self, one: Prospect, first: First) -> Amount | None:
        """Return by how much a player is ahead of everybody at worst, None if he may not qualify."""

    def can_win(self, one: Prospect, first: First) -> bool:
        """Tell whether a player can be qualified with nobody ahead."""


def inexact(policy: Policy, remaining: int) -> str | None:
    """Say why the answers cannot be exact, None where they are."""
    if policy.credit_scheme in ("net", "percent") and remaining:
        return UNBOUNDED
    simulated = (
        policy.credit_scheme in ("place_points", "percent"),
        policy.aggregate != "sum",
        policy.choosing.trimmed is not None,
        bool(policy.absence),
        bool(policy.periods),
        bool(policy.divisions),
        policy.attendance_pro_rata,
        policy.rested.formula != "fixed",
        bool(policy.bonuses),
        policy.absence_replaces,
    )
    return BY_SIMULATION if any(simulated) else None


def chances(
    policy: Policy, facts: Facts, remaining: int, drawn: Sequence[Sequence[Sequence[int]]] | None = None
) -> tuple[Chance, ...] | str:
    """Return the chances of every member, or why they are not exact.

    `drawn` are the tables of each remaining meeting, where seats are known.
    """
    if (why := inexact(policy, remaining)) is not None:
        return why
    members = prospects(policy, facts, remaining)
    outlook: Outlook = Bounds(policy, members, remaining)
    try:
        if drawn is not None:
            outlook = Drawn(policy, facts, members, drawn)
        return tuple(_chance(outlook, one, remaining) for one in members)
    except TooMany:
        return BY_SIMULATION


def _chance(outlook: Outlook, one: Prospect, remaining: int) -> Chance:
    margin = outlook.margin(one, None)
    won, safe = margin is not None and margin > 0, margin is not None and margin >= 0
    can_win = outlook.can_win(one, None)
    needs = _needs(outlook, one) if remaining and can_win else None
    return Chance(one.number, won, safe, can_win, needs, _clinches(outlook, one) if remaining else None)


def _needs(outlook: Outlook, one: Prospect) -> First:
    return next((first for first in outlook.options(one) if outlook.can_win(one, first)), None)


def _clinches(outlook: Outlook, one: Prospect) -> First:
    """Return the least credit from which on every one has won."""
    least: First = None
    for first in reversed(outlook.options(one)):
        margin = outlook.margin(one, first)
        if margin is None or margin <= 0:
            break
        least = first
    return least


class Bounds:
    """Each player's bounds alone: anybody may come or stay away, and meet anybody."""

    def __init__(self, policy: Policy, members: Sequence[Prospect], remaining: int) -> None:
        """Take what each member has, and how many meetings are to come."""
        self.remaining = remaining
        bounded = policy.credit_scheme == "table_points" and remaining
        points = policy.points_for(SEATS) if bounded else (0,)
        self.credits = attainable(points, SEATS, policy.attendance_points)
        self.lowest = {one.number: self._lowest(one, None) for one in members if one.qualifies(0)}
        self.highest = {one.number: self._highest(one, None) for one in members}

    def options(self, one: Prospect) -> Sequence[First]:
        """Return absence, then every credit of a table of four."""
        return (ABSENT, *self.credits)

    def margin(self, one: Prospect, first: First) -> Amount | None:
        """Compare the lowest total with everybody's highest."""
        if not one.qualifies(_came(first)):
            return None
        others = [high for number, high in self.highest.items() if number != one.number and high is not None]
        lowest = self._lowest(one, first)
        return lowest - max(others) if others else 1

    def can_win(self, one: Prospect, first: First) -> bool:
        """Compare the highest total with the lowest of all who have reached the minimum."""
        highest = self._highest(one, first)
        others = [low for number, low in self.lowest.items() if number != one.number]
        return highest is not None and all(highest >= low for low in others)

    def _lowest(self, one: Prospect, first: First) -> Amount:
        return min(self._totals(one, first, self.credits[0], 0))

    def _highest(self, one: Prospect, first: First) -> Amount | None:
        needed = max(0, one.minimum - one.attended - _came(first))
        return max(self._totals(one, first, self.credits[-1], needed), default=None)

    def _totals(self, one: Prospect, first: First, credit: Amount, needed: int) -> list[Amount]:
        """Return the totals for every number of meetings that may be attended yet, each with this credit."""
        begun: list[Amount] = [] if first is None or isinstance(first, str) else [first]
        left = self.remaining - (first is not None)
        return [one.total([*begun, *[credit] * coming]) for coming in range(needed, left + 1)]


def _came(first: First) -> int:
    """Return 1 if the next meeting is attended for certain."""
    return int(first is not None and not isinstance(first, str))


def answered(policy: Policy, facts: Facts, document: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a situation as plain values: the chances of each member, or why they are not exact."""
    remaining = document.get("remaining", 0)
    if not isinstance(remaining, int) or isinstance(remaining, bool) or remaining < 0:
        raise Malformed(f"remaining is no number of meetings: {remaining!r}")
    found = chances(policy, facts, remaining, _drawn(document.get("drawn"), remaining))
    if isinstance(found, str):
        return {"exact": False, "why": found}
    return {"exact": True, "answers": [_written(each) for each in found]}


def _drawn(found: Any, remaining: int) -> list[list[list[int]]] | None:
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != remaining:
        raise Malformed("drawn are the tables of each remaining meeting")
    for meeting in found:
        if not isinstance(meeting, list) or not all(isinstance(table, list) for table in meeting):
            raise Malformed("a meeting that is drawn is a list of tables")
        numbers = [number for table in meeting for number in table]
        if not all(isinstance(each, int) for each in numbers) or len(set(numbers)) != len(numbers):
            raise Malformed("a table that is drawn is a list of numbers, nobody twice in a meeting")
    return found


def _written(chance: Chance) -> dict[str, Any]:
    made = asdict(chance)
    return made | {key: None if made[key] is None else str(made[key]) for key in ("needs", "clinches_with")}
