"""The faces of the tiles, drawn: one SVG sprite with a symbol per tile code, made from the tables of this package.

No font is asked for any sign, so a tile looks the same on every tablet. What a tile is *called* is `tilenames`' business.
"""

from tournaments.tilefaces.sprite import CODES, draw_sprite

__all__ = ["CODES", "draw_sprite"]
