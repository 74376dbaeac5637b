"""Chinese signs as outlines of brush strokes.

A brush stroke is `(x0, y0, x1, y1)` on a grid of 100 by 100; its direction decides how the brush is pressed.
"""

from math import hypot

from tournaments.tilefaces.shapes import filled

Point = tuple[float, float]
Stroke = tuple[float, float, float, float]
Box = tuple[float, float, float, float]  # left, top, width, height in the units of the tile

SIGNS: dict[str, tuple[Stroke, ...]] = {
    "1": ((6, 52, 94, 48),),
    "2": ((20, 26, 80, 23), (6, 80, 94, 77)),
    "3": ((16, 14, 84, 11), (24, 49, 76, 46), (6, 86, 94, 83)),
    "4": (
        (12, 18, 14, 90),
        (12, 18, 88, 18),
        (88, 18, 86, 90),
        (14, 84, 86, 84),
        (41, 20, 27, 60),
        (59, 20, 60, 54),
        (60, 55, 77, 55),
    ),
    "5": ((16, 12, 84, 10), (49, 12, 37, 86), (20, 46, 74, 44), (74, 44, 70, 86), (4, 88, 96, 86)),
    "6": ((44, 2, 57, 22), (6, 36, 94, 33), (38, 48, 12, 96), (60, 48, 90, 94)),
    "7": ((4, 52, 96, 36), (42, 6, 42, 84), (42, 86, 86, 86), (87, 87, 88, 66)),
    "8": ((38, 16, 6, 92), (54, 8, 96, 92)),
    "9": ((40, 4, 6, 96), (12, 36, 66, 33), (66, 33, 64, 86), (64, 87, 93, 87), (94, 88, 95, 64)),
    "myriad": (
        (4, 12, 96, 11),
        (32, 0, 32, 24),
        (68, 0, 68, 24),
        (24, 32, 25, 62),
        (24, 32, 76, 32),
        (76, 32, 75, 62),
        (25, 46, 75, 46),
        (25, 60, 75, 60),
        (50, 32, 50, 88),
        (10, 72, 10, 100),
        (10, 72, 90, 72),
        (90, 72, 88, 99),
        (28, 92, 70, 87),
        (63, 80, 72, 95),
    ),
    "east": (
        (8, 18, 92, 16),
        (22, 34, 23, 62),
        (22, 34, 78, 34),
        (78, 34, 77, 62),
        (23, 48, 77, 48),
        (23, 61, 77, 61),
        (50, 2, 50, 98),
        (47, 62, 6, 92),
        (53, 62, 96, 92),
    ),
    "south": (
        (6, 17, 94, 15),
        (50, 1, 50, 32),
        (12, 33, 12, 98),
        (12, 33, 88, 33),
        (88, 33, 87, 97),
        (87, 97, 74, 91),
        (37, 42, 44, 55),
        (64, 42, 56, 55),
        (29, 58, 71, 58),
        (26, 75, 74, 75),
        (50, 58, 50, 95),
    ),
    "west": (
        (5, 12, 95, 10),
        (13, 34, 15, 96),
        (13, 34, 87, 34),
        (87, 34, 85, 96),
        (15, 88, 85, 88),
        (40, 12, 27, 68),
        (60, 12, 60, 60),
        (60, 62, 78, 62),
    ),
    "north": (
        (36, 6, 36, 96),
        (6, 36, 36, 34),
        (4, 84, 36, 70),
        (90, 26, 63, 44),
        (61, 4, 61, 84),
        (61, 86, 92, 86),
        (93, 87, 94, 66),
    ),
    "centre": ((12, 26, 14, 68), (12, 26, 88, 26), (88, 26, 86, 68), (14, 65, 86, 65), (50, 0, 50, 100)),
    "fortune": (
        (10, 10, 38, 9),
        (38, 9, 4, 44),
        (10, 20, 22, 32),
        (52, 2, 97, 42),
        (84, 2, 66, 18),
        (95, 16, 77, 28),
        (12, 50, 42, 50),
        (42, 50, 41, 63),
        (13, 63, 41, 63),
        (13, 63, 11, 77),
        (11, 77, 42, 77),
        (42, 77, 38, 98),
        (38, 98, 24, 92),
        (60, 46, 51, 66),
        (60, 46, 84, 46),
        (84, 46, 84, 59),
        (84, 60, 96, 60),
        (54, 71, 88, 71),
        (88, 71, 50, 100),
        (60, 75, 97, 100),
    ),
}


def written(sign: str, box: Box, tone: str, weight: float = 1.0) -> str:
    """Write one of SIGNS into the box as a single filled path."""
    left, top, width, height = box
    outlines = []
    for x0, y0, x1, y1 in SIGNS[sign]:
        start = (left + x0 * width / 100, top + y0 * height / 100)
        end = (left + x1 * width / 100, top + y1 * height / 100)
        outlines.append(_brushed(start, end, weight))
    return filled("".join(outlines), tone)


def _pressure(dx: float, dy: float) -> tuple[float, float]:
    """Return the width of the brush at the start and at the end of a stroke in this direction."""
    if abs(dy) < 0.4 * abs(dx):
        return 2.0, 2.7
    if abs(dx) < 0.25 * abs(dy):
        return (3.3, 2.8) if dy > 0 else (3.0, 0.9)
    return (3.3, 1.0) if dx < 0 else (1.6, 4.0)


def _brushed(start: Point, end: Point, weight: float) -> str:
    """Return the closed outline of one stroke: bowed, tapered by the pressure, round at its ends."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    first, last = (width * weight for width in _pressure(dx, dy))
    across = -dy / hypot(dx, dy), dx / hypot(dx, dy)
    middle = _middle(start, dx, dy)
    a, b, c = (_beside(*at, across) for at in ((start, first), (middle, (first + last) / 2), (end, last)))
    d, e, f = (_beside(*at, across) for at in ((end, -last), (middle, -(first + last) / 2), (start, -first)))
    cap, tip = f"{first / 2:.1f}", f"{last / 2:.1f}"
    return f"M{a}Q{b} {c}A{tip} {tip} 0 0 0 {d}Q{e} {f}A{cap} {cap} 0 0 0 {a}z"


def _middle(start: Point, dx: float, dy: float) -> Point:
    """Return where the brush is half way; long falling strokes bow downwards."""
    falling = abs(dx) >= 0.25 * abs(dy) and abs(dy) >= 0.4 * abs(dx) and hypot(dx, dy) > 9
    bow = 0.09 if falling else 0.0
    return start[0] + dx / 2 + bow * abs(dy) * (1 if dx < 0 else -1), start[1] + dy / 2 + bow * abs(dx)


def _beside(at: Point, width: float, across: Point) -> str:
    """Return the point half a width to one side of the stroke, as path data."""
    return f"{at[0] + across[0] * width / 2:.1f} {at[1] + across[1] * width / 2:.1f}"
