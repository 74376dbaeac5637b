"""The standings, live: overall, through a round, or of one round alone; for a season with its meetings."""

from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournaments import access
from tournaments.models import Competition, DealVersion, Round
from tournaments.selectors import standings as selector
from tournaments.selectors.standings import MeetingCell, Row, Standings
from tournaments.standings import CRITERIA
from tournaments.views.public.answers import competition_page, edition, fragment, number_in, show

CACHED_SECONDS = 600
HEADINGS = {
    "mahjongs": _("Mah-jongs"),
    "given": _("Discards"),
    "best_round": _("Best round"),
    "head_to_head": _("Head to head"),
    "lot": _("Lot"),
}


@competition_page
def standings(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the standings with the way to every other view of them."""
    chosen = _chosen(request, competition)
    rounds = [one for one in access.visible_rounds(competition) if one.state in _played_states()]
    return show(
        request,
        "standings",
        competition=competition,
        rounds=rounds,
        chosen=chosen,
        body=body(competition, chosen),
        revision=competition.revision,
        part="standings",
    )


@fragment
def standings_fragment(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Give the part of the page that changes."""
    return HttpResponse(body(competition, _chosen(request, competition)))


def body(competition: Competition, chosen: dict[str, Any]) -> str:
    """Render the table once for each revision: a crowd that comes at once costs one rendering."""
    key = f"public:{competition.pk}:{competition.revision}:{chosen}:{get_language()}:{edition()}".replace(
        " ", ""
    )
    found: str | None = cache.get(key)
    if found is None:
        found = render_to_string("public/standings_body.html", _context(competition, chosen))
        cache.set(key, found, CACHED_SECONDS)
    return found


def _chosen(request: HttpRequest, competition: Competition) -> dict[str, Any]:
    """Read which standings are wanted; 404 for a round that is not played yet."""
    number = number_in(request, "round")
    alone = number_in(request, "alone") == 1
    if number is None:
        return {"round_number": None, "alone": False}
    played = access.visible_rounds(competition).filter(number=number, state__in=_played_states())
    if not played.exists():
        raise Http404
    return {"round_number": number, "alone": alone}


def _played_states() -> tuple[str, ...]:
    return (Round.State.RUNNING, Round.State.CLOSED)


def _context(competition: Competition, chosen: dict[str, Any]) -> dict[str, Any]:
    table = selector.standings_of(competition, **chosen)
    latest = DealVersion.objects.filter(competition=competition).order_by("-sequence").first()
    return {
        "competition": competition,
        "table": table,
        "lines": lines_of(table),
        "latest": latest,
        "is_season": competition.is_season and not table.alone,
        "has_net": _shows_net(competition, table),
        "has_adjustments": any(row.adjustment for row in table.rows),
        "columns": [(code, str(HEADINGS[code]), gettext(CRITERIA[code].name)) for code in _further(table)],
        "state": state_of(competition, table),
    }


def state_of(competition: Competition, table: Standings) -> str:
    """Say how final the table is: empty, provisional, through the rounds so far, or final."""
    if not any(row.deals for row in table.rows):
        return "empty"
    if table.provisional:
        return "provisional"
    to_come = competition.rounds.exclude(state=Round.State.CLOSED).exists()
    planned = (competition.planned_rounds or 0) > competition.rounds.count()
    overall = table.round is None and not table.alone
    return "so_far" if overall and (to_come or planned) else "final"


def _shows_net(competition: Competition, table: Standings) -> bool:
    return any(row.total != row.net + row.adjustment for row in table.rows) or competition.is_season


def _further(table: Standings) -> list[str]:
    return [code for code in table.criteria if code in HEADINGS]


def lines_of(table: Standings) -> list[dict[str, Any]]:
    """Give each row its further figures, and its tie-break where one decided the place."""
    lines = []
    before: Row | None = None
    for row in table.rows:
        figures = {figure.code: figure.amount for figure in row.figures}
        tied = before is not None and before.rank is not None and before.total == row.total
        lines.append(
            {
                "row": row,
                "figures": [figures.get(code) for code in _further(table)],
                "cells": _cells(row, table),
                "decision": row.decision if tied else None,
            }
        )
        before = row
    return lines


def _cells(row: Row, table: Standings) -> list[MeetingCell | None]:
    """Give a cell for every round held, None where the player was not there."""
    cells = {cell.round: cell for cell in row.rounds}
    return [cells.get(number) for number in table.held]
