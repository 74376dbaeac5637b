"""A whole deal: its hands fitted to their seats, counted and settled, and the position that follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.agreement import deal_faults, disagreements, robbed_from
from scoring.cannon import cannon
from scoring.declaration import Deal
from scoring.hands import Counted, Hand
from scoring.layout import lay_out
from scoring.play import Position, advance
from scoring.problems import Problem
from scoring.rules import RuleSet, at_table
from scoring.scored import ScoredHand
from scoring.settlement import Settlement, settle
from scoring.valuation import score

Previous = Mapping[str, Sequence[str | None]]


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal counted and settled, or every fault of its hands and of the deal.

    `cannon` are the letters of the rules the winning discard broke, `robbed_from` the seat whose kong was
    robbed, `next` the position of the deal to follow (None: the game is over, or there are problems).
    """

    problems: tuple[Problem, ...]
    hands: Mapping[str, ScoredHand]
    values: Mapping[str, int | None]
    settlement: Settlement | None = None
    cannon: str = ""
    robbed_from: str | None = None
    next: Position | None = None

    @property
    def net(self) -> Mapping[str, int]:
        """Give what each seat has from the deal; empty if it could not be settled."""
        return self.settlement.net if self.settlement else {}

    def to_json(self) -> dict[str, Any]:
        """Print the result."""
        return {
            "valid": not self.problems,
            "errors": [problem.to_json() for problem in self.problems],
            "hands": {seat: hand.to_json() for seat, hand in self.hands.items()},
            "values": dict(self.values),
            "payments": [payment.to_json() for payment in self.settlement.payments]
            if self.settlement
            else [],
            "net": dict(self.net),
            "cannon": list(self.cannon),
            "robbed_from": self.robbed_from,
            "next": self.next.to_json() if self.next else None,
        }


def score_deal(
    deal: Deal, position: Position, rules: RuleSet, *, previous: Previous | None = None
) -> ScoredDeal:
    """Check, count and settle a deal played from a position.

    `previous` gives by seat the special hands (None: ordinary) of that player's earlier mah-jongs, in
    order of play; it goes before what a hand says of itself.
    """
    seats, players = position.playing, len(position.places)
    hands = {
        seat: _fitted(seat, deal, position, rules, (previous or {}).get(seat))
        for seat in seats
        if seat in deal.hands
    }
    layouts = {seat: lay_out(hand) for seat, hand in hands.items() if isinstance(hand, Hand)}
    scored = {seat: score(hand, rules, players=players) for seat, hand in hands.items()}
    problems = (
        *deal_faults(deal, position, at_table(rules, players)),
        *(problem.at(seat) for seat, hand in scored.items() for problem in hand.problems),
        *disagreements(deal, position, rules, hands, layouts, scored),
    )
    robbed, counting = robbed_from(deal, hands, layouts), deal.is_counted(rules)
    values = {seat: scored[seat].value if counting and seat in scored else None for seat in seats}
    if problems:
        return ScoredDeal(problems, scored, values, robbed_from=robbed)
    winners = [hands[seat] for seat in deal.winners] if "cannon" in rules.penalties else []
    letters = "".join(cannon(hand) for hand in winners if isinstance(hand, Hand))
    settlement = _settled(deal, values, position, rules)
    following = advance(position, deal.winners, rules, broken_off=deal.is_broken_off(rules))
    return ScoredDeal((), scored, values, settlement, letters, robbed, following)


def _settled(deal: Deal, values: Mapping[str, int | None], position: Position, rules: RuleSet) -> Settlement:
    return settle(
        {seat: value or 0 for seat, value in values.items()},
        deal.winners,
        rules,
        penalties=deal.events,
        dropped=deal.dropped if deal.is_counted(rules) else (),
        players=len(position.places),
        east=position.east,
        favoured=position.favoured(rules),
    )


def _laid_as_winner(seat: str, deal: Deal) -> bool:
    """Tell whether to read a hand as a winner's; of several named only those that show a winning tile."""
    hand = deal.hands[seat]
    shows = isinstance(hand, Hand) and (hand.is_winner or hand.winning_tile is not None)
    return deal.won(seat) and (shows or len(deal.winners) < 2)


def _laid_as_dropped(seat: str, deal: Deal, rules: RuleSet) -> bool:
    """Tell whether to read a hand as a mah-jong below the minimum; where there is none, if it shows one."""
    hand = deal.hands[seat]
    shows = isinstance(hand, Hand) and hand.winning_tile is not None
    return seat in deal.dropped and (shows or rules.minimum > 0)


def _fitted(
    seat: str, deal: Deal, position: Position, rules: RuleSet, previous: Sequence[str | None] | None
) -> Hand | Counted:
    """Give a hand the winds of its seat and, to a winner, how the deal was won."""
    hand = deal.hands[seat]
    if isinstance(hand, Counted):
        return hand
    winner = _laid_as_winner(seat, deal)
    goulash = position.goulash and "goulash" not in hand.flags
    return replace(
        hand,
        own_wind=position.own_wind(seat),
        round_wind=position.round_wind,
        is_winner=winner or _laid_as_dropped(seat, deal, rules),
        win_source=(hand.win_source or deal.win_source) if winner else hand.win_source,
        previous=hand.previous if previous is None else tuple(previous),
        favoured=seat == position.favoured(rules) if "favoured" in rules.play else None,
        wild=hand.wild or (deal.wild_tiles if rules.goulash else None),
        flags=(*hand.flags, "goulash") if goulash else hand.flags,
    )
