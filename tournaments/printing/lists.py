"""Who sits where, on paper: by name, by table, and a sheet for each round to hang up."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from django.utils.formats import date_format
from django.utils.translation import gettext as _

import scoring
from tournaments.models import Entry
from tournaments.printing.facts import Facts
from tournaments.printing.page import INK, MARGIN, PALE, Box, Paper
from tournaments.selectors.public import SeatedRound, SeatedTable
from tournaments.selectors.timetable import timetable_of
from tournaments.wording.tiles import wind_name

Each = TypeVar("Each")
ACROSS = 9  # rounds beside each other on a page
ROW, CARD_ROW, POSTER_ROW = 6.2, 8.4, 10.6
NUMBER, PLACE = 11.0, 12.0
TABLE, ROUND = 16.0, 24.0
WIND_TILE = 6.0


def by_name(paper: Paper, facts: Facts) -> None:
    """List everybody by family name with table and wind in each round."""
    numbers = [one.round.number for one in facts.rounds]
    seated = [entry for entry in facts.people if entry.pk in facts.places]
    for some in portions(numbers, ACROSS):
        heads = [facts.named(number, "short") for number in some]
        y = paper.bottom
        for place, entry in enumerate(seated):
            if y + ROW > paper.bottom:
                y = _head_of_names(paper, heads)
            _name_row(paper, entry, [facts.places[entry.pk].get(number, "") for number in some], y)
            y += ROW
            if place % 3 == 2:
                rule(paper, y)


def _head_of_names(paper: Paper, heads: Sequence[str]) -> float:
    y = paper.headline(_("Seating by name"))
    for box, head in zip(_columns(paper, y, len(heads)), heads, strict=True):
        paper.centred(box, head, 9, bold=True)
    rule(paper, y + ROW, INK)
    return y + ROW


def _columns(paper: Paper, y: float, count: int) -> list[Box]:
    """Give the places of the rounds in a row, at its right end."""
    left = paper.w - MARGIN - count * PLACE
    return [Box(left + step * PLACE, y, PLACE, ROW) for step in range(count)]


def _name_row(paper: Paper, entry: Entry, places: Sequence[str], y: float) -> None:
    base, person = y + ROW * 0.72, paper.inner - NUMBER - len(places) * PLACE
    paper.line_of(MARGIN, base, NUMBER - 2, str(entry.number), 9)
    paper.line_of(MARGIN + NUMBER, base, person - 2, entry.listed_name, 10, least=5)
    for box, place in zip(_columns(paper, y, len(places)), places, strict=True):
        paper.centred(box, place, 10)


def by_table(paper: Paper, facts: Facts) -> None:
    """List for each table who plays there in each round, to lie on the table."""
    numbers = sorted({number for one in facts.rounds for number in one.tables})
    y = paper.bottom
    for number in numbers:
        held = [one for one in facts.rounds if number in one.tables]
        for place, some in enumerate(portions(held, 20)):
            high = 17 + len(some) * CARD_ROW
            if place or y + high > paper.bottom:
                y = paper.headline(_("Seating by table"))
            y = _table_card(paper, facts, number, some, y)


def _table_card(paper: Paper, facts: Facts, number: int, rounds: Sequence[SeatedRound], y: float) -> float:
    paper.line_of(MARGIN, y + 6, 60, _("Table %(number)s") % {"number": number}, 13, bold=True)
    seated = [one.tables[number] for one in rounds]
    y = winds_head(paper, y + 1, ROUND, chairs_at(seated))
    for one in rounds:
        paper.line_of(MARGIN, y + CARD_ROW * 0.66, ROUND - 1, facts.named(one.round.number), 9)
        row = Box(MARGIN, y, paper.inner, CARD_ROW)
        _seated(paper, one.tables[number], row, ROUND, 9.5, chairs_at(seated))
        y += CARD_ROW
        rule(paper, y)
    return y + 7


def posters(paper: Paper, facts: Facts) -> None:
    """Write for each round who meets whom at which table, to hang up."""
    for one in facts.rounds:
        y, chairs = paper.bottom, chairs_at(one.tables.values())
        for table in one.tables.values():
            if y + POSTER_ROW > paper.bottom:
                y = winds_head(paper, paper.headline(facts.named(one.round.number)), TABLE, chairs)
            paper.line_of(MARGIN, y + POSTER_ROW * 0.68, TABLE - 1, str(table.number), 16, bold=True)
            _seated(paper, table, Box(MARGIN, y, paper.inner, POSTER_ROW), TABLE, 11, chairs)
            y += POSTER_ROW
            rule(paper, y)
        if one.resting:
            rests = ", ".join(f"{entry.number} {entry.name}" for entry in one.resting)
            paper.line_of(MARGIN, y + 6, paper.inner, _("Not drawn to play: %(names)s") % {"names": rests}, 9)


def chairs_at(tables: Iterable[SeatedTable]) -> tuple[str, ...]:
    """List the chairs that need a column: the four winds, and the fifth's where one sits."""
    fifth = any(scoring.FIFTH in table.places for table in tables)
    return scoring.CHAIRS if fifth else scoring.SEATS


