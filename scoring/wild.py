"""Wild tiles of a goulash: the tiles they may stand for, as hands that can be read like any other.

A wild tile may stand for any tile, also a fifth of its kind, in a kong, as the winning tile, and in a hand
that did not win (bmja.md, goulash). Chows are not allowed, so that an ordinary mah-jong is pungs and a pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from scoring.hands import Hand, Meld
from scoring.layout import in_rack
from scoring.problems import Problem
from scoring.readings import HAND, with_kind
from scoring.rules import RuleSet
from scoring.special import SPECIAL_SHAPES, SpecialShape
from scoring.tiles import COPIES, HONOURS, KINDS, MAJORS

Kinds = tuple[int, ...]


def wild_faults(hand: Hand, rules: RuleSet) -> list[Problem]:
    """Find what is wrong with the wild tiles themselves and with the tiles beside them."""
    if hand.wild not in rules.goulash_deal["wild"]:
        return [Problem("unknown_tile", (hand.wild or "",), facts={"tile": hand.wild or ""})]
    tiles = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
    counts = {tile: tiles.count(tile) for tile in sorted(set(tiles))}
    return [
        Problem("too_many_of_kind", (tile,) * count, facts={"tile": tile, "count": count})
        for tile, count in counts.items()
        if count > COPIES
    ]


def stand_ins(hand: Hand, rules: RuleSet) -> Iterator[Hand]:
    """Give the hand with its wild tiles replaced, in every way that can be the best."""
    laid = in_rack(hand)
    wild = laid.wild or ""
    rack = tuple(tile for tile in laid.concealed if tile != wild)
    free = len(laid.concealed) - len(rack)
    counts = bytes(rack.count(kind) for kind in KINDS)
    found = _winning(counts, free, rules) if hand.is_winner else _losing(counts, free, rules)
    ways = sorted(found) or [(0,) * free]
    for melds in _melds(laid):
        for way in ways:
            yield from _laid(replace(laid, melds=melds), rack, tuple(KINDS[kind] for kind in way))


def completing_wild(hand: Hand, rules: RuleSet) -> list[int]:
    """List the kinds that complete a hand one tile short, whatever its wild tiles then stand for."""
    laid = in_rack(hand)
    rack = [tile for tile in laid.concealed if tile != laid.wild]
    free = len(laid.concealed) - len(rack)
    counts = bytes(rack.count(kind) for kind in KINDS)
    kinds = {kind for way in _winning(counts, free + 1, rules) for kind in way}
    held = [tile for meld in laid.melds for tile in meld.tiles] + rack
    return sorted(kind for kind in kinds if held.count(KINDS[kind]) < COPIES)


def _melds(hand: Hand) -> Iterator[tuple[Meld, ...]]:
    """Read the wild tiles of each set on the table; a set of nothing but wild tiles may be of any kind."""
    return product(*(_meld_ways(meld, hand.wild or "") for meld in hand.melds))


def _meld_ways(meld: Meld, wild: str) -> list[Meld]:
    real = {tile for tile in meld.tiles if tile != wild}
    if len(real) == len(set(meld.tiles)) or len(real) > 1:
        return [meld]
    kinds = real or KINDS
    return [replace(meld, tiles=(kind,) * len(meld.tiles)) for kind in sorted(kinds)]


def _laid(hand: Hand, rack: tuple[str, ...], standing: tuple[str, ...]) -> Iterator[Hand]:
    """Lay the hand with its wild tiles standing for these; a wild winning tile is any of them."""
    won = {hand.winning_tile} if hand.winning_tile != hand.wild else {*standing}
    for tile in sorted(won, key=str):
        yield replace(hand, concealed=(*rack, *standing), winning_tile=tile)


def _winning(counts: bytes, free: int, rules: RuleSet) -> set[Kinds]:
    """Find what so many wild tiles may stand for to make a rack a mah-jong."""
    ways = (*_sets(list(counts), free), *_of_tiles(counts, free, rules))
    return {tuple(sorted(way)) for way in ways}


def _sets(counts: list[int], free: int, kind: int = 0, paired: bool = False) -> Iterator[Kinds]:
    """Fill every kind of the rack up to a pung, a pair, or both; what is left over makes sets of its own."""
    while kind < len(counts) and not counts[kind]:
        kind += 1
    if kind == len(counts):
        yield from _of_wild_only(free, paired)
        return
    for size in (2, 3, 5):
        more = size - counts[kind]
        if 0 <= more <= free and not (paired and size != 3):
            for rest in _sets(counts, free - more, kind + 1, paired or size != 3):
                yield (kind,) * more + rest


def _of_wild_only(free: int, paired: bool) -> Iterator[Kinds]:
    if free == 0:
        if paired:
            yield ()
    elif free == 5 and not paired:
        for kind, major in product(range(len(KINDS)), MAJORS):
            yield (kind,) * 3 + (major,) * 2
            yield (major,) * 3 + (kind,) * 2
    elif free == (3 if paired else 2):
        yield from ((kind,) * free for kind in range(len(KINDS)))


def _of_tiles(counts: bytes, free: int, rules: RuleSet) -> Iterator[Kinds]:
    """Fill up special hands of tiles, each in one way for every kind that a wild tile may stand for in it.

    They need a rack with nothing beside it on the table.
    """
    if not free or sum(counts) + free != HAND:
        return
    shapes = [rules.shapes.get(row.shape) or SPECIAL_SHAPES[row.shape] for row in rules.special]
    for shape in (shape for shape in shapes if shape.basis in ("tiles", "held") and shape.becomes(counts)):
        for kind in range(len(KINDS)):
            rest = _filled(shape, with_kind(counts, kind), free - 1)
            if rest is not None:
                yield (kind, *rest)


def _filled(shape: SpecialShape, counts: bytes, free: int, least: int = 0) -> Kinds | None:
    """Find kinds, none below the least, that make tiles a special hand; None if there are none."""
    if not free:
        return () if shape.fits(counts) else None
    for kind in range(least, len(KINDS)):
        more = with_kind(counts, kind)
        rest = _filled(shape, more, free - 1, kind) if shape.becomes(more) else None
        if rest is not None:
            return (kind, *rest)
    return None


def _losing(counts: bytes, free: int, rules: RuleSet) -> set[Kinds]:
    """Find what wild tiles of a hand that did not win may stand for: more sets, or all but one of a win."""
    short = {
        way[:place] + way[place + 1 :]
        for way in _winning(counts, free + 1, rules)
        for place in range(free + 1)
    }
    wanted = [
        (kind, size - held)
        for kind, held in enumerate(counts)
        for size in (2, 3)
        if held < size <= held + free and _may_pay(kind, size, held)
    ]
    return short | {tuple(sorted(way)) for way in _grown(wanted, free)}


def _may_pay(kind: int, size: int, held: int) -> bool:
    """Tell whether a pair or pung is worth making: no pair of a suit is, and no new pung but of majors."""
    return kind in HONOURS if size == 2 else held > 0 or kind in MAJORS


def _grown(wanted: list[tuple[int, int]], free: int) -> Iterator[Kinds]:
    """Add the tiles that some of these groups want; a wild tile that is left over stands for anything."""
    yield (0,) * free
    for place, (kind, more) in enumerate(wanted):
        if more <= free:
            others = [each for each in wanted[place + 1 :] if each[0] != kind]
            for rest in _grown(others, free - more):
                yield (kind,) * more + rest
