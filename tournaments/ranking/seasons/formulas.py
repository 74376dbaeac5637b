"""What an absence with a code, or a rested evening, gives by its formula from the season so far."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from tournaments.ranking.figures import Amount, Part
from tournaments.ranking.seasons.crediting import Evening
from tournaments.ranking.seasons.facts import Player
from tournaments.ranking.seasons.policy import Code, Formula, Policy, plain

Held = Mapping[int, Mapping[int, Evening]]  # the evenings of each meeting that counts, by player


def with_formulas(policy: Policy, held: Held, players: Iterable[Player]) -> dict[int, dict[int, Evening]]:
    """Return each player's evenings by meeting, in order, with what formulas give filled in."""
    own: dict[int, dict[int, Evening]] = defaultdict(dict)
    waiting: list[Evening] = []
    for number in sorted(held):
        for player, evening in held[number].items():
            own[player][number] = evening
            if evening.rested or evening.code is not None:
                waiting.append(evening)
    if waiting:
        members = frozenset(each.number for each in players if each.status is None)
        _fill(policy, own, waiting, Lasts(held, members))
    return own


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
    own: dict[int, dict[int, Evening]],
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
