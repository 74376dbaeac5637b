"""Scoring one hand: every way it may be counted, the best of them, and the lines that explain it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scoring.explanation import Line, line
from scoring.fishing import (
    Wait,
    completed_readings,
    completing_kinds,
    group_specials,
    tile_specials,
    waits,
)
from scoring.hands import CLAIMED, Counted, Hand
from scoring.layout import Layout, lay_out
from scoring.patterns import Win
from scoring.points import (
    NOTHING,
    Bonus,
    Lines,
    Worth,
    counted_lines,
    counted_rows,
    losers_lines,
    pattern_doubles,
    pattern_lines,
    pays_losers,
    total,
    win_bonus,
    with_bonus_tiles,
    worth,
)
from scoring.problems import Problem
from scoring.readings import Reading, assignments, chows, group, partitions, read, traits_of, with_kind
from scoring.rules import RuleSet, SpecialRow, at_table
from scoring.tiles import INDEX, KINDS, WINDS, codes
from scoring.validation import can_be_read, faults, shape_faults
from scoring.wild import completing_wild, stand_ins, wild_faults


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One way to count a hand: points and doubles of a reading, or a special hand's own value.

    `value` is what is credited, `counted` what it was before the limit.
    """

    value: int
    counted: int
    points: int | None
    doubles: int | None
    special: SpecialRow | None
    reading: Reading
    fishing: bool = False

    @property
    def rank(self) -> tuple[int, bool, int, int]:
        """Order by value after the limit, special hand named, table's order, fewer chows (decision 21)."""
        place = self.special.place if self.special else 0
        return self.value, self.special is not None, -place, -self.reading.chows

    def to_json(self) -> dict[str, Any]:
        """Print the interpretation without its lines."""
        return {
            "value": self.value,
            "points": self.points,
            "doubles": self.doubles,
            "special": self.special.code if self.special else None,
            "reading": reading_json(self.reading),
        }


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """What a hand is worth and why, or every fault that keeps it from being counted.

    `points` and `doubles` are None for fixed values, `special_any` lists the special hands of the same
    value where there are several, `waits` the kinds a declared fisher waits for, `notes` what a player
    should know though it is no fault.
    """

    problems: tuple[Problem, ...] = ()
    value: int | None = None
    points: int | None = None
    doubles: int | None = None
    special: str | None = None
    special_any: tuple[str, ...] = ()
    limited: bool = False
    lines: Lines = ()
    reading: Reading | None = None
    waits: tuple[str, ...] = ()
    beaten: tuple[Interpretation, ...] = ()
    notes: tuple[Problem, ...] = ()

    @property
    def valid(self) -> bool:
        """Tell whether the hand could be counted."""
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        """Print the result as the command line does; what few results have only where there is some."""
        printed: dict[str, Any] = {
            "valid": self.valid,
            "errors": [problem.to_json() for problem in self.problems],
            "value": self.value,
            "points": self.points,
            "doubles": self.doubles,
            "special": self.special,
            "limited": self.limited,
            "lines": [each.to_json() for each in self.lines],
            "reading": reading_json(self.reading) if self.reading else [],
            "waits": list(self.waits),
        }
        return printed | self._rare()

    def _rare(self) -> dict[str, Any]:
        rare = {
            "special_any": list(self.special_any),
            "beaten": [each.to_json() for each in self.beaten],
            "notes": [note.code for note in self.notes],
        }
        return {key: value for key, value in rare.items() if value}


def reading_json(reading: Reading) -> list[dict[str, Any]]:
    """Print the groups of a reading, `completed` by the winning tile, and the tiles in no group."""
    groups = [
        {"group": each.shape, "tiles": list(each.tiles), "concealed": each.concealed}
        | ({"completed": True} if each is reading.completed else {})
        for each in reading.groups
    ]
    loose = [{"group": "tiles", "tiles": list(reading.loose), "concealed": True}] if reading.loose else []
    return groups + loose


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
        return _score_winner(hand, layout, rules, problems, only)
    return ScoredHand(tuple(problems)) if problems else _score_loser(hand, layout, rules)


def _score_wild(hand: Hand, rules: RuleSet, players: int) -> ScoredHand:
    """Score a hand with wild tiles: each takes its best meaning."""
    problems = wild_faults(hand, rules)
    if problems:
        return ScoredHand(tuple(problems))
    only = _is_only_wild(hand, rules) if hand.is_winner else None
    ways = [_score_laid(each, rules, players, only) for each in stand_ins(hand, rules)]
    best = max(ways, key=lambda way: (way.valid, way.value or 0, way.special is not None))
    if not best.waits:
        return best
    return replace(best, waits=tuple(KINDS[kind] for kind in completing_wild(hand, rules)))


