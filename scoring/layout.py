"""How a declared hand lies: sets on the table as groups, the rack and all tiles as 34 counts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.hands import Hand, Meld
from scoring.readings import Group, Suits, chows, meld_group, parts, without_kind
from scoring.tiles import WEIGHTS, counts


@dataclass(slots=True, eq=False)
class Layout:
    """A hand laid out: its live sets, its rack as counts and by suit, all its tiles. Nobody changes it.

    `size` counts a kong as three; `chows` are those among the sets. `strange` are codes that are no playing
    tile, `dead` the dead melds, `broken` the melds that are no set (a dead one need not be one).
    """

    # Not frozen: it is made for every hand, and a frozen one takes three times as long to make.

    sets: tuple[Group, ...]
    rack: bytes
    held: bytes
    suits: Suits
    size: int
    kongs: int
    chows: int
    strange: tuple[str, ...]
    broken: tuple[Meld, ...]
    dead: tuple[Meld, ...]

    def without(self, kind: int) -> Layout:
        """Take one tile of a kind out of the rack."""
        rack, held = without_kind(self.rack, kind), without_kind(self.held, kind)
        size, others = self.size - 1, (self.strange, self.broken, self.dead)
        return Layout(self.sets, rack, held, parts(rack), size, self.kongs, self.chows, *others)


def lay_out(hand: Hand) -> Layout:
    """Lay a hand out; concealed melds of two or three tiles go back into the rack (sources/README.md)."""
    hand = in_rack(hand)
    loose, laid = hand.concealed, hand.melds
    weight, strange = _weight(loose)
    rack = counts(weight)
    if not laid:
        return Layout((), rack, rack, parts(rack), len(loose), 0, 0, strange, (), ())
    sets, others, kongs = _sets(laid)
    for each in sets:
        weight += each.weight
    size = len(loose) + 3 * len(laid)
    broken, dead = _at_fault(others) if others else ((), ())
    if others:
        more, unknown = _weight(tuple(tile for meld in others for tile in meld.tiles))
        weight, strange = weight + more, strange + unknown
        # Four tiles that are no kong are a tile too many; one unknown tile may have made them one.
        size += sum(len(meld.tiles) == 4 and WEIGHTS.keys() >= {*meld.tiles} for meld in broken)
    return Layout(sets, rack, counts(weight), parts(rack), size, kongs, chows(sets), strange, broken, dead)


def in_rack(hand: Hand) -> Hand:
    """Put what is merely shown back into the rack, where it is like any other tile."""
    if not any(map(_is_shown, hand.melds)):
        return hand
    shown = tuple(tile for meld in hand.melds if _is_shown(meld) for tile in meld.tiles)
    melds = tuple(meld for meld in hand.melds if not _is_shown(meld))
    return replace(hand, concealed=hand.concealed + shown, melds=melds)


def _is_shown(meld: Meld) -> bool:
    """Tell a part of the rack that is merely shown from a set on the table."""
    return meld.concealed and len(meld.tiles) in (2, 3) and not meld.dead


def _weight(tiles: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Count tiles, and list the codes that are no playing tile."""
    try:
        return sum(map(WEIGHTS.__getitem__, tiles)), ()
    except KeyError:
        strange = tuple(tile for tile in tiles if tile not in WEIGHTS)
        return sum(WEIGHTS[tile] for tile in tiles if tile not in strange), strange


def _sets(laid: tuple[Meld, ...]) -> tuple[tuple[Group, ...], list[Meld], int]:
    """Read melds as live sets; list those that are none, and count the kongs."""
    sets, others, kongs = [], [], 0
    for meld in laid:
        read = meld_group(meld.tiles, meld.concealed)
        kongs += len(meld.tiles) == 4
        if read is None or meld.dead:
            others.append(meld)
        else:
            sets.append(read)
    return tuple(sets), others, kongs


def _at_fault(others: list[Meld]) -> tuple[tuple[Meld, ...], tuple[Meld, ...]]:
    """Tell the melds that are broken and those that are dead; a dead one of three or four may be any."""
    broken = tuple(meld for meld in others if not meld.dead or len(meld.tiles) not in (3, 4))
    return broken, tuple(meld for meld in others if meld.dead)
