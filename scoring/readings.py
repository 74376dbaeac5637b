"""Groups and readings: every way to take the tiles of a rack as sets and a pair.

Each suit is split on its own and remembered, up to a bound: after a tournament that costs 2 MB, never more
than 10. A reading joins one split of each suit. Groups are made once: two groups are the same if they are the
same object.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.tiles import GREENS, HONOURS, INDEX, KINDS, SUITED, SUITS, TERMINALS, WEIGHTS, WIND_KINDS

BAMBOO, CHARACTER, CIRCLE, WIND, DRAGON = 1, 2, 4, 8, 16
MINOR, TERMINAL, NOT_GREEN = 32, 64, 128
CHOW, PUNG, KONG, PAIR, EXPOSED = 256, 512, 1024, 2048, 4096
HONOUR: Final = WIND | DRAGON
SUIT: Final = BAMBOO | CHARACTER | CIRCLE
SPANS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))
"""The kinds of each suit, and of the honours, which no chow joins."""
HAND: Final = 14
NONE: Final = b"\0"
IMPOSSIBLE: Final = 99
"""Stands for a number of chows where no number will do; more than any rule allows."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A chow, pung, kong or pair: its lowest kind, whether it is concealed, its traits as bits.

    `number` is its place in GROUPS, so that tables of points can be lists; `weight` counts its tiles.
    """

    shape: str
    kind: int
    concealed: bool
    number: int
    tiles: tuple[str, ...]
    traits: int
    kinds: tuple[int, ...]
    weight: int

    @property
    def opened(self) -> Group:
        """Give the same group as it lies when a discard completed it."""
        # Of each set the exposed form stands before the concealed one.
        return GROUPS[self.number & ~1]


class Reading(NamedTuple):
    """One way to read a hand: its groups, the one the winning tile completes, the tiles in no group.

    `traits` are the traits of all groups together, `before` those of all but the completed one. A tuple,
    like all that is made for every hand: a frozen dataclass takes three times as long to make.
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
                traits, weight = _traits(shape, kinds, concealed), sum(WEIGHTS[tile] for tile in tiles)
                yield Group(shape, kind, concealed, number, tiles, traits, kinds, weight)
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


def splits(suit: int, held: bytes) -> tuple[tuple[Group, ...], ...]:
    """List every way to use up the tiles of one suit in concealed sets and at most one pair."""
    found = [tuple(sorted(each, key=_number)) for each in _splits(SPANS[suit][0], held)]
    return tuple(sorted(found, key=lambda each: [*map(_number, each)]))


def _number(each: Group) -> int:
    return each.number


