"""Fishing: which kinds complete a hand one tile short, as an ordinary mah-jong and as which special hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from scoring.layout import Layout
from scoring.readings import CHOW, Part, Reading, chows, partitions, parts, read, with_kind, without_kind
from scoring.rules import RuleSet, SpecialRow
from scoring.special import SPECIAL_SHAPES, SpecialShape, Totals, totals
from scoring.tiles import COPIES

Shaped = tuple[SpecialRow, SpecialShape]
HAND: Final = 14
TAKERS: Final = {
    **{tuple(int(suit == one) for suit in range(4)): (one,) for one in range(4)},
    **{tuple(2 * (suit in two) for suit in range(4)): two for two in combinations(range(4), 2)},
}
"""Which suits may take a tile, by what each has beyond its sets: one that lacks a tile of its pair, or
either of two with a pair."""


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
    found = [] if layout.sets else _that_fit(layout.rack, rules, "tiles")
    if special_rows(rules, "held") and sum(layout.held) == HAND:
        found += _that_fit(layout.held, rules, "held")
    return found


@lru_cache(maxsize=8192)
def _near(rules: RuleSet, basis: str, counted: Totals) -> tuple[Shaped, ...]:
    return tuple(each for each in special_rows(rules, basis) if each[1].near(counted))


def _that_fit(tiles: bytes, rules: RuleSet, basis: str) -> list[Shaped]:
    """Ask only for what the tiles are one short of without any one of them."""
    first = next(kind for kind, count in enumerate(tiles) if count)
    near = _near(rules, basis, totals(without_kind(tiles, first)))
    return [each for each in near if each[1].fits(tiles)]


def completing_kinds(layout: Layout, rules: RuleSet) -> list[int]:
    """List the kinds that make a hand one tile short a legal mah-jong, ordinary or special, in order."""
    found = _ordinary_kinds(layout, rules)
    special = _tile_kinds(layout, rules)
    kinds = sorted(special.keys() | found) if special else sorted(found)
    return [kind for kind in kinds if layout.held[kind] < COPIES]


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
    suits = parts(layout.rack)
    takers = TAKERS.get(tuple([each.left for each in suits]))
    if takers is None:
        return []
    free = rules.chows - chows(layout.sets)
    for each in suits:
        if not each.left:
            if each.fewest is None:
                return []
            free -= each.fewest
    one, other = suits[takers[0]], suits[takers[-1]]
    if one is other:
        return [kind for kind, fewest in one.completions if fewest <= free]
    return _beside(one, other, free) + _beside(other, one, free)


def _beside(taker: Part, other: Part, free: int) -> list[int]:
    """List the kinds that one suit may take while another keeps its pair."""
    if other.fewest is None:
        return []
    return [kind for kind, fewest in taker.completions if fewest + other.fewest <= free]


def _tile_kinds(layout: Layout, rules: RuleSet) -> dict[int, tuple[SpecialRow, ...]]:
    """Find the kinds that make a special hand of tiles of thirteen."""
    found = {} if layout.sets else _fitting(layout.rack, rules, "tiles")
    if special_rows(rules, "held") and sum(layout.held) == HAND - 1:
        for kind, rows in _fitting(layout.held, rules, "held").items():
            found[kind] = found.get(kind, ()) + rows
    return found


def _fitting(tiles: bytes, rules: RuleSet, basis: str) -> dict[int, tuple[SpecialRow, ...]]:
    near = _near(rules, basis, totals(tiles))
    found = {}
    for kind in range(len(tiles)) if near else ():
        more = with_kind(tiles, kind)
        fitting = tuple(row for row, shape in near if shape.fits(more))
        if fitting:
            found[kind] = fitting
    return found


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
