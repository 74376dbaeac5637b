"""The tiles: 34 kinds of playing tiles in a fixed order, bonus tiles, and what a kind is.

A kind is an index into KINDS; codes such as "B3" appear only where people or JSON are spoken to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SUITS: Final = ("B", "C", "D")
WINDS: Final = ("E", "S", "W", "N")
DRAGONS: Final = ("R", "G", "W")
SUITED: Final = 27

KINDS: Final = (
    tuple(f"{suit}{number}" for suit in SUITS for number in range(1, 10))
    + tuple(f"W{wind}" for wind in WINDS)
    + tuple(f"D{dragon}" for dragon in DRAGONS)
)
INDEX: Final = {code: kind for kind, code in enumerate(KINDS)}
COPIES: Final = 4
WEIGHTS: Final = {code: 1 << 8 * kind for kind, code in enumerate(KINDS)}
"""Each kind as a number whose bytes are 34 counts: adding them up counts tiles, and is quick."""
JOKER: Final = "J"
FLOWERS: Final = ("F1", "F2", "F3", "F4")
SEASONS: Final = ("S1", "S2", "S3", "S4")
BONUS: Final = frozenset(FLOWERS + SEASONS)

WIND_KINDS: Final = tuple(range(27, 31))
DRAGON_KINDS: Final = tuple(range(31, 34))
TERMINALS: Final = frozenset(kind for kind in range(SUITED) if kind % 9 in (0, 8))
HONOURS: Final = frozenset(range(SUITED, 34))
MAJORS: Final = TERMINALS | HONOURS
GREENS: Final = frozenset(INDEX[code] for code in ("B2", "B3", "B4", "B6", "B8", "DG"))


def wind_kind(wind: str) -> int:
    """Give the kind of a wind's tile.

    >>> KINDS[wind_kind("S")]
    'WS'
    """
    return SUITED + WINDS.index(wind)


def counts(weight: int) -> bytes:
    """Give the 34 counts of a sum of weights.

    >>> list(counts(WEIGHTS["B1"] + WEIGHTS["B3"] + WEIGHTS["B3"]))[:4]
    [1, 0, 2, 0]
    """
    return weight.to_bytes(len(KINDS), "little")


def codes(held: Iterable[int]) -> tuple[str, ...]:
    """List the tiles of 34 counts in the order of KINDS.

    >>> codes([2, 1] + [0] * 32)
    ('B1', 'B1', 'B2')
    """
    return tuple(code for code, count in zip(KINDS, held, strict=True) for _copy in range(count))
