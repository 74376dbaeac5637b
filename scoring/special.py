"""The special hands by shape: what they are, not what they are worth.

Six bases: `traits` looks, like a pattern, only at the traits of a reading without chows, `sets` at such a
reading, `groups` at any reading, `tiles` at the 34 counts of a hand with nothing on the table, `held` at
those of a hand without kongs wherever its tiles lie, `event` at how any mah-jong was won. `near` tells
quickly, from the numbers of tiles in the three suits and of honours, whether thirteen tiles could be one
short of the hand; `becomes` whether fewer tiles, with others added, could still become it (a yes that turns
out wrong costs only time); `claim` says whether a claimed winning tile is allowed (decision 8). A club's own
hands are in `house`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from scoring.patterns import Win
from scoring.readings import (
    CHOW,
    DRAGON,
    EXPOSED,
    HAND,
    HONOUR,
    KONG,
    MINOR,
    NOT_GREEN,
    PUNG,
    SUIT,
    WIND,
    Reading,
    with_kind,
)
from scoring.tiles import INDEX, MAJORS, SUITED, TERMINALS

Totals = tuple[int, int, int, int, int]


def _always(*_facts: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class SpecialShape:
    """One special hand: its basis and its questions."""

    basis: str
    fits: Callable[..., bool]
    near: Callable[[Totals], bool] = _always
    claim: Callable[[Win, Reading | None], bool] = _always
    becomes: Callable[[bytes], bool] = _always


SPECIAL_SHAPES: Final[dict[str, SpecialShape]] = {}


def special(
    code: str,
    basis: str,
    near: Callable[[Totals], bool] = _always,
    claim: Callable[[Win, Reading | None], bool] = _always,
    becomes: Callable[[bytes], bool] = _always,
) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Enter the shape of a special hand under its code."""

    def enter(fits: Callable[..., bool]) -> Callable[..., bool]:
        SPECIAL_SHAPES[code] = SpecialShape(basis, fits, near, claim, becomes)
        return fits

    return enter


def totals(rack: bytes) -> Totals:
    """Count the bamboos, characters, circles and honours of a rack, and its minor tiles."""
    minors = sum(rack[1:8]) + sum(rack[10:17]) + sum(rack[19:26])
    return sum(rack[:9]), sum(rack[9:18]), sum(rack[18:27]), sum(rack[27:]), minors


def _one_suit(reading: Reading) -> bool:
    suits = reading.traits & SUIT
    return suits in (1, 2, 4)


@special("purity", "traits")
def purity(reading: Reading) -> bool:
    """One suit, no honours."""
    return _one_suit(reading) and not reading.traits & HONOUR


def _nearly_majors(held: Totals) -> bool:
    return held[4] == 0


ODD: Final = bytes(count % 2 for count in range(256))
"""Turns counts into 1 where they are odd, all of a rack at once."""


def becomes_pairs(rack: bytes) -> bool:
    """Tell whether the tiles that are lacking could pair all others."""
    return rack.translate(ODD).count(1) <= HAND - sum(rack)


def _becomes_pairs_of_majors(rack: bytes) -> bool:
    return becomes_pairs(rack) and totals(rack)[4] == 0


@special("all_pair_honours", "tiles", near=_nearly_majors, becomes=_becomes_pairs_of_majors)
def all_pair_honours(rack: bytes) -> bool:
    """Seven pairs of majors; four alike are two pairs."""
    return all(count % 2 == 0 if kind in MAJORS else count == 0 for kind, count in enumerate(rack))


def _nearly_two_equal_suits(held: Totals) -> bool:
    return sorted(held[:3]) == [0, 6, 7]


def _becomes_two_equal_suits(rack: bytes) -> bool:
    empty, first, second = sorted((rack[:9], rack[9:18], rack[18:27]))
    uneven = sum(abs(a - b) for a, b in zip(first, second, strict=True))
    return not any(empty + rack[27:]) and uneven <= HAND - sum(rack)


@special("knitting", "tiles", near=_nearly_two_equal_suits, becomes=_becomes_two_equal_suits)
def knitting(rack: bytes) -> bool:
    """Seven pairs of equal number across the same two suits."""
    first, second = sorted((rack[:9], rack[9:18], rack[18:27]))[1:]
    return first == second and sum(first) == 7


def _nearly_three_suits(held: Totals) -> bool:
    return sorted(held[:3]) in ([4, 4, 5], [3, 5, 5])


def _becomes_triples(rack: bytes) -> bool:
    triples = zip(rack[:9], rack[9:18], rack[18:27], strict=True)
    # The pair is a triple that lacks one tile.
    return not any(rack[27:]) and sum(map(max, triples)) <= 5


