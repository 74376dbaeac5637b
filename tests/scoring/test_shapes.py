"""The special hands of tiles, each asked by itself: what it is, what may be one short, what may become it."""

from collections.abc import Callable
from itertools import combinations_with_replacement, permutations
from random import Random

import pytest

from scoring import KINDS
from scoring.special import SPECIAL_SHAPES, SpecialShape, totals
from tests.scoring import slow_special
from tests.scoring.random_hands import SPECIALS

TILES = {
    "all_pair_honours": slow_special.all_pair_honours,
    "knitting": slow_special.knitting,
    "triple_knitting": slow_special.triple_knitting,
    "wriggling_snake": slow_special.wriggling_snake,
    "gates_of_heaven": slow_special.gates_of_heaven,
    "thirteen_wonders": slow_special.thirteen_wonders,
    "thirteen_wonders_and_any": slow_special.thirteen_wonders_and_any,
    "seven_pairs": slow_special.seven_pairs,
    "seven_pairs_suit_or_majors": slow_special.pairs_of_suit_or_majors,
    "seven_pairs_honours": slow_special.pairs_of_honours,
    "big_run": slow_special.big_run,
    "nine_lamps": slow_special.nine_lamps,
}
"""The shapes that look at fourteen tiles, and what they are in other words."""


PLACES = {kind: place for place, kind in enumerate(KINDS)}


def counted(tiles: str | list[str]) -> bytes:
    held = bytearray(len(KINDS))
    for tile in tiles.split() if isinstance(tiles, str) else tiles:
        held[PLACES[tile]] += 1
    return bytes(held)


def drawn(seed: str, least: int) -> list[list[str]]:
    """Draw special hands of every sort; the run, the snake and the gates in every suit."""
    dice = Random(seed)
    return [make(dice, dice.sample("BCD", 3)) for make in SPECIALS for _hand in range(least)]


@pytest.mark.parametrize("code", TILES)
def test_it_is_what_it_says_and_nothing_one_tile_beside_it(code: str) -> None:
    shape, slow, dice = SPECIAL_SHAPES[code], TILES[code], Random(code)
    found = 0
    for tiles in drawn(code, 30):
        found += shape.fits(counted(tiles))
        assert shape.fits(counted(tiles)) is slow(tuple(sorted(tiles))), tiles
        for _exchange in range(40):
            other = list(tiles)
            other[dice.randrange(14)] = dice.choice(KINDS)
            if max(held := counted(other)) <= 4:
                assert shape.fits(held) is slow(tuple(sorted(other))), other

    assert found


@pytest.mark.parametrize(
    ("code", "tiles"),
    [
        ("all_pair_honours", "B1 B1 B9 B9 C1 C1 C9 C9 WE WE WE WE B5 B5"),
        ("knitting", "B1 B2 B3 B4 B5 C1 C2 C3 C4 C5 D6 D7 D8 D9"),
        ("knitting", "B1 B2 B3 B4 B5 B6 C1 C2 C3 C4 C5 C6 WE WE"),
        ("knitting", "B1 B2 B3 B4 B5 B6 B7 C1 C2 C3 C4 C5 C6 C8"),
        ("triple_knitting", "B1 B2 B3 B4 B5 B6 B7 C1 C2 C3 C4 C5 C6 C7"),
        ("triple_knitting", "B1 B2 B3 B4 B5 C1 C2 C3 C4 C5 D1 D2 D3 D6"),
        ("triple_knitting", "B1 B2 B3 B4 B5 C1 C2 C3 C4 C6 D1 D2 D3 D4"),
        ("triple_knitting", "B1 B2 B3 B4 C1 C2 C3 C4 D1 D2 D3 D4 WE WE"),
        ("gates_of_heaven", "B1 B1 B1 B2 B3 B4 B5 B6 B7 B8 B9 B9 B9 C5"),
        ("gates_of_heaven", "B1 B1 B1 B1 B2 B3 B4 B5 B6 B7 B8 B9 B9 B9"),
        ("gates_of_heaven", "B1 B1 B1 B2 B2 B3 B3 B4 B5 B6 B8 B9 B9 B9"),
        ("nine_lamps", "B1 B1 B1 B2 B3 B4 B5 B6 B7 B8 B9 B9 B9 C5"),
        ("nine_lamps", "B1 B1 B2 B2 B3 B4 B5 B6 B7 B8 B9 B9 B9 B9"),
        ("nine_lamps", "B1 B1 B1 B1 B2 B3 B4 B5 B6 B7 B8 B8 B9 B9"),
        ("nine_lamps", "B1 B1 B1 B2 B2 B3 B3 B4 B5 B6 B7 B9 B9 B9"),
        ("big_run", "B1 B2 B3 B4 B5 B6 B7 B8 B9 WE WS WW WN C1"),
        ("big_run", "B1 B2 B3 B4 B5 B6 B7 B8 B9 B9 WE WE WS WW"),
        ("big_run", "B1 B2 B3 B4 B5 B6 B7 B8 B9 DR DR DG WE WE"),
        ("big_run", "B1 B2 B3 B4 B5 B6 B7 B8 B9 DR DG DW WE WS"),
        ("big_run", "B1 B2 B3 B4 B5 B6 B7 B8 B8 B8 WE WS WW WN"),
        ("seven_pairs_suit_or_majors", "B1 B1 C1 C1 D1 D1 WE WE DR DR WS WS B5 B5"),
        ("seven_pairs_honours", "WE WE WS WS WW WW WN WN DR DR DG DG B1 B1"),
        ("thirteen_wonders", "B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG B1 B9"),
        ("thirteen_wonders", "B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW B5"),
    ],
)
def test_it_is_not_what_comes_near(code: str, tiles: str) -> None:
    assert not SPECIAL_SHAPES[code].fits(counted(tiles))


