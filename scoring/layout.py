"""How a declared hand lies: sets on the table as groups, the rack and all tiles as 34 counts."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.hands import Hand, Meld
from scoring.readings import Group, meld_group, without_kind
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
        rack, held = without_kind(self.rack, kind), without_kind(self.held, kind)
        return Layout(self.sets, rack, held, self.size - 1, self.kongs, self.strange, self.broken)


def lay_out(hand: Hand) -> Layout:
    """Lay a hand out; concealed melds of two or three tiles go back into the rack (rules/README.md)."""
    loose, laid = hand.concealed, hand.melds
    if any(map(is_shown, laid)):
        loose += tuple(tile for meld in laid if is_shown(meld) for tile in meld.tiles)
        laid = tuple(meld for meld in laid if not is_shown(meld))
    rack, strange = _counted(loose)
    sets, broken, kongs = _sets(laid)
    held = bytearray(rack)
    for each in sets:
        for kind in each.kinds:
            held[kind] += 1
    size = len(loose) + 3 * len(laid)
    if len(sets) < len(laid):
        strange += _add_others(laid, held)
        # Four tiles that are no kong are a tile too many.
        size += sum(len(meld.tiles) == 4 for meld in broken)
    return Layout(tuple(sets), bytes(rack), bytes(held), size, kongs, tuple(strange), tuple(broken))


def _counted(tiles: tuple[str, ...]) -> tuple[bytearray, list[str]]:
    """Count tiles by kind, and list the codes that are no playing tile."""
    counts, strange = bytearray(len(KINDS)), []
    for tile in tiles:
        if tile in INDEX:
            counts[INDEX[tile]] += 1
        else:
            strange.append(tile)
    return counts, strange


def _sets(laid: tuple[Meld, ...]) -> tuple[list[Group], list[Meld], int]:
    """Read melds as live sets; list those that are none, and count the kongs."""
    sets, broken, kongs = [], [], 0
    for meld in laid:
        read, four = meld_group(meld.tiles, meld.concealed), len(meld.tiles) == 4
        kongs += four
        if read is not None and not meld.dead:
            sets.append(read)
        elif not (meld.dead and (four or len(meld.tiles) == 3)):
            broken.append(meld)
    return sets, broken, kongs


def _add_others(laid: tuple[Meld, ...], held: bytearray) -> list[str]:
    """Add the tiles of melds that are no live set to the counts; give the codes that are no playing tile."""
    strange = []
    for meld in laid:
        if meld.dead or meld_group(meld.tiles, meld.concealed) is None:
            counts, unknown = _counted(meld.tiles)
            strange += unknown
            for kind, count in enumerate(counts):
                held[kind] += count
    return strange


def is_shown(meld: Meld) -> bool:
    """Tell a part of the rack that is merely shown from a set on the table."""
    return meld.concealed and len(meld.tiles) in (2, 3) and not meld.dead
