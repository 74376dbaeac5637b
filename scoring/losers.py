"""Scoring a hand that did not win: its sets and pairs, and what it is fishing for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scoring.explanation import line
from scoring.fishing import Wait, completed_readings, waits
from scoring.hands import Hand
from scoring.interpretations import Interpretation, best_of, cut, ordinary
from scoring.layout import Layout
from scoring.points import (
    NOTHING,
    Bonus,
    Lines,
    Worth,
    losers_lines,
    pays_losers,
    total,
    with_bonus_tiles,
    worth,
)
from scoring.problems import Problem
from scoring.readings import read, traits_of, with_kind
from scoring.rules import RuleSet
from scoring.scored import ScoredHand, explained, group_lines, special_line, without_bonus
from scoring.tiles import KINDS, codes

UNSHOWN: Final = "README.md A declared hand"
"""Where it is written what tiles count that nobody looked at: the same under all rules."""


def score_loser(hand: Hand, layout: Layout, rules: RuleSet) -> ScoredHand:
    """Score a sound hand that did not win."""
    if "long_hand" in hand.flags:
        return ScoredHand(value=0, lines=(line("long_hand", "value", 0, rules.sources["long_hand"]),))
    table = worth(rules, hand.own_wind or "", hand.round_wind or "")
    bonus = with_bonus_tiles(rules, hand.own_wind or "", hand.bonus, NOTHING) if hand.bonus else NOTHING
    waiting, notes = _waiting(hand, layout, rules)
    whole = _whole_hand(layout, rules, waiting) if pays_losers(rules) and not hand.unshown else ()
    plain = _count(layout, table, rules, bonus, total(whole))
    found = [plain, *_fishing_ways(waiting, plain, rules, bonus)]
    best = best_of(found)
    kinds = tuple([KINDS[wait.kind] for wait in waiting])
    lines = _lines(best, table, bonus, whole) + _unshown(hand)
    return explained(best, found, lines, rules, kinds, notes)


def _unshown(hand: Hand) -> Lines:
    """Say of the tiles that nobody looked at that they count nothing (README.md A declared hand)."""
    return (line("unshown", "points", 0, UNSHOWN, count=hand.unshown),) if hand.unshown else ()


def _waiting(hand: Hand, layout: Layout, rules: RuleSet) -> tuple[list[Wait], tuple[Problem, ...]]:
    if "fishing" not in hand.flags:
        return [], ()
    if hand.unshown:
        return [], (Problem("fishing_not_shown"),)
    may_win = not layout.dead and not {"short_hand", "dead_hand"}.intersection(hand.flags)
    found = waits(layout, rules) if may_win else []
    return found, () if found else (Problem("not_fishing"),)


def _whole_hand(layout: Layout, rules: RuleSet, waiting: list[Wait]) -> Lines:
    """List the whole-hand doubles of a hand that did not win, judged as it lies or as what it fishes for."""
    opened = 0
    for each in layout.sets:
        opened |= each.traits
    completed = []
    for wait in waiting:
        if wait.ordinary:
            completed += [reading.traits for reading in completed_readings(layout, wait.kind)]
        else:
            completed.append(opened | traits_of(codes(with_kind(layout.held, wait.kind))))
    return losers_lines(rules, opened | traits_of(codes(layout.held)), completed)


def _count(layout: Layout, table: Worth, rules: RuleSet, bonus: Bonus, more: int) -> Interpretation:
    """Count every set and pair; three or four alike in the rack are a pung, so there is but one reading."""
    groups, loose = layout.sets, tuple[str, ...]()
    for suit in layout.suits:
        alike, others = suit.alike
        groups, loose = groups + alike, loose + others
    points, doubles = bonus.points, bonus.doubles + more
    for each in groups:
        points += table.points[each.number]
        doubles += table.doubles[each.number]
    return ordinary(points, doubles, read(groups, loose), rules)


def _fishing_ways(
    waiting: list[Wait], plain: Interpretation, rules: RuleSet, bonus: Bonus
) -> Iterator[Interpretation]:
    """Count what fishing for special hands is worth, beside the plain count."""
    for row in dict.fromkeys(row for wait in waiting for row in wait.special):
        if row.fishing is not None:
            counted = row.fishing + bonus.apart
            value = counted if row.over_limit else cut(counted, rules)
            yield Interpretation(value, counted, None, None, row, plain.reading, fishing=True)
        elif row.fishing_doubles is not None:
            points, doubles = (plain.points or 0) - bonus.tile_points, row.fishing_doubles
            counted = (points << doubles) + bonus.apart
            yield Interpretation(
                cut(counted, rules), counted, points, doubles, row, plain.reading, fishing=True
            )


def _lines(best: Interpretation, table: Worth, bonus: Bonus, whole: Lines) -> Lines:
    row = best.special
    if row is not None and row.fishing is not None:
        return (special_line(best, row, "value", row.fishing), *bonus.apart_lines)
    points = group_lines(best.reading, table.point_lines) + bonus.point_lines
    if row is not None:
        doubles = special_line(best, row, "doubles", row.fishing_doubles or 0)
        return (*without_bonus(points, bonus), doubles, *bonus.apart_lines)
    return points + group_lines(best.reading, table.double_lines) + bonus.double_lines + whole
