"""Fishing: which kinds complete a hand one tile short, as an ordinary mah-jong and as which special hands."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from scoring.layout import Layout
from scoring.readings import CHOW, EXPOSED, HAND, Part, Reading, Suits, partitions, parts, read, with_kind
from scoring.rules import RuleSet, SpecialRow
from scoring.special import SPECIAL_SHAPES, SpecialShape, Totals
from scoring.tiles import COPIES

Shaped = tuple[SpecialRow, SpecialShape]
TAKERS: Final = {
    **{tuple(int(suit == one) for suit in range(4)): (one,) for one in range(4)},
    **{tuple(2 * (suit in two) for suit in range(4)): two for two in combinations(range(4), 2)},
}
"""Which suits may take a tile, by what each has beyond its sets: one that lacks a tile of its pair, or
either of two with a pair."""


class Wait(NamedTuple):
    """A kind that completes a hand: whether an ordinary mah-jong, and which special hands."""

    kind: int
    ordinary: bool
    special: tuple[SpecialRow, ...]


@lru_cache(maxsize=256)
def special_rows(rules: RuleSet, *bases: str) -> tuple[Shaped, ...]:
    """List the special hands of a rule set that are recognised on these bases, in the table's order."""
    shaped = ((row, rules.shapes.get(row.shape) or SPECIAL_SHAPES[row.shape]) for row in rules.special)
    return tuple((row, shape) for row, shape in shaped if shape.basis in bases)


def set_specials(rules: RuleSet, reading: Reading) -> list[Shaped]:
    """List the special hands that a reading is, whoever completed it."""
    if reading.traits & CHOW:
        return [each for each in special_rows(rules, "groups") if each[1].fits(reading)]
    found = [each for each in special_rows(rules, "sets", "groups") if each[1].fits(reading)]
    return [*_of_traits(rules, reading.traits, reading.before & EXPOSED), *found]


@lru_cache(maxsize=8192)
def _of_traits(rules: RuleSet, traits: int, before: int) -> tuple[Shaped, ...]:
    reading = Reading((), None, traits, before)
    return tuple(each for each in special_rows(rules, "traits") if each[1].fits(reading))


def tile_specials(layout: Layout, less: Suits, rules: RuleSet) -> list[Shaped]:
    """List the special hands of tiles, whatever their reading, that fourteen tiles are.

    `less` is the rack without any one tile: what that is not one short of need not be asked for.
    """
    found = [] if layout.sets else _that_fit(layout.rack, _near(rules, _totals(less)))
    if special_rows(rules, "held") and layout.size + layout.kongs == HAND:
        found += _that_fit(layout.held, special_rows(rules, "held"))
    return found


def _that_fit(tiles: bytes, asked: tuple[Shaped, ...]) -> list[Shaped]:
    return [each for each in asked if each[1].fits(tiles)]


@lru_cache(maxsize=8192)
def _near(rules: RuleSet, counted: Totals) -> tuple[Shaped, ...]:
    return tuple(each for each in special_rows(rules, "tiles") if each[1].near(counted))


def _totals(suits: Suits) -> Totals:
    bamboos, characters, circles, honours = suits
    minors = bamboos.minors + characters.minors + circles.minors
    return bamboos.size, characters.size, circles.size, honours.size, minors


def is_only(tile: int, layout: Layout, less: Suits, rules: RuleSet) -> bool:
    """Tell whether no other kind would have completed a mah-jong; `less` is the rack without the tile."""
    for kind in _ordinary_kinds(less, rules.chows - layout.chows):
        if kind != tile and layout.held[kind] < COPIES:
            return False
    if layout.sets and not special_rows(rules, "held"):
        return True
    others = _tile_kinds(layout.without(tile), rules).keys() - {tile}
    return all(layout.held[kind] >= COPIES for kind in others)


def completing_kinds(layout: Layout, rules: RuleSet) -> list[int]:
    """List the kinds that make a hand one tile short a legal mah-jong, ordinary or special, in order."""
    kinds = _ordinary_kinds(layout.suits, rules.chows - layout.chows)
    special = _tile_kinds(layout, rules)
    if special:
        kinds = sorted({*kinds, *special})
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
    ordinary = _ordinary_kinds(layout.suits, rules.chows - layout.chows)
    by_tiles = _tile_kinds(layout, rules)
    kinds = sorted({*ordinary, *by_tiles}) if by_tiles else ordinary
    return [
        _wait(kind, kind in ordinary, by_tiles.get(kind, ()), layout, rules)
        for kind in kinds
        if layout.held[kind] < COPIES
    ]


def _wait(kind: int, ordinary: bool, special: tuple[SpecialRow, ...], layout: Layout, rules: RuleSet) -> Wait:
    return Wait(kind, ordinary, _of_sets(layout, rules, kind) + special if ordinary else special)


def _ordinary_kinds(suits: Suits, free: int) -> list[int]:
    """List the kinds that complete sets and a pair with so many chows at most."""
    bamboos, characters, circles, honours = suits
    takers = TAKERS.get((bamboos.left, characters.left, circles.left, honours.left))
    if takers is None:
        return []
    for each in suits:
        if not each.left:
            free -= each.fewest
    one, other = suits[takers[0]], suits[takers[-1]]
    if one is other:
        return _taken(one, free)
    # While one suit takes a tile, the other keeps its pair.
    return _taken(one, free - other.fewest) + _taken(other, free - one.fewest)


def _taken(suit: Part, free: int) -> list[int]:
    """List the kinds that let a suit be used up with so many chows at most."""
    return [kind for kind, fewest in suit.completions if fewest <= free] if free >= 0 else []


def _tile_kinds(layout: Layout, rules: RuleSet) -> dict[int, tuple[SpecialRow, ...]]:
    """Find the kinds that make a special hand of tiles of thirteen."""
    found = {} if layout.sets else _fitting(layout.rack, _near(rules, _totals(layout.suits)))
    if special_rows(rules, "held") and layout.size + layout.kongs == HAND - 1:
        for kind, rows in _fitting(layout.held, special_rows(rules, "held")).items():
            found[kind] = found.get(kind, ()) + rows
    return found


def _fitting(tiles: bytes, asked: tuple[Shaped, ...]) -> dict[int, tuple[SpecialRow, ...]]:
    found = {}
    for kind in range(len(tiles)) if asked else ():
        more = with_kind(tiles, kind)
        fitting = tuple(row for row, shape in asked if shape.fits(more))
        if fitting:
            found[kind] = fitting
    return found


def completed_readings(layout: Layout, kind: int) -> list[Reading]:
    """Read a hand one tile short with the tile it lacks, in every way."""
    return [read((*layout.sets, *groups)) for groups in partitions(parts(with_kind(layout.rack, kind)))]


def _of_sets(layout: Layout, rules: RuleSet, kind: int) -> tuple[SpecialRow, ...]:
    """List the special hands that the sets of a hand may be with the kind it lacks."""
    suits = parts(with_kind(layout.rack, kind))
    if not special_rows(rules, "groups") and (layout.chows or any(each.fewest for each in suits)):
        return ()
    readings = (read((*layout.sets, *groups)) for groups in partitions(suits))
    fitting = {row for reading in readings for row, _shape in set_specials(rules, reading)}
    return tuple(sorted(fitting, key=lambda row: row.place))
