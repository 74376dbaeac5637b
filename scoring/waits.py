"""What a hand one tile short waits for, and what each tile would make it worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.fishing import completing_kinds
from scoring.hands import Hand
from scoring.layout import lay_out
from scoring.problems import MalformedHand
from scoring.rules import RuleSet
from scoring.scored import ScoredHand
from scoring.tiles import KINDS
from scoring.validation import faults
from scoring.valuation import score
from scoring.wild import completing_wild


@dataclass(frozen=True, slots=True)
class WaitValue:
    """A tile that completes a hand, and the mah-jong it would make."""

    tile: str
    scored: ScoredHand

    def to_json(self) -> dict[str, Any]:
        """Print the tile with its value, points, doubles and special hand."""
        scored = self.scored
        return {
            "tile": self.tile,
            "value": scored.value,
            "points": scored.points,
            "doubles": scored.doubles,
            "special": scored.special,
        }


def wait_values(hand: Hand, rules: RuleSet, *, players: int = 4) -> tuple[WaitValue, ...]:
    """List the tiles that complete a hand and what each is worth, won as `win_source` says (else the wall).

    Raise MalformedHand if the hand is not one that could wait.
    """
    source, waiting = (
        hand.win_source or "wall",
        replace(hand, is_winner=False, win_source=None, winning_tile=None),
    )
    kinds = _kinds(waiting, rules, players)
    found = (_won(waiting, KINDS[kind], source, rules, players) for kind in kinds)
    return tuple(wait for wait in found if wait.scored.valid)


def _kinds(hand: Hand, rules: RuleSet, players: int) -> list[int]:
    layout, wild = lay_out(hand), bool(hand.wild and rules.goulash)
    problems = score(hand, rules).problems if wild else faults(hand, layout, rules, players)
    if problems:
        raise MalformedHand(problems)
    return completing_wild(hand, rules) if wild else completing_kinds(layout, rules)


def _won(hand: Hand, tile: str, source: str, rules: RuleSet, players: int) -> WaitValue:
    flags = tuple(flag for flag in hand.flags if flag != "fishing")
    won = replace(
        hand,
        concealed=(*hand.concealed, tile),
        is_winner=True,
        winning_tile=tile,
        win_source=source,
        flags=flags,
    )
    return WaitValue(tile, score(won, rules, players=players))
