"""Who gets which prize, with places that are shared explained, to read out and to sign for."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.printing.facts import Facts
from tournaments.printing.lists import rule
from tournaments.printing.page import GREY, INK, MARGIN, Box, Paper

ROW = 13.0
PLACE, SUM, SIGNED = 14.0, 34.0, 40.0


def prize_list(paper: Paper, facts: Facts) -> None:
    """List the prizes by place."""
    y = paper.bottom
    for prize in facts.prizes:
        if y + ROW > paper.bottom:
            y = _head(paper)
        name = paper.inner - PLACE - SUM - SIGNED
        cells = Box(MARGIN, y, paper.inner, ROW).columns([PLACE, name, SUM, SIGNED])
        place = f"{prize.row.rank}{'=' if prize.row.shared else ''}"
        paper.line_of(MARGIN, y + 5.5, PLACE, place, 11, bold=True)
        paper.name_in(Box(cells[1].x, y, name, 8), prize.row.name, 11)
        paper.centred(Box(cells[2].x, y, SUM, 8), prize.each, 11, bold=True)
        paper.ink(GREY)
        paper.line_of(cells[1].x + 1, y + 11, name + SUM - 2, prize.why, 7, least=4.5)
        paper.line(cells[3].x + 2, y + 10, cells[3].x + SIGNED, y + 10)
        paper.ink(INK)
        y += ROW
        rule(paper, y)


def _head(paper: Paper) -> float:
    y = paper.headline(_("Prizes"))
    paper.line_of(MARGIN, y + 4, PLACE, _("Place"), 9, bold=True)
    paper.centred(Box(paper.w - MARGIN - SUM - SIGNED, y, SUM, 6), _("Prize"), 9, bold=True)
    paper.line_of(
        paper.w - MARGIN - SIGNED + 2, y + 4, SIGNED - 2, pgettext("signed for", "received"), 9, bold=True
    )
    rule(paper, y + 6, INK)
    return y + 6
