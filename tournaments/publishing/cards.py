"""Pictures for links that people share (1200 x 630): who is in front, or a name, above a row of tiles.

Drawn as SVG of our own and made a PNG with our own fonts, the same on every machine. What comes from people
is escaped, and what the fonts cannot draw is a square: resvg says nothing of a letter that it leaves out.
"""

import hashlib
from collections.abc import Sequence
from functools import cache as once
from typing import NamedTuple
from xml.sax.saxutils import escape

import resvg_py
from django.core.cache import cache
from PIL import ImageFont

from tournaments.printing.page import FONTS, drawable
from tournaments.tilefaces import STYLES, Look
from tournaments.tilefaces.sprite import PEN

WIDTH, HEIGHT, EDGE = 1200, 630, 72
ROWS = 4
HAND = ("B1", "B2", "B3", "C5", "C5", "C5", "D7", "D8", "D9", "WE", "WE", "DR", "DR", "DR")
TILE_WIDTH, TILE_HIGH, TILE_STEP = 64, 80, 75.5
REGULAR, BOLD = FONTS / "DejaVuSans.ttf", FONTS / "DejaVuSans-Bold.ttf"
PAPER, GREEN, INK, QUIET, RED = "#f2ecdf", "#14402e", "#1d2a24", "#55605a", "#9c2f1c"
KEPT_SECONDS = 7 * 24 * 3600


class Line(NamedTuple):
    """One of those in front: the place, the name, the figure."""

    rank: str
    name: str
    figure: str


class Card(NamedTuple):
    """What a picture says, and whose tiles it shows."""

    title: str
    below: str
    lines: tuple[Line, ...] = ()
    look: Look = Look()


def picture_of(card: Card) -> bytes:
    """Give the PNG of a card; the same card is drawn once and kept."""
    drawing = drawing_of(card)
    key = f"card:{hashlib.sha256(drawing.encode()).hexdigest()}"
    found: bytes | None = cache.get(key)
    if found is None:
        found = resvg_py.svg_to_bytes(
            svg_string=drawing, skip_system_fonts=True, font_files=[str(REGULAR), str(BOLD)]
        )
        cache.set(key, found, KEPT_SECONDS)
    return found


def drawing_of(card: Card) -> str:
    """Draw a card as SVG; a name alone stands in the middle."""
    top = 168 if card.lines else 290
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        f'<rect width="{WIDTH}" height="76" fill="{GREEN}"/>',
        f'<rect y="76" width="{WIDTH}" height="6" fill="{RED}"/>',
        _text(EDGE, 52, "Sparrows", 34, PAPER, bold=True),
        _fitted(EDGE, top, card.title, 64, WIDTH - 2 * EDGE, INK, bold=True),
        _fitted(EDGE, top + 50, card.below, 30, WIDTH - 2 * EDGE, QUIET),
        *(part for at, line in enumerate(card.lines[:ROWS]) for part in _row(line, 284 + 56 * at)),
        _hand(card.look, HEIGHT - TILE_HIGH - 34),
    ]
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


def _row(line: Line, y: int) -> Sequence[str]:
    return (
        _text(EDGE, y, line.rank, 36, RED, bold=True),
        _fitted(EDGE + 80, y, line.name, 36, 760, INK),
        _text(WIDTH - EDGE, y, line.figure, 36, INK, bold=True, anchor="end"),
    )


def _hand(look: Look, y: float) -> str:
    style = STYLES[look.style]
    left = (WIDTH - TILE_STEP * (len(HAND) - 1) - TILE_WIDTH) / 2
    tiles = (
        f'<g transform="translate({left + TILE_STEP * at:.1f} {y})" {PEN}>'
        f"{style.body}{style.picture(code)}{style.corner(code)}</g>"
        for at, code in enumerate(HAND)
    )
    return "".join(tiles)


def _fitted(
    x: float, y: float, text: str, size: float, width: float, colour: str, *, bold: bool = False
) -> str:
    """Write a text smaller where it is long, to two thirds; what is longer still ends in dots."""
    text, smallest = drawable(text), size * 2 / 3
    wide = _width(text, bold=bold)
    size = max(smallest, min(size, width / wide if wide else size))
    while len(text) > 1 and _width(text, bold=bold) * size > width:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return _text(x, y, text, size, colour, bold=bold)


def _text(
    x: float, y: float, text: str, size: float, colour: str, *, bold: bool = False, anchor: str = "start"
) -> str:
    weight = ' font-weight="700"' if bold else ""
    at = f'x="{x}" y="{y}" font-size="{size:.1f}" text-anchor="{anchor}" fill="{colour}"{weight}'
    return f"""<text {at} font-family="'DejaVu Sans'">{escape(drawable(text))}</text>"""


def _width(text: str, *, bold: bool) -> float:
    """Measure a text of size 1."""
    return _font(bold).getlength(text) / 100


@once
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BOLD if bold else REGULAR, 100)
