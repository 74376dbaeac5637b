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

    def without(self, kind: int) -> Layout:
        """Take one tile of a kind out of the rack."""
        rack, held = bytearray(self.rack), bytearray(self.held)
        rack[kind] -= 1
        held[kind] -= 1
        return Layout(
            self.sets, bytes(rack), bytes(held), self.size - 1, self.kongs, self.strange, self.broken
        )


def lay_out(hand: Hand) -> Layout:
    """Lay a hand out; concealed melds of two or three tiles go back into the rack (rules/README.md)."""
    rack, strange = bytearray(len(KINDS)), list[str]()
    laid = [meld for meld in hand.melds if not is_shown(meld)]
    loose = hand.concealed
    for meld in hand.melds:
        if is_shown(meld):
            loose += meld.tiles
    _put(loose, rack, strange)
    held = bytearray(rack)
    sets, broken = [], []
    for meld in laid:
        read = meld_group(meld.tiles, meld.concealed)
        _put(meld.tiles, held, strange)
        if read is not None and not meld.dead:
            sets.append(read)
        elif not (meld.dead and len(meld.tiles) in (3, 4)):
            broken.append(meld)
    kongs = sum(len(meld.tiles) == 4 for meld in laid)
    # Four tiles that are no kong are a tile too many.
    size = len(loose) + 3 * len(laid) + sum(len(meld.tiles) == 4 for meld in broken)
    return Layout(tuple(sets), bytes(rack), bytes(held), size, kongs, tuple(strange), tuple(broken))


def is_shown(meld: Meld) -> bool:
    """Tell a part of the rack that is merely shown from a set on the table."""
    return meld.concealed and len(meld.tiles) in (2, 3) and not meld.dead


def _put(tiles: tuple[str, ...], held: bytearray, strange: list[str]) -> None:
    for tile in tiles:
        kind = INDEX.get(tile)
        if kind is None:
            strange.append(tile)
        else:
            held[kind] += 1
