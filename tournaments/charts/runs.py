"""Sums over deals: a line for each player of a table, from nothing to what each has in the end."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.charts.frame import (
    Chart,
    Drawing,
    Form,
    Words,
    at,
    chart,
    line,
    shortened,
    spread,
    text,
    ticks,
)

TOP, BOTTOM = 26, 26
LABEL = 17  # from one name to the next
MOST_HEADS = {Form.WIDE: 20, Form.NARROW: 8}


class Run(NamedTuple):
    """One player's sum after each deal, by the number of the deal; 0 is before the first one.

    Where the numbers leave one out the player was not there, and the line has a gap.
    """

    name: str
    sums: tuple[tuple[int, int], ...]


class Mark(NamedTuple):
    """What begins with a deal, said above the line that stands there: a wind round."""

    deal: int
    said: str


class Plane(NamedTuple):
    """Where figures lie: the edges of the plane, and what they stand for."""

    left: float
    right: float
    bottom: float
    deals: int
    lowest: int
    highest: int

    def x(self, deal: float) -> float:
        return self.left + (self.right - self.left) * deal / max(self.deals, 1)

    def y(self, amount: float) -> float:
        share = (amount - self.lowest) / (self.highest - self.lowest)
        return self.bottom - (self.bottom - TOP) * share


def runs(
    those: Sequence[Run],
    marks: Sequence[Mark],
    words: Words,
    deal: str,
    written: Callable[[int], str],
) -> Chart:
    """Draw sums over deals; `deal` heads their numbers, `written` says an amount."""
    deals = max((number for one in those for number, _ in one.sums), default=0)
    sums = [dict(one.sums) for one in those]
    rows = (
        (str(number), *(written(own[number]) if number in own else "–" for own in sums))
        for number in range(1, deals + 1)
    )
    head = (deal, *(one.name for one in those))
    return chart(words, lambda form: _drawn(form, those, marks, deals, written), head, rows)


def _drawn(
    form: Form, those: Sequence[Run], marks: Sequence[Mark], deals: int, written: Callable[[int], str]
) -> Drawing:
    width, height, right, letters = (860, 340, 210, 18) if form is Form.WIDE else (332, 300, 116, 9)
    amounts = [0, *(amount for one in those for _, amount in one.sums)]
    levels = ticks(min(amounts), max(amounts), 6)
    left = 14 + 7.5 * max(len(written(level)) for level in levels)
    plane = Plane(left, width - right, height - BOTTOM, deals, levels[0], levels[-1])
    inside = (
        _grid(plane, levels, written)
        + _heads(plane, MOST_HEADS[form])
        + "".join(_mark(plane, one) for one in marks)
        + _lines(plane, those, letters, written)
    )
    return Drawing(width, height, inside)


def _grid(plane: Plane, levels: Sequence[int], written: Callable[[int], str]) -> str:
    return "".join(
        line(plane.left, y, plane.right, y, "chart-grid" if level else "chart-zero")
        + text(plane.left - 8, y + 4, written(level), "chart-head", anchor="end")
        for level in levels
        for y in [plane.y(level)]
    )


def _heads(plane: Plane, most: int) -> str:
    """Number the deals, every second or fifth where they are many."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if plane.deals <= most * step or step == 100)
    numbers = range(step, plane.deals + 1, step)
    return "".join(
        text(plane.x(number), plane.bottom + 18, str(number), "chart-head", anchor="middle")
        for number in numbers
    )


def _mark(plane: Plane, mark: Mark) -> str:
    """Draw where something begins: between the deal before and this one."""
    x = plane.x(mark.deal - 1)
    return line(x, TOP - 6, x, plane.bottom, "chart-mark") + text(x + 4, TOP - 10, mark.said, "chart-head")


def _lines(plane: Plane, those: Sequence[Run], letters: int, written: Callable[[int], str]) -> str:
    """Draw the lines, and name each at its end; a name that had to move is led to by a thin line."""
    ends = [one.sums[-1] for one in those]
    wanted = [plane.y(amount) for _, amount in ends]
    places = spread(wanted, LABEL, TOP, plane.bottom)
    return "".join(
        f'<g class="chart-line series-{n}"><path d="{_path(plane, one.sums)}"/>'
        f'<circle cx="{at(plane.x(end))}" cy="{at(plane.y(amount))}" r="4"/>'
        f'<path class="chart-lead" d="M{at(plane.x(end) + 6)} {at(plane.y(amount))}'
        f'L{at(plane.right + 12)} {at(place)}"/>'
        + text(plane.right + 16, place + 4, f"{shortened(one.name, letters)} {written(amount)}", "chart-name")
        + "</g>"
        for n, (one, (end, amount), place) in enumerate(zip(those, ends, places, strict=True))
    )


def _path(plane: Plane, sums: Sequence[tuple[int, int]]) -> str:
    first, *_ = sums
    parts = [f"M{at(plane.x(first[0]))} {at(plane.y(first[1]))}"]
    for (before, _), (number, amount) in pairwise(sums):
        parts.append(f"{'L' if number == before + 1 else 'M'}{at(plane.x(number))} {at(plane.y(amount))}")
    return "".join(parts)