@special("triple_knitting", "tiles", near=_nearly_three_suits, becomes=_becomes_triples)
def triple_knitting(rack: bytes) -> bool:
    """Four triples of equal number across the three suits, and such a pair from any two (decision 18)."""
    fewer, first, second = sorted((rack[:9], rack[9:18], rack[18:27]))
    if first != second or sum(fewer) != 4:
        return False
    return sorted(a - b for a, b in zip(first, fewer, strict=True)) == [0] * 8 + [1]


def _nearly_snake(held: Totals) -> bool:
    return (held[3], max(held[:3])) in ((4, 9), (3, 10))


def _of_suit(suit: int, tiles: bytes, honours: bytes = bytes(7)) -> bytes:
    return bytes(9 * suit) + tiles + bytes(9 * (2 - suit)) + honours


SNAKE: Final = bytes((2, 1, 1, 1, 1, 1, 1, 1, 1))
SNAKES: Final = tuple(_of_suit(suit, SNAKE, bytes((1, 1, 1, 1, 0, 0, 0))) for suit in range(3))
GATE: Final = bytes((3, 1, 1, 1, 1, 1, 1, 1, 3))
GATES: Final = frozenset(_of_suit(suit, with_kind(GATE, place)) for suit in range(3) for place in range(1, 8))


def _becomes_snake(rack: bytes) -> bool:
    return any(is_within(rack, snake) for snake in SNAKES)


def is_within(rack: bytes, tiles: bytes) -> bool:
    """Tell whether a rack holds nothing but some of these tiles."""
    return all(held <= wanted for held, wanted in zip(rack, tiles, strict=True))


@special("wriggling_snake", "tiles", near=_nearly_snake, becomes=_becomes_snake)
def wriggling_snake(rack: bytes) -> bool:
    """A pair of ones and 2 to 9 of the same suit, one of each wind."""
    return rack in SNAKES


def _nearly_one_suit(held: Totals) -> bool:
    return 13 in held[:3]


def _not_its_pungs(win: Win, _reading: Reading | None) -> bool:
    return win.tile not in TERMINALS


def _becomes_gates(rack: bytes) -> bool:
    return any(is_within(rack, gates) for gates in GATES)


@special("gates_of_heaven", "tiles", near=_nearly_one_suit, claim=_not_its_pungs, becomes=_becomes_gates)
def gates_of_heaven(rack: bytes) -> bool:
    """One suit: 111, 999, 2 to 8 once each and one of them again."""
    return rack in GATES


def _becomes_wonders(rack: bytes) -> bool:
    return totals(rack)[4] == 0 and sum(rack) - sum(map(bool, rack)) <= 1


@special("thirteen_wonders", "tiles", near=_nearly_majors, becomes=_becomes_wonders)
def thirteen_wonders(rack: bytes) -> bool:
    """One of each of the thirteen majors, one of them twice."""
    return all(rack[kind] for kind in MAJORS) and sum(rack[kind] for kind in MAJORS) == 14


def _only_its_pair(_win: Win, reading: Reading | None) -> bool:
    return reading is not None and reading.completed is not None and reading.completed.shape == "pair"


@special("buried_treasure", "traits", claim=_only_its_pair)
def buried_treasure(reading: Reading) -> bool:
    """Four pungs in the rack and a pair, one suit with or without honours; no kong (decision 19).

    A set on the table is exposed or a kong, so that only the group a claimed tile completed may be exposed.
    """
    return _one_suit(reading) and not reading.before & EXPOSED and not reading.traits & KONG


@special("fourfold_plenty", "traits")
def fourfold_plenty(reading: Reading) -> bool:
    """Four kongs and a pair."""
    return not reading.traits & (PUNG | CHOW)


@special("heads_and_tails", "traits")
def heads_and_tails(reading: Reading) -> bool:
    """Ones and nines only."""
    return not reading.traits & (MINOR | HONOUR)


@special("winds_and_dragons", "traits")
def winds_and_dragons(reading: Reading) -> bool:
    """Honours only."""
    return not reading.traits & SUIT


def _sets_of(reading: Reading, trait: int) -> int:
    return sum(bool(each.traits & trait) for each in reading.groups if each.traits & (PUNG | KONG))


@special("three_great_scholars", "sets")
def three_great_scholars(reading: Reading) -> bool:
    """Sets of all three dragons, one more set and a pair."""
    return bool(reading.traits & DRAGON) and _sets_of(reading, DRAGON) == 3


