"""The traditional faces: canes, coins and written numbers, counted as at every table."""

from tournaments.tilefaces import corners, honours, suits
from tournaments.tilefaces.letters import lettered, worded
from tournaments.tilefaces.palette import BACK_DEEP, BLUE, BONE, BONE_EDGE, GREEN, INK, OUTLINE, RED
from tournaments.tilefaces.shapes import frame, slab

BODY = slab(1.5, 5, 61, 74, 8, BACK_DEEP) + slab(1.5, 3, 61, 72.5, 8, BONE_EDGE)
FACE = slab(1.5, 1.5, 61, 71, 8, BONE) + frame(1.5, 1.5, 61, 71, 8, OUTLINE, 1.5)
SUITS = {"B": suits.bamboo, "C": suits.character, "D": suits.circle}
TONES = {
    "B": GREEN,
    "C": RED,
    "D": BLUE,
    "F": RED,
    "S": BLUE,
    "W": INK,
    "DR": RED,
    "DG": GREEN,
    "DW": BLUE,
    "J": RED,
}


def tone_of(code: str) -> str:
    """Give the colour of a tile's corner."""
    return TONES.get(code) or TONES[code[0]]


def picture(code: str) -> str:
    """Draw what a tile shows beside its corner."""
    return SUITS[code[0]](int(code[1])) if code[1:].isdigit() and code[0] in SUITS else honours.honour(code)


def corner(code: str) -> str:
    """Write the sign beside the picture, the letter of the suit below it."""
    tone, suit = tone_of(code), corners.suit_letter(code)
    top = 5.5 if suit in SUITS else 6
    below = lettered(suit, 6.5, 26.5, 0.62, tone) if suit else ""
    return lettered(corners.sign(code), 6, top, 1.1, tone) + below


def sign(code: str) -> str:
    """Write the number before a word; honours have the word alone."""
    return lettered(corners.sign(code), 6.5, 4.5, 0.8, tone_of(code)) if corners.suit_letter(code) else ""


def word(code: str, marks: str) -> str:
    """Write the word above the picture."""
    left = 18 if corners.suit_letter(code) else 7
    return worded(corners.word(code, marks), (left, 5, 57 - left, 11), tone_of(code))
