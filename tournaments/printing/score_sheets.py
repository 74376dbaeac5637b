"""A score sheet for each table and round: who sits there, a line for each deal, limit and penalties at hand.

At a table of five the fifth seat has its column; who rests in a deal leaves it empty.

The code leads the staff to the table's page, where the sheet is typed in; each line bears the end of the
address of its deal.
"""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

import scoring
from scoring.wording import written
from tournaments.models import Round
from tournaments.printing.facts import Facts, penalties
from tournaments.printing.lists import chair_name, chairs_at, portions
from tournaments.printing.page import GREY, INK, MARGIN, PALE, Box, Paper
from tournaments.selectors.public import SeatedTable
from tournaments.wording.tiles import wind_name

USUAL = 16  # deals, where the round does not say
LEAST_ROW, MOST_ROW = 7.4, 14.0
FACTS = (15.0, 19.0, 19.0, 26.0)  # deal, East, mah-jong, discard
PENALTY_LINE, SIGNATURE, QR = 3.3, 13.0, 27.0
GRID_TOP, HEAD = 66.0, 10.0


def score_sheets(paper: Paper, facts: Facts) -> None:
    """Write the sheets of the rounds, table by table."""
    said = list(penalties(facts.rules))
    for one in facts.rounds:
        for table in one.tables.values():
            if facts.tables(table.number):
                _sheet(paper, facts, one.round, table, said)


def _sheet(paper: Paper, facts: Facts, round: Round, table: SeatedTable, penalties: list[str]) -> None:
    chairs = chairs_at([table])
    foot = 14 + PENALTY_LINE * len(penalties) + SIGNATURE
    most = int((paper.bottom - foot - GRID_TOP - 10) / LEAST_ROW) - 1
    for some in portions(range(1, (round.deals or USUAL) + 1), most):
        _head(paper, facts, round, table, chairs)
        high = min(MOST_ROW, (paper.bottom - foot - GRID_TOP - 10) / (len(some) + 1))
        form = partial(_form, paper, some, high, _limit(facts), penalties, foot, chairs)
        paper.forms.lay((*chairs, *some), form)
        paper.ink(GREY)
        for row, deal in enumerate(some):
            cell = Box(MARGIN, GRID_TOP + HEAD + row * high, FACTS[0], high)
            where = f"r{round.number}/t{table.number}/d{deal}"
            paper.centred(cell, where, 5, y=cell.y + high - 1.2)
        paper.ink(INK)


def _form(
    paper: Paper,
    deals: Sequence[int],
    high: float,
    limit: str,
    penalties: list[str],
    foot: float,
    chairs: Sequence[str],
) -> None:
    """Draw what is the same for every table and round."""
    paper.ink(GREY)
    said = _("The code opens the table’s page, where staff type this sheet in.")
    paper.line_of(MARGIN, 31, paper.inner - QR - 5, said, 7)
    paper.ink(INK)
    for seat, box in _seats(paper, chairs):
        paper.cells([box])
        paper.tiles.lay("DW" if seat == scoring.FIFTH else f"W{seat}", box.x + 2, box.y + 2, 7)
        paper.line_of(box.x + 11, box.y + 7, box.wide - 24, chair_name(seat), 10)
    y = _grid_head(paper, GRID_TOP, chairs)
    _grid(paper, len(deals), high, y, chairs)
    wall = _("wall")
    four = ("  " if len(chairs) == len(scoring.SEATS) else " ").join(chairs)
    for deal in deals:
        row = Box(MARGIN, y, paper.inner, high)
        _deal(paper, deal, (four, four, f"{four}  {wall}"), row)
        y += high
    _totals(paper, Box(MARGIN, y, paper.inner, high), chairs)
    _foot(paper, limit, penalties, paper.bottom - foot + 3, chairs)


def _seats(paper: Paper, chairs: Sequence[str]) -> list[tuple[str, Box]]:
    wide = paper.inner / len(chairs)
    return [(seat, Box(MARGIN + place * wide, 39, wide, 22)) for place, seat in enumerate(chairs)]


def _head(paper: Paper, facts: Facts, round: Round, table: SeatedTable, chairs: Sequence[str]) -> None:
    called = _("Table %(number)s") % {"number": table.number}
    paper.headline(f"{called} · {facts.named(round.number)}")
    x = paper.w - MARGIN - QR
    paper.set_fill_color(255)
    paper.rect(x - 3, 8, QR + 3, QR + 5, style="F")
    paper.qr(facts.address(round.number, table.number), x, 9, QR)
    where = f"{facts.competition.slug}/r{round.number}/t{table.number}"
    paper.ink(GREY)
    paper.line_of(MARGIN, 35, paper.inner - QR - 5, where, 7)
    paper.ink(INK)
    for seat, box in _seats(paper, chairs):
        _seat(paper, table, seat, box)


