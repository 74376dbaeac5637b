"""Wild tiles of a goulash: the tiles they may stand for, as hands that can be read like any other.

A wild tile may stand for any tile, also a fifth of its kind, in a kong, as the winning tile, and in a hand
that did not win (bmja.md, goulash). Chows are not allowed, so that an ordinary mah-jong is pungs and a pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, product

from scoring.hands import Hand, Meld
from scoring.layout import in_rack
from scoring.problems import Problem
from scoring.rules import RuleSet
from scoring.special import SPECIAL_SHAPES
from scoring.tiles import COPIES, KINDS, MAJORS

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
    return {tuple(sorted(way)) for way in _sets(list(counts), free)} | set(_of_tiles(counts, free, rules))


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
    """Try the special hands of tiles; they need a rack with nothing beside it on the table."""
    if sum(counts) + free != 14:
        return
    shapes = [rules.shapes.get(row.shape) or SPECIAL_SHAPES[row.shape] for row in rules.special]
    for shape in (shape for shape in shapes if shape.basis in ("tiles", "held")):
        for way in combinations_with_replacement(shape.stands(counts), free):
            filled = bytearray(counts)
            for kind in way:
                filled[kind] += 1
            if shape.fits(bytes(filled)):
                yield way


def _losing(counts: bytes, free: int, rules: RuleSet) -> set[Kinds]:
    """Find what wild tiles of a hand that did not win may stand for: more sets, or all but one of a win."""
    kinds = sorted({kind for kind, count in enumerate(counts) if count} | MAJORS)
    short = {
        way[:place] + way[place + 1 :]
        for way in _winning(counts, free + 1, rules)
        for place in range(free + 1)
    }
    return short | set(combinations_with_replacement(kinds, free))
