"""Places over rounds: a line for each player, the order of the table as it went from round to round.

Lines stand in their order among those drawn, so that two who share a place do not lie on each other; the
disc says the place itself.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.charts.frame import Chart, Drawing, Form, Words, at, chart, shortened, text

LEADERS = 3  # each with a colour and a dash of its own
STEP_Y, TOP, RADIUS, GAP = 28, 32, 11, 18
DIGITS = 3  # of a place that is written smaller
MOST_COLUMNS = {Form.WIDE: 100, Form.NARROW: 7}  # beyond them a telephone would show no name


class Course(NamedTuple):
    """The places of one player, one for each round; None where there was none."""

    name: str
    places: tuple[int | None, ...]


class Plan(NamedTuple):
    """Where a form has its columns and its names."""

    left: float
    right: float
    step: float
    letters: int
    named_twice: bool


def bump(courses: Sequence[Course], columns: Sequence[str], words: Words, player: str) -> Chart:
    """Draw places over rounds; courses come in the order of the last column, `player` heads the names.

    A telephone is drawn the last seven rounds, so that the names are in sight; the table has them all.
    """
    rows = ((one.name, *("–" if place is None else str(place) for place in one.places)) for one in courses)
    return chart(words, lambda form: _drawn(form, courses, columns), (player, *columns), rows)


def _plan(form: Form, columns: int) -> Plan:
    """Give each form the step that its width has room for."""
    steps = max(columns - 1, 1)
    if form is Form.WIDE:
        return Plan(180, 180, min(max(560 / steps, 44), 240), 22, True)
    return Plan(RADIUS + 3, 132, min(max(166 / steps, 27), 64), 15, False)


def _drawn(form: Form, courses: Sequence[Course], columns: Sequence[str]) -> Drawing:
    most = MOST_COLUMNS[form]
    courses, columns = [Course(one.name, one.places[-most:]) for one in courses], columns[-most:]
    plan, orders = _plan(form, len(columns)), _orders(courses, len(columns))
    heads = (
        text(plan.left + plan.step * n, 14, said, "chart-head", anchor="middle")
        for n, said in enumerate(columns)
    )
    lines = [
        _line(one, rank, [order.get(rank) for order in orders], plan) for rank, one in enumerate(courses)
    ]
    width = plan.left + plan.step * (len(columns) - 1) + plan.right
    height = TOP + STEP_Y * len(courses)
    return Drawing(width, height, "".join([*heads, *reversed(lines)]))  # the leaders lie on top


def _orders(courses: Sequence[Course], columns: int) -> list[dict[int, int]]:
    """Give for each column the line on which each course stands; equal places in the order of the last."""
    found = []
    for n in range(columns):
        placed = sorted((place, rank) for rank, one in enumerate(courses) if (place := one.places[n]))
        found.append({rank: at_line for at_line, (_place, rank) in enumerate(placed)})
    return found


def _line(course: Course, rank: int, order: Sequence[int | None], plan: Plan) -> str:
    points = [
        (plan.left + plan.step * n, TOP + STEP_Y * (line + 0.5), place)
        for n, (line, place) in enumerate(zip(order, course.places, strict=True))
        if line is not None and place is not None
    ]
    if not points:
        return ""
    series = f"series-{rank}" if rank < LEADERS else "series-rest"
    discs = "".join(_disc(*point) for point in points)
    return (
        f'<g class="chart-line {series}"><path d="{_path(points, plan.step)}"/>{discs}'
        f"{_names(course, points, plan)}</g>"
    )


def _path(points: Sequence[tuple[float, float, int]], step: float) -> str:
    """Lead a smooth line through the discs; a round without a place leaves a gap."""
    parts, before = list[str](), (0.0, 0.0)
    for x, y, _place in points:
        if parts and x - before[0] < step * 1.5:
            half = at(x - step / 2)
            parts.append(f"C{half} {at(before[1])} {half} {at(y)} {at(x)} {at(y)}")
        else:
            parts.append(f"M{at(x)} {at(y)}")
        before = (x, y)
    return "".join(parts)


def _disc(x: float, y: float, place: int) -> str:
    small = ("chart-small",) if len(str(place)) >= DIGITS else ()
    said = text(x, y + 4, str(place), "chart-place", *small, anchor="middle")
    return f'<circle cx="{at(x)}" cy="{at(y)}" r="{RADIUS}"/>{said}'


def _names(course: Course, points: Sequence[tuple[float, float, int]], plan: Plan) -> str:
    """Name a line at its end, and at its beginning where there is room to the left of the first column."""
    name = shortened(course.name, plan.letters)
    (first_x, first_y, _), (last_x, last_y, _) = points[0], points[-1]
    end = text(last_x + GAP, last_y + 4, name, "chart-name")
    if not plan.named_twice or first_x > plan.left:
        return end
    return text(first_x - GAP, first_y + 4, name, "chart-name", anchor="end") + end
