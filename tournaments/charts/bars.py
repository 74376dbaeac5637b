"""Bars: how often each figure came, and figures that are more or less than nothing."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.charts.frame import Chart, Drawing, Form, Words, at, chart, line, text, ticks

TOP, BOTTOM = 22, 40
ROW, THICK = 40, 24
SMALLEST = 1.5  # pixels: a bar that is there is seen
BETWEEN = 0.12  # of a bar's width, on each side


class Bar(NamedTuple):
    """One bar: what stands below it, its figure, and the figure as it is written."""

    label: str
    amount: float
    said: str


def bars(those: Sequence[Bar], words: Words, head: tuple[str, str]) -> Chart:
    """Draw standing bars over their labels, each with its figure; `head` names labels and figures."""
    return chart(words, lambda form: _standing(form, those), head, ((one.label, one.said) for one in those))


def _standing(form: Form, those: Sequence[Bar]) -> Drawing:
    width, height = (860, 280) if form is Form.WIDE else (314, 240)
    room = 8 + 7 * max((len(one.label) for one in those), default=0)
    levels = ticks(0, max((one.amount for one in those), default=0), 5)
    left, bottom = 14 + 7.5 * len(str(levels[-1])), height - BOTTOM
    step = min((width - left - 8) / max(len(those), 1), 90)
    every = next(n for n in range(1, len(those) + 2) if step * n >= room or n > len(those))
    grid = "".join(
        line(left, y, width - 8, y, "chart-grid" if level else "chart-zero")
        + text(left - 8, y + 4, str(level), "chart-head", anchor="end")
        for level in levels
        for y in [bottom - (bottom - TOP) * level / levels[-1]]
    )
    drawn = "".join(
        _bar(left + step * n, step, bottom, (bottom - TOP) * one.amount / levels[-1], one)
        for n, one in enumerate(those)
    )
    labels = "".join(
        text(left + step * (n + 0.5), bottom + 18, one.label, "chart-head", anchor="middle")
        for n, one in enumerate(those)
        if not n % every
    )
    return Drawing(width, height, grid + drawn + labels)


def _bar(x: float, step: float, bottom: float, height: float, one: Bar) -> str:
    if not one.amount:
        return ""
    tall, gap = max(height, SMALLEST), step * BETWEEN
    box = f'x="{at(x + gap)}" y="{at(bottom - tall)}" width="{at(step - 2 * gap)}" height="{at(tall)}"'
    said = text(x + step / 2, bottom - tall - 5, one.said, "chart-figure", anchor="middle")
    return f'<rect class="chart-bar" {box}/>{said}'


def balance(
    those: Sequence[Bar], words: Words, head: Sequence[str], beside: Sequence[Sequence[str]] = ()
) -> Chart:
    """Draw lying bars to both sides of nothing, less to the left and more to the right.

    What stands `beside` the figure of each bar is in the table only.
    """
    more = beside or [()] * len(those)
    rows = ((one.label, *cells, one.said) for one, cells in zip(those, more, strict=True))
    return chart(words, lambda form: _lying(form, those), head, rows)


def _lying(form: Form, those: Sequence[Bar]) -> Drawing:
    width, left, aside = (620, 110, 70) if form is Form.WIDE else (314, 72, 58)
    most = max((abs(one.amount) for one in those), default=0) or 1
    middle, reach = (left + width) / 2, (width - left) / 2 - aside
    height = ROW * len(those) + 8
    drawn = "".join(_row(n, one, middle, reach * one.amount / most) for n, one in enumerate(those))
    return Drawing(width, height, line(middle, 2, middle, height - 6, "chart-zero") + drawn)


def _row(n: int, one: Bar, middle: float, length: float) -> str:
    """Draw one bar; more and less differ by side, sign and colour."""
    top, side = ROW * n + (ROW - THICK) / 2, "chart-more" if length >= 0 else "chart-less"
    reach = max(abs(length), SMALLEST) if length else 0
    start = middle if length >= 0 else middle - reach
    end, anchor = (start + reach + 6, "start") if length >= 0 else (start - 6, "end")
    box = f'x="{at(start)}" y="{at(top)}" width="{at(reach)}" height="{THICK}"'
    label = text(0, top + THICK / 2 + 5, one.label, "chart-name")
    said = text(end, top + THICK / 2 + 5, one.said, "chart-figure", anchor=anchor)
    return f'{label}<rect class="{side}" {box}/>{said}'