def _is_only_wild(hand: Hand, rules: RuleSet) -> bool:
    rack = list(hand.concealed)
    if hand.winning_tile in rack:
        rack.remove(hand.winning_tile)
    return len(completing_wild(replace(hand, concealed=tuple(rack)), rules)) == 1


def _counted(hand: Counted, rules: RuleSet) -> ScoredHand:
    if hand.points < 0 or (rules.highest is not None and hand.points > rules.highest):
        facts = {"limit": rules.highest, "points": hand.points}
        return ScoredHand((Problem("points_out_of_range", facts=facts),))
    return ScoredHand(
        value=hand.points, lines=(line("counted", "value", hand.points, rules.sources["limit"]),)
    )


def _score_winner(
    hand: Hand, layout: Layout, rules: RuleSet, problems: list[Problem], only: bool | None
) -> ScoredHand:
    if problems:
        more = shape_faults(layout, rules, specials=True) if can_be_read(layout) else ()
        return ScoredHand((*problems, *more))
    win = _win(hand, layout, rules, only)
    table, bonus = worth(rules, hand.own_wind or "", hand.round_wind or ""), win_bonus(rules, win)
    if hand.bonus:
        bonus = with_bonus_tiles(rules, win.own_wind, hand.bonus, bonus)
    ways = _winning_ways(hand, layout, rules, win, table, bonus)
    if not ways:
        return ScoredHand(tuple(shape_faults(layout, rules, specials=False)))
    found = [way for way in ways if _is_enough(way, rules)] if rules.needs_doubles else ways
    if not found:
        return ScoredHand((Problem("not_enough_for_two_players"),))
    best = _best(found)
    repeated = _repeated(hand, rules, found, best)
    if repeated is not None:
        return ScoredHand((repeated,))
    lines = _winner_lines(best, table, bonus, rules, win)
    return _result(best, found, lines, rules, notes=_minimum_notes(best, rules))


def _is_enough(way: Interpretation, rules: RuleSet) -> bool:
    """Tell whether a mah-jong is good enough where two players need four doubles or half the limit."""
    if (way.doubles or 0) >= rules.needs_doubles:
        return True
    return way.special is not None and way.value >= rules.needs_value


def _minimum_notes(best: Interpretation, rules: RuleSet) -> tuple[Problem, ...]:
    if best.value >= rules.minimum:
        return ()
    return (Problem("below_minimum", facts={"value": best.value, "minimum": rules.minimum}),)


def _rank(way: Interpretation) -> tuple[int, bool, int, int]:
    return way.rank


def _best(found: list[Interpretation]) -> Interpretation:
    return max(found, key=_rank) if len(found) > 1 else found[0]


def _win(hand: Hand, layout: Layout, rules: RuleSet, only: bool | None) -> Win:
    tile, source = INDEX[hand.winning_tile or ""], hand.win_source or ""
    if only is None:
        only = len(completing_kinds(layout.without(tile), rules)) == 1
    favoured = hand.own_wind == WINDS[0] if hand.favoured is None else hand.favoured
    return Win(tile, source, source in CLAIMED, hand.own_wind or "", hand.flags, layout.kongs, only, favoured)


def _winning_ways(
    hand: Hand, layout: Layout, rules: RuleSet, win: Win, table: Worth, bonus: Bonus
) -> list[Interpretation]:
    ways = _ordinary_ways(layout, rules, win, table, bonus)
    ways += _tile_ways(layout, rules, win, bonus)
    if ways and bonus.events:
        reading = _best(ways).reading
        ways += [_fixed(row, reading, rules, bonus) for row in bonus.events]
    if hand.waived:
        return [way for way in ways if way.special is None or way.special.code not in hand.waived]
    return ways


def _ordinary_ways(
    layout: Layout, rules: RuleSet, win: Win, table: Worth, bonus: Bonus
) -> list[Interpretation]:
    free = rules.chows - chows(layout.sets)
    found: list[Interpretation] = []
    for groups in partitions(layout.rack):
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
    for counted in _counted_lines(reading, rules, win, points - bonus.points):
        points += counted.amount if counted.kind == "points" else 0
        doubles += counted.amount if counted.kind == "doubles" else 0
    found.append(_ordinary(points, doubles, reading, rules))
    for row, shape in group_specials(rules, reading):
        if shape.fits(reading) and (row.any_claim or not win.claimed or shape.claim(win, reading)):
            found.append(_special(row, points, doubles, reading, rules, bonus))


def _special(
    row: SpecialRow, points: int, doubles: int, reading: Reading, rules: RuleSet, bonus: Bonus
) -> Interpretation:
    if row.doubles is not None:
        return _multiplied(row, points - bonus.tile_points, reading, rules, bonus)
    if rules.premium_adds:
        return _added(row, points, doubles, reading, rules)
    return _fixed(row, reading, rules, bonus)


