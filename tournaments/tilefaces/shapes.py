"""The few shapes that faces are drawn with; lines end round, and nothing is filled unless it says so.

Lengths are units of a tile of 64 by 80; a `path` is SVG path data, a `tone` one of the palette.
"""


def filled(path: str, tone: str) -> str:
    """Fill the area of a path."""
    return f'<path fill="{tone}" d="{path}"/>'


def line(path: str, tone: str, width: float) -> str:
    """Draw along a path."""
    return f'<path stroke="{tone}" stroke-width="{width:g}" d="{path}"/>'


def disc(x: float, y: float, radius: float, tone: str) -> str:
    """Fill a circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.3g}" fill="{tone}"/>'


def ring(x: float, y: float, radius: float, tone: str, width: float) -> str:
    """Draw a circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.3g}" stroke="{tone}" stroke-width="{width:.2g}"/>'


def petal(x: float, y: float, wide: float, high: float, tone: str) -> str:
    """Fill an ellipse by its two radii."""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{wide:g}" ry="{high:g}" fill="{tone}"/>'


def slab(left: float, top: float, width: float, height: float, radius: float, tone: str) -> str:
    """Fill a rectangle with round corners."""
    size = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {size} rx="{radius:g}" fill="{tone}"/>'


def frame(left: float, top: float, width: float, height: float, radius: float, tone: str, line: float) -> str:
    """Draw a rectangle with round corners."""
    size = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {size} rx="{radius:g}" stroke="{tone}" stroke-width="{line:g}"/>'


def turned(drawing: str, degrees: float, x: float, y: float) -> str:
    """Turn a drawing clockwise about a point."""
    return f'<g transform="rotate({degrees:g} {x:g} {y:g})">{drawing}</g>' if degrees else drawing


def around(count: int, drawing: str, x: float, y: float) -> str:
    """Repeat a drawing evenly about a point."""
    return "".join(turned(drawing, 360 * place / count, x, y) for place in range(count))
