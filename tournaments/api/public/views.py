"""The public read API: published competitions only, in pages, with an ETag, without cookies."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.db.models import Case, Prefetch, QuerySet, When
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter
from rest_framework.generics import GenericAPIView, ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

import scoring
from tournaments import access
from tournaments.api.filters import WHOLE, Pages, names_of, number_asked, refuse_unknown
from tournaments.api.public import filters, output
from tournaments.api.public.schema import PublicSchema
from tournaments.api.throttles import PerAddress
from tournaments.models import Competition, DealVersion, Entry, LineUp, Round, Seating
from tournaments.selectors import lineups
from tournaments.selectors.finals import placed
from tournaments.selectors.public import finals_shown, standings_shown
from tournaments.selectors.review import shown_under_review
from tournaments.selectors.stages import worth_of


@method_decorator([gzip_page, conditional_page], name="dispatch")
class PublicView(GenericAPIView[Any]):
    """A view for everybody: no cookie is read, and an unchanged answer costs 304."""

    schema = PublicSchema()
    authentication_classes = []
    permission_classes = []
    throttle_classes = [PerAddress]
    pagination_class = Pages
    asked: ClassVar[Sequence[OpenApiParameter]] = ()
    refused: ClassVar[Sequence[int]] = (404, 422, 429)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        refuse_unknown(request, names_of(self))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        # No cache may keep a 429 (RFC 6585): it is said to one address.
        response.headers["Cache-Control"] = "no-store" if response.status_code == 429 else "public, no-cache"
        return response

    def competition(self) -> Competition:
        """Find the published competition of the address; raises Http404."""
        return get_object_or_404(access.visible_competitions(), slug=self.kwargs["slug"])


class PublicList(PublicView, ListAPIView[Any]):
    """A list in pages; its `filterset_class` says what it can be asked for."""

    filter_backends = [DjangoFilterBackend]
    is_list = True


class CompetitionsView(PublicList):
    """Published competitions, newest first."""

    queryset = access.visible_competitions().order_by("-date", "name", "pk")
    serializer_class = output.CompetitionSerializer
    filterset_class = filters.CompetitionFilters


class CompetitionView(PublicView, RetrieveAPIView[Any]):
    """What a published competition is, and under which rules it is played."""

    queryset = access.visible_competitions()
    lookup_field = "slug"
    serializer_class = output.CompetitionSerializer


class EntriesView(PublicList):
    """Who is entered."""

    queryset = Entry.objects.select_related("player__club").order_by("number")
    serializer_class = output.EntrySerializer
    filterset_class = filters.EntryFilters

    def get_queryset(self) -> QuerySet[Entry]:
        return super().get_queryset().filter(competition=self.competition())


class RoundsView(PublicList):
    """The rounds whose seating is out."""

    queryset = Round.objects.order_by("number")
    serializer_class = output.RoundSerializer
    filterset_class = filters.RoundFilters

    def get_queryset(self) -> QuerySet[Round]:
        return access.visible_rounds(self.competition()).order_by("number")


class SeatingView(PublicList):
    """Who sits where, East first, substitutes with the deal from which they sit."""

    queryset = Seating.objects.select_related("round", "table", "entry__player", "stands_for").order_by(
        "round__number",
        "table__number",
        Case(*(When(seat=seat, then=place) for place, seat in enumerate(scoring.CHAIRS))),
        "from_deal",
    )
    serializer_class = output.SeatingSerializer
    filterset_class = filters.SeatingFilters

    def get_queryset(self) -> QuerySet[Seating]:
        return super().get_queryset().filter(round__in=access.visible_rounds(self.competition()))


class LineUpsView(PublicList):
    """Who counts for which team at which meeting, where the season says so; out as the seating is."""

    queryset = lineups.listed()
    serializer_class = output.LineUpSerializer
    filterset_class = filters.LineUpFilters

    def get_queryset(self) -> QuerySet[LineUp]:
        competition = self.competition()
        shown = access.visible_rounds(competition) if competition.has_line_ups else Round.objects.none()
        return super().get_queryset().filter(round__in=shown)


class DealsView(PublicList):
    """What was played, each deal as it counts now, with its explanation."""

    queryset = (
        DealVersion.objects.current()
        .select_related("table__round", "competition")
        .prefetch_related("confirmations", "scores__entry__player")
        .order_by("table__round__number", "table__number", "number")
    )
    serializer_class = output.DealSerializer
    filterset_class = filters.DealFilters

    def get_queryset(self) -> QuerySet[DealVersion]:
        return super().get_queryset().filter(table__round__in=access.open_rounds(self.competition()))


class StandingsView(PublicView, RetrieveAPIView[Any]):
    """The standings, overall or through a round."""

    queryset = access.visible_competitions()
    lookup_field = "slug"
    serializer_class = output.StandingsSerializer
    asked = (
        OpenApiParameter("round", WHOLE, OpenApiParameter.QUERY),
        OpenApiParameter("alone", bool, OpenApiParameter.QUERY),
    )

    def get(self, request: Request, *args: Any, **address: Any) -> Response:
        """Rank the entries; `round` looks at the state after that round, `alone` at that round by itself."""
        return super().get(request, *args, **address)

    def get_object(self) -> output.Shown:
        competition = self.competition()
        number = number_asked(self.request, "round")
        if number and not access.open_rounds(competition).filter(number=number).exists():
            raise Http404
        alone = self.request.query_params.get("alone") in ("1", "true")
        table = standings_shown(competition, round_number=number, alone=alone)
        rounds = list(competition.rounds.all())
        finals = [] if number else list(finals_shown(competition))
        return output.Shown(
            competition,
            table,
            worth_of(competition, rounds, table).state,
            shown_under_review(competition, round_number=number, alone=alone),
            placed(competition, finals_shown, standings_shown) if finals else (),
            any(standings_shown(one).provisional for one in finals),
        )


class LeaguesView(PublicList):
    """Leagues with a published season."""

    queryset = (
        access.visible_leagues()
        .select_related("club")
        .prefetch_related(
            Prefetch("seasons", access.visible_competitions().order_by("-date"), to_attr="shown")
        )
        .order_by("name", "pk")
    )
    serializer_class = output.LeagueSerializer
    filterset_class = filters.LeagueFilters


class PlayersView(PublicList):
    """People who are entered in a published competition."""

    queryset = access.visible_players()
    serializer_class = output.PlayerSerializer
    filterset_class = filters.PlayerFilters
