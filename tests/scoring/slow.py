"""A slow and obvious reading of hands, written from the rules with nothing of the engine in it.

Every way to take the rack apart is tried by brute force, with every set the winning tile may have completed.
Hands are as in sources/README.md. What readings count is in `slow_counts`, the special hands are
in `slow_special`.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

Tiles = tuple[str, ...]
Declared = dict[str, Any]
CLAIMS = ("discard", "last_discard", "robbed_kong", "first_discard")
DRAGONS = ("DR", "DG", "DW")
WINDS = ("WE", "WS", "WW", "WN")
SUITED = tuple(f"{suit}{number}" for suit in "BCD" for number in range(1, 10))
KINDS = (*SUITED, *WINDS, *DRAGONS)


class Set(NamedTuple):
    """A chow, pung, kong or pair, and whether it is hidden from the others."""

    tiles: Tiles
    hidden: bool

    @property
    def tile(self) -> str:
        return self.tiles[0]

    @property
    def is_chow(self) -> bool:
        return len(set(self.tiles)) == 3

    @property
    def is_pair(self) -> bool:
        return len(self.tiles) == 2

    @property
    def is_pung_or_kong(self) -> bool:
        return not self.is_chow and not self.is_pair

    @property
    def is_kong(self) -> bool:
        return len(self.tiles) == 4


class Way(NamedTuple):
    """One reading: all sets and the pair, sorted, and the one of them that the winning tile completed."""

    sets: tuple[Set, ...]
    completed: Set | None = None


def ways(hand: Declared, most_chows: int) -> set[Way]:
    """Read a winner in every way with no more chows than these; none if it is no four sets and a pair."""
    rack, laid = rack_of(hand), laid_of(hand)
    claimed, found = hand["win_source"] in CLAIMS, set()
    for groups in readings(rack):
        for place, tiles in enumerate(groups):
            if hand["winning_tile"] in tiles:
                sets = [Set(each, not (claimed and place == other)) for other, each in enumerate(groups)]
                everything = tuple(sorted([*laid, *sets]))
                if sum(each.is_chow for each in everything) <= most_chows:
                    found.add(Way(everything, sets[place]))
    return found


def is_shown(meld: dict[str, Any]) -> bool:
    """Two or three hidden tiles on the table are still the rack's."""
    return meld["concealed"] and len(meld["tiles"]) < 4


def rack_of(hand: Declared) -> Tiles:
    shown = [tile for meld in hand["melds"] if is_shown(meld) for tile in meld["tiles"]]
    return tuple(sorted([*hand["concealed"], *shown]))


def laid_of(hand: Declared) -> list[Set]:
    melds = [meld for meld in hand["melds"] if not is_shown(meld)]
    return [Set(tuple(sorted(meld["tiles"])), meld["concealed"]) for meld in melds]


def tiles_of(hand: Declared) -> Tiles:
    """All tiles of a hand but the bonus tiles."""
    return tuple(sorted([*hand["concealed"], *(tile for meld in hand["melds"] for tile in meld["tiles"])]))


@lru_cache(maxsize=20_000)
def readings(tiles: Tiles) -> tuple[tuple[Tiles, ...], ...]:
    """Take sorted tiles apart into sets and one pair in every way."""
    found = []
    for pair, count in Counter(tiles).items():
        if count >= 2:
            found += [((pair, pair), *sets) for sets in only_sets(without(tiles, (pair, pair)))]
    return tuple(found)


def only_sets(tiles: Tiles) -> Iterator[tuple[Tiles, ...]]:
    """Take sorted tiles apart into pungs and chows in every way."""
    if not tiles:
        yield ()
        return
    first = tiles[0]
    beginnings = [(first,) * 3] if tiles.count(first) >= 3 else []
    if first in SUITED and first[1] in "1234567":
        chow = tuple(f"{first[0]}{int(first[1]) + step}" for step in range(3))
        beginnings += [chow] if all(tile in tiles for tile in chow) else []
    for begun in beginnings:
        for rest in only_sets(without(tiles, begun)):
            yield (begun, *rest)


def without(tiles: Tiles, taken: Tiles) -> Tiles:
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return tuple(left)


def with_tile(hand: Declared, tile: str) -> Declared:
    """The hand of somebody who waits, won by a tile from the wall."""
    won = {"winning_tile": tile, "win_source": "wall", "is_winner": True, "flags": []}
    return {**hand, "concealed": [*hand["concealed"], tile], **won}


def losers_sets(hand: Declared) -> list[Set]:
    """The melds, every pair in the rack, and as a pung what is there three or four times."""
    rack = Counter(rack_of(hand))
    kept = [Set((tile,) * min(count, 3), True) for tile, count in rack.items() if count > 1]
    return [*laid_of(hand), *kept]


def is_honour(tile: str) -> bool:
    return tile in WINDS or tile in DRAGONS


def is_major(tile: str) -> bool:
    return is_honour(tile) or tile[1] in "19"


def suits_of(tiles: Tiles) -> set[str]:
    return {tile[0] for tile in tiles if not is_honour(tile)}
