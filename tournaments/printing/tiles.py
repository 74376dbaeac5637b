"""Tile faces on paper: each is turned into operators of the PDF once, then placed by a matrix.

The only module that calls what fpdf2 keeps to itself: drawing each face anew would cost 6 ms, and a code to
scan has three hundred runs.
"""

from collections.abc import Iterable
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

    def lay(self, code: str, x: float, y: float, width: float) -> None:
        """Place a tile by its upper left corner, in millimetres."""
        paper, operators = self.paper, self.operators(code)
        paper._resource_catalog.index_stream_resources(operators, paper.page)
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
        return self.drawn[code]

    def face(self, code: str) -> str:
        """Draw body, picture and the letter in the corner."""
        style = STYLES[self.look.style]
        return style.body + style.picture(code) + style.corner(code)


def fill(paper: FPDF, boxes: Iterable[tuple[float, float, float, float]]) -> None:
    """Fill boxes, each by its upper left corner, width and height in millimetres, black."""
    k, page = paper.k, paper.h
    runs = (
        f"{x * k:.2f} {(page - y) * k:.2f} {wide * k:.2f} {-high * k:.2f} re" for x, y, wide, high in boxes
    )
    drawing: Any = paper
    drawing._out(f"q 0 g {' '.join(runs)} f Q")
