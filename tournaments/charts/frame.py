"""What all pictures have in common: two widths, a title and a description, escaped text, the table beneath.

The page's policy refuses style attributes and style elements: a shape has classes and nothing else. Letters
keep their size, so that each picture is drawn twice, for a desk and for a telephone, and never scaled.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from html import escape
from typing import NamedTuple


class Form(Enum):
    """For which width a picture is drawn; the class names say when the page shows it."""

    WIDE = "wide-only"
    NARROW = "narrow-only"


class Words(NamedTuple):
    """What is said of a picture, in the reader's language: `key` is its id on the page."""

    key: str
    title: str
    desc: str


class Drawing(NamedTuple):
    """A picture in one form: its size in pixels, and what is in it."""

    width: float
    height: float
    inside: str


class Chart(NamedTuple):
    """A picture as the page shows it: both forms, and its figures as a table with a head."""

    words: Words
    wide: str
    narrow: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def chart(
    words: Words, draw: Callable[[Form], Drawing], head: Iterable[str], rows: Iterable[Iterable[str]]
) -> Chart:
    """Draw a picture in both forms, with its table."""
    wide, narrow = (_picture(words, form, draw(form)) for form in Form)
    return Chart(words, wide, narrow, tuple(head), tuple(tuple(row) for row in rows))


def _picture(words: Words, form: Form, drawing: Drawing) -> str:
    """Frame a drawing; title and description are read out in place of its shapes."""
    key = f"{words.key}-{form.name.lower()}"
    size = f'width="{at(drawing.width)}" height="{at(drawing.height)}"'
    box = f'viewBox="0 0 {at(drawing.width)} {at(drawing.height)}"'
    return (
        f'<svg class="chart" {box} {size} role="img" aria-labelledby="{key}-title {key}-desc" '
        f'xmlns="http://www.w3.org/2000/svg"><title id="{key}-title">{escape(words.title)}</title>'
        f'<desc id="{key}-desc">{escape(words.desc)}</desc>{drawing.inside}</svg>'
    )


def at(place: float) -> str:
    """Write a coordinate with one decimal at most."""
    return f"{place:.1f}".removesuffix(".0")


def text(x: float, y: float, said: str, *classes: str, anchor: str = "start") -> str:
    """Write a line of text; what people are called is escaped here."""
    held = "" if anchor == "start" else f' text-anchor="{anchor}"'
    named = f' class="{" ".join(classes)}"' if classes else ""
    return f'<text{named} x="{at(x)}" y="{at(y)}"{held}>{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, *classes: str) -> str:
    """Draw a straight line."""
    ends = f'x1="{at(x1)}" y1="{at(y1)}" x2="{at(x2)}" y2="{at(y2)}"'
    return f'<line class="{" ".join(classes)}" {ends}/>'


def shortened(name: str, most: int) -> str:
    """Cut a name that is too long for its place; the table has all of it."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def ticks(lowest: float, highest: float, most: int) -> list[int]:
    """Choose whole round numbers from below the lowest to above the highest figure, about `most` of them."""
    step = _step((highest - lowest) / max(most - 1, 1))
    first, last = int(lowest // step), -int(-highest // step)
    return [step * n for n in range(first, max(last, first + 1) + 1)]


def _step(least: float) -> int:
    """Give the smallest of 1, 2, 5, 10, 20, 50, … that is not less."""
    size = 1
    while True:
        for first in (1, 2, 5):
            if first * size >= least:
                return first * size
        size *= 10


def spread(wanted: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Move labels apart so that none covers another; each stays as near to where it belongs as it can."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    places = [0.0] * len(wanted)
    least = top
    for n in order:
        places[n] = max(wanted[n], least)
        least = places[n] + apart
    most = bottom
    for n in reversed(order):
        places[n] = min(places[n], most)
        most = places[n] - apart
    return places
