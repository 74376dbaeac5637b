"""Write a competition as a workbook (XLSX) for people: standings, every deal, penalties, prizes; no formulas.

Numbers are numbers, and fractions are text, as no cell holds them exactly.
"""

import io
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext, pgettext
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournaments.models import Competition, DealVersion, Entry, Penalty, Seat, in_turn
from tournaments.publishing.exports import Cell, number_cell, standings_lines
from tournaments.selectors.explained import special_name
from tournaments.selectors.finals import Placed, placed_now
from tournaments.selectors.prizes import prizes_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.teams import TeamRow, standings_of_teams
from tournaments.wording.rounds import round_name
from tournaments.wording.tiles import wind_name

WIDEST = 40  # letters


def workbook(competition: Competition) -> bytes:
    """Write the sheets that have something to say."""
    book = Workbook(write_only=True)
    over = placed_now(competition)
    if any(one.stage for one in over):
        _sheet(book, gettext("Places"), _places(over))
    _sheet(book, gettext("Standings"), standings_lines(competition))
    if teams := standings_of_teams(competition, standings_of(competition)):
        _sheet(book, gettext("Teams"), _teams(teams))
    _sheet(book, gettext("Deals"), _deals(competition))
    _sheet(book, gettext("Adjustments"), _penalties(competition))
    if competition.prizes:
        _sheet(book, gettext("Prizes"), _prizes(competition))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _sheet(book: Any, title: str, lines: Iterable[list[Cell]]) -> None:
    """Write a sheet with its heading bold and in sight, its columns as wide as what they hold."""
    written = [*lines]
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for place, column in enumerate(zip(*written, strict=True), start=1):
        longest = max(len(_shown(cell)) for cell in column)
        sheet.column_dimensions[get_column_letter(place)].width = min(longest, WIDEST) + 2
    for number, line in enumerate(written):
        sheet.append([_cell(sheet, cell, bold=number == 0) for cell in line])


def _cell(sheet: Any, value: Cell, *, bold: bool) -> Any:
    cell = WriteOnlyCell(sheet, value if isinstance(value, int) else _shown(value))
    if isinstance(cell.value, str):
        cell.data_type = "s"  # a text that begins like a formula stays one
    if bold:
        cell.font = Font(bold=True)
    return cell


def _shown(value: Cell) -> str:
    """Write a cell as text; control characters, which no workbook may hold, become spaces."""
    if isinstance(value, str):
        return "".join(sign if sign.isprintable() else " " for sign in value)
    return number_cell(value)


def _places(over: Iterable[Placed]) -> Iterator[list[Cell]]:
    """List the places over all stages, each with the final that decided it."""
    yield [
        *(gettext("Place"), gettext("Number"), pgettext("of a person", "Name"), gettext("Club")),
        *(gettext("Decided by"), gettext("Total there")),
    ]
    for one in over:
        stage = one.stage.name if one.stage else ""
        yield [one.row.rank, one.number, one.row.name, one.row.club, stage, one.row.total]


def _teams(rows: Iterable[TeamRow]) -> Iterator[list[Cell]]:
    """List each team with its sum, and below it who counts and who does not."""
    yield [
        gettext("Place"),
        gettext("Team"),
        gettext("Number"),
        pgettext("of a person", "Name"),
        gettext("Total"),
        "",
    ]
    for team in rows:
        yield [team.rank, team.name, None, "", team.total, ""]
        for member in team.count:
            yield [None, "", member.number, member.name, member.total, gettext("counts")]
        for member in team.rest:
            yield [None, "", member.number, member.name, member.total, gettext("does not count")]


def _deals(competition: Competition) -> Iterator[list[Cell]]:
    """List what every deal that counts gave to each of its four players."""
    yield [
        *(gettext("Round"), gettext("Table"), gettext("Deal"), gettext("Wind"), gettext("Number")),
        *(
            pgettext("of a person", "Name"),
            gettext("Value"),
            gettext("Special hand"),
            gettext("Net"),
            gettext("Void"),
        ),
    ]
    versions = DealVersion.objects.current().filter(competition=competition).select_related("table__round")
    ordered = versions.order_by(*in_turn("table__round__"), "table__number", "number")
    for version in ordered.defer("content", "result").prefetch_related("scores__entry__player"):
        yield from _of_deal(competition, version)


def _of_deal(competition: Competition, version: DealVersion) -> Iterator[list[Cell]]:
    table = version.table
    called = str(round_name(competition, table.round.number))
    void = pgettext("of a deal", "void") if version.void else ""
    for row in sorted(version.scores.all(), key=lambda one: Seat.values.index(one.seat)):
        special = special_name(row.special)
        who = (wind_name(row.own_wind), row.entry.number, row.entry.name)
        yield [called, table.number, version.number, *who, row.value, special, row.net, void]


def _penalties(competition: Competition) -> Iterator[list[Cell]]:
    """List penalties against the standings and adjusted scores; penalties of a deal are in its nets."""
    yield [
        gettext("Round"),
        gettext("Number"),
        pgettext("of a person", "Name"),
        gettext("Points"),
        gettext("Reason"),
    ]
    found = Penalty.objects.filter(competition=competition, amount__isnull=False).order_by("pk")
    for one in found.select_related("round", "entry__player"):
        entry: Entry | None = one.entry
        who = (entry.number, entry.name) if entry else (None, "")
        yield [str(round_name(competition, one.round.number)), *who, one.amount, one.reason]


def _prizes(competition: Competition) -> Iterator[list[Cell]]:
    yield [gettext("Place"), pgettext("of a person", "Name"), gettext("Prize"), gettext("Reason")]
    for prize in prizes_of(competition):
        yield [prize.row.rank, prize.row.name, prize.each, prize.why]
