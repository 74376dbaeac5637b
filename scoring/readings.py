"""Groups and readings: every way to take the tiles of a rack as sets and a pair.

Each suit is split on its own and remembered (a few hundred kB after a whole tournament); a reading joins
one split of each suit. Groups are made once: two groups are the same if they are the same object.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from scoring.tiles import GREENS, HONOURS, INDEX, KINDS, SUITED, TERMINALS, WIND_KINDS

BAMBOO, CHARACTER, CIRCLE, WIND, DRAGON = 1, 2, 4, 8, 16
MINOR, TERMINAL, NOT_GREEN = 32, 64, 128
CHOW, PUNG, KONG, PAIR, EXPOSED = 256, 512, 1024, 2048, 4096
HONOUR: Final = WIND | DRAGON
SUIT: Final = BAMBOO | CHARACTER | CIRCLE
SPANS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))
"""The kinds of each suit, and of the honours, which no chow joins."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A chow, pung, kong or pair: its lowest kind, whether it is concealed, its traits as bits.

    `number` is its place in GROUPS, so that tables of points can be lists.
    """

    shape: str
    kind: int
    concealed: bool
    number: int
    tiles: tuple[str, ...]
    traits: int

    @property
    def opened(self) -> Group:
        """Give the same group as it lies when a discard completed it."""
        return group(self.shape, self.kind, False)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a hand: its groups, the one the winning tile completes, the tiles in no group.

    `traits` are the traits of all groups together, `before` those of all but the completed one.
    """

    groups: tuple[Group, ...]
    completed: Group | None = None
    traits: int = 0
    before: int = 0
    self_drawn: bool = True
    loose: tuple[str, ...] = ()

    @property
    def chows(self) -> int:
        """Count the chows."""
        return chows(self.groups) if self.traits & CHOW else 0


def chows(groups: tuple[Group, ...]) -> int:
    """Count the chows among groups."""
    count = 0
    for each in groups:
        if each.traits & CHOW:
            count += 1
    return count


def group(shape: str, kind: int, concealed: bool) -> Group:
    """Find the group of a shape on a kind (a chow's lowest); KeyError where there is none."""
    return _FOUND[shape, kind, concealed]


def _traits(shape: str, kinds: tuple[int, ...], concealed: bool) -> int:
    bits = {"chow": CHOW, "pung": PUNG, "kong": KONG, "pair": PAIR}[shape] | (0 if concealed else EXPOSED)
    for kind in kinds:
        bits |= _kind_traits(kind)
    return bits


def _kind_traits(kind: int) -> int:
    green = 0 if kind in GREENS else NOT_GREEN
    if kind in HONOURS:
        return green | (WIND if kind in WIND_KINDS else DRAGON)
    return green | 1 << kind // 9 | (TERMINAL if kind in TERMINALS else MINOR)


def _all_groups() -> Iterator[Group]:
    number = 0
    for shape, size in (("chow", 3), ("pung", 3), ("kong", 4), ("pair", 2)):
        for kind in range(len(KINDS)):
            if shape == "chow" and (kind >= SUITED or kind % 9 > 6):
                continue
            kinds = (kind, kind + 1, kind + 2) if shape == "chow" else (kind,) * size
            for concealed in (False, True):
                tiles = tuple(KINDS[each] for each in kinds)
                yield Group(shape, kind, concealed, number, tiles, _traits(shape, kinds, concealed))
                number += 1


GROUPS: Final = tuple(_all_groups())
_FOUND: Final = {(each.shape, each.kind, each.concealed): each for each in GROUPS}
_BY_TILES: Final = {(each.tiles, each.concealed): each for each in GROUPS if each.shape != "pair"}


@lru_cache(maxsize=4096)
def meld_group(tiles: tuple[str, ...], concealed: bool) -> Group | None:
    """Read the tiles of a meld, in any order, as a chow, pung or kong; None if they are none."""
    if not all(tile in INDEX for tile in tiles):
        return None
    return _BY_TILES.get((tuple(sorted(tiles, key=INDEX.__getitem__)), concealed))