def chair_name(seat: str) -> str:
    """Name a chair at the head of its column; the fifth's has its letter, for the tile beside has another."""
    return f"{seat} {wind_name(seat)}" if seat == scoring.FIFTH else wind_name(seat)


def winds_head(paper: Paper, y: float, first: float, chairs: Sequence[str]) -> float:
    """Write the heads of the chairs' columns after a first one; return where the rows begin.

    The fifth drew the white dragon (000:224).
    """
    wide = (paper.inner - first) / len(chairs)
    for place, seat in enumerate(chairs):
        x = MARGIN + first + place * wide
        paper.tiles.lay("DW" if seat == scoring.FIFTH else f"W{seat}", x + 1, y, WIND_TILE)
        paper.line_of(x + WIND_TILE + 3, y + 5.2, wide - WIND_TILE - 4, chair_name(seat), 10, bold=True)
    rule(paper, y + 8.6, INK)
    return y + 8.6


def _seated(
    paper: Paper, table: SeatedTable, row: Box, first: float, size: float, chairs: Sequence[str]
) -> None:
    """Write those of a table with their numbers, whoever sits there now."""
    wide = (row.wide - first) / len(chairs)
    for place, seat in enumerate(chairs):
        if seat in table.places:
            entry, x = table.places[seat].rows[-1].entry, row.x + first + place * wide
            paper.line_of(x + 1, row.y + row.high * 0.64, 7, str(entry.number), 8)
            paper.name_in(Box(x + 7.5, row.y, wide - 7.5, row.high), entry.name, size, least=5)


def rule(paper: Paper, y: float, grey: int = PALE) -> None:
    """Draw a line across the page."""
    paper.set_draw_color(grey)
    paper.line(MARGIN, y, paper.w - MARGIN, y)
    paper.set_draw_color(INK)


def portions(rows: Sequence[Each], most: int) -> Iterator[Sequence[Each]]:
    """Part a list into pieces of at most so many."""
    return (rows[start : start + most] for start in range(0, len(rows), most))


def timetable(paper: Paper, facts: Facts) -> None:
    """Write what happens when, large enough to be read on a wall."""
    for day, points in timetable_of(facts.competition):
        y = paper.bottom
        for one in points:
            if y + POSTER_ROW > paper.bottom:
                y = paper.headline(_("Timetable"), date_format(day, "l j F Y")) + 4
            base = y + POSTER_ROW * 0.7
            paper.line_of(MARGIN, base, 2 * TABLE, f"{one.at:%H:%M}", 15, bold=True)
            paper.line_of(MARGIN + 2 * TABLE, base, paper.inner * 0.5, one.what, 15)
            paper.line_of(MARGIN + 2 * TABLE + paper.inner * 0.52, base, paper.inner * 0.3, one.room, 12)
            y += POSTER_ROW
            rule(paper, y)
