"""Fishing: which kinds complete a hand one tile short, as an ordinary mah-jong and as which special hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.layout import Layout
from scoring.readings import CHOW, SPANS, chows, completions, fewest_chows, partitions, read
from scoring.rules import RuleSet, SpecialRow
from scoring.special import SPECIAL_SHAPES, SpecialShape, totals
from scoring.tiles import COPIES

Shaped = tuple[SpecialRow, SpecialShape]


@dataclass(frozen=True, slots=True)
class Wait:
    """A kind that completes a hand: whether an ordinary mah-jong, and which special hands."""

    kind: int
    ordinary: bool
    special: tuple[SpecialRow, ...]


@lru_cache(maxsize=256)
def special_rows(rules: RuleSet, basis: str) -> tuple[Shaped, ...]:
    """List the special hands of a rule set that are recognised on one basis, in the table's order."""
    shaped = ((row, SPECIAL_SHAPES[row.code]) for row in rules.special)
    return tuple((row, shape) for row, shape in shaped if shape.basis == basis)


def completing_kinds(layout: Layout, rules: RuleSet) -> list[int]:
    """List the kinds that make a hand one tile short a legal mah-jong, ordinary or special, in order."""
    found = set(_ordinary_kinds(layout, rules)) | {kind for kind, _rows in _tile_kinds(layout, rules)}
    return sorted(kind for kind in found if layout.held[kind] < COPIES)


def one_tile_away(layout: Layout, rules: RuleSet) -> list[tuple[int, int]]:
    """List what to change in a rack that is no mah-jong: a kind to put down, the kind to have instead."""
    held = (kind for kind, count in enumerate(layout.rack) if count)
    return [
        (kind, wanted)
        for kind in held
        for wanted in completing_kinds(layout.without(kind), rules)
        if wanted != kind
    ]


def waits(layout: Layout, rules: RuleSet) -> list[Wait]:
    """List the kinds that complete a hand one tile short, with all that each makes of it (decision 23)."""
    ordinary = set(_ordinary_kinds(layout, rules))
    by_tiles = dict(_tile_kinds(layout, rules))
    kinds = (kind for kind in sorted(ordinary | by_tiles.keys()) if layout.held[kind] < COPIES)
    return [
        Wait(kind, kind in ordinary, _of_sets(layout, rules, kind, kind in ordinary) + by_tiles.get(kind, ()))
        for kind in kinds
    ]


def _ordinary_kinds(layout: Layout, rules: RuleSet) -> list[int]:
    suits = [layout.rack[start:end] for start, end in SPANS]
    left = [sum(held) % 3 for held in suits]
    # Either one suit lacks a tile of its pair, or one of two suits with a pair lacks a tile of a set.
    takers = [suit for suit in range(4) if left[suit]]
    if sorted(left) not in ([0, 0, 0, 1], [0, 0, 2, 2]):
        return []
    free = rules.chows - chows(layout.sets)
    return [kind for taker in takers for kind in _taken(suits, taker, free)]


def _taken(suits: list[bytes], taker: int, free: int) -> Iterator[int]:
    for suit, held in enumerate(suits):
        if suit != taker:
            fewest = fewest_chows(suit, held)
            if fewest is None:
                return
            free -= fewest
    for kind, fewest in completions(taker, suits[taker]):
        if fewest <= free:
            yield kind


def _tile_kinds(layout: Layout, rules: RuleSet) -> Iterator[tuple[int, tuple[SpecialRow, ...]]]:
    """Find the kinds that make a special hand of tiles of a hand with nothing on the table."""
    if layout.sets:
        return
    held = totals(layout.rack)
    shaped = [each for each in special_rows(rules, "tiles") if each[1].near(held)]
    if not shaped:
        return
    for kind in range(len(layout.rack)):
        rack = with_kind(layout.rack, kind)
        rows = tuple(row for row, shape in shaped if shape.fits(rack))
        if rows:
            yield kind, rows


def with_kind(rack: bytes, kind: int) -> bytes:
    """Add one tile to 34 counts."""
    return rack[:kind] + bytes((rack[kind] + 1,)) + rack[kind + 1 :]


def _of_sets(layout: Layout, rules: RuleSet, kind: int, ordinary: bool) -> tuple[SpecialRow, ...]:
    if not ordinary:
        return ()
    readings = [read((*layout.sets, *groups)) for groups in partitions(with_kind(layout.rack, kind))]
    chowless = [reading for reading in readings if not reading.traits & CHOW]
    return tuple(
        row for row, shape in special_rows(rules, "sets") if any(shape.fits(reading) for reading in chowless)
    )