@lru_cache(maxsize=1 << 16)
def splits(suit: int, held: bytes) -> tuple[tuple[Group, ...], ...]:
    """List every way to use up the tiles of one suit in concealed sets and at most one pair."""
    found = {tuple(sorted(each, key=_number)) for each in _split(suit, list(held), len(held) == 9)}
    return tuple(sorted(found, key=lambda each: [*map(_number, each)]))


def _number(each: Group) -> int:
    return each.number


def _split(suit: int, held: list[int], chows: bool, paired: bool = False) -> Iterator[tuple[Group, ...]]:
    first = next((place for place, count in enumerate(held) if count), None)
    if first is None:
        yield ()
        return
    for shape, places in _beginnings(held, first, chows, paired):
        for place in places:
            held[place] -= 1
        begun = group(shape, SPANS[suit][0] + first, True)
        for rest in _split(suit, held, chows, paired or shape == "pair"):
            yield (begun, *rest)
        for place in places:
            held[place] += 1


def _beginnings(
    held: list[int], first: int, chows: bool, paired: bool
) -> Iterator[tuple[str, tuple[int, ...]]]:
    if held[first] >= 3:
        yield "pung", (first,) * 3
    if held[first] >= 2 and not paired:
        yield "pair", (first,) * 2
    if chows and first <= 6 and held[first + 1] and held[first + 2]:
        yield "chow", (first, first + 1, first + 2)


@lru_cache(maxsize=1 << 16)
def fewest_chows(suit: int, held: bytes) -> int | None:
    """Count the chows that cannot be avoided in using up a suit's tiles; None if they cannot be used up."""
    return min((chows(split) for split in splits(suit, held)), default=None)


@lru_cache(maxsize=1 << 16)
def completions(suit: int, held: bytes) -> tuple[tuple[int, int], ...]:
    """List the kinds of a suit that, added, let all its tiles be used up, each with the chows it needs."""
    found = []
    for place in range(len(held)):
        more = bytes(count + (each == place) for each, count in enumerate(held))
        fewest = fewest_chows(suit, more)
        if fewest is not None:
            found.append((SPANS[suit][0] + place, fewest))
    return tuple(found)


def partitions(rack: bytes) -> list[tuple[Group, ...]]:
    """List every way to use up a rack (34 counts) in sets and exactly one pair."""
    ways = [splits(suit, rack[start:end]) for suit, (start, end) in enumerate(SPANS)]
    joined = [b + c + d + honours for b, c, d, honours in product(*ways)]
    # Suits may have used up their tiles with a pair each: then there are too many groups.
    return joined if joined and len(joined[0]) * 3 == sum(rack) + 1 else []


def assignments(
    groups: tuple[Group, ...], sets: tuple[Group, ...], tile: int, claimed: bool
) -> Iterator[Reading]:
    """Read the groups of a rack beside the sets on the table, once for each the winning tile may complete.

    A group completed by a claimed tile is exposed (decision 1).
    """
    code = KINDS[tile]
    for place, each in enumerate(groups):
        if code in each.tiles and groups.index(each) == place:
            others = sets + groups[:place] + groups[place + 1 :]
            completed, before = each.opened if claimed else each, _together(others)
            yield Reading((*others, completed), completed, before | completed.traits, before, not claimed)


def _together(groups: tuple[Group, ...]) -> int:
    traits = 0
    for each in groups:
        traits |= each.traits
    return traits


@lru_cache(maxsize=4096)
def traits_of(tiles: tuple[str, ...]) -> int:
    """Give the traits of tiles by their kinds alone, as if in no group."""
    traits = 0
    for tile in tiles:
        traits |= _kind_traits(INDEX[tile])
    return traits


def read(groups: tuple[Group, ...], loose: tuple[str, ...] = ()) -> Reading:
    """Make a reading of groups, none of them just completed, and of the tiles in none."""
    traits = _together(groups)
    return Reading(groups, None, traits, traits, True, loose)
