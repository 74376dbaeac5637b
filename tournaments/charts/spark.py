"""A place over rounds as a small line beside a name: no figures, which the table and the bump chart have."""

from collections.abc import Sequence
from functools import lru_cache

from tournaments.charts.frame import at

WIDTH, HEIGHT, EDGE = 60, 18, 3


@lru_cache(maxsize=4000)
def spark(places: Sequence[int | None], lowest: int) -> str:
    """Draw the places, the first on top, the lowest at the bottom; a round without one is a gap."""
    step = (WIDTH - 2 * EDGE) / max(len(places) - 1, 1)
    points = [
        None if place is None else (EDGE + step * n, _height(place, lowest)) for n, place in enumerate(places)
    ]
    if not any(points):
        return ""
    x, y = next(point for point in reversed(points) if point)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return (
        f'<svg class="spark" {size} aria-hidden="true">'
        f'<path d="{_path(points)}"/><circle cx="{at(x)}" cy="{at(y)}" r="2.5"/></svg>'
    )


def _height(place: int, lowest: int) -> float:
    return EDGE + (HEIGHT - 2 * EDGE) * (place - 1) / max(lowest - 1, 1)


def _path(points: Sequence[tuple[float, float] | None]) -> str:
    parts, pen = list[str](), "M"
    for point in points:
        if point is not None:
            parts.append(f"{pen}{at(point[0])} {at(point[1])}")
        pen = "M" if point is None else "L"
    return "".join(parts)
