"""Places: lines put in order by measures, one after the other, whatever the lines are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

Lined = TypeVar("Lined")


@dataclass(frozen=True, slots=True)
class Measure(Generic[Lined]):
    """Say how lines are compared: `of` gives the figures of equal lines, `key` sorts the better first."""

    code: str
    of: Callable[[Sequence[Lined]], Sequence[Any]]
    key: Callable[[Any], Any]


class Place(NamedTuple, Generic[Lined]):
    """Say the place of a line and what put it behind the one before it; see `in_places`."""

    line: Lined
    rank: int | None
    shared: bool
    decided_by: str | None
    compared: Mapping[str, Any]


@dataclass(slots=True)
class _Tied(Generic[Lined]):
    """Lines that are equal so far, each with the figures that were compared."""

    lines: list[Lined]
    compared: list[dict[str, Any]]
    decided_by: str | None


def in_places(lines: Sequence[Lined], measures: Sequence[Measure[Lined]]) -> list[Place[Lined]]:
    """Put lines in order, the first measure deciding, and rank them.

    Those equal by every measure share the better place, the next is skipped (1, 2, 2, 4), and keep the order
    they came in. A measure is taken once among all who are equal when its turn comes.
    """
    if not lines:
        return []
    groups = [_Tied(list(lines), [{} for _line in lines], None)]
    for measure in measures:
        if len(groups) == len(lines):
            break
        groups = [part for group in groups for part in _split(group, measure)]
    return _placed(groups)


def _split(group: _Tied[Lined], by: Measure[Lined]) -> list[_Tied[Lined]]:
    if len(group.lines) < 2:
        return [group]
    keyed = []
    for line, compared, figure in zip(group.lines, group.compared, by.of(group.lines), strict=True):
        compared[by.code] = figure
        keyed.append((by.key(figure), line, compared))
    parts: list[_Tied[Lined]] = []
    for _key, run in groupby(sorted(keyed, key=itemgetter(0)), key=itemgetter(0)):
        rows = list(run)
        decided = by.code if parts else group.decided_by
        parts.append(_Tied([row[1] for row in rows], [row[2] for row in rows], decided))
    return parts


def _placed(groups: Sequence[_Tied[Lined]]) -> list[Place[Lined]]:
    placed: list[Place[Lined]] = []
    for group in groups:
        rank, shared = len(placed) + 1, len(group.lines) > 1
        for at, (line, compared) in enumerate(zip(group.lines, group.compared, strict=True)):
            decided = None if at else group.decided_by
            placed.append(Place(line, rank, shared, decided, compared))
    return placed
