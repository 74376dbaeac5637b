"""What was won: result sheets with what they are worth (provisional or official), and certificates."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording import written
from tournaments.models import Competition, Entry
from tournaments.printing.facts import Facts, Results
from tournaments.printing.lists import ROW, rule
from tournaments.printing.page import GREY, INK, MARGIN, Box, Paper, drawable, parted
from tournaments.ranking.standings import criterion_name
from tournaments.selectors.finals import Placed
from tournaments.selectors.ranked import Cell
from tournaments.selectors.stages import ANNOUNCED, OFFICIAL
from tournaments.selectors.standings import Row, Standings
from tournaments.wording.people import shared_among, told_apart

MOST_ROUNDS = 8
PLACE, TOTAL, ROUND, CLUB, STAGE = 14.0, 24.0, 14.0, 44.0, 34.0
LAID = ("WE", "WS", "WW", "WN", "DR", "DG", "DW")


def result_sheets(paper: Paper, facts: Facts) -> None:
    """List everybody by place, with what each round gave."""
    results = facts.results
    if results.over:
        _over_all_stages(paper, facts)
    shared = shared_among((row.name, row.number) for row in results.table.rows)
    held = results.table.held if len(results.table.held) <= MOST_ROUNDS else ()
    y = paper.bottom
    for row in results.table.rows:
        if y + ROW > paper.bottom - 6:
            y = _head(paper, facts, results, held)
        _line(paper, row, told_apart(row, shared), held, _signs(facts), y)
        y += ROW
        rule(paper, y)
    if results.table.rows:
        _explained(paper, facts, results.table, y + 5)


def _over_all_stages(paper: Paper, facts: Facts) -> None:
    """List the places over all stages, each with the final that decided it."""
    results, y = facts.results, paper.bottom
    shared = shared_among((one.row.name, one.number) for one in results.over)
    for one in results.over:
        if y + ROW > paper.bottom - 6:
            y = _head_over_all(paper, results)
        cells, base = _cells_over_all(paper, y), y + ROW * 0.72
        paper.line_of(MARGIN, base, PLACE, _place(one.row), 10, bold=True)
        paper.name_in(cells[1], told_apart(one.row._replace(number=one.number), shared), 10)
        paper.line_of(cells[2].x, base, CLUB - 2, one.row.club, 8, least=5)
        stage = one.stage.name if one.stage else ""
        paper.line_of(cells[3].x, base, STAGE - 2, stage, 8, least=5)
        paper.centred(cells[4], _amount(one.row.total, _signs(facts)), 10, bold=True)
        y += ROW
        rule(paper, y)


def _head_over_all(paper: Paper, results: Results) -> float:
    y = paper.headline(_("Places over all stages")) + 2
    said = _("Official") if results.final else _("Provisional")
    paper.line_of(MARGIN, y, paper.inner, said, 10, bold=True)
    y += 3
    cells, base = _cells_over_all(paper, y), y + ROW * 0.72
    paper.line_of(MARGIN, base, PLACE, _("Place"), 9, bold=True)
    paper.line_of(cells[3].x, base, STAGE - 2, _("Decided by"), 9, bold=True)
    paper.centred(cells[4], _("Total there"), 9, bold=True)
    rule(paper, y + ROW, INK)
    return y + ROW


def _cells_over_all(paper: Paper, y: float) -> list[Box]:
    name = paper.inner - PLACE - CLUB - STAGE - TOTAL
    return Box(MARGIN, y, paper.inner, ROW).columns([PLACE, name, CLUB, STAGE, TOTAL])


def _head(paper: Paper, facts: Facts, results: Results, held: Sequence[int]) -> float:
    title = _("Results")
    if results.after:
        after = facts.named(results.after, "inside")
        title = _("Results after %(round)s") % {"round": after}
    y = paper.headline(title) + 2
    paper.line_of(MARGIN, y, paper.inner, worth(results), 10, bold=True)
    y += 3
    paper.line_of(MARGIN, y + ROW * 0.72, PLACE, _("Place"), 9, bold=True)
    cells = _cells(paper, y, held)
    heads = [facts.named(number, "short") for number in held]
    for cell, head in zip(cells[-1 - len(held) :], [*heads, _("Total")], strict=True):
        paper.centred(cell, head, 9, bold=True)
    rule(paper, y + ROW, INK)
    return y + ROW


def worth(results: Results) -> str:
    """Say how official a table is."""
    state, closing = results.worth
    if state == "unconfirmed":
        count = results.table.unconfirmed
        said = ngettext(
            "Provisional: %(n)s deal is not confirmed", "Provisional: %(n)s deals are not confirmed", count
        )
        return said % {"n": count}
    if state == ANNOUNCED and not closing:
        return _("Provisional: not announced yet")
    if state == OFFICIAL and closing:
        at = date_format(timezone.localtime(closing.official_at), "j F Y, H:i")
        return _("Official, signed by two officials, %(at)s") % {"at": at}
    return {
        "empty": _("No deal has been recorded yet."),
        "provisional": _("Provisional: still being played"),
        "so_far": _("Official so far: more to come"),
        ANNOUNCED: _("Provisional: two officials have not signed yet"),
        OFFICIAL: _("Official"),
    }[state]


def _cells(paper: Paper, y: float, held: Sequence[int]) -> list[Box]:
    """Give the places of a line: place, name, club, rounds, total."""
    club = CLUB if len(held) <= MOST_ROUNDS / 2 else 0.0
    name = paper.inner - PLACE - club - ROUND * len(held) - TOTAL
    return Box(MARGIN, y, paper.inner, ROW).columns([PLACE, name, club, *[ROUND] * len(held), TOTAL])


def _line(paper: Paper, row: Row, name: str, held: Sequence[int], signed: bool, y: float) -> None:
    cells, base = _cells(paper, y, held), y + ROW * 0.72
    paper.line_of(MARGIN, base, PLACE, _place(row), 10, bold=True)
    paper.name_in(cells[1], name, 10)
    if cells[2].wide:
        paper.line_of(cells[2].x, base, cells[2].wide - 2, row.club, 8, least=5)
    gave = {cell.round: cell for cell in row.rounds}
    for cell, number in zip(cells[3:-1], held, strict=True):
        paper.centred(cell, _gave(row, gave.get(number), signed), 9)
    paper.centred(cells[-1], _amount(row.total, signed), 10, bold=True)


def _gave(row: Row, cell: Cell | None, signed: bool) -> str:
    """Write what a round gave: a dash for absence, in brackets what is dropped."""
    away = ("absent",) if row.status == Entry.Status.PLAYER else ("absent", "zero")
    if cell is None or cell.state in away:
        return "–"
    said = _amount(cell.amount, signed)
    return f"({said})" if cell.state == "dropped" else said


def _place(row: Row) -> str:
    """Write a place, with = where it is shared."""
    return "–" if row.rank is None else f"{row.rank}{'=' if row.shared else ''}"


def _signs(facts: Facts) -> bool:
    return facts.competition.credit_scheme == Competition.CreditScheme.NET


def _amount(amount: object, signed: bool) -> str:
    if amount is None:
        return "–"
    said = written(amount)  # type: ignore[arg-type]
    return f"+{said}" if signed and amount > 0 else said  # type: ignore[operator]


def _explained(paper: Paper, facts: Facts, table: Standings, y: float) -> None:
    """Say by what people stand in this order, and what proves the table later."""
    season = facts.competition.is_season
    names = ", ".join(_(criterion_name(code, season=season)) for code in table.criteria)
    paper.ink(GREY)
    paper.line_of(MARGIN, y, paper.inner, _("In order of: %(names)s.") % {"names": names}, 7)
    proof = _("Proof of revision %(revision)s: %(head)s") % {
        "revision": table.revision,
        "head": facts.competition.chain_head,
    }
    paper.line_of(MARGIN, y + 4, paper.inner, proof, 7, least=5)
    paper.ink(INK)


def certificates(paper: Paper, facts: Facts) -> None:
    """Write everybody who has a place, and did not withdraw, a certificate to sign."""
    erased = {one.name for one in facts.people if one.player and one.player.erased_at}
    for one in facts.placed:
        if one.row.name not in erased and one.row.status != Entry.Status.WITHDRAWN:
            _certificate(paper, facts, one, len(facts.placed))


def _certificate(paper: Paper, facts: Facts, placed: Placed, of: int) -> None:
    row = placed.row
    paper.add_page(orientation="landscape")
    wide = Box(MARGIN + 10, 0, paper.inner - 20, 0)
    for inset in (8.0, 9.5):
        paper.rect(inset, inset, paper.w - 2 * inset, paper.h - 2 * inset - 4)
    left = (paper.w - len(LAID) * 13) / 2
    for step, tile in enumerate(LAID):
        paper.tiles.lay(tile, left + step * 13, 20, 11)
    paper.centred(wide, _("Certificate"), 30, bold=True, y=54)
    paper.centred(wide, facts.competition.name, 18, y=68)
    paper.set_font("body", "B", 24)
    fits = paper.get_string_width(drawable(row.name)) <= wide.wide
    for step, said in enumerate([row.name] if fits else parted(row.name, 2)):
        paper.centred(wide, said, 32 if fits else 24, bold=True, y=(92 if fits else 86) + step * 11)
    paper.centred(wide, row.club, 14, y=106)
    paper.centred(wide, _achieved(row, of), 22, y=124)
    paper.centred(wide, _with_total(facts, placed), 14, y=134)
    _signatures(paper, facts)


def _with_total(facts: Facts, placed: Placed) -> str:
    """Say the total that decided the place, and in which final it did."""
    told = {"total": _amount(placed.row.total, _signs(facts))}
    if placed.stage is None:
        return _("with a total of %(total)s") % told
    return _("with a total of %(total)s in %(final)s") % {**told, "final": placed.stage.name}


def _achieved(row: Row, of: int) -> str:
    said = _("shared place %(place)s of %(count)s") if row.shared else _("place %(place)s of %(count)s")
    return said % {"place": row.rank, "count": of}


def _signatures(paper: Paper, facts: Facts) -> None:
    competition, base = facts.competition, paper.h - 30
    day = date_format(competition.date, "j F Y")
    words = (f"{competition.club.name}, {day}", _("tournament director"), _("referee"))
    wide = (paper.inner - 40) / len(words)
    for step, said in enumerate(words):
        x = MARGIN + 10 + step * (wide + 10)
        if step:
            paper.line(x, base - 5, x + wide, base - 5)
        paper.centred(Box(x, base, wide, 0), said, 10, y=base)