@special("four_blessings", "sets")
def four_blessings(reading: Reading) -> bool:
    """Sets of all four winds and any pair."""
    return bool(reading.traits & WIND) and _sets_of(reading, WIND) == 4


@special("imperial_jade", "traits")
def imperial_jade(reading: Reading) -> bool:
    """Green tiles only."""
    return not reading.traits & NOT_GREEN


@special("three_dragons", "groups")
def three_dragons(reading: Reading) -> bool:
    """Sets of all three dragons, one more set or chow and a pair."""
    return bool(reading.traits & DRAGON) and _sets_of(reading, DRAGON) == 3


@special("all_green", "groups")
def all_green(reading: Reading) -> bool:
    """Green tiles only; the chow B2-B3-B4 is green too."""
    return not reading.traits & NOT_GREEN


@special("four_friends", "sets")
def four_friends(reading: Reading) -> bool:
    """Sets of all four winds and a pair of dragons."""
    return bool(reading.traits & DRAGON) and four_blessings(reading)


def _is_odd(kind: int) -> bool:
    return kind < SUITED and kind % 9 % 2 == 0


@special("odd_suit", "sets")
def odd_suit(reading: Reading) -> bool:
    """One suit, odd numbers only."""
    return _one_suit(reading) and all(_is_odd(each.kind) for each in reading.groups)


@special("run_ladder", "groups")
def run_ladder(reading: Reading) -> bool:
    """1-2-3, 3-4-5, 5-6-7 and 7-8-9 of one suit with a pair of the suit, of winds or of dragons."""
    runs = sorted(each.kind % 9 for each in reading.groups if each.shape == "chow")
    return runs == [0, 2, 4, 6] and _one_suit(reading)


@special("seven_pairs", "tiles", becomes=becomes_pairs)
def seven_pairs(rack: bytes) -> bool:
    """Seven pairs; four alike are two pairs."""
    return 1 not in rack.translate(ODD)


@special("seven_pairs_suit_or_majors", "tiles", becomes=becomes_pairs)
def seven_pairs_suit_or_majors(rack: bytes) -> bool:
    """Seven pairs of one suit, or of ones, nines and honours."""
    return seven_pairs(rack) and (14 in totals(rack)[:3] or totals(rack)[4] == 0)


@special("seven_pairs_honours", "tiles", becomes=becomes_pairs)
def seven_pairs_honours(rack: bytes) -> bool:
    """Seven pairs of winds and dragons."""
    return seven_pairs(rack) and totals(rack)[3] == 14


def _at_most_one_minor(held: Totals) -> bool:
    return held[4] <= 1


@special("thirteen_wonders_and_any", "tiles", near=_at_most_one_minor)
def thirteen_wonders_and_any(rack: bytes) -> bool:
    """One of each of the thirteen majors; the fourteenth tile may be any."""
    return all(rack[kind] for kind in MAJORS)


@special("big_run", "held")
def big_run(held: bytes) -> bool:
    """One to nine of a suit; the four winds and one more of it, or the dragons and a pair of one wind."""
    suited = max(held[:9], held[9:18], held[18:27], key=sum)
    if not all(suited):
        return False
    winds, dragons = sorted(held[27:31]), held[31:]
    if sum(suited) == 10:
        return winds == [1, 1, 1, 1]
    return dragons == bytes((1, 1, 1)) and winds == [0, 0, 0, 2]


@special("nine_lamps", "held")
def nine_lamps(held: bytes) -> bool:
    """One suit: 111, 999, 2 to 8 once each, and one more tile of the suit."""
    suited = max(held[:9], held[9:18], held[18:27], key=sum)
    return sum(suited) == 14 and suited[0] >= 3 and suited[8] >= 3 and all(suited)


@special("heavens_blessing", "event")
def heavens_blessing(win: Win) -> bool:
    """East's first fourteen tiles."""
    return win.source == "dealt"


@special("earths_blessing", "event")
def earths_blessing(win: Win) -> bool:
    """Won on East's first discard."""
    return win.source == "first_discard"


@special("twofold_fortune", "event")
def twofold_fortune(win: Win) -> bool:
    """A kong's loose tile made a second kong, whose loose tile won."""
    return "twofold_fortune" in win.flags


@special("plum_blossom", "event")
def plum_blossom(win: Win) -> bool:
    """Won on the five of circles as a loose tile."""
    return win.source == "loose_tile" and win.tile == INDEX["D5"]


@special("moon_from_the_sea", "event")
def moon_from_the_sea(win: Win) -> bool:
    """Won on the one of circles as the last tile of the wall."""
    return win.source == "last_wall" and win.tile == INDEX["D1"]