def _splits(kind: int, held: bytes) -> Iterator[list[Group]]:
    """Use up tiles, the first count being that of this kind."""
    tiles = held.lstrip(NONE)
    if not tiles:
        yield []
        return
    kind += len(held) - len(tiles)
    for chows, alike, rest in _beginnings(tiles, kind < SUITED):
        begun = [group("chow", kind, True)] * chows if chows else []
        begun += [group("pung", kind, True)] * (alike // 3)
        begun += [group("pair", kind, True)] if alike % 3 else []
        for more in _splits(kind + 1, rest):
            yield begun + more


@lru_cache(maxsize=1 << 13)
def fewest_chows(tiles: bytes, suited: bool) -> int:
    """Count the chows without which the tiles of a suit cannot be used up; IMPOSSIBLE with any number.

    `tiles` are their counts from the lowest to the highest: what is worked out holds for every suit, and
    for the same tiles higher up.
    """
    if not tiles:
        return 0
    ways = (chows + fewest_chows(rest.lstrip(NONE), suited) for chows, _, rest in _beginnings(tiles, suited))
    return min(ways, default=IMPOSSIBLE)


def _beginnings(tiles: bytes, suited: bool) -> Iterator[tuple[int, int, bytes]]:
    """List how the lowest tiles of a suit may go: how many in chows, how many alike, and what is then left.

    There is a pair among the tiles if there are two beyond the sets, and never more than one.
    """
    paired = sum(tiles) % 3 == 2
    for chows in range(min(tiles[:3]) + 1 if suited and len(tiles) > 2 else 1):
        alike = tiles[0] - chows
        if alike % 3 == 0 or (alike % 3 == 2 and paired):
            rest = bytes((tiles[1] - chows, tiles[2] - chows)) + tiles[3:] if chows else tiles[1:]
            yield chows, alike, rest


class Part:
    """The tiles of one suit in a rack, and what they can be made into; `left` is their number modulo 3.

    `fewest` are the chows that cannot be avoided in using the tiles up. Tiles that are too many for any
    rack are not tried: with dozens of a suit the ways would be countless.
    """

    __slots__ = ("_alike", "_completions", "fewest", "held", "left", "minors", "size", "splits", "suit")

    def __init__(self, suit: int, held: bytes) -> None:
        self.suit, self.held, self.size = suit, held, sum(held)
        self.left, self.minors = self.size % 3, sum(held[1:8]) if suit < len(SUITS) else 0
        self.fewest = self._fewest(held) if self.size <= HAND else IMPOSSIBLE
        self.splits = splits(suit, held) if self.fewest < IMPOSSIBLE else ()
        self._completions: tuple[tuple[int, int], ...] | None = None
        self._alike: tuple[tuple[Group, ...], tuple[str, ...]] | None = None

    @property
    def alike(self) -> tuple[tuple[Group, ...], tuple[str, ...]]:
        """List the pungs and pairs among the tiles, and the tiles that are in none; no chow."""
        if self._alike is None:
            kinds = list(enumerate(self.held, SPANS[self.suit][0]))
            several = [(kind, "pair" if count == 2 else "pung") for kind, count in kinds if count > 1]
            groups = tuple(group(shape, kind, True) for kind, shape in several)
            self._alike = groups, tuple(KINDS[kind] for kind, count in kinds if count in (1, 4))
        return self._alike

    @property
    def completions(self) -> tuple[tuple[int, int], ...]:
        """List the kinds that, added, let all tiles be used up, each with the chows it needs."""
        if self._completions is None:
            first, places = SPANS[self.suit][0], range(len(self.held) if self.size < HAND else 0)
            grown = ((place, self._fewest(with_kind(self.held, place))) for place in places)
            self._completions = tuple(
                (first + place, fewest) for place, fewest in grown if fewest < IMPOSSIBLE
            )
        return self._completions

    def _fewest(self, held: bytes) -> int:
        return fewest_chows(held.strip(NONE), self.suit < len(SUITS))


class Parts(dict[bytes, Part]):
    """The parts of one suit that were looked at, by their counts; bounded, and filled as hands come."""

    most = 1 << 12

    def __init__(self, suit: int) -> None:
        super().__init__()
        self.suit = suit

    def __missing__(self, held: bytes) -> Part:
        if len(self) >= self.most:
            self.clear()
        self[held] = part = Part(self.suit, held)
        return part


PARTS: Final = tuple(Parts(suit) for suit in range(4))
_BAMBOOS, _CHARACTERS, _CIRCLES, _HONOURS = PARTS
Suits = tuple[Part, Part, Part, Part]


def parts(rack: bytes) -> Suits:
    """Take 34 counts apart by suit; what a suit can be made into is worked out once for all hands."""
    return _BAMBOOS[rack[:9]], _CHARACTERS[rack[9:18]], _CIRCLES[rack[18:27]], _HONOURS[rack[27:]]


def with_kind(tiles: bytes, kind: int) -> bytes:
    """Add one tile to counts by kind."""
    return tiles[:kind] + bytes((tiles[kind] + 1,)) + tiles[kind + 1 :]


def without_kind(tiles: bytes, kind: int) -> bytes:
    """Take one tile from counts by kind."""
    return tiles[:kind] + bytes((tiles[kind] - 1,)) + tiles[kind + 1 :]


def partitions(suits: Suits) -> list[tuple[Group, ...]]:
    """List every way to use up a rack in sets and exactly one pair."""
    bamboos, characters, circles, honours = suits
    # One suit has two tiles beyond its sets, the pair; a suit with one cannot be used up and has no split.
    if bamboos.left + characters.left + circles.left + honours.left != 2:
        return []
    return [
        b + c + d + h
        for b in bamboos.splits
        for c in characters.splits
        for d in circles.splits
        for h in honours.splits
    ]


def assignments(
    groups: tuple[Group, ...], sets: tuple[Group, ...], tile: int, claimed: bool
) -> list[Reading]:
    """Read the groups of a rack beside the sets on the table, once for each the winning tile may complete.

    A group completed by a claimed tile is exposed (decision 1).
    """
    readings = []
    for place, each in enumerate(groups):
        if tile in each.kinds and groups.index(each) == place:
            others = sets + groups[:place] + groups[place + 1 :]
            completed, before = each.opened if claimed else each, _together(others)
            traits = before | completed.traits
            readings.append(Reading((*others, completed), completed, traits, before, not claimed))
    return readings


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