def of_thirteen() -> list[tuple[int, int, int, int, int]]:
    """All numbers of bamboos, characters, circles, honours and minors that thirteen tiles can be."""
    found = []
    for bars in combinations_with_replacement(range(14), 3):
        suits = (bars[0], bars[1] - bars[0], bars[2] - bars[1])
        found += [(*suits, 13 - bars[2], minors) for minors in range(sum(suits) + 1)]
    return found


def in_any_order(*suits: tuple[int, int, int]) -> set[tuple[int, ...]]:
    return {order for each in suits for order in permutations(each)}


NEAR: dict[str, Callable[[tuple[int, ...], int, int], bool]] = {
    "all_pair_honours": lambda suits, honours, minors: minors == 0,
    "thirteen_wonders": lambda suits, honours, minors: minors == 0,
    "thirteen_wonders_and_any": lambda suits, honours, minors: minors < 2,
    "knitting": lambda suits, honours, minors: suits in in_any_order((7, 6, 0)),
    "triple_knitting": lambda suits, honours, minors: suits in in_any_order((5, 5, 3), (5, 4, 4)),
    "wriggling_snake": lambda suits, honours, minors: (
        (honours == 4 and suits in in_any_order((9, 0, 0)))
        or (honours == 3 and suits in in_any_order((10, 0, 0)))
    ),
    "gates_of_heaven": lambda suits, honours, minors: suits in in_any_order((13, 0, 0)),
    "seven_pairs": lambda suits, honours, minors: True,
}
"""Which thirteen tiles can be one short of the hand, by their suits, honours and minors."""


@pytest.mark.parametrize("code", NEAR)
def test_it_says_quickly_what_cannot_be_one_short_of_it(code: str) -> None:
    shape, may = SPECIAL_SHAPES[code], NEAR[code]

    assert all(shape.near(held) == may(held[:3], held[3], held[4]) for held in of_thirteen())


def test_it_counts_suits_honours_and_minors() -> None:
    for kind, tile in enumerate(KINDS):
        one = bytes(int(kind == other) for other in range(len(KINDS)))
        suit = "BCD".find(tile[0]) if tile[1].isdigit() else 3
        minor = int(tile[1] in "2345678")

        assert totals(one) == (*(int(suit == place) for place in range(4)), minor)


@pytest.mark.parametrize("code", TILES)
def test_it_lets_tiles_become_what_only_lacks_some(code: str) -> None:
    shape, dice = SPECIAL_SHAPES[code], Random(code)
    for tiles in drawn(code, 30):
        if shape.fits(counted(tiles)):
            for size in range(8, 15):
                assert shape.becomes(counted(dice.sample(tiles, size))), tiles


