"""A paper: its size, fonts, foot and the few strokes that all documents are made of.

What a document says is its own module's; sizes are millimetres, text is placed by its baseline.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, pairwise
from pathlib import Path

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from fontTools.ttLib import TTFont
from fpdf import FPDF

from tournaments.printing import codes
from tournaments.printing.tiles import Forms, Tiles, fill
from tournaments.tilefaces import Look

FONTS = Path(__file__).parent / "fonts"
SIZES = {"A4": "A4", "letter": "Letter"}
MARGIN, FOOT = 12.0, 14.0
NO_LETTER = "□"
INK, GREY, PALE = 0, 110, 190
POINT = 25.4 / 72
DARK = re.compile("1+")


@cache
def letters() -> frozenset[str]:
    """List the signs that the fonts can draw."""
    return frozenset(map(chr, TTFont(FONTS / "DejaVuSans-Bold.ttf").getBestCmap()))


@lru_cache(maxsize=4096)
def drawable(text: str) -> str:
    """Put a square in place of what the fonts cannot draw."""
    known = letters()
    return "".join(sign if sign in known else NO_LETTER for sign in unicodedata.normalize("NFC", text))


def is_drawable(text: str) -> bool:
    """Tell whether the fonts can draw all of a text."""
    return NO_LETTER not in drawable(text)


@dataclass(frozen=True, slots=True)
class Box:
    """A place on a page."""

    x: float
    y: float
    wide: float
    high: float

    def columns(self, widths: Iterable[float]) -> list["Box"]:
        """Part it from left to right."""
        x, parts = self.x, []
        for wide in widths:
            parts.append(Box(x, self.y, wide, self.high))
            x += wide
        return parts


class Paper(FPDF):
    """A document that is being written."""

    def __init__(self, title: str, event: str, size: str, look: Look, revision: int) -> None:
        super().__init__(format=SIZES[size])
        self.widths: dict[tuple[str, str], float] = {}  # of a text in a style, at size 1
        self.fits: dict[tuple[object, ...], tuple[str, float]] = {}  # a line as it fits, and its size
        self.event, self.told = event, f"{event} · {title}"
        self.stamp = gettext("printed %(at)s, revision %(revision)s") % {
            "at": date_format(timezone.localtime(), "j F Y, H:i"),
            "revision": revision,
        }
        self.set_title(drawable(self.told))
        self.set_lang(get_language() or "en")
        self.set_auto_page_break(False)
        self.add_font("body", "", FONTS / "DejaVuSans.ttf")
        self.add_font("body", "B", FONTS / "DejaVuSans-Bold.ttf")
        self.set_font("body", "", 10)
        self.tiles, self.forms = Tiles(self, look), Forms(self)

    def footer(self) -> None:
        """Say at the foot of every page what it is, when it was printed, and where it stands."""
        self.ink(GREY)
        self.line_of(MARGIN, self.h - 7, self.inner - 75, self.told, 7)
        self.write_right(self.w - MARGIN - 14, self.h - 7, self.stamp, 7)
        self.set_xy(self.w - MARGIN - 14, self.h - 9.9)
        self.cell(14, 4, f"{self.page_no()}/{{nb}}", align="R")
        self.ink(INK)

    def get_string_width(self, s: str, normalized: bool = False, markdown: bool = False) -> float:
        """Measure a text once in each style: sheets say the same again and again, in no markdown."""
        key = (self.font_style, s)
        if key not in self.widths:
            self.widths[key] = super().get_string_width(s, normalized, markdown) / self.font_size
        return self.widths[key] * self.font_size

    @property
    def inner(self) -> float:
        """Give the width between the margins."""
        return float(self.w) - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """Give where the foot begins."""
        return float(self.h) - FOOT

    def ink(self, grey: int) -> None:
        """Choose how dark text and lines are."""
        self.set_text_color(grey)
        self.set_draw_color(grey)

    def headline(self, text: str, under: str = "") -> float:
        """Begin a page with a headline; return where its content may begin."""
        self.add_page()
        self.line_of(MARGIN, 19, self.inner, text, 17, bold=True)
        self.ink(GREY)
        self.line_of(MARGIN, 25, self.inner, under or self.event, 9)
        self.ink(INK)
        return 30.0

    def line_of(
        self,
        x: float,
        y: float,
        wide: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        least: float = 6,
    ) -> None:
        """Write one line from its left end, smaller where it is too long, cut where that is not enough."""
        self.text(x, y, self.fitted(text, wide, size, bold, least))

    def centred(
        self,
        box: Box,
        text: str,
        size: float,
        *,
        bold: bool = False,
        least: float = 5,
        y: float | None = None,
    ) -> None:
        """Write one line in the middle of a box."""
        said = self.fitted(text, box.wide - 1, size, bold, least)
        middle = box.x + (box.wide - self.get_string_width(said)) / 2
        baseline = box.y + box.high / 2 + self.font_size_pt * POINT * 0.36
        self.text(middle, baseline if y is None else y, said)

    def write_right(self, x: float, y: float, text: str, size: float) -> None:
        """Write one line that ends at `x`."""
        self.set_font("body", "", size)
        said = drawable(text)
        self.text(x - self.get_string_width(said), y, said)

    def fitted(self, text: str, wide: float, size: float, bold: bool, least: float) -> str:
        """Choose the size in which a line fits; return it, cut where it fits in none."""
        asked, style = (text, wide, size, bold, least), "B" if bold else ""
        if asked not in self.fits:
            said = self._fit(drawable(text), wide, size, style, least)
            self.fits[asked] = (said, self.font_size_pt)
        said, size = self.fits[asked]
        self.set_font("body", style, size)
        return said

    def _fit(self, said: str, wide: float, size: float, style: str, least: float) -> str:
        self.set_font("body", style, size)
        if (long := self.get_string_width(said)) > wide:
            self.set_font("body", style, max(least, size * wide / long * 0.995))
        if self.get_string_width(said) <= wide:
            return said
        while said and self.get_string_width(f"{said}…") > wide:
            said = said[:-1]
        return f"{said.rstrip()}…"

    def name_in(self, box: Box, text: str, size: float, *, bold: bool = False, least: float = 5) -> None:
        """Write a name into a box, in one line or in up to three, as large as it fits."""
        self.set_font("body", "B" if bold else "", size)
        wide, said = box.wide - 2, drawable(text)
        offered = [parted(said, count) for count in range(1, 4)]
        widths = [max(map(self.get_string_width, rows)) for rows in offered]
        sizes = [
            min(size, size * wide / long * 0.995, box.high / len(rows) / POINT / 1.2)
            for rows, long in zip(offered, widths, strict=True)
        ]
        fitting = max(sizes)
        rows = offered[sizes.index(fitting)]
        high = max(fitting, least) * POINT * 1.2
        top = box.y + (box.high - high * len(rows)) / 2
        for place, row in enumerate(rows):
            cut = self.fitted(row, wide, max(fitting, least), bold, least)
            self.text(box.x + 1, top + high * (place + 0.78), cut)

    def cells(self, boxes: Iterable[Box]) -> None:
        """Draw the frames of cells."""
        for box in boxes:
            self.rect(box.x, box.y, box.wide, box.high)

    def qr(self, text: str, x: float, y: float, size: float) -> None:
        """Draw a QR code as filled runs: sharp at any size, no picture in the file."""
        rows = codes.rows_of(text)
        runs = ((row, run) for row, line in enumerate(rows) for run in DARK.finditer(line))
        boxes = [f"{run.start()} {row} {run.end() - run.start()} 1 re" for row, run in runs]
        fill(self, " ".join(boxes), x, y, size / len(rows))


@lru_cache(maxsize=4096)
def parted(text: str, count: int) -> list[str]:
    """Part a name at spaces and hyphens into at most so many lines whose longest is as short as can be."""
    ends = [at.end() for at in re.finditer(r"[ -](?=.)", text)]
    offered = combinations(ends, min(count - 1, len(ends)))
    pieces = ([text[a:b].strip() for a, b in pairwise([0, *cuts, len(text)])] for cuts in offered)
    return min(pieces, key=lambda rows: max(map(len, rows)))
