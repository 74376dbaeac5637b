"""The ordinary count: what each group is worth to its owner, and what a win adds.

Tables of worth are made once for each rule set and pair of winds, one entry for each group there can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.bonus import BONUS_SHAPES
from scoring.explanation import Line, line, sentence_key
from scoring.fishing import special_rows
from scoring.patterns import CIRCUMSTANCES, COUNTED, PATTERNS, Circumstance, Counting, Pattern, Win
from scoring.readings import EXPOSED, GROUPS, MINOR, Group, Reading
from scoring.rules import Row, RuleSet, SpecialRow
from scoring.tiles import DRAGON_KINDS, KINDS, wind_kind

Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """What each group (by its number) counts for one player: points, doubles, and the lines that say so."""

    points: tuple[int, ...]
    doubles: tuple[int, ...]
    point_lines: tuple[Lines, ...]
    double_lines: tuple[Lines, ...]


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a win and the bonus tiles add to every reading: points, doubles and their lines.

    `events` are the special hands that any mah-jong won like this is. Beside a special hand the bonus tiles
    count `apart`; `tile_points` of the points are theirs.
    """

    points: int
    doubles: int
    point_lines: Lines
    double_lines: Lines
    events: tuple[SpecialRow, ...] = ()
    tile_points: int = 0
    apart: int = 0
    apart_lines: Lines = ()


NOTHING = Bonus(0, 0, (), ())


@lru_cache(maxsize=1024)
def worth(rules: RuleSet, own_wind: str, round_wind: str) -> Worth:
    """Work out what each group counts for a player of these winds."""
    winds = {"own_wind": wind_kind(own_wind), "round_wind": wind_kind(round_wind)}
    points = tuple(tuple(_group_lines(rules.points, each, winds)) for each in GROUPS)
    doubles = tuple(tuple(_group_lines(rules.doubles, each, winds)) for each in GROUPS)
    return Worth(tuple(map(total, points)), tuple(map(total, doubles)), points, doubles)


def total(lines: Lines) -> int:
    """Add up the amounts of lines."""
    amount = 0
    for each in lines:
        amount += each.amount
    return amount


def _group_lines(rows: tuple[Row, ...], each: Group, winds: dict[str, int]) -> Iterator[Line]:
    for row in rows:
        if row.of and _counts(row, each) and _is_of(row.of, each, winds):
            yield _group_line(row, each)


def _counts(row: Row, each: Group) -> bool:
    if row.kind == "doubles":
        return each.shape in ("pung", "kong")
    return row.code == each.shape and row.exposed in (None, not each.concealed)


def _is_of(of: str, each: Group, winds: dict[str, int]) -> bool:
    if of == "minor":
        return bool(each.traits & MINOR)
    if of == "major":
        return not each.traits & MINOR
    if of == "dragon":
        return each.kind in DRAGON_KINDS
    return each.kind == winds[of]


@lru_cache(maxsize=4096)
def _group_line(row: Row, each: Group) -> Line:
    # Players of different winds share it: one line, one text.
    sentence = row.code
    if row.kind == "points":
        concealed = "concealed" if each.concealed else "exposed"
        sentence = f"pair of {row.of}" if each.shape == "pair" else f"{concealed} {each.shape}"
    return line(row.code, row.kind, row.amount, row.source, each.tiles, sentence)


@lru_cache(maxsize=64)
def _circumstances(rules: RuleSet, kind: str) -> tuple[tuple[Row, Circumstance], ...]:
    rows = rules.points if kind == "points" else rules.doubles
    return tuple(
        (row, CIRCUMSTANCES[row.shape]) for row in rows if row.who == "winner" and row.shape in CIRCUMSTANCES
    )


@lru_cache(maxsize=64)
def _patterns(rules: RuleSet, *whose: str) -> tuple[tuple[Row, Pattern], ...]:
    return tuple(
        (row, PATTERNS[row.shape])
        for row in rules.doubles
        if row.who in whose and row.of is None and row.shape in PATTERNS
    )


@lru_cache(maxsize=64)
def counted_rows(rules: RuleSet) -> tuple[tuple[Row, Counting], ...]:
    """List what a win is paid for that depends on the groups themselves and what they count."""
    rows = [row for row in rules.points if row.who == "winner" and row.shape in COUNTED]
    rows += [row for row in rules.doubles if row.shape in COUNTED and row.shape not in PATTERNS]
    return tuple((row, COUNTED[row.shape]) for row in rows)


def counted_lines(rules: RuleSet, reading: Reading, win: Win, points: int) -> Lines:
    """List what a reading is paid for by its own groups, which have counted so many points."""
    return tuple(_row_line(row, ()) for row, asks in counted_rows(rules) if asks(reading, win, points))


