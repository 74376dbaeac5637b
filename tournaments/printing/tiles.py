"""Drawings that a paper repeats: each is turned into operators of the PDF once. Tile faces are placed by a
matrix, forms of whole pages where they were drawn first.

The only module that calls what fpdf2 keeps to itself: drawing each face anew would cost 6 ms, a form as much,
and a code to scan has three hundred runs.
"""

from collections.abc import Callable, Hashable
from typing import Any

from fpdf import FPDF
from fpdf.drawing import DrawingContext, GraphicsStyle
from fpdf.drawing_primitives import Point
from fpdf.svg import SVGObject

from tournaments.tilefaces import STYLES, Look
from tournaments.tilefaces.sprite import PEN

WIDE, HIGH = 64, 80
"""The size of a face as it is drawn."""


class Tiles:
    """The faces of a club's tiles, laid upon the pages of one paper."""

    def __init__(self, paper: FPDF, look: Look) -> None:
        self.paper: Any = paper
        self.look = look
        self.drawn: dict[str, str] = {}
        self.used: dict[str, set[tuple[Any, str]]] = {}  # the styles of each that a page must offer

    def lay(self, code: str, x: float, y: float, width: float) -> None:
        """Place a tile by its upper left corner, in millimetres."""
        paper, operators = self.paper, self.operators(code)
        for kind, name in self.used[code]:
            paper._resource_catalog.add(kind, name, paper.page)
        size = width * paper.k / WIDE
        where = f"{x * paper.k:.2f} {(paper.h - y) * paper.k:.2f}"
        paper._out(f"q {size:.4f} 0 0 {size:.4f} {where} cm {operators} Q")

    def operators(self, code: str) -> str:
        """Give what draws a face whose y grows upwards from its upper left corner."""
        if code not in self.drawn:
            svg = SVGObject(f'<svg xmlns="http://www.w3.org/2000/svg"><g {PEN}>{self.face(code)}</g></svg>')
            context = DrawingContext()
            context.add_item(svg.base_group, clone=False)
            catalog = self.paper._resource_catalog
            self.drawn[code] = context.render(catalog, Point(0, 0), 1, 0, GraphicsStyle())
            self.used[code] = catalog.scan_stream(self.drawn[code])
        return self.drawn[code]

    def face(self, code: str) -> str:
        """Draw body, picture and the letter in the corner."""
        style = STYLES[self.look.style]
        return style.body + style.picture(code) + style.corner(code)


class Forms:
    """What is the same on many pages of one paper, such as the grid of a score sheet."""

    def __init__(self, paper: FPDF) -> None:
        self.paper: Any = paper
        self.drawn: dict[Hashable, tuple[bytes, dict[Any, set[Any]]]] = {}

    def lay(self, form: Hashable, draw: Callable[[], None]) -> None:
        """Draw a form, or repeat it as it was drawn; colours and fonts are afterwards as they were before."""
        paper, catalog = self.paper, self.paper._resource_catalog.resources_per_page
        if form not in self.drawn:
            self.drawn[form] = self._first(draw)
            return
        drawn, used = self.drawn[form]
        paper._out(b"q " + drawn + b" Q")
        for kind, names in used.items():
            catalog[paper.page, kind] |= names

    def _first(self, draw: Callable[[], None]) -> tuple[bytes, dict[Any, set[Any]]]:
        """Draw a form on its first page; give its operators, and what that page lets them use."""
        paper, page = self.paper, self.paper.page
        with paper.local_context(current_font_is_set_on_page=False):
            begins = len(paper.pages[page].contents)
            draw()
            drawn = bytes(paper.pages[page].contents[begins:])
        there = paper._resource_catalog.resources_per_page
        return drawn, {kind: set(names) for (at, kind), names in there.items() if at == page}


def fill(paper: FPDF, boxes: str, x: float, y: float, unit: float) -> None:
    """Fill boxes black; they are told in units, from an upper left corner in millimetres."""
    drawing: Any = paper
    size, where = unit * paper.k, f"{x * paper.k:.2f} {(paper.h - y) * paper.k:.2f}"
    drawing._out(f"q 0 g {size:.6f} 0 0 {-size:.6f} {where} cm {boxes} f Q")
