"""Fishing: which kinds complete a hand one tile short, as an ordinary mah-jong and as which special hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.layout import Layout
from scoring.readings import CHOW, SPANS, Reading, chows, completions, fewest_chows, partitions, read
from scoring.rules import RuleSet, SpecialRow
from scoring.special import SPECIAL_SHAPES, SpecialShape, totals
from scoring.tiles import COPIES

Shaped = tuple[SpecialRow, SpecialShape]
HAND: Final = 14


@dataclass(frozen=True, slots=True)
class Wait:
    """A kind that completes a hand: whether an ordinary mah-jong, and which special hands."""

    kind: int
    ordinary: bool
    special: tuple[SpecialRow, ...]


@lru_cache(maxsize=256)
def special_rows(rules: RuleSet, *bases: str) -> tuple[Shaped, ...]:
    """List the special hands of a rule set that are recognised on these bases, in the table's order."""
    shaped = ((row, rules.shapes.get(row.shape) or SPECIAL_SHAPES[row.shape]) for row in rules.special)
    return tuple((row, shape) for row, shape in shaped if shape.basis in bases)


def group_specials(rules: RuleSet, reading: Reading) -> tuple[Shaped, ...]:
    """List the special hands that a reading may be."""
    if reading.traits & CHOW:
        return special_rows(rules, "groups")
    return special_rows(rules, "sets", "groups")


def tile_specials(layout: Layout, rules: RuleSet) -> list[Shaped]:
    """List the special hands of tiles, whatever their reading, that fourteen tiles are."""
    found = []
    if not layout.sets:
        found = [each for each in special_rows(rules, "tiles") if each[1].fits(layout.rack)]
    held = special_rows(rules, "held")
    if held and sum(layout.held) == HAND:
        found += [each for each in held if each[1].fits(layout.held)]
    return found


def completing_kinds(layout: Layout, rules: RuleSet) -> list[int]:
    """List the kinds that make a hand one tile short a legal mah-jong, ordinary or special, in order."""
    found = set(_ordinary_kinds(layout, rules)) | _tile_kinds(layout, rules).keys()
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
    by_tiles = _tile_kinds(layout, rules)
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


def _tile_kinds(layout: Layout, rules: RuleSet) -> dict[int, tuple[SpecialRow, ...]]:
    """Find the kinds that make a special hand of tiles of thirteen."""
    found = {} if layout.sets else _fitting(layout.rack, special_rows(rules, "tiles"))
    held = special_rows(rules, "held")
    if held and sum(layout.held) == HAND - 1:
        for kind, rows in _fitting(layout.held, held).items():
            found[kind] = found.get(kind, ()) + rows
    return found


def _fitting(tiles: bytes, rows: tuple[Shaped, ...]) -> dict[int, tuple[SpecialRow, ...]]:
    counted = totals(tiles)
    shaped = [each for each in rows if each[1].near(counted)]
    found = {}
    for kind in range(len(tiles)) if shaped else ():
        more = with_kind(tiles, kind)
        fitting = tuple(row for row, shape in shaped if shape.fits(more))
        if fitting:
            found[kind] = fitting
    return found


def with_kind(rack: bytes, kind: int) -> bytes:
    """Add one tile to 34 counts."""
    return rack[:kind] + bytes((rack[kind] + 1,)) + rack[kind + 1 :]


def completed_readings(layout: Layout, kind: int) -> list[Reading]:
    """Read a hand one tile short with the tile it lacks, in every way."""
    return [read((*layout.sets, *groups)) for groups in partitions(with_kind(layout.rack, kind))]


def _of_sets(layout: Layout, rules: RuleSet, kind: int, ordinary: bool) -> tuple[SpecialRow, ...]:
    if not ordinary:
        return ()
    readings = completed_readings(layout, kind)
    fitting = {
        row for reading in readings for row, shape in group_specials(rules, reading) if shape.fits(reading)
    }
    return tuple(sorted(fitting, key=lambda row: row.place))
