"""One player in one competition: every round, every deal, and what each figure is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from tournaments import access
from tournaments.models import Competition, Entry, ScoreRow, in_turn
from tournaments.ranking import figures
from tournaments.ranking.figures import Amount, Figure
from tournaments.ranking.standings import criterion_name
from tournaments.selectors import public
from tournaments.selectors.counted import events_of
from tournaments.selectors.explained import special_of
from tournaments.selectors.finals import Placed, placed
from tournaments.selectors.standings import Cell, Row
from tournaments.sittings import meeting_of
from tournaments.views.public.answers import competition_page, show


@dataclass(frozen=True, slots=True)
class DealLine:
    """What one deal brought the player, and what was played for."""

    row: ScoreRow
    special: str

    @property
    def number(self) -> int:
        return self.row.version.number


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A player's round: the table, its deals with the sum, and what the round gave in the standings."""

    round: int
    table: int
    deals: tuple[DealLine, ...]
    net: int
    cell: Cell | None
    is_first: bool  # of this round or meeting: an address on the page means one place

    @property
    def meeting(self) -> int:
        return meeting_of(self.round)


@dataclass(frozen=True, slots=True)
class ExplainedFigure:
    """A figure of the standings with its sentences, one for each round and with that round's table."""

    name: str
    amount: Amount | None
    sentences: tuple[tuple[int, int | None, str], ...]


@competition_page
def entry(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Show what a player did, from the place in the standings down to each deal."""
    found = get_object_or_404(public.entries_of(competition), number=number)
    row = next((one for one in public.standings_shown(competition).rows if one.number == number), None)
    if row is None:
        raise Http404
    lines = _rounds(_scores(competition, found), row)
    occasion = "meeting" if competition.is_season else "round"
    explained = tuple(_explained(figure, lines, occasion) for figure in row.figures if figure.parts)
    return show(
        request,
        "entry",
        competition=competition,
        entry=found,
        row=row,
        rounds=lines,
        figures=explained,
        counted=events_of(competition),
        missed=_missed(row, lines),
        over_all=_over_all(competition, found),
        held_back=access.results_through(competition) is not None,
        places=public.places_of(found),
        says_more=competition.is_season or competition.credit_scheme != competition.CreditScheme.NET,
    )


def _over_all(competition: Competition, entry: Entry) -> Placed | None:
    """Give the place over all stages, once finals of the event decide some."""
    ranked = placed(competition, public.finals_shown, public.standings_shown)
    return next((one for one in ranked if one.number == entry.number), None)


def _scores(competition: Competition, entry: Entry) -> Sequence[ScoreRow]:
    rows = ScoreRow.objects.filter(
        version__table__round__in=access.open_rounds(competition),
        version__superseded_by__isnull=True,
        entry=entry,
    ).select_related("version__table__round", "stands_for__player")
    in_order = (*in_turn("version__table__round__"), "version__table__number", "version__number")
    return list(rows.order_by(*in_order))


def _rounds(scores: Sequence[ScoreRow], row: Row) -> tuple[RoundLine, ...]:
    cells = {cell.round: cell for cell in row.rounds}
    lines: list[RoundLine] = []
    for (number, table), run in groupby(scores, key=_place_of):
        is_first = not any(line.meeting == meeting_of(number) for line in lines)
        lines.append(_round(number, table, tuple(run), cells.get(meeting_of(number)), is_first))
    return tuple(lines)


def _place_of(score: ScoreRow) -> tuple[int, int]:
    return score.version.table.round.number, score.version.table.number


def _round(
    number: int, table: int, scores: tuple[ScoreRow, ...], cell: Cell | None, is_first: bool
) -> RoundLine:
    deals = tuple(DealLine(score, special_of(score.version.result, score.seat)) for score in scores)
    return RoundLine(number, table, deals, sum(score.net for score in scores), cell, is_first)


def _explained(figure: Figure, lines: Sequence[RoundLine], occasion: str) -> ExplainedFigure:
    several = {line.meeting for line in lines if line.round != line.meeting}
    tables = {line.round: line.table for line in lines if line.meeting not in several}
    numbers = [int(str(number)) for number, _run in groupby(figure.parts, key=lambda part: part.round)]
    said = figures.sentences(figure.parts, occasion, gettext)
    told = tuple((number, tables.get(number), text) for number, text in zip(numbers, said, strict=True))
    name = criterion_name(figure.code, season=occasion == "meeting")
    return ExplainedFigure(gettext(name), figure.amount, told)


def _missed(row: Row, lines: Sequence[RoundLine]) -> tuple[Cell, ...]:
    """List the meetings at which the player sat at no table."""
    played = {line.meeting for line in lines}
    return tuple(cell for cell in row.rounds if cell.round not in played)
