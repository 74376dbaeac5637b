"""Who pays whom: all the winner, the others their differences, penalties on lines of their own.

Every settlement sums to zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from scoring.hands import Reader
from scoring.problems import Problem, SettlementError
from scoring.rules import PenaltyRow, RuleSet, at_table
from scoring.tiles import WINDS
from scoring.wording import _

SEATS: Final = (*WINDS, "R")
"""The order of a settlement's lines; R is the fifth player's seat."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """An error the table or the referee entered: its code, who made it, whom it misled."""

    code: str
    offender: str
    misled: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, obj: Any, where: str = "penalty") -> Penalty:
        """Parse {"code", "offender", "misled"}; raise MalformedHand for another shape."""
        reader = Reader(obj, where, ("code", "offender", "misled"))
        penalty = cls(reader.word("code"), reader.word("offender"), reader.codes("misled"))
        reader.finish()
        return penalty

    def to_json(self) -> dict[str, Any]:
        """Print the penalty; `misled` only where somebody was."""
        printed: dict[str, Any] = {"code": self.code, "offender": self.offender}
        return printed | {"misled": list(self.misled)} if self.misled else printed


@dataclass(frozen=True, slots=True)
class Payment:
    """An amount one seat pays another, and what for: `win`, `difference` or a penalty's code."""

    payer: str
    payee: str
    amount: int
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Print the payment."""
        return {"from": self.payer, "to": self.payee, "amount": self.amount, "for": self.reason}


@dataclass(frozen=True, slots=True)
class Settlement:
    """The payments of a deal and what each seat has from them."""

    payments: tuple[Payment, ...]
    net: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        """Print payments and net."""
        return {"payments": [payment.to_json() for payment in self.payments], "net": dict(self.net)}


def settle(
    values: Mapping[str, int],
    winners: Sequence[str],
    rules: RuleSet,
    *,
    penalties: Sequence[Penalty | Mapping[str, Any]] = (),
    dropped: Sequence[str] = (),
    players: int = 4,
    east: str = "E",
    favoured: str | None = None,
) -> Settlement:
    """Settle a deal: `values` by seat, `winners` empty for a draw, `east` the seat that is East.

    `dropped` showed a mah-jong below the minimum: they pay the winner nothing. `favoured` is the seat that
    pays and is paid double under rules where that is not East's part (else East).
    Raise SettlementError with every reason why these cannot be settled.
    """
    rules = at_table(rules, players)
    double = favoured if favoured and rules.play.get("favoured") else east
    events = [each if isinstance(each, Penalty) else Penalty.from_json(each) for each in penalties]
    problems = [
        *_value_problems(values, winners, dropped, rules, players),
        *_east_problems(values, east),
        *penalty_problems(events, winners, rules, tuple(values)),
    ]
    if problems:
        raise SettlementError(problems)
    found = _payments(values, winners, dropped, rules, events, double)
    payments = tuple(payment for payment in found if payment.amount)
    return Settlement(payments, _net(values, payments))


def penalty_problems(
    events: Sequence[Penalty], winners: Sequence[str], rules: RuleSet, playing: Sequence[str]
) -> Iterator[Problem]:
    """Find the penalties that the rules do not know or that do not fit the deal, and those for a seat that
    does not play it: a resting player and a dummy are no party to it (decision 37).
    """
    for event in events:
        row = rules.penalties.get(event.code)
        if row is None:
            yield Problem("unknown_penalty", facts={"penalty": event.code})
            continue
        reason = _misfit(event, row, winners, rules.seats)
        idle = [seat for seat in (event.offender, *event.misled) if seat not in playing]
        if reason:
            yield Problem("penalty_does_not_fit", facts={"penalty": event.code, "reason": reason})
        elif idle:
            reason = _("who does not play the deal is no party to it")
            facts = {"penalty": event.code, "reason": reason, "seats": tuple(idle)}
            yield Problem("penalty_does_not_fit", seat=idle[0], facts=facts)
    whole = [
        event.code
        for event in events
        if event.code in rules.penalties and rules.penalties[event.code].pays == "winner"
    ]
    if len(whole) > 1:
        reason = _("only one player can pay for all")
        yield Problem("penalty_does_not_fit", facts={"penalty": whole[1], "reason": reason})


def _misfit(event: Penalty, row: PenaltyRow, winners: Sequence[str], seats: Sequence[str]) -> str:
    if not {event.offender, *event.misled}.issubset(seats):
        return _("a seat is E, S, W or N")
    if row.pays == "misled" and not event.misled:
        return _("it is not said who was misled")
    if event.offender in event.misled or len(set(event.misled)) < len(event.misled):
        return _("each player misled is another one than the offender, named once")
    if row.pays == "winner" and (len(winners) != 1 or event.offender in winners):
        return _("another player must have won")
    if row.pays == "everyone" and winners:
        return _("it ends the deal without a winner")
    return ""


def _value_problems(
    values: Mapping[str, int], winners: Sequence[str], dropped: Sequence[str], rules: RuleSet, players: int
) -> Iterator[Problem]:
    if players not in rules.players or len(values) != min(players, len(WINDS)):
        counted = players if players not in rules.players else len(values)
        yield Problem("wrong_number_of_players", facts={"allowed": rules.players, "players": counted})
    for seat in (*values, *winners, *dropped):
        if seat not in rules.seats or seat not in values:
            yield Problem("malformed", facts={"where": "seat", "expected": ", ".join(rules.seats)})
    for seat, value in values.items():
        if type(value) is not int or value < 0 or (rules.highest is not None and value > rules.highest):
            expected = (
                "a whole number" if rules.highest is None else f"a whole number from 0 to {rules.highest}"
            )
            yield Problem("malformed", seat=seat, facts={"where": f"values.{seat}", "expected": expected})
    yield from _dropped_problems(winners, dropped, rules)
    if len(winners) > 1 and not rules.settlement["several_winners"]:
        yield Problem("several_winners_not_allowed", facts={"seats": tuple(winners)})


def _east_problems(values: Mapping[str, int], east: str) -> Iterator[Problem]:
    """Find an East who does not play: where seat E rests or is empty, somebody else is East."""
    if east not in values:
        expected = ", ".join(_seats(values)) or "a seat"
        yield Problem("malformed", facts={"where": "east", "expected": expected})


def _dropped_problems(winners: Sequence[str], dropped: Sequence[str], rules: RuleSet) -> Iterator[Problem]:
    if dropped and not rules.minimum:
        yield Problem("malformed", facts={"where": "dropped", "expected": "rules with a minimum"})
    if set(dropped) & set(winners) or len(set(dropped)) < len(dropped):
        yield Problem(
            "malformed", facts={"where": "dropped", "expected": "other seats than the winner's, once"}
        )


def _payments(
    values: Mapping[str, int],
    winners: Sequence[str],
    dropped: Sequence[str],
    rules: RuleSet,
    events: Sequence[Penalty],
    east: str,
) -> Iterator[Payment]:
    whole = None
    for event in events:
        row = rules.penalties[event.code]
        whole = event if row.pays == "winner" else whole
        yield from _penalty_payments(event, row, values, east)
    for winner in winners:
        paid = [each for each in _to_winner(values, winner, rules, east) if each.payer not in dropped]
        if whole:
            yield Payment(whole.offender, winner, sum(payment.amount for payment in paid), whole.code)
        else:
            yield from paid
    if not whole and (winners or rules.play["draws_counted"]):
        yield from _differences(values, winners, rules, east)


def _penalty_payments(
    event: Penalty, row: PenaltyRow, values: Mapping[str, int], east: str
) -> Iterator[Payment]:
    paid: Sequence[str] = ()
    if row.pays == "misled":
        paid = event.misled
    elif row.pays == "everyone":
        paid = [seat for seat in _seats(values) if seat != event.offender]
    for seat in paid:
        doubled = row.east_doubles and east in (seat, event.offender)
        yield Payment(event.offender, seat, row.amount * (2 if doubled else 1), event.code)


def _seats(values: Mapping[str, int]) -> list[str]:
    return [seat for seat in SEATS if seat in values]


def _to_winner(values: Mapping[str, int], winner: str, rules: RuleSet, east: str) -> Iterator[Payment]:
    for seat in _seats(values):
        if seat != winner:
            doubled = rules.settlement["east_doubles_with_winner"] and east in (seat, winner)
            yield Payment(seat, winner, values[winner] * (2 if doubled else 1), "win")


def _differences(
    values: Mapping[str, int], winners: Sequence[str], rules: RuleSet, east: str
) -> Iterator[Payment]:
    """Settle among those who did not win; of two the winner too pays what he lacks (000:217-220)."""
    others = [seat for seat in _seats(values) if seat not in winners]
    pairs = list(combinations(others, 2))
    if rules.settlement.get("winner_pays_difference"):
        pairs = [(winner, seat) for winner in winners for seat in others if values[winner] < values[seat]]
    for first, second in pairs:
        lower, higher = sorted((first, second), key=values.__getitem__)
        doubled = rules.settlement["east_doubles_between_losers"] and east in (first, second)
        difference = values[higher] - values[lower]
        yield Payment(lower, higher, difference * (2 if doubled else 1), "difference")


def _net(values: Mapping[str, int], payments: Sequence[Payment]) -> dict[str, int]:
    net = dict.fromkeys(_seats(values), 0)
    for payment in payments:
        net[payment.payer] -= payment.amount
        net[payment.payee] += payment.amount
    return net