@lru_cache(maxsize=1024)
def _row_line(row: Row, tiles: tuple[str, ...]) -> Line:
    sentence = sentence_key(row.kind, row.code, row.shape)
    return line(row.code, row.kind, row.amount, row.source, tiles, sentence)


@lru_cache(maxsize=4096)
def win_bonus(rules: RuleSet, win: Win) -> Bonus:
    """Work out what the way of winning adds, whatever the reading."""
    tiles = (KINDS[win.tile],)
    points = tuple(
        _row_line(row, tiles if row.code != "mahjong" else ())
        for row, asks in _circumstances(rules, "points")
        if asks(win)
    )
    doubles = tuple(_row_line(row, tiles) for row, asks in _circumstances(rules, "doubles") if asks(win))
    events = tuple(row for row, shape in special_rows(rules, "event") if shape.fits(win))
    return Bonus(total(points), total(doubles), points, doubles, events)


def with_bonus_tiles(rules: RuleSet, own_wind: str, tiles: tuple[str, ...], win: Bonus) -> Bonus:
    """Add what bonus tiles count to what the win does (bmja.md: beside a special hand on their own)."""
    points, doubles = (
        _bonus_lines(rules, "points", own_wind, tiles),
        _bonus_lines(rules, "doubles", own_wind, tiles),
    )
    apart: Lines = ()
    if rules.beside_special is not None:
        raised = total(doubles) + sum(
            each.amount for each in win.double_lines if each.code in rules.beside_special
        )
        apart = (_apart_line(rules, tiles, total(points) << raised),)
    return Bonus(
        win.points + total(points),
        win.doubles + total(doubles),
        points + win.point_lines,
        doubles + win.double_lines,
        win.events,
        total(points),
        total(apart),
        apart,
    )


@lru_cache(maxsize=4096)
def _bonus_lines(rules: RuleSet, kind: str, own_wind: str, tiles: tuple[str, ...]) -> Lines:
    rows = rules.points if kind == "points" else rules.doubles
    return tuple(
        line(row.code, row.kind, row.amount, row.source, award, row.shape)
        for row in rows
        if row.of is None and row.shape in BONUS_SHAPES
        for award in BONUS_SHAPES[row.shape](tiles, own_wind)
    )


def _apart_line(rules: RuleSet, tiles: tuple[str, ...], amount: int) -> Line:
    return line("bonus", "value", amount, rules.sources["beside_special"], tiles, "bonus apart")


def pattern_lines(rules: RuleSet, reading: Reading) -> Lines:
    """List the doubles of a winner's whole hand."""
    return _pattern_lines(rules, reading.traits, reading.before & EXPOSED, reading.self_drawn)


def pattern_doubles(rules: RuleSet, reading: Reading) -> int:
    """Add up the doubles of a winner's whole hand."""
    return _pattern_doubles(rules, reading.traits, reading.before & EXPOSED, reading.self_drawn)


@lru_cache(maxsize=8192)
def _pattern_doubles(rules: RuleSet, traits: int, before: int, self_drawn: bool) -> int:
    return total(_pattern_lines(rules, traits, before, self_drawn))


@lru_cache(maxsize=8192)
def _pattern_lines(rules: RuleSet, traits: int, before: int, self_drawn: bool) -> Lines:
    reading = Reading((), None, traits, before, self_drawn)
    rows = _patterns(rules, "all", "winner", "winner_or_fishing")
    return tuple(_row_line(row, ()) for row, asks in rows if asks(reading))


def pays_losers(rules: RuleSet) -> bool:
    """Tell whether a rule set pays whole-hand doubles to a hand that did not win."""
    return bool(whole_hand_rows(rules))


def whole_hand_rows(rules: RuleSet) -> tuple[Row, ...]:
    """List the doubles that a hand which did not win is paid for as a whole."""
    return tuple(row for row, _asks in _patterns(rules, "all", "winner_or_fishing"))


def pays_fishing(rules: RuleSet) -> bool:
    """Tell whether a rule set pays a hand for what it is fishing for."""
    for_special = any(row.fishing is not None or row.fishing_doubles is not None for row in rules.special)
    return for_special or any(row.who == "winner_or_fishing" for row in whole_hand_rows(rules))


def losers_lines(rules: RuleSet, traits: int, completed: list[int]) -> Lines:
    """List the doubles of a whole hand of these traits that did not win.

    `completed` are the traits of the mah-jongs the hand is fishing for: who is paid as a fisher is paid
    for what one of them keeps (danish.md).
    """
    now = _hand_of(traits)
    lines = [_row_line(row, ()) for row, asks in _patterns(rules, "all") if asks(now)]
    for row, asks in _patterns(rules, "winner_or_fishing"):
        if any(asks(_hand_of(each)) for each in completed):
            lines.append(_row_line(row, ()))
    return tuple(lines)


def _hand_of(traits: int) -> Reading:
    return Reading((), None, traits, traits)
