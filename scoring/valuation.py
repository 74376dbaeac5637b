"""Scoring one hand, whatever it is: a mah-jong, a hand that did not win, one with wild tiles, a count."""

from __future__ import annotations

from dataclasses import replace

from scoring.explanation import line
from scoring.hands import Counted, Hand
from scoring.layout import lay_out
from scoring.losers import score_loser
from scoring.problems import Problem
from scoring.rules import RuleSet, at_table
from scoring.scored import ScoredHand
from scoring.tiles import KINDS, WINDS
from scoring.validation import faults
from scoring.wild import completing_wild, stand_ins, wild_faults
from scoring.winners import score_winner


def score(hand: Hand | Counted, rules: RuleSet, *, players: int = 4) -> ScoredHand:
    """Score one declared hand: validate, read it every way, value the best, explain it.

    Never raises for what a player may have laid on the table: faults are in `.problems`.
    """
    if isinstance(hand, Counted):
        return _counted(hand, rules)
    if players != len(WINDS) or "goulash" in hand.flags or hand.wild:
        rules = at_table(rules, players, "goulash" in hand.flags or hand.wild is not None)
    if hand.wild and rules.goulash:
        return _score_wild(hand, rules, players)
    return _score_laid(hand, rules, players)


def _score_laid(hand: Hand, rules: RuleSet, players: int, only: bool | None = None) -> ScoredHand:
    layout = lay_out(hand)
    problems = faults(hand, layout, rules, players)
    if hand.is_winner:
        return score_winner(hand, layout, rules, problems, only)
    return ScoredHand(tuple(problems)) if problems else score_loser(hand, layout, rules)


def _score_wild(hand: Hand, rules: RuleSet, players: int) -> ScoredHand:
    """Score a hand with wild tiles: each takes its best meaning."""
    problems = wild_faults(hand, rules)
    if problems:
        return ScoredHand(tuple(problems))
    only = _is_only_wild(hand, rules, players) if hand.is_winner else None
    best = _best_meaning(hand, rules, players, only)
    if not best.waits:
        return best
    return best._replace(waits=tuple(KINDS[kind] for kind in completing_wild(hand, rules)))


def _best_meaning(hand: Hand, rules: RuleSet, players: int, only: bool | None) -> ScoredHand:
    ways = (_score_laid(each, rules, players, only) for each in stand_ins(hand, rules))
    return max(ways, key=lambda way: (way.valid, way.value or 0, way.special is not None))


def _is_only_wild(hand: Hand, rules: RuleSet, players: int) -> bool:
    """Tell whether one kind alone would have completed a mah-jong, such as may be declared at the table."""
    rack = list(hand.concealed)
    if hand.winning_tile in rack:
        rack.remove(hand.winning_tile)
    kinds = completing_wild(replace(hand, concealed=tuple(rack)), rules)
    if not rules.needs_doubles or len(kinds) < 2:
        return len(kinds) == 1
    others = (replace(hand, concealed=(*rack, KINDS[kind]), winning_tile=KINDS[kind]) for kind in kinds)
    return sum(_best_meaning(each, rules, players, only=False).valid for each in others) == 1


def _counted(hand: Counted, rules: RuleSet) -> ScoredHand:
    if hand.points < 0 or (rules.highest is not None and hand.points > rules.highest):
        facts = {"limit": rules.highest, "points": hand.points}
        return ScoredHand((Problem("points_out_of_range", facts=facts),))
    return ScoredHand(
        value=hand.points, lines=(line("counted", "value", hand.points, rules.sources["limit"]),)
    )
