"""A player's line in a table: what counts, what it comes to, and whether enough was attended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.ranking.figures import Amount, Part
from tournaments.ranking.seasons.choosing import COUNTED, DROPPED, ZERO, states
from tournaments.ranking.seasons.crediting import Evening
from tournaments.ranking.seasons.facts import Player
from tournaments.ranking.seasons.policy import Choosing, Minimum, Policy, plain

BELOW_MINIMUM = "minimum_attendance"
REACHED, OPEN, BELOW, MISSED = "reached", "open", "below", "missed"


@dataclass(frozen=True, slots=True)
class Scope:
    """Say the meetings of a table: those held, those void, and how many were planned."""

    held: tuple[int, ...]
    void: tuple[int, ...]
    planned: int

    @property
    def to_come(self) -> int:
        """Return how many meetings are to come; void ones have used up their places."""
        return max(0, self.planned - len(self.held) - len(self.void))


class Held(NamedTuple):
    """Say what became of one meeting for one player; `evening` is None for absence without anything."""

    meeting: int
    state: str
    evening: Evening | None

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the parts of what the meeting gave."""
        return () if self.evening is None else self.evening.parts

    @property
    def credit(self) -> Amount | None:
        """Return the sum of the parts, None for what is no result and has none."""
        if self.evening is None or not (self.evening.parts or self.evening.is_result):
            return None
        return self.evening.credit


@dataclass(frozen=True, slots=True)
class Line:
    """Say everything that a table says of one player, and what decides between equal ones.

    `total` is None where there is nothing to take the mean of. `seen` are the meetings whose figures decide
    between equal ones.
    """

    number: int
    status: str | None
    total: Amount | None
    attended: int
    qualification: str
    meetings: tuple[Held, ...]
    extras: tuple[Part, ...]
    net: Amount
    mahjongs: int
    given: int
    firsts: int
    best_round: Amount | None
    lot: int | None
    seen: Sequence[Held]

    @property
    def counted(self) -> tuple[Amount, ...]:
        """Return the credits that count, best first; only what compares them asks."""
        return _credits(self.meetings, COUNTED)

    @property
    def dropped(self) -> tuple[Amount, ...]:
        """Return the credits that were dropped, best first."""
        return _credits(self.meetings, DROPPED)

    @property
    def nets(self) -> Mapping[tuple[int, int], Amount]:
        """Return the nets of single tables, by meeting and table."""
        return _nets(self.seen)

    @property
    def has_results(self) -> bool:
        """Tell whether any meeting was a result."""
        return any(each.state in (COUNTED, DROPPED) for each in self.meetings)

    @property
    def is_qualified(self) -> bool:
        """Tell whether enough was attended, or the meetings to come can still bring it."""
        return self.qualification in (REACHED, OPEN)


def qualification(minimum: Minimum, choosing: Choosing, attended: int, scope: Scope) -> str:
    """Say whether a minimum is reached, can be, or is missed; a rising one is judged by what it is now."""
    planned = scope.planned - len(scope.void)
    held = len(scope.held)
    final = minimum.of(held + scope.to_come, planned, choosing)
    if attended >= minimum.of(held, planned, choosing):
        return REACHED
    if attended + scope.to_come < final:
        return MISSED
    return BELOW if minimum.is_judged_now else OPEN


def line_of(
    policy: Policy,
    player: Player,
    own: Mapping[int, Evening],
    scope: Scope,
    *,
    choosing: Choosing,
    minimum: Minimum,
    with_carried: Sequence[Part],
) -> Line:
    """Make the line of one player over the meetings of a scope."""
    chosen = states(policy, choosing, own, scope.held)
    meetings = tuple(map(Held._make, zip(scope.held, chosen.values(), map(own.get, scope.held), strict=True)))
    extras = (*(part for each in meetings if each.evening for part in each.evening.extras), *with_carried)
    attended = sum(each.evening is not None and each.evening.attended for each in meetings)
    judged = qualification(minimum, choosing, attended, scope)
    whole = policy.figures_of == "season"
    seen = meetings if whole else [each for each in meetings if each.state != DROPPED]
    below = judged in (BELOW, MISSED) and policy.unqualified == "unranked"
    return Line(
        player.number,
        player.status or (BELOW_MINIMUM if below else None),
        _total(policy, meetings, extras),
        attended,
        judged,
        meetings,
        extras,
        *_figures(seen),
        lot=player.lot,
        seen=seen,
    )


def _total(policy: Policy, meetings: Sequence[Held], extras: Sequence[Part]) -> Amount | None:
    """Add what counts, all parts of meetings that are no results, and what belongs to no meeting."""
    counted = [each.evening for each in meetings if each.state == COUNTED and each.evening]
    zeros = sum(each.state == ZERO for each in meetings)
    aggregate = _aggregate(policy, counted, zeros)
    if aggregate is None:
        return None
    beside = sum(
        each.evening.credit for each in meetings if each.evening and each.state not in (COUNTED, DROPPED)
    )
    return plain(aggregate + beside + sum(part.amount for part in extras))


def _aggregate(policy: Policy, counted: Sequence[Evening], zeros: int) -> Amount | None:
    if policy.aggregate == "percent":
        opening, gained = sum(each.opening for each in counted), sum(each.gained for each in counted)
        return Fraction(100 * (opening + gained)) / opening if opening else None
    whole = sum(each.credit for each in counted)
    if policy.aggregate == "sum":
        return whole
    many = len(counted) + zeros
    return Fraction(whole) / many if many else None


def _figures(seen: Sequence[Held]) -> tuple[Amount, int, int, int, Amount | None]:
    net: Amount = 0
    mahjongs = given = firsts = 0
    best: Amount | None = None
    for _number, _state, evening in seen:
        if evening is not None and evening.sat:
            net += evening.net
            mahjongs += evening.mahjongs
            given += evening.given
            firsts += evening.firsts
            best = evening.net if best is None or evening.net > best else best
    return net, mahjongs, given, firsts, best


def _credits(meetings: Sequence[Held], state: str) -> tuple[Amount, ...]:
    credits = [each.evening.credit for each in meetings if each.state == state and each.evening]
    return tuple(sorted(credits, reverse=True))


def _nets(seen: Sequence[Held]) -> dict[tuple[int, int], Amount]:
    return {(each.meeting, table): net for each in seen if each.evening for table, net in each.evening.nets}
