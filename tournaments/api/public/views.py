"""The public read API: published competitions only, in pages, with an ETag, without cookies."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import scoring
from tournaments import access
from tournaments.api.errors import refusals
from tournaments.api.public import output
from tournaments.api.table.output import clock_json, deal_json
from tournaments.models import Competition, DealVersion, Entry, Round, Seating
from tournaments.selectors import standings

MOST_ROUNDS = 32_767


class Pages(PageNumberPagination):
    """Fifty to a page, two hundred at most."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


@method_decorator([gzip_page, conditional_page], name="dispatch")
class PublicView(APIView):
    """A view for everybody: no cookie is read, and an unchanged answer costs 304."""

    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers["Cache-Control"] = "public, no-cache"
        return response

    def competition(self) -> Competition:
        """Find the published competition of the address; raises Http404."""
        found = access.visible_competitions().filter(slug=self.kwargs["slug"]).first()
        if found is None:
            raise Http404
        return found


class ListView(PublicView):
    """A paged list; subclasses say which rows and how one is written."""

    pagination_class = Pages

    def rows(self) -> QuerySet[Any] | Sequence[Any]:
        raise NotImplementedError

    def row(self, one: Any) -> dict[str, Any]:
        raise NotImplementedError

    def get(self, request: Request, **address: Any) -> Response:
        """List them."""
        pages = self.pagination_class()
        page = pages.paginate_queryset(self.rows(), request, view=self)
        return pages.get_paginated_response([self.row(one) for one in page or ()])


