"""A table's deals, and one deal explained down to the line of the rules."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments import access
from tournaments.models import Competition, DealVersion, Table
from tournaments.selectors import history, tables
from tournaments.selectors.explained import explain
from tournaments.views.public.answers import competition_page, show
from tournaments.views.public.rules import address_of


@competition_page
def table(
    request: HttpRequest, competition: Competition, round_number: int, table_number: int
) -> HttpResponse:
    """Show a table's deals with the winning hands, the nets and the running totals."""
    found = table_of(competition, round_number, table_number)
    played = history.deals_of(found)
    others = Table.objects.filter(round=found.round).order_by("number")
    return show(
        request,
        "table",
        competition=competition,
        table=found,
        round=found.round,
        deals=played,
        seats=_seats(found, played),
        others=others,
    )


def _seats(table: Table, played: Sequence[history.PlayedDeal]) -> list[dict[str, Any]]:
    """Say for each seat who was drawn to it, who took over, and its total so far."""
    seatings = tables.seatings_of(table)
    totals = {score.seat: score.total for score in played[-1].scores} if played else {}
    return [
        {
            "seat": seat,
            "sitter": sitter,
            "total": totals.get(seat, 0),
            "takeovers": [row for row in seatings if row.seat == seat and row.from_deal > 1],
        }
        for seat, sitter in tables.sitters_among(seatings, 1).items()
    ]


@competition_page
def deal(
    request: HttpRequest, competition: Competition, round_number: int, table_number: int, deal_number: int
) -> HttpResponse:
    """Show the four hands of a deal with every line that counts, the payments, and its history."""
    found = table_of(competition, round_number, table_number)
    versions = list(
        tables.table_deals(found).filter(number=deal_number).select_related("supersedes", "actor")
    )
    if not versions:
        raise Http404
    current = versions[-1]
    return show(
        request,
        "deal",
        competition=competition,
        table=found,
        round=found.round,
        version=current,
        explained=explained_of(current),
        changes=history.versions_explained(versions, competition),
        flags=history.flags_of(current),
        rules_url=address_of(competition),
        **_neighbours(found, deal_number),
    )


def table_of(competition: Competition, round_number: int, table_number: int) -> Table:
    """Find a table whose round the public may see; raises Http404."""
    shown = Table.objects.filter(round__in=access.visible_rounds(competition)).select_related("round")
    return get_object_or_404(shown, round__number=round_number, number=table_number)


def explained_of(version: DealVersion) -> Any:
    """Explain a version with the names of those who played it."""
    names = history.names_of(history.scores_by_seat(version))
    return explain(version.content, version.result, names=names, east=version.east, net=version.net)


def _neighbours(table: Table, number: int) -> dict[str, bool]:
    """Say which way one can turn the pages; deals are numbered without gaps."""
    later = DealVersion.objects.filter(table=table, number=number + 1).exists()
    return {"earlier": number > 1, "later": later}