def _counted_lines(reading: Reading, rules: RuleSet, win: Win, points: int) -> Lines:
    return counted_lines(rules, reading, win, points) if counted_rows(rules) else ()


def _cut(counted: int, rules: RuleSet) -> int:
    """Cut a count at the limit (decision 3)."""
    limit = rules.limit
    return counted if limit is None or counted <= limit else limit


def _ordinary(points: int, doubles: int, reading: Reading, rules: RuleSet) -> Interpretation:
    counted = points << doubles
    return Interpretation(_cut(counted, rules), counted, points, doubles, None, reading)


def _fixed(row: SpecialRow, reading: Reading, rules: RuleSet, bonus: Bonus = NOTHING) -> Interpretation:
    counted = (row.value or 0) + bonus.apart
    value = counted if row.over_limit else _cut(counted, rules)
    return Interpretation(value, counted, None, None, row, reading)


def _added(row: SpecialRow, points: int, doubles: int, reading: Reading, rules: RuleSet) -> Interpretation:
    """Add a premium to the ordinary count (decision 14)."""
    counted = (points << doubles) + (row.value or 0)
    return Interpretation(_cut(counted, rules), counted, points, doubles, row, reading)


def _multiplied(
    row: SpecialRow, points: int, reading: Reading, rules: RuleSet, bonus: Bonus
) -> Interpretation:
    doubles = (row.doubles or 0) + total(_also(row, bonus))
    counted = (points << doubles) + bonus.apart
    return Interpretation(_cut(counted, rules), counted, points, doubles, row, reading)


def _also(row: SpecialRow, bonus: Bonus) -> Lines:
    return tuple(each for each in bonus.double_lines if each.code in row.also)


def _tile_ways(layout: Layout, rules: RuleSet, win: Win, bonus: Bonus) -> Iterator[Interpretation]:
    for row, shape in tile_specials(layout, rules):
        if row.any_claim or not win.claimed or shape.claim(win, None):
            tiles = codes(layout.held)
            reading = Reading((), None, traits_of(tiles), 0, not win.claimed, tiles)
            if rules.premium_adds:
                doubles = bonus.doubles + total(pattern_lines(rules, reading))
                yield _added(row, bonus.points, doubles, reading, rules)
            else:
                yield _fixed(row, reading, rules, bonus)


def _repeated(
    hand: Hand, rules: RuleSet, found: list[Interpretation], best: Interpretation
) -> Problem | None:
    """Refuse a special hand once too often running; offer the best other count (decisions 9, 29)."""
    running = rules.repeat.get("running", 0) - 1
    if running < 1 or best.special is None or hand.previous[-running:] != (best.special.code,) * running:
        return None
    others = [way for way in found if way.special is not best.special]
    alternative = max(others, key=_rank).to_json() if others else None
    return Problem("special_hand_repeated", facts={"special": best.special.code, "alternative": alternative})


def _result(
    best: Interpretation,
    found: list[Interpretation],
    lines: Lines,
    rules: RuleSet,
    waiting: tuple[str, ...] = (),
    notes: tuple[Problem, ...] = (),
) -> ScoredHand:
    limited = best.counted > best.value
    if limited:
        lines += (line("limit", "value", best.value, rules.sources["limit"], counted=best.counted),)
    return ScoredHand(
        value=best.value,
        points=best.points,
        doubles=best.doubles,
        special=best.special.code if best.special else None,
        special_any=_equal_specials(best, found),
        limited=limited,
        lines=lines,
        reading=best.reading,
        waits=waiting,
        beaten=_beaten(best, found) if len(found) > 1 else (),
        notes=notes,
    )


def _beaten(best: Interpretation, found: list[Interpretation]) -> tuple[Interpretation, ...]:
    return tuple(sorted((way for way in found if way is not best), key=_rank, reverse=True))


def _equal_specials(best: Interpretation, found: list[Interpretation]) -> tuple[str, ...]:
    if best.special is None:
        return ()
    rows = {way.special for way in found if way.special is not None and way.value == best.value}
    if len(rows) < 2:
        return ()
    return tuple(row.code for row in sorted(rows, key=lambda row: row.place))


def _winner_lines(best: Interpretation, table: Worth, bonus: Bonus, rules: RuleSet, win: Win) -> Lines:
    row = best.special
    if row is not None and best.points is None:
        return (_special_line(best, row, "value", row.value or 0), *bonus.apart_lines)
    points = _lines_of(best.reading, table.point_lines)
    more = _counted_lines(best.reading, rules, win, total(points))
    points += bonus.point_lines
    if more:
        points += tuple(each for each in more if each.kind == "points")
    if row is not None and row.doubles is not None:
        return (*_without_tiles(points, bonus), *_special_doubles(best, row, bonus), *bonus.apart_lines)
    lines = points + _lines_of(best.reading, table.double_lines) + bonus.double_lines
    lines += pattern_lines(rules, best.reading)
    if more:
        lines += tuple(each for each in more if each.kind == "doubles")
    return lines if row is None else (*lines, _special_line(best, row, "value", row.value or 0))