def number_asked(request: Request, name: str) -> int | None:
    """Read a positive number from the query; raises ValidationError for anything else."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= MOST_ROUNDS and len(text) < 9):
        raise ValidationError({name: [ErrorDetail(_("A whole number is needed."), code="wrong_type")]})
    return int(text)


def asked(name: str) -> OpenApiParameter:
    """Describe a number in the query."""
    return OpenApiParameter(name, int, OpenApiParameter.QUERY)


def listing(shape: Any, *names: str) -> Any:
    """Describe a list in the OpenAPI document, for its own class alone: `get` is shared by all lists."""
    refused = refusals(404, 422) if names else refusals(404)
    told = extend_schema(
        responses={200: shape(many=True), **refused}, parameters=[asked(name) for name in names]
    )
    return extend_schema_view(get=told)


@listing(output.CompetitionShape)
class CompetitionsView(ListView):
    """Published competitions, newest first."""

    def rows(self) -> QuerySet[Competition]:
        return access.visible_competitions().order_by("-date", "name", "pk")

    def row(self, one: Competition) -> dict[str, Any]:
        return competition_json(one)


class CompetitionView(PublicView):
    """One published competition."""

    @extend_schema(responses={200: output.CompetitionShape, **refusals(404)})
    def get(self, request: Request, slug: str) -> Response:
        """Say what it is and under which rules it is played."""
        return Response(competition_json(self.competition()))


@listing(output.EntryShape)
class EntriesView(ListView):
    """Who is entered."""

    def rows(self) -> QuerySet[Entry]:
        return self.competition().entries.select_related("player__club").order_by("number")

    def row(self, one: Entry) -> dict[str, Any]:
        player = one.player
        return {
            "number": one.number,
            "name": one.name,
            "status": one.status,
            "team": one.team,
            "player": player.pk if player else None,
            "club": player.club.name if player and player.club else "",
        }


@listing(output.PublicRound)
class RoundsView(ListView):
    """The rounds whose seating is out."""

    def rows(self) -> QuerySet[Round]:
        return access.visible_rounds(self.competition()).order_by("number")

    def row(self, one: Round) -> dict[str, Any]:
        return {
            "number": one.number,
            "state": one.state,
            "date": one.date.isoformat() if one.date else None,
            "deals": one.deals,
            "minutes": one.minutes,
            **clock_json(one),
        }


@listing(output.SeatingShape, "round")
class SeatingView(ListView):
    """Who sits where, substitutes with the deal from which they sit."""

    def rows(self) -> Sequence[Any]:
        rounds = access.visible_rounds(self.competition())
        number = number_asked(self.request, "round")
        return seats_in(rounds.filter(number=number) if number else rounds)

    def row(self, one: Any) -> dict[str, Any]:
        return {
            "round": one.round.number,
            "table": one.table.number,
            "seat": one.seat,
            "entry": one.entry.number,
            "name": one.entry.name,
            "from_deal": one.from_deal,
            "stands_for": one.stands_for.number if one.stands_for else None,
        }


def seats_in(rounds: QuerySet[Round]) -> list[Seating]:
    """List the seats of rounds, table by table, East first."""
    rows = Seating.objects.filter(round__in=rounds)
    return sorted(rows.select_related("round", "table", "entry__player", "stands_for"), key=_in_order)


def _in_order(row: Seating) -> tuple[int, ...]:
    return row.round.number, row.table.number, scoring.SEATS.index(row.seat), row.from_deal


@listing(output.PublicDeal, "round", "table")
class DealsView(ListView):
    """What was played, each deal as it counts now, with its explanation."""

    def rows(self) -> QuerySet[DealVersion]:
        visible = access.visible_rounds(self.competition())
        found = DealVersion.objects.current().filter(table__round__in=visible)
        for name, column in (("round", "table__round__number"), ("table", "table__number")):
            number = number_asked(self.request, name)
            found = found.filter(**{column: number}) if number else found
        order = ("table__round__number", "table__number", "number")
        return (
            found.select_related("table__round", "competition")
            .prefetch_related("confirmations", "scores__entry__player")
            .order_by(*order)
        )

    def row(self, one: DealVersion) -> dict[str, Any]:
        place = {"round": one.table.round.number, "table": one.table.number}
        return place | deal_json(one, one.competition.confirmed_by)


class StandingsView(PublicView):
    """The standings, overall or through a round."""

    @extend_schema(
        responses={200: output.StandingsShape, **refusals(404, 422)},
        parameters=[asked("round"), OpenApiParameter("alone", bool, OpenApiParameter.QUERY)],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Rank the entries; `round` looks at the state after that round, `alone` at that round by itself."""
        competition = self.competition()
        number = number_asked(request, "round")
        if number and not access.visible_rounds(competition).filter(number=number).exists():
            raise Http404
        alone = request.query_params.get("alone") in ("1", "true")
        table = standings.standings_of(competition, round_number=number, alone=alone)
        return Response(
            {
                "competition": competition.slug,
                "revision": table.revision,
                "provisional": table.provisional,
                "unconfirmed": table.unconfirmed,
                "round": number,
                "criteria": list(table.criteria),
                "chain": competition.chain_head,
                "standings": [standings.row_json(row) for row in table.rows],
            }
        )


@listing(output.LeagueShape)
class LeaguesView(ListView):
    """Leagues with a published season."""

    def rows(self) -> Any:
        seasons = access.visible_competitions().order_by("-date")
        leagues = access.visible_leagues().select_related("club").order_by("name", "pk")
        return leagues.prefetch_related(Prefetch("seasons", seasons, to_attr="shown"))

    def row(self, one: Any) -> dict[str, Any]:
        seasons = [season.slug for season in one.shown]
        return {"slug": one.slug, "name": one.name, "club": one.club.name, "seasons": seasons}


@listing(output.PlayerShape)
class PlayersView(ListView):
    """People who are entered in a published competition."""

    def rows(self) -> Any:
        return access.visible_players()

    def row(self, one: Any) -> dict[str, Any]:
        return {
            "id": one.pk,
            "name": one.name,
            "club": one.club.name if one.club else "",
            "country": one.country,
        }


def competition_json(one: Competition) -> dict[str, Any]:
    """Say what a competition is."""
    return {
        "slug": one.slug,
        "name": one.name,
        "kind": one.kind,
        "club": one.club.name,
        "date": one.date.isoformat(),
        "league": one.league.slug if one.league else None,
        "rules": one.ruleset,
        "options": one.ruleset_options,
        "rules_hash": one.ruleset_hash,
        "revision": one.revision,
        "criteria": one.ranked_by,
        "confirmed_by": one.confirmed_by,
        "chain": one.chain_head,
    }
