"""Scoring a mah-jong: every reading and every special hand it is, the best of them, and its lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.fishing import completing_kinds, is_only, set_specials, tile_specials
from scoring.hands import CLAIMED, Hand
from scoring.interpretations import Interpretation, added, also, best_of, fixed, multiplied, ordinary
from scoring.layout import Layout, in_rack, lay_out
from scoring.patterns import Win
from scoring.points import (
    Bonus,
    Lines,
    Worth,
    counted_lines,
    counted_rows,
    pattern_doubles,
    pattern_lines,
    total,
    win_bonus,
    with_bonus_tiles,
    worth,
)
from scoring.problems import Problem
from scoring.readings import Reading, Suits, assignments, chows, partitions, parts, traits_of, without_kind
from scoring.rules import RuleSet, SpecialRow
from scoring.scored import ScoredHand, explained, group_lines, special_line, without_bonus
from scoring.tiles import INDEX, KINDS, WINDS, codes
from scoring.validation import can_be_read, shape_faults


def score_winner(
    hand: Hand, layout: Layout, rules: RuleSet, problems: list[Problem], only: bool | None
) -> ScoredHand:
    """Score a hand that is said to be a mah-jong, with what is wrong with it so far.

    `only` tells whether no other tile would have won, where the tiles themselves do not.
    """
    if problems:
        more = shape_faults(layout, rules, specials=True) if can_be_read(layout) else ()
        return ScoredHand((*problems, *more))
    tile = INDEX[hand.winning_tile or ""]
    less = parts(without_kind(layout.rack, tile))
    if only is None:
        only = is_only(tile, layout, less, rules) or _alone_is_enough(hand, layout, rules)
    win = _win(hand, tile, only)
    table, bonus = worth(rules, win.own_wind, hand.round_wind or ""), win_bonus(rules, win)
    if hand.bonus:
        bonus = with_bonus_tiles(rules, win.own_wind, hand.bonus, bonus)
    ways = _ordinary_ways(layout, rules, win, table, bonus)
    ways += _tile_ways(layout, less, rules, win, bonus)
    if bonus.events or hand.waived:
        ways = _with_events(ways, hand, rules, bonus)
    if not ways:
        return ScoredHand(tuple(shape_faults(layout, rules, specials=False)))
    return _best_way(hand, ways, rules, win, table, bonus)


def _alone_is_enough(hand: Hand, layout: Layout, rules: RuleSet) -> bool:
    """Tell whether other kinds complete a hand, but none to a mah-jong that two players may declare."""
    if not rules.needs_doubles:
        return False
    kinds = completing_kinds(layout.without(INDEX[hand.winning_tile or ""]), rules)
    others = (_won_on(KINDS[kind], hand) for kind in kinds if KINDS[kind] != hand.winning_tile)
    return not any(score_winner(other, lay_out(other), rules, [], only=False).valid for other in others)


def _won_on(tile: str, hand: Hand) -> Hand:
    """Give a hand as it would be with another winning tile."""
    rack = list(in_rack(hand).concealed)
    rack[rack.index(hand.winning_tile or "")] = tile
    return replace(in_rack(hand), concealed=tuple(rack), winning_tile=tile)


def _win(hand: Hand, tile: int, only: bool) -> Win:
    source = hand.win_source or ""
    favoured = hand.own_wind == WINDS[0] if hand.favoured is None else hand.favoured
    return Win(tile, source, source in CLAIMED, hand.own_wind or "", hand.flags, only, favoured)


def _ordinary_ways(
    layout: Layout, rules: RuleSet, win: Win, table: Worth, bonus: Bonus
) -> list[Interpretation]:
    free = rules.chows - layout.chows
    found: list[Interpretation] = []
    for groups in partitions(layout.suits):
        if chows(groups) <= free:
            for reading in assignments(groups, layout.sets, win.tile, win.claimed):
                _add_ways(found, reading, rules, win, table, bonus)
    return found


def _add_ways(
    found: list[Interpretation], reading: Reading, rules: RuleSet, win: Win, table: Worth, bonus: Bonus
) -> None:
    """Add the ordinary count of a reading and the special hands it is."""
    points, doubles = bonus.points, bonus.doubles + pattern_doubles(rules, reading)
    for each in reading.groups:
        points += table.points[each.number]
        doubles += table.doubles[each.number]
    if counted_rows(rules):
        more = counted_lines(rules, reading, win, points - bonus.points)
        points += total(_of_kind("points", more))
        doubles += total(_of_kind("doubles", more))
    found.append(ordinary(points, doubles, reading, rules))
    for row, shape in set_specials(rules, reading):
        if row.any_claim or not win.claimed or shape.claim(win, reading):
            found.append(_special(row, points, doubles, reading, rules, bonus))


def _of_kind(kind: str, lines: Lines) -> Lines:
    return tuple(each for each in lines if each.kind == kind)


def _special(
    row: SpecialRow, points: int, doubles: int, reading: Reading, rules: RuleSet, bonus: Bonus
) -> Interpretation:
    if row.doubles is not None:
        return multiplied(row, points - bonus.tile_points, reading, rules, bonus)
    if rules.premium_adds:
        return added(row, points, doubles, reading, rules)
    return fixed(row, reading, rules, bonus)


def _tile_ways(
    layout: Layout, less: Suits, rules: RuleSet, win: Win, bonus: Bonus
) -> Iterator[Interpretation]:
    for row, shape in tile_specials(layout, less, rules):
        if row.any_claim or not win.claimed or shape.claim(win, None):
            tiles = codes(layout.held)
            reading = Reading((), None, traits_of(tiles), 0, not win.claimed, tiles)
            if rules.premium_adds:
                doubles = bonus.doubles + total(pattern_lines(rules, reading))
                yield added(row, bonus.points, doubles, reading, rules)
            else:
                yield fixed(row, reading, rules, bonus)


def _with_events(
    ways: list[Interpretation], hand: Hand, rules: RuleSet, bonus: Bonus
) -> list[Interpretation]:
    """Add the special hands any mah-jong won like this is; leave out those the player does not claim."""
    if ways:
        reading = best_of(ways).reading
        ways += [fixed(row, reading, rules, bonus) for row in bonus.events]
    return [way for way in ways if way.special is None or way.special.code not in hand.waived]


def _best_way(
    hand: Hand, ways: list[Interpretation], rules: RuleSet, win: Win, table: Worth, bonus: Bonus
) -> ScoredHand:
    found = [way for way in ways if _is_enough(way, rules)] if rules.needs_doubles else ways
    if not found:
        return ScoredHand((Problem("not_enough_for_two_players"),))
    best = best_of(found)
    if best.special is not None and _is_repeated(best.special, hand, rules):
        return ScoredHand((_repeated(best.special, found),))
    notes = () if best.value >= rules.minimum else (_below_minimum(best, rules),)
    return explained(best, found, _lines(best, table, bonus, rules, win), rules, notes=notes)


def _is_enough(way: Interpretation, rules: RuleSet) -> bool:
    """Tell whether a mah-jong is good enough where two players need four doubles or half the limit."""
    if (way.doubles or 0) >= rules.needs_doubles:
        return True
    return way.special is not None and way.value >= rules.needs_value


def _is_repeated(special: SpecialRow, hand: Hand, rules: RuleSet) -> bool:
    """Tell whether a player has won with the same special hand too often running (decision 9)."""
    running = int(rules.repeat.get("running", 0)) - 1
    return running >= 1 and hand.previous[-running:] == (special.code,) * running


def _repeated(special: SpecialRow, found: list[Interpretation]) -> Problem:
    """Refuse a special hand once too often running; offer the best other count (decision 29)."""
    others = [way for way in found if way.special is not special]
    alternative = best_of(others).to_json() if others else None
    return Problem("special_hand_repeated", facts={"special": special.code, "alternative": alternative})


def _below_minimum(best: Interpretation, rules: RuleSet) -> Problem:
    return Problem("below_minimum", facts={"value": best.value, "minimum": rules.minimum})


def _lines(best: Interpretation, table: Worth, bonus: Bonus, rules: RuleSet, win: Win) -> Lines:
    row, reading = best.special, best.reading
    if row is not None and best.points is None:
        return (special_line(best, row, "value", row.value or 0), *bonus.apart_lines)
    points = group_lines(reading, table.point_lines)
    more = counted_lines(rules, reading, win, total(points)) if counted_rows(rules) else ()
    points += bonus.point_lines
    if more:
        points += _of_kind("points", more)
    if row is not None and row.doubles is not None:
        instead = special_line(best, row, "doubles", row.doubles)
        return (*without_bonus(points, bonus), instead, *also(row, reading, rules, bonus), *bonus.apart_lines)
    lines = points + group_lines(reading, table.double_lines) + bonus.double_lines
    lines += pattern_lines(rules, reading)
    if more:
        lines += _of_kind("doubles", more)
    return lines if row is None else (*lines, special_line(best, row, "value", row.value or 0))