def _seat(paper: Paper, table: SeatedTable, seat: str, box: Box) -> None:
    if seat in table.places:
        entry = table.places[seat].rows[-1].entry
        paper.write_right(box.x + box.wide - 2, box.y + 7, str(entry.number), 10)
        name = Box(box.x + 1, box.y + 11.5, box.wide - 2, 10)
        paper.name_in(name, entry.name, 11, bold=True, least=5)


def _widths(paper: Paper, chairs: Sequence[str]) -> list[float]:
    """Give the columns of the grid: the facts of a deal, then value and payment of each chair."""
    rest = (paper.inner - sum(FACTS)) / len(chairs)
    return [*FACTS, *[rest * 0.44, rest * 0.56] * len(chairs)]


def _grid_head(paper: Paper, y: float, chairs: Sequence[str]) -> float:
    row = Box(MARGIN, y, paper.inner, HEAD)
    cells = row.columns(_widths(paper, chairs))
    for cell, head in zip(cells, [_("Deal"), _("East"), _("Mah-jong"), _("Discard")], strict=False):
        paper.centred(cell, head, 8, bold=True)
    for seat, value, paid in zip(chairs, cells[4::2], cells[5::2], strict=True):
        both = Box(value.x, y, value.wide + paid.wide, 5)
        paper.centred(both, chair_name(seat), 8, bold=True)
        paper.centred(Box(value.x, y + 5, value.wide, 5), _("hand"), 6.5)
        paper.centred(Box(paid.x, y + 5, paid.wide, 5), _("+ / −"), 6.5)
        paper.cells([both])
    paper.cells([*cells[:4], row])
    return y + row.high


def _grid(paper: Paper, rows: int, high: float, y: float, chairs: Sequence[str]) -> None:
    """Draw the lines between the deals, and between what is written of each."""
    cells = Box(MARGIN, y, paper.inner, rows * high).columns(_widths(paper, chairs))
    paper.set_draw_color(PALE)
    for place in range(1, rows):
        paper.line(MARGIN, y + place * high, paper.w - MARGIN, y + place * high)
    for cell in cells[5::2]:
        paper.line(cell.x, y, cell.x, y + cell.high)
    paper.set_draw_color(INK)
    for cell in [*cells[:4], *cells[4::2], Box(paper.w - MARGIN, y, 0, rows * high)]:
        paper.line(cell.x, y, cell.x, y + cell.high)


def _deal(paper: Paper, deal: int, ringed: Sequence[str], row: Box) -> None:
    """Write the number of a deal, and letters to be ringed."""
    cells, base = row.columns(FACTS), row.y + row.high * 0.5
    paper.centred(cells[0], str(deal), 10, bold=True, y=base)
    paper.ink(GREY)
    for cell, said in zip(cells[1:], ringed, strict=True):
        paper.centred(cell, said, 8.5, y=base)
    paper.ink(INK)


def _totals(paper: Paper, row: Box, chairs: Sequence[str]) -> None:
    cells = row.columns(_widths(paper, chairs))
    said = Box(row.x, row.y, sum(FACTS), row.high)
    paper.centred(said, _("Total"), 10, bold=True)
    both = [Box(a.x, a.y, a.wide + b.wide, a.high) for a, b in zip(cells[4::2], cells[5::2], strict=True)]
    paper.cells([said, *both])


def _foot(paper: Paper, limit: str, penalties: list[str], y: float, chairs: Sequence[str]) -> None:
    """Write the limit and the penalties, and lines to sign on."""
    paper.line_of(MARGIN, y + 3, paper.inner, limit, 8, bold=True)
    for place, said in enumerate(penalties, start=1):
        paper.line_of(MARGIN, y + 4 + PENALTY_LINE * place, paper.inner, said, 7, least=5)
    wide, base = paper.inner / len(chairs), paper.bottom - 3
    for place, seat in enumerate(chairs):
        x = MARGIN + place * wide
        paper.line(x, base - 3, x + wide - 4, base - 3)
        paper.line_of(x, base, wide - 4, _("signed by %(wind)s") % {"wind": wind_name(seat)}, 6.5)


def _limit(facts: Facts) -> str:
    rules, name = facts.rules, _(facts.rules.name)
    if rules.limit is None:
        return _("%(rules)s: no limit.") % {"rules": name}
    return _("%(rules)s: limit %(limit)s.") % {"rules": name, "limit": written(rules.limit)}
