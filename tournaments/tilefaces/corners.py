"""What stands in the corner of a tile: a number or a letter, and what the club calls the suit.

A club has single letters, which are those of the files (`5 B`), or the word it says (`5 BAM`). Neither
depends on the language of a page: they are those of the tiles on the table.
"""

from tournaments.tilefaces.letters import FRAME

LETTERS = "letters"
WORDS: dict[str, dict[str, str]] = {
    "circles": {"B": "BAM", "C": "CHAR", "D": "CIRCLE"},
    "dots": {"B": "BAM", "C": "CHAR", "D": "DOT"},
    "bams": {"B": "BAM", "C": "CRAK", "D": "DOT"},
}
MARKS: tuple[str, ...] = (LETTERS, *WORDS)
"""Every way to mark the corners of a set: by letters, or by the words of a club."""
HONOURS = {
    "WE": ("E", "EAST"),
    "WS": ("S", "SOUTH"),
    "WW": ("W", "WEST"),
    "WN": ("N", "NORTH"),
    "DR": ("R", "RED"),
    "DG": ("G", "GREEN"),
    "DW": (FRAME, "WHITE"),
    "J": ("J", "JOKER"),
}
BONUS = {"F": "FLOWER", "S": "SEASON"}


def sign(code: str) -> str:
    """Give the one sign that tells a tile from its like: a number, a letter, or the white dragon's frame."""
    return HONOURS[code][0] if code in HONOURS else code[1]


def suit_letter(code: str) -> str:
    """Give the letter below the number; honours have none."""
    return "" if code in HONOURS else code[0]


def word(code: str, marks: str) -> str:
    """Give the word beside the sign, where the club's marks are words."""
    if code in HONOURS:
        return HONOURS[code][1]
    return BONUS.get(code[0]) or WORDS[marks][code[0]]
