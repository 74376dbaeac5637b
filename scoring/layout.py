"""How a declared hand lies: sets on the table as groups, the rack and all tiles as 34 counts."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.hands import Hand, Meld
from scoring.readings import Group, meld_group
from scoring.tiles import INDEX, KINDS


@dataclass(frozen=True, slots=True)
class Layout:
    """A hand laid out: its live sets, its rack, all its tiles; `size` counts a kong as three.

    `strange` are codes that are no playing tile, `broken` the melds that are no set (a dead one need not
    be a set).
    """

    sets: tuple[Group, ...]
    rack: bytes
    held: bytes
    size: int
    kongs: int
    strange: tuple[str, ...]
    broken: tuple[Meld, ...]


def lay_out(hand: Hand) -> Layout:
    """Lay a hand out; concealed melds of two or three tiles go back into the rack (rules/README.md)."""
    rack, held, strange = bytearray(len(KINDS)), bytearray(len(KINDS)), list[str]()
    sets, broken, size, kongs = [], [], 0, 0
    loose = hand.concealed
    for meld in hand.melds:
        if meld.concealed and len(meld.tiles) in (2, 3) and not meld.dead:
            loose += meld.tiles
            continue
        size += 3
        kongs += len(meld.tiles) == 4
        read = meld_group(meld.tiles, meld.concealed)
        if read is not None and not meld.dead:
            sets.append(read)
        elif not (meld.dead and len(meld.tiles) in (3, 4)):
            broken.append(meld)
        for tile in meld.tiles:
            _put(tile, held, strange)
    for tile in loose:
        kind = INDEX.get(tile)
        if kind is None:
            strange.append(tile)
        else:
            rack[kind] += 1
            held[kind] += 1
    size += len(loose)
    return Layout(tuple(sets), bytes(rack), bytes(held), size, kongs, tuple(strange), tuple(broken))


def _put(tile: str, held: bytearray, strange: list[str]) -> None:
    kind = INDEX.get(tile)
    if kind is None:
        strange.append(tile)
    else:
        held[kind] += 1
