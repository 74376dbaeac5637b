"""Faces that are read from afar: one large number or letter on each tile, and one picture of its suit.

Drawn twice, in the colours of tiles and, for the highest contrast, in black on white alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournaments.tilefaces import classic, corners, honours
from tournaments.tilefaces.brush import written
from tournaments.tilefaces.letters import FRAME, lettered, worded
from tournaments.tilefaces.palette import BLACK, BLUE, BONE, GREEN, RED, SKY, WHITE
from tournaments.tilefaces.shapes import around, disc, filled, frame, line, petal, ring, slab

Drawn = Callable[[str], str]
SMALLER = "translate(20 22) scale(.68)"  # the picture of a flower, beside its number
SIGNS = {**honours.WINDS, "DR": "centre", "DG": "fortune"}
LEAVES = "M47 40c-9-2-13-9-12-17 8 2 12 8 12 17zM48 40c0-9 4-15 11-17 2 8-2 15-11 17z"
STAR = "m47.5 18 3.6 9.2 9.9.6-7.7 6.2 2.6 9.6-8.4-5.4-8.4 5.4 2.6-9.6-7.7-6.2 9.9-.6z"


@dataclass(frozen=True, slots=True)
class Numbered:
    """A way to draw them: the ground, the weight of its lines, and the picture beside each number."""

    tone_of: Drawn
    picture: Drawn
    weight: float

    def corner(self, code: str) -> str:
        """Write the large sign with the letter of the suit below it."""
        tone, sign, suit = self.tone_of(code), corners.sign(code), corners.suit_letter(code)
        if sign == FRAME:  # it takes the whole tile, as no letter does
            return frame(13, 13, 38, 48, 4, tone, 2 * self.weight)
        if not suit:
            return lettered(sign, 7.5, 9, 1.9, tone, self.weight)
        return lettered(sign, 7.5, 9, 2.3, tone, self.weight) + lettered(
            suit, 9.5, 53.5, 0.95, tone, self.weight
        )

    def sign(self, code: str) -> str:
        """Write the large sign below a word."""
        tone, sign = self.tone_of(code), corners.sign(code)
        if sign == FRAME:
            return frame(15, 24, 34, 42, 4, tone, 2 * self.weight)
        return lettered(sign, 8, 23, 2.3 if corners.suit_letter(code) else 1.6, tone, self.weight)

    def word(self, code: str, marks: str) -> str:
        """Write the word above the rest."""
        return worded(corners.word(code, marks), (7, 5, 48, 12), self.tone_of(code), self.weight)


# ------------------------------------------------------------------ in the colours of tiles
def coloured(code: str) -> str:
    """Draw one cane, one coin, the sign of ten thousand, or what an honour shows."""
    if code[0] in "FSJ":
        return f'<g transform="{SMALLER}">{honours.honour(code)}</g>'
    if code[1:].isdigit():
        return EMBLEMS[code[0]](code)
    if code == "DW":
        return frame(23, 25, 18, 24, 2, SKY, 2)
    return written(SIGNS[code if code in SIGNS else code[1]], (29, 32, 29, 34), classic.tone_of(code), 1.2)


def _cane(code: str) -> str:
    joints = line("M41.5 26.5h12M41.5 45h12", GREEN, 4)
    return "".join(slab(42.5, top, 10, 17, 3, GREEN) for top in (9, 27.5, 46)) + joints


def _coin(code: str) -> str:
    return disc(47, 36, 12.5, BLUE) + ring(47, 36, 7.8, BONE, 2.2) + disc(47, 36, 3.4, BONE)


def _myriad(code: str) -> str:
    return written("myriad", (36.5, 20, 22, 33), RED, 1.1)


EMBLEMS: Mapping[str, Drawn] = {"B": _cane, "D": _coin, "C": _myriad}


# ------------------------------------------------------------------ in black on white
def black(code: str) -> str:
    """Draw the same without any colour: shapes alone tell one from the other."""
    if code[1:].isdigit() or code == "J":
        return BLACK_EMBLEMS[code[0]](code)
    if code == "DW":
        return frame(23, 25, 18, 24, 1, BLACK, 2.5)
    return written(SIGNS[code if code in SIGNS else code[1]], (29, 32, 28, 34), BLACK, 1.5)


def _black_cane(code: str) -> str:
    return slab(42.5, 9, 10, 54, 3, BLACK) + line("M41.5 26.5h12M41.5 45.5h12", BLACK, 5)


def _black_coin(code: str) -> str:
    return ring(47.5, 36, 10, BLACK, 5) + disc(47.5, 36, 3.2, BLACK)


def _black_myriad(code: str) -> str:
    return written("myriad", (36, 19, 23, 35), BLACK, 1.3)


def _black_flower(code: str) -> str:
    return (
        around(5, petal(47, 19.5, 4.6, 6, BLACK), 47, 27)
        + disc(47, 27, 3, WHITE)
        + line("M47 37v28", BLACK, 4)
    )


def _black_season(code: str) -> str:
    return disc(48, 36, 5, BLACK) + around(8, line("M48 27v-2.5", BLACK, 3.2), 48, 36)


def _black_joker(code: str) -> str:
    return filled(STAR, BLACK)


BLACK_EMBLEMS: Mapping[str, Drawn] = {
    "B": _black_cane,
    "D": _black_coin,
    "C": _black_myriad,
    "F": _black_flower,
    "S": _black_season,
    "J": _black_joker,
}


LARGE = Numbered(classic.tone_of, coloured, 2.6)
CONTRAST = Numbered(lambda code: BLACK, black, 3.0)
BLACK_BODY = slab(0.5, 2, 63, 78, 8, BLACK)
BLACK_FACE = slab(2, 2, 60, 70, 7, WHITE) + frame(2, 2, 60, 70, 7, BLACK, 3)
BLACK_BACK = slab(0.5, 0.5, 63, 73, 8, BLACK) + frame(6, 6, 52, 62, 4, WHITE, 2.5)
BLACK_BACK += line("M20 24 44 50M44 24 20 50", WHITE, 5)
