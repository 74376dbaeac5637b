"""Flowers and seasons: which of them a player is paid for, and what they add to a hand.

They lie beside the hand: no reading holds them, every count has them, and beside a special hand they may
be counted on their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from scoring.tiles import FLOWERS, SEASONS, WINDS

Award = tuple[str, ...]
BonusShape = Callable[[Sequence[str], str], list[Award]]


def own_tiles(wind: str) -> tuple[str, str]:
    """Give the flower and the season of a wind.

    >>> own_tiles("W")
    ('F3', 'S3')
    """
    place = WINDS.index(wind)
    return FLOWERS[place], SEASONS[place]


def _each(tiles: Sequence[str], _wind: str) -> list[Award]:
    return [(tile,) for tile in tiles]


def _own(tiles: Sequence[str], wind: str) -> list[Award]:
    return [(tile,) for tile in tiles if tile in own_tiles(wind)]


def _others(tiles: Sequence[str], wind: str) -> list[Award]:
    return [(tile,) for tile in tiles if tile not in own_tiles(wind)]


def _own_flower(tiles: Sequence[str], wind: str) -> list[Award]:
    return [(tile,) for tile in tiles if tile == own_tiles(wind)[0]]


def _own_season(tiles: Sequence[str], wind: str) -> list[Award]:
    return [(tile,) for tile in tiles if tile == own_tiles(wind)[1]]


def _all_flowers(tiles: Sequence[str], _wind: str) -> list[Award]:
    return [FLOWERS] if set(FLOWERS) <= set(tiles) else []


def _all_seasons(tiles: Sequence[str], _wind: str) -> list[Award]:
    return [SEASONS] if set(SEASONS) <= set(tiles) else []


BONUS_SHAPES: Final[dict[str, BonusShape]] = {
    "bonus": _each,
    "own_bonus": _own,
    "other_bonus": _others,
    "own_flower": _own_flower,
    "own_season": _own_season,
    "all_flowers": _all_flowers,
    "all_seasons": _all_seasons,
}
"""What a row of bonus tiles may pay for, by the name the tables use: the tiles of each award."""
