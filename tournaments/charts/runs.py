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
LETTER = 7.5  # pixels that a letter takes
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
    width, height, right, letters = (860, 340, 210, 18) if form is Form.WIDE else (314, 300, 108, 12)
    amounts = [0, *(amount for one in those for _, amount in one.sums)]
    levels = ticks(min(amounts), max(amounts), 6)
    left = 14 + LETTER * max(len(written(level)) for level in levels)
    plane = Plane(left, width - right, height - BOTTOM, deals, levels[0], levels[-1])
    inside = (
        _grid(plane, levels, written)
        + _heads(plane, MOST_HEADS[form])
        + _marks(plane, marks)
        + _lines(plane, those, letters, written if form is Form.WIDE else None)
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


def _marks(plane: Plane, marks: Sequence[Mark]) -> str:
    """Draw where something begins; it is said where there is room before the next one begins."""
    ends = [plane.x(mark.deal - 1) for mark in marks]
    rooms = [after - x for x, after in pairwise([*ends, plane.right + LABEL])]
    return "".join(
        line(x, TOP - 6, x, plane.bottom, "chart-mark")
        + (text(x + 4, TOP - 10, mark.said, "chart-head") if room > LETTER * len(mark.said) else "")
        for mark, x, room in zip(marks, ends, rooms, strict=True)
    )


def _lines(plane: Plane, those: Sequence[Run], letters: int, written: Callable[[int], str] | None) -> str:
    """Draw the lines, and name each at its end, with its figure where there is room for that."""
    ends = [one.sums[-1] for one in those]
    places = spread([plane.y(amount) for _, amount in ends], LABEL, TOP, plane.bottom)
    figures = [f" {written(amount)}" if written else "" for _, amount in ends]
    return "".join(
        _line(plane, n, one.sums, place) + f"{_label(plane, one, letters, figure, place)}</g>"
        for n, (one, place, figure) in enumerate(zip(those, places, figures, strict=True))
    )


def _line(plane: Plane, n: int, sums: Sequence[tuple[int, int]], place: float) -> str:
    """Draw a line with its end, and lead from there to its name, which may have had to move."""
    end, amount = sums[-1]
    x, y = plane.x(end), plane.y(amount)
    lead = f"M{at(x + 6)} {at(y)}L{at(plane.right + 12)} {at(place)}"
    return (
        f'<g class="chart-line series-{n}"><path d="{_path(plane, sums)}"/>'
        f'<circle cx="{at(x)}" cy="{at(y)}" r="4"/><path class="chart-lead" d="{lead}"/>'
    )


def _label(plane: Plane, one: Run, letters: int, figure: str, place: float) -> str:
    return text(plane.right + 16, place + 4, shortened(one.name, letters) + figure, "chart-name")


def _path(plane: Plane, sums: Sequence[tuple[int, int]]) -> str:
    first, *_ = sums
    parts = [f"M{at(plane.x(first[0]))} {at(plane.y(first[1]))}"]
    for (before, _), (number, amount) in pairwise(sums):
        parts.append(f"{'L' if number == before + 1 else 'M'}{at(plane.x(number))} {at(plane.y(amount))}")
    return "".join(parts)
