"""The lines of the standings as HTML; a line that says the same as before is taken over.

A deal changes what four people have, and the places of some between them. A place is written by itself, so
that of a long table only these four lines are rendered again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.charts import spark
from tournaments.selectors.courses import Ways
from tournaments.selectors.standings import Cell, Row, Standings
from tournaments.views.public.answers import edition

MOST_KEPT = 64
KEPT: dict[tuple[Any, ...], "Written"] = {}  # first in, first out: what is written goes to the end


@dataclass(frozen=True, slots=True)
class Written:
    """The lines of a table by number of the entry, each with what it says, in the frame they stand in."""

    frame: tuple[Any, ...]
    lines: Mapping[int, tuple[tuple[Any, ...], SafeString]] = field(default_factory=dict)


def rows_of(table: Standings, columns: list[str], facts: Mapping[str, Any], ways: Ways) -> SafeString:
    """Write all lines; `facts` are those of the table's context that decide how a line looks.

    Where a line came from is written beside it, by `ways`.
    """
    competition = facts["competition"]  # equal to itself, whatever it is called by now
    about = (competition.slug, competition.kind)
    language = get_language()
    frame = (edition(), table.held, tuple(columns), *about, *facts.values())
    key = (table.competition, table.round, table.alone, language)
    before = KEPT.pop(key, None)
    known = before.lines if before and before.frame == frame else {}
    written: dict[int, tuple[tuple[Any, ...], SafeString]] = {}
    ahead: Row | None = None
    for row in table.rows:
        written[row.number] = _line(row, ahead, table, columns, facts, known.get(row.number))
        ahead = row
    KEPT[key] = Written(frame, written)
    for old in list(KEPT)[:-MOST_KEPT]:
        KEPT.pop(old, None)
    drawn = ways.is_long
    lowest = max((row.rank or 0 for row in table.rows), default=0)
    runs = [(group, list(run)) for group, run in groupby(table.rows, key=attrgetter("group"))]
    return mark_safe(  # noqa: S308 - made of templates that escape
        "".join(
            _group(group, language)
            + "".join(
                _place(row.rank, row.shared, ways.moved(row), language)
                + written[row.number][1]
                + (_way((*ways.before(row), row.rank), lowest) if drawn else "")
                + "</tr>"
                for row in run
            )
            for group, run in runs
        )
    )


@lru_cache(maxsize=200)
def _group(name: str, language: str) -> SafeString:
    """Head the lines of a division; a table without divisions has nothing over its lines."""
    return render_to_string("public/standings_group.html", {"name": name}) if name else SafeString()


def _line(
    row: Row,
    ahead: Row | None,
    table: Standings,
    columns: list[str],
    facts: Mapping[str, Any],
    known: tuple[tuple[Any, ...], SafeString] | None,
) -> tuple[tuple[Any, ...], SafeString]:
    """Write all of a line but its place, or take it over."""
    tied = ahead is not None and ahead.rank is not None and ahead.total == row.total
    decision = row.decision if tied else None
    figures = tuple(row.standing.amount(code) for code in columns)
    person = (row.number, row.name, row.club, row.status, row.attended, row.qualification, row.marks)
    rests = (row.deals, row.rested) if facts["has_rests"] else ()
    says = (*person, *rests, row.total, row.net, row.adjustment, row.carried, figures, decision, row.rounds)
    if known is not None and known[0] == says:
        return known
    context = {**facts, "row": row, "decision": decision, "figures": figures, "cells": _cells(row, table)}
    return says, render_to_string("public/standings_row.html", context)


def _cells(row: Row, table: Standings) -> list[Cell | None]:
    """Give a cell for every round held, None where the player was not there."""
    cells = {cell.round: cell for cell in row.rounds}
    return [cells.get(number) for number in table.held]


@lru_cache(maxsize=4000)
def _place(rank: int | None, shared: bool, moved: int, language: str) -> SafeString:
    """Begin a line with its place, and by how many places somebody went up or down."""
    said = {"rank": rank, "shared": shared, "moved": moved, "moved_by": abs(moved)}
    return render_to_string("public/standings_rank.html", said)


def _way(places: tuple[int | None, ...], lowest: int) -> SafeString:
    """End a line with the way its place went."""
    return mark_safe(f'<td class="way wide-only">{spark(places, lowest)}</td>')  # noqa: S308 - figures alone
