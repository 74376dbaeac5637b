"""What an absence with a code, or a rested evening, gives by its formula from the season so far."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from tournaments.ranking.figures import Amount, Part
from tournaments.ranking.seasons.crediting import Evening
from tournaments.ranking.seasons.facts import Player
from tournaments.ranking.seasons.policy import Code, Formula, Policy, plain

Held = Mapping[int, Mapping[int, Evening]]  # the evenings of each meeting that counts, by player


Own = Mapping[int, Mapping[int, Evening]]  # the evenings of each player, by meeting


def own_of(held: Held, before: Held = MappingProxyType({}), known: Own = MappingProxyType({})) -> Own:
    """Return each player's evenings; whose are the same as `known` `before` has the very same ones."""
    if not before and not known:
        return _by_player(held)
    made: dict[int, Any] = dict(known)
    copied: set[int] = set()
    for number in {*held, *before}:
        new, old = held.get(number, {}), before.get(number, {})
        if new is old:
            continue
        for player in new.keys() | old.keys():
            if player not in old or player not in new or new[player] != old[player]:
                if player not in copied:
                    copied.add(player)
                    made[player] = dict(made.get(player, ()))
                if player in new:
                    made[player][number] = new[player]
                else:
                    del made[player][number]
    return made


def _by_player(held: Held) -> Own:
    made: dict[int, Any] = defaultdict(dict)
    for number, evenings in held.items():
        for player, evening in evenings.items():
            made[player][number] = evening
    return dict(made)


def waiting_in(evenings: Mapping[int, Evening]) -> tuple[Evening, ...]:
    """Return what of a meeting waits for a formula."""
    return tuple(each for each in evenings.values() if each.rested or each.code is not None)


def with_formulas(
    policy: Policy, held: Held, own: Own, waiting: Mapping[int, Sequence[Evening]], players: Iterable[Player]
) -> Own:
    """Return each player's evenings by meeting with what formulas give filled in."""
    listed = [each for number in sorted(held) for each in waiting[number]]
    if not listed:
        return own
    made: dict[int, Any] = dict(own)
    for player in {each.player for each in listed}:
        made[player] = dict(own[player])
    _fill(
        policy, made, listed, Lasts(held, frozenset(each.number for each in players if each.status is None))
    )
    return made


class Lasts:
    """The lowest part of the scheme that any member got, worked out for the meetings that are asked for."""

    def __init__(self, held: Held, members: frozenset[int]) -> None:
        self.held, self.members = held, members
        self.known: dict[int, Amount] = {}

    def of(self, meeting: int) -> Amount:
        """Return that of a meeting."""
        if meeting not in self.known:
            self.known[meeting] = _last(self.held[meeting], self.members)
        return self.known[meeting]


def _last(evenings: Mapping[int, Evening], members: frozenset[int]) -> Amount:
    """Return the lowest part of the scheme that any member got at a meeting."""
    amounts = [amount for number in members & evenings.keys() for amount in evenings[number].scheme]
    return min(amounts, default=0)


def _fill(
    policy: Policy,
    own: Mapping[int, dict[int, Evening]],
    waiting: Iterable[Evening],
    lasts: Lasts,
) -> None:
    used: dict[tuple[int, str], int] = defaultdict(int)
    for evening in waiting:
        evenings = own[evening.player]
        earned = [each.earned for each in evenings.values() if each.played]
        if evening.code is None:
            evenings[evening.meeting] = _rested(policy.rested, evening, earned, lasts)
            continue
        code = policy.absence[evening.code]
        used[evening.player, evening.code] += 1
        if code.most is None or used[evening.player, evening.code] <= code.most:
            evenings[evening.meeting] = _coded(policy, code, evening, earned, lasts)


def _amount(formula: Formula, earned: list[Amount], lasts: Lasts, meeting: int) -> Amount | None:
    """Return what a formula gives, None if it is no result."""
    if formula.formula == "none":
        return None
    if formula.formula == "fixed":
        return formula.amount or 0
    if formula.formula == "as_last":
        return lasts.of(meeting)
    chosen = sorted(earned, reverse=True)[: formula.of]
    return plain(Fraction(sum(chosen)) / len(chosen)) if chosen else 0


def _rested(formula: Formula, evening: Evening, earned: list[Amount], lasts: Lasts) -> Evening:
    amount = _amount(formula, earned, lasts, evening.meeting)
    if amount is None:
        return evening
    part = Part("rested", amount, {"round": evening.meeting, "formula": formula.formula})
    return evening._replace(is_result=True, listed=(part, *evening.parts), credit=evening.credit + amount)


def _coded(policy: Policy, code: Code, evening: Evening, earned: list[Amount], lasts: Lasts) -> Evening:
    amount = _amount(code.gives, earned, lasts, evening.meeting)
    facts = {"round": evening.meeting}
    added: list[Part] = []
    if amount is not None:
        added.append(Part("absence", amount, {**facts, "absence": evening.code}))
    if code.attendance_points and policy.attendance_points:
        added.append(Part("attendance", policy.attendance_points, facts))
    return evening._replace(
        is_result=amount is not None,
        attended=code.attended,
        discardable=code.discardable,
        listed=(*added, *evening.parts),
        credit=evening.credit + sum(part.amount for part in added),
    )
