"""The faces of the tiles, drawn: one SVG sprite with a symbol per tile code, made from this package's tables.

No font is asked for any sign, so a tile looks the same on every tablet; its names are in `tilenames`.
"""

from tournaments.tilefaces.sprite import CODES, draw_sprite

__all__ = ["CODES", "draw_sprite"]
