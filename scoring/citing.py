"""Where a rule is written, in words, from the short source that a row or a line names.

A source has parts: `000:49-51` is a text and its lines, `decision 8` a choice made where the texts are
silent, garbled or at odds; any other part is the rules as restated from the texts, by file and heading. What
a text is, and what a choice says, is for who shows the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from scoring.wording import _

Said = Callable[[str], str]
SPANS: Final = re.compile(r"(\d{3}):(\d+)(?:-(\d+))?")
OWN_LIST: Final = "house_hands"
TEXT_NAMES: Final[Mapping[str, str]] = {
    "000": _("British rules"),
    "001": _("Polish rules"),
    "002": _("Hungarian rules"),
    "003": _("Danish rules"),
    "004": _("Hungarian premium rules"),
}
HEADINGS: Final = (_("Limit"), _("The 19 special hands"), _("Words"), _("A declared hand"))
"""Those of the restated rules that stand for a rule of which no text tells."""
ONE_LINE: Final = _("{text}, line {lines}")
LINES: Final = _("{text}, lines {lines}")
RESTATED: Final = _("the rules as restated: {heading}")
CHOICE: Final = _("choice {number}")


@dataclass(frozen=True, slots=True)
class Citation:
    """A source taken apart: where it is written, in words, and the numbers of the choices made."""

    places: tuple[str, ...]
    choices: tuple[int, ...]


def cited(source: str, said: Said = str) -> Citation:
    """Take a source apart; the restated rules are named only where no text is.

    >>> cited("000:49-51; bmja.md Points; decisions 4, 6")
    Citation(places=('British rules, lines 49–51',), choices=(4, 6))
    """
    parts = [part.strip() for part in source.split(";")]
    choices = [int(number) for part in parts if _is_choice(part) for number in re.findall(r"\d+", part)]
    spans = [found for part in parts for found in SPANS.findall(part)]
    places = _lines(spans, said) or [_restated(part, said) for part in parts if not _is_choice(part)]
    return Citation(tuple(place for place in places if place), tuple(choices))


def written(source: str, said: Said = str) -> str:
    """Say on one line where a rule is written.

    >>> written("000:114; README.md Base points; decision 8")
    'British rules, line 114; choice 8'
    """
    told = cited(source, said)
    choices = ", ".join(said(CHOICE).format(number=number) for number in told.choices)
    return "; ".join(part for part in (*told.places, choices) if part)


def _is_choice(part: str) -> bool:
    return part.startswith("decision")


def _lines(spans: Iterable[tuple[str, str, str]], said: Said) -> list[str]:
    """Name each text with the lines meant in it."""
    return [
        _named(text, [f"{first}–{last}" if last else first for _text, first, last in run], said)
        for text, run in groupby(spans, key=lambda span: span[0])
    ]


def _named(text: str, lines: list[str], said: Said) -> str:
    several = len(lines) > 1 or "–" in lines[0]
    return said(LINES if several else ONE_LINE).format(text=said(TEXT_NAMES[text]), lines=", ".join(lines))


def _restated(part: str, said: Said) -> str:
    if part == OWN_LIST:
        return said(_("the club’s own list"))
    _file, _space, heading = part.partition(" ")
    return said(RESTATED).format(heading=said(heading)) if heading else ""
