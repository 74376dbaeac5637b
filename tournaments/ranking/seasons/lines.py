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
RESULTS = (COUNTED, DROPPED)
States = Sequence[str]
Evenings = Sequence[Evening | None]


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

    `total` is None where there is nothing to take the mean of. `states` and `evenings` say what became of
    each meeting that was `held`; of a large season nobody asks for all `meetings`, which are made of them.
    """

    number: int
    status: str | None
    total: Amount | None
    attended: int
    qualification: str
    held: tuple[int, ...]
    states: tuple[str, ...]
    evenings: tuple[Evening | None, ...]
    extras: tuple[Part, ...]
    net: Amount
    mahjongs: int
    given: int
    firsts: int
    best_round: Amount | None
    lot: int | None
    sees_dropped: bool

    @property
    def meetings(self) -> tuple[Held, ...]:
        """Return what became of each meeting held."""
        return tuple(map(Held._make, zip(self.held, self.states, self.evenings, strict=True)))

    @property
    def counted(self) -> tuple[Amount, ...]:
        """Return the credits that count, best first; only what compares them asks."""
        return self._credits(COUNTED)

    @property
    def dropped(self) -> tuple[Amount, ...]:
        """Return the credits that were dropped, best first."""
        return self._credits(DROPPED)

    @property
    def nets(self) -> Mapping[tuple[int, int], Amount]:
        """Return the nets of single tables, by meeting and table."""
        seen = zip(self.held, _seen(self.states, self.evenings, self.sees_dropped), strict=True)
        return {(number, table): net for number, each in seen if each for table, net in each.nets}

    @property
    def has_results(self) -> bool:
        """Tell whether any meeting was a result."""
        return COUNTED in self.states or DROPPED in self.states

    @property
    def is_qualified(self) -> bool:
        """Tell whether enough was attended, or the meetings to come can still bring it."""
        return self.qualification in (REACHED, OPEN)

    def _credits(self, state: str) -> tuple[Amount, ...]:
        named = zip(self.states, self.evenings, strict=True)
        return tuple(sorted([each.credit for own, each in named if own == state and each], reverse=True))


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
    chosen = tuple(states(policy, choosing, own, scope.held).values())
    evenings = tuple(map(own.get, scope.held))
    there = list(filter(None, evenings))
    extras = (*(part for each in there for part in each.extras), *with_carried)
    attended = sum([each.attended for each in there])
    judged = qualification(minimum, choosing, attended, scope)
    whole = policy.figures_of == "season"
    below = judged in (BELOW, MISSED) and policy.unqualified == "unranked"
    return Line(
        player.number,
        player.status or (BELOW_MINIMUM if below else None),
        _total(policy, chosen, evenings, extras),
        attended,
        judged,
        scope.held,
        chosen,
        evenings,
        extras,
        *_figures(_seen(chosen, evenings, whole)),
        lot=player.lot,
        sees_dropped=whole,
    )


def _total(policy: Policy, chosen: States, evenings: Evenings, extras: Sequence[Part]) -> Amount | None:
    """Add what counts, all parts of meetings that are no results, and what belongs to no meeting."""
    counted = [each for state, each in zip(chosen, evenings, strict=True) if state == COUNTED and each]
    aggregate = _aggregate(policy, counted, chosen.count(ZERO))
    if aggregate is None:
        return None
    others = [each for state, each in zip(chosen, evenings, strict=True) if state not in RESULTS and each]
    return plain(aggregate + sum([each.credit for each in others]) + sum([part.amount for part in extras]))


def _aggregate(policy: Policy, counted: Sequence[Evening], zeros: int) -> Amount | None:
    if policy.aggregate == "percent":
        opening, gained = sum(each.opening for each in counted), sum(each.gained for each in counted)
        return Fraction(100 * (opening + gained)) / opening if opening else None
    whole = sum([each.credit for each in counted])
    if policy.aggregate == "sum":
        return whole
    many = len(counted) + zeros
    return Fraction(whole) / many if many else None


def _seen(chosen: States, evenings: Evenings, whole: bool) -> Evenings:
    """Return the evenings whose figures decide between equal ones; the others are None."""
    if whole:
        return evenings
    return [None if state == DROPPED else each for state, each in zip(chosen, evenings, strict=True)]


def _figures(seen: Evenings) -> tuple[Amount, int, int, int, Amount | None]:
    sat = [each for each in seen if each is not None and each.sat]
    nets = [each.net for each in sat]
    mahjongs, given = sum([each.mahjongs for each in sat]), sum([each.given for each in sat])
    return sum(nets), mahjongs, given, sum([each.firsts for each in sat]), max(nets, default=None)