@pytest.mark.parametrize(
    ("code", "tiles", "may"),
    [
        ("all_pair_honours", "B1 B1 B9 C1 C9 D1 D9 WE WS", False),
        ("all_pair_honours", "B1 B1 B1 B9 C1 C9 D1 WE WE WE WE", False),
        ("all_pair_honours", "B1 B1 B1 B9 C1 D1 D1 WE WE WE WE", True),
        ("all_pair_honours", "B1 B1 B5 B5 C1 C1 C9 C9 WE WE", False),
        ("seven_pairs", "B1 B2 B3 B4 B5 B6 B7 B8", False),
        ("seven_pairs", "B1 B2 B3 B4 B5 B6 B7", True),
        ("seven_pairs_suit_or_majors", "B1 B2 B3 B4 B5 B6 B7 B8", False),
        ("seven_pairs_honours", "WE WE WE WS WW WN DR DR DR DG DW", False),
        ("knitting", "B1 B2 B3 B4 C1 C2 C3 C5 D1", False),
        ("knitting", "B1 B2 B3 B4 C1 C2 C3 C5 WE", False),
        ("knitting", "B1 B2 B3 B4 C1 C2 C3 C5 WN", False),
        ("knitting", "B1 B2 B3 B4 C1 C2 C3 C5 DW", False),
        ("knitting", "B1 B2 B3 B4 B5 B6 C7 C8 C9 C9", False),
        ("knitting", "B1 B2 B3 B4 B5 C1 C2 C3 C8 C9", True),
        ("knitting", "C1 C1 D1 D1 D1 D1 D9 D9 D9 D9", False),
        ("knitting", "C1 C1 C1 C1 D1 D1 D1 D9 D9 C9", True),
        ("knitting", "B9 B9 B9 C1 C2 C3 C4", True),
        ("triple_knitting", "B1 B2 B3 C4 D5", True),
        ("triple_knitting", "B1 B2 B3 C4 D5 D6", False),
        ("triple_knitting", "B1 C1 D1 B2 C2 D2 B3 C3 D3 WE", False),
        ("triple_knitting", "B1 C1 D1 B2 C2 D2 B3 C3 D3 DW", False),
        ("triple_knitting", "B1 C1 D1 B2 C2 D2 B3 C4 D5 B6", False),
        ("triple_knitting", "B1 C1 D1 B2 C2 D2 B3 C4 D5", True),
        ("triple_knitting", "B1 C1 D1 B2 C2 D2 B3 C3 D3 B4 C5 D6", False),
        ("wriggling_snake", "B1 B1 B2 B3 WE WS WW WN C5", False),
        ("wriggling_snake", "B1 B2 B3 WE WS WW WN DR", False),
        ("wriggling_snake", "B1 B2 B2 WE WS WW WN", False),
        ("wriggling_snake", "B1 B2 WE WE WS WW WN", False),
        ("gates_of_heaven", "B1 B1 B1 B9 B9 B9 B2 B2 B3 B3", False),
        ("gates_of_heaven", "B1 B1 B1 B1 B9 B9 B9 B2 B2 B3", False),
        ("gates_of_heaven", "B1 B1 B1 B9 B9 B9 B9 B2 B2 B3", False),
        ("gates_of_heaven", "B1 B1 B1 B9 B9 B9 B2 B2 B2", False),
        ("gates_of_heaven", "B1 B1 B1 B9 B9 B9 B2 B2 WE", False),
        ("gates_of_heaven", "B1 B1 B1 B9 B9 B9 B2 B2 C5", False),
        ("gates_of_heaven", "D1 D1 D1 D9 D9 D9 D8 D8 D7", True),
        ("thirteen_wonders", "B1 B1 B9 B9 C1 C9 WE WS", False),
        ("thirteen_wonders", "B1 B1 B1 B9 C1 C9 WE WS", False),
        ("thirteen_wonders", "B1 B1 B9 C1 C9 WE WS B5", False),
        ("thirteen_wonders", "B1 B1 B9 C1 C9 WE WS", True),
    ],
)
def test_it_says_whether_tiles_could_still_become_it(code: str, tiles: str, may: bool) -> None:
    assert SPECIAL_SHAPES[code].becomes(counted(tiles)) is may


def test_it_asks_nothing_of_a_shape_that_says_nothing() -> None:
    plain = SpecialShape("tiles", bool)

    assert (plain.near(totals(counted("B1"))), plain.claim(None, None), plain.becomes(b"")) == (True,) * 3  # type: ignore[arg-type]
