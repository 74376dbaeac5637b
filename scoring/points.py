"""The ordinary count: what each group is worth to its owner, and what a win adds.

Tables of worth are made once for each rule set and pair of winds, one entry for each group there can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.explanation import Line, line
from scoring.patterns import CIRCUMSTANCES, PATTERNS, Circumstance, Pattern, Win
from scoring.readings import GROUPS, HONOUR, MINOR, Group, Reading
from scoring.rules import Row, RuleSet
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
    """What a win adds to every reading: points, doubles and their lines."""

    points: int
    doubles: int
    point_lines: Lines
    double_lines: Lines


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
        if row.who == "all" and _counts(row, each) and _is_of(row.of, each, winds):
            yield _group_line(row, each)


def _counts(row: Row, each: Group) -> bool:
    if row.kind == "doubles":
        return each.shape in ("pung", "kong")
    return row.code == each.shape and row.exposed in (None, not each.concealed)


def _is_of(of: str | None, each: Group, winds: dict[str, int]) -> bool:
    if of == "minor":
        return bool(each.traits & MINOR)
    if of == "major":
        return not each.traits & MINOR
    if of == "dragon":
        return each.kind in DRAGON_KINDS
    return each.kind == winds[of or ""] and bool(each.traits & HONOUR)


def _group_line(row: Row, each: Group) -> Line:
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
def _patterns(rules: RuleSet) -> tuple[tuple[Row, Pattern], ...]:
    return tuple(
        (row, PATTERNS[row.shape]) for row in rules.doubles if row.who == "winner" and row.shape in PATTERNS
    )


@lru_cache(maxsize=1024)
def _row_line(row: Row, tiles: tuple[str, ...]) -> Line:
    return line(row.code, row.kind, row.amount, row.source, tiles)


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
    return Bonus(total(points), total(doubles), points, doubles)


def pattern_lines(rules: RuleSet, reading: Reading) -> Lines:
    """List the doubles of a winner's whole hand."""
    return _pattern_lines(rules, reading.traits, reading.before, reading.self_drawn)


@lru_cache(maxsize=8192)
def _pattern_lines(rules: RuleSet, traits: int, before: int, self_drawn: bool) -> Lines:
    reading = Reading((), None, traits, before, self_drawn)
    return tuple(_row_line(row, ()) for row, asks in _patterns(rules) if asks(reading))
