"""What was missing: the legal mah-jongs one tile away from a claim that fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scoring.fishing import completing_kinds, one_tile_away
from scoring.hands import Hand
from scoring.layout import in_rack, lay_out
from scoring.rules import RuleSet
from scoring.scored import ScoredHand
from scoring.tiles import KINDS
from scoring.valuation import score

Change = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Nearest:
    """A legal mah-jong one tile away: the tile too many (`drop`), the tile missing (`add`), its value."""

    drop: str | None
    add: str | None
    hand: Hand
    scored: ScoredHand

    def to_json(self) -> dict[str, Any]:
        """Print the two tiles with the value and special hand of the mah-jong."""
        return {
            "drop": self.drop,
            "add": self.add,
            "value": self.scored.value,
            "special": self.scored.special,
        }


def nearest(hand: Hand, rules: RuleSet, *, players: int = 4) -> tuple[Nearest, ...]:
    """List the mah-jongs one tile away, the best first: one tile exchanged, one more, or one fewer.

    The sets on the table stay; the win is claimed as the hand says (else drawn from the wall). Empty if the
    hand is further away, or if something else keeps it from winning.

    >>> from scoring import Meld, load_rules
    >>> claimed = Hand(
    ...     tuple("B6 B7 B9 C8 C8".split()), tuple(Meld((tile,) * 3) for tile in ("B2", "C3", "D4")),
    ...     winning_tile="B7", win_source="wall", own_wind="S", round_wind="W", is_winner=True,
    ... )
    >>> [(way.drop, way.add, way.scored.value) for way in nearest(claimed, load_rules("bmja-tournament"))]
    [('B6', 'B8', 30), ('B9', 'B8', 30), ('B9', 'B5', 28)]
    """
    laid = in_rack(hand)
    ways = (_changed(laid, change, rules, players) for change in _changes(laid, rules))
    legal = [way for way in ways if way.scored.valid]
    return tuple(sorted(legal, key=lambda way: -(way.scored.value or 0)))


def _changes(hand: Hand, rules: RuleSet) -> Iterator[Change]:
    layout = lay_out(hand)
    if layout.size == 13:
        yield from ((None, KINDS[kind]) for kind in completing_kinds(layout, rules))
    elif layout.size == 14:
        yield from ((KINDS[kind], KINDS[wanted]) for kind, wanted in one_tile_away(layout, rules))
    elif layout.size == 15:
        yield from ((KINDS[kind], None) for kind, count in enumerate(layout.rack) if count)


def _changed(hand: Hand, change: Change, rules: RuleSet, players: int) -> Nearest:
    drop, add = change
    rack = list(hand.concealed)
    if drop is not None:
        rack.remove(drop)
    if add is not None:
        rack.append(add)
    # A winning tile that is put down makes the tile taken instead the winning one.
    winning = hand.winning_tile if hand.winning_tile in rack else add
    won = replace(
        hand,
        concealed=tuple(rack),
        is_winner=True,
        winning_tile=winning,
        win_source=hand.win_source or "wall",
    )
    return Nearest(drop, add, won, score(won, rules, players=players))
