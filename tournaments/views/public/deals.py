"""A table's deals, and one deal explained down to the line of the rules."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments import access
from tournaments.models import Competition, DealVersion, Seating, Table
from tournaments.selectors import history, rulings, tables
from tournaments.selectors.called import called_in, called_of
from tournaments.selectors.explained import explain
from tournaments.selectors.matters import are_on_deals
from tournaments.selectors.review import deals_under_review
from tournaments.views.arrivals import arrivals
from tournaments.views.public.answers import competition_page, show
from tournaments.views.public.pictures import nets_over_deals
from tournaments.views.public.rules import address_of


@competition_page
def table(
    request: HttpRequest, competition: Competition, round_number: int, table_number: int
) -> HttpResponse:
    """Show a table's deals with the winning hands, the nets and the running totals."""
    found = table_of(competition, round_number, table_number)
    held_back = not access.open_rounds(competition).filter(pk=found.round_id).exists()
    played = () if held_back else history.deals_of(found)
    others = list(Table.objects.filter(round=found.round).annotate(told=are_on_deals()).order_by("number"))
    return show(
        request,
        "table",
        competition=competition,
        table=found,
        round=found.round,
        deals=played,
        held_back=held_back,
        reviewed=() if held_back else deals_under_review(found),
        adjusted=[] if held_back else rulings.adjusted_at(found),
        has_matters=not held_back and any(one.told for one in others if one == found),
        seats=_seats(found, played),
        chart=nets_over_deals(played),
        others=others,
    )


def _seats(table: Table, played: Sequence[history.PlayedDeal]) -> list[dict[str, Any]]:
    """Say for each seat who was drawn to it, who took over, and what each person has so far."""
    seatings, policy = tables.seatings_of(table), table.round.competition.substitute_policy
    nets = ((deal.number, deal.version.net) for deal in played)
    totals, drawn = tables.totals_of(nets, seatings, policy), tables.first_sitters(seatings)
    shown = {seat: totals.pop(sitter.account(policy), 0) for seat, sitter in drawn.items()}
    names = called_of(row.entry for row in seatings)
    later = [_takeover(row, names, totals, policy) for row in seatings if row.from_deal > 1]
    return [
        {
            "seat": seat,
            "sitter": sitter,
            "name": names[sitter.entry.number],
            "total": shown[seat],
            "takeovers": [one for one in later if one["seat"] == seat],
        }
        for seat, sitter in drawn.items()
    ]


def _takeover(row: Seating, names: dict[int, str], totals: dict[int, int], policy: str) -> dict[str, Any]:
    """Say who took a seat over, and what he has; None where that is said already, here or on another seat."""
    account = tables.Sitter(row.entry, row.stands_for).account(policy)
    return {
        "seat": row.seat,
        "name": names[row.entry.number],
        "from_deal": row.from_deal,
        "total": totals.pop(account, None),
    }


@competition_page
def deal(
    request: HttpRequest, competition: Competition, round_number: int, table_number: int, deal_number: int
) -> HttpResponse:
    """Show the four hands of a deal with every line that counts, the payments, and its history."""
    found = table_of(competition, round_number, table_number)
    if not access.open_rounds(competition).filter(pk=found.round_id).exists():
        raise Http404
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
        explained=explained_of(current, competition.club.suit_words),
        changes=_changes(versions, competition),
        flags=history.flags_of(current),
        reviewed=deal_number in deals_under_review(found),
        rules_url=address_of(competition),
        **_neighbours(found, deal_number),
    )


def _changes(versions: Sequence[DealVersion], competition: Competition) -> list[history.Change]:
    """Tell the history of a deal, each version with how it came in if it was held first."""
    came_in = arrivals(versions, competition, named=False)
    told = history.versions_explained(versions, competition)
    return [
        replace(change, came_in=came_in.get(one.pk, "")) for change, one in zip(told, versions, strict=True)
    ]


def table_of(competition: Competition, round_number: int, table_number: int) -> Table:
    """Find a table whose round the public may see; raises Http404."""
    shown = Table.objects.filter(round__in=access.visible_rounds(competition)).select_related("round")
    found = get_object_or_404(shown, round__number=round_number, number=table_number)
    found.round.competition = competition
    return found


def explained_of(version: DealVersion, words: str) -> Any:
    """Explain a version with the names of those who played it, and the club's words for the suits."""
    names, net, position = called_in(version), version.net, version.position
    return explain(version.content, version.result, names=names, position=position, net=net, words=words)


def _neighbours(table: Table, number: int) -> dict[str, bool]:
    """Say which way one can turn the pages, and whether more is told; deals are numbered without gaps."""
    next_one = Exists(DealVersion.objects.filter(table=OuterRef("pk"), number=number + 1))
    asked = Table.objects.filter(pk=table.pk).annotate(later=next_one, told=are_on_deals(number=number))
    later, told = asked.values_list("later", "told").get()
    return {"earlier": number > 1, "later": later, "has_matters": told}
