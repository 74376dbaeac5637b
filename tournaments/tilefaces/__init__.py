"""The faces of the tiles, drawn: an SVG sprite for each style, made from this package's tables.

No font is asked for any sign, so a tile looks the same on every tablet; its names are in `wording.tiles`.
"""

from tournaments.tilefaces.corners import LETTERS, MARKS
from tournaments.tilefaces.look import Look
from tournaments.tilefaces.sprite import CODES, STYLES, UNDER_WORDS, draw_sprite, symbols_of

__all__ = ["CODES", "LETTERS", "MARKS", "STYLES", "UNDER_WORDS", "Look", "draw_sprite", "symbols_of"]