def _lines_of(reading: Reading, table: tuple[Lines, ...]) -> Lines:
    """List what the groups of a reading count by a table of lines."""
    lines: Lines = ()
    for each in reading.groups:
        lines += table[each.number]
    return lines


def _without_tiles(points: Lines, bonus: Bonus) -> Lines:
    """Leave out the bonus tiles where they count on their own."""
    return tuple(each for each in points if not bonus.apart or each.code != "bonus")


def _special_doubles(best: Interpretation, row: SpecialRow, bonus: Bonus) -> Lines:
    return (_special_line(best, row, "doubles", row.doubles or 0), *_also(row, bonus))


def _special_line(best: Interpretation, row: SpecialRow, kind: str, amount: int) -> Line:
    sentence = "special fishing" if best.fishing else "special"
    tiles = sum((each.tiles for each in best.reading.groups), ()) + best.reading.loose
    return line(row.code, kind, amount, row.source, tiles, sentence, special=row.name or row.code)


def _score_loser(hand: Hand, layout: Layout, rules: RuleSet) -> ScoredHand:
    if "long_hand" in hand.flags:
        return ScoredHand(value=0, lines=(line("long_hand", "value", 0, rules.sources["long_hand"]),))
    table = worth(rules, hand.own_wind or "", hand.round_wind or "")
    bonus = with_bonus_tiles(rules, hand.own_wind or "", hand.bonus, NOTHING) if hand.bonus else NOTHING
    waiting, notes = _waiting(hand, layout, rules)
    whole = _whole_hand(layout, rules, waiting) if pays_losers(rules) else ()
    ordinary = _losers_count(layout, table, rules, bonus, total(whole))
    found = [ordinary, *_fishing_ways(waiting, ordinary, rules, bonus)]
    best = _best(found)
    kinds = tuple(KINDS[wait.kind] for wait in waiting)
    return _result(best, found, _loser_lines(best, table, bonus, whole), rules, kinds, notes)


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


def _losers_count(layout: Layout, table: Worth, rules: RuleSet, bonus: Bonus, more: int) -> Interpretation:
    """Count every set and pair; three or four alike in the rack are a pung, so there is but one reading."""
    groups, loose = list(layout.sets), []
    for kind, count in enumerate(layout.rack):
        if count > 1:
            groups.append(group("pair" if count == 2 else "pung", kind, True))
        if count in (1, 4):
            loose.append(KINDS[kind])
    reading = read(tuple(groups), loose=tuple(loose))
    points = bonus.points + sum(table.points[each.number] for each in groups)
    doubles = bonus.doubles + more + sum(table.doubles[each.number] for each in groups)
    return _ordinary(points, doubles, reading, rules)


def _waiting(hand: Hand, layout: Layout, rules: RuleSet) -> tuple[list[Wait], tuple[Problem, ...]]:
    if "fishing" not in hand.flags:
        return [], ()
    may_win = not {"short_hand", "dead_hand"}.intersection(hand.flags) and not any(
        meld.dead for meld in hand.melds
    )
    found = waits(layout, rules) if may_win else []
    return found, () if found else (Problem("not_fishing"),)


def _fishing_ways(
    waiting: list[Wait], ordinary: Interpretation, rules: RuleSet, bonus: Bonus
) -> Iterator[Interpretation]:
    for row in dict.fromkeys(row for wait in waiting for row in wait.special):
        if row.fishing is not None:
            counted = row.fishing + bonus.apart
            value = counted if row.over_limit else _cut(counted, rules)
            yield Interpretation(value, counted, None, None, row, ordinary.reading, fishing=True)
        elif row.fishing_doubles is not None:
            points = (ordinary.points or 0) - bonus.tile_points
            counted = (points << row.fishing_doubles) + bonus.apart
            yield Interpretation(
                _cut(counted, rules),
                counted,
                points,
                row.fishing_doubles,
                row,
                ordinary.reading,
                fishing=True,
            )


def _loser_lines(best: Interpretation, table: Worth, bonus: Bonus, whole: Lines) -> Lines:
    row = best.special
    if row is not None and row.fishing is not None:
        return (_special_line(best, row, "value", row.fishing), *bonus.apart_lines)
    points = _lines_of(best.reading, table.point_lines) + bonus.point_lines
    if row is not None:
        doubles = _special_line(best, row, "doubles", row.fishing_doubles or 0)
        return (*_without_tiles(points, bonus), doubles, *bonus.apart_lines)
    return points + _lines_of(best.reading, table.double_lines) + bonus.double_lines + whole
