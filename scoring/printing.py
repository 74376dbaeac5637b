"""Results as JSON text, to the byte what `json.dumps` makes of their `to_json()`.

Whoever has thousands of hands counted waits for the text longer than for the count. Figures, lines and groups
come again and again, as no hand does: their texts are kept, and a result is put together from them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from scoring.explanation import Line
from scoring.interpretations import Interpretation, group_json, loose_json
from scoring.readings import Group, Reading
from scoring.scored import ScoredHand

in_json: Final = json.JSONEncoder(check_circular=False).encode
"""Made once for all answers; an answer is a tree, so nobody needs to look for circles in it."""


def result_text(scored: ScoredHand) -> str:
    """Print a result.

    >>> import json
    >>> from scoring import Counted, load_rules, score
    >>> scored = score(Counted(12), load_rules("danish"))
    >>> result_text(scored) == json.dumps(scored.to_json())
    True
    """
    members = [
        _figures(*scored[1:5], scored.limited) if scored.valid else in_json(scored.figures())[1:-1],
        f'"lines": {_list(map(_line, scored.lines))}',
        f'"reading": {_reading(scored.reading)}',
        f'"waits": {_list(map(in_json, scored.waits))}',
    ]
    if scored.special_any:
        members.append(f'"special_any": {_list(map(in_json, scored.special_any))}')
    if scored.beaten:
        members.append(f'"beaten": {_list(map(_way, scored.beaten))}')
    if scored.notes:
        members.append(f'"notes": {_list(in_json(note.code) for note in scored.notes)}')
    return f"{{{', '.join(members)}}}"


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(texts)}]"


@lru_cache(maxsize=4096)
def _figures(
    value: int | None, points: int | None, doubles: int | None, special: str | None, limited: bool
) -> str:
    figures = ScoredHand(value=value, points=points, doubles=doubles, special=special, limited=limited)
    return in_json(figures.figures())[1:-1]


@lru_cache(maxsize=4096)
def _line(line: Line) -> str:
    return in_json(line.to_json())


@cache
def _group(each: Group, completed: bool) -> str:
    # Nobody makes groups but `readings`, and only so many: the texts of all are bounded by their number.
    return in_json(group_json(each, completed))


def _reading(reading: Reading | None) -> str:
    if reading is None:
        return "[]"
    texts = [_group(each, each is reading.completed) for each in reading.groups]
    return _list([*texts, *map(in_json, loose_json(reading))])


def _way(way: Interpretation) -> str:
    return f'{in_json(way.figures())[:-1]}, "reading": {_reading(way.reading)}}}'
