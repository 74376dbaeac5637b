"""Competitions for programs: created, read, set, published; their standings."""

from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from players.models import Club
from tournaments import access
from tournaments.api.filters import WHOLE, number_asked
from tournaments.api.organise import bodies, filters, output
from tournaments.api.organise.base import (
    CREATED,
    ProgramList,
    ProgramView,
    answer,
    checked,
    reads,
    takes,
)
from tournaments.api.organise.settings import fields_of
from tournaments.api.public.output import Shown, StandingsSerializer
from tournaments.models import ApiToken, Competition, League
from tournaments.powers import Power
from tournaments.selectors.stages import worth_of
from tournaments.selectors.standings import standings_of, whole
from tournaments.services import competitions


class Competitions(ProgramList):
    """The competitions that the program may look at, published or not, and new ones."""

    powers = {"POST": Power.CREATE}
    queryset = Competition.objects.select_related("club", "league").order_by("-date", "name", "pk")
    serializer_class = output.OrganisedCompetitionSerializer
    filterset_class = filters.CompetitionFilters

    def get_queryset(self) -> QuerySet[Competition]:
        mine = access.competitions_lent(cast(ApiToken, self.rights.token))
        return super().get_queryset().filter(pk__in=mine.values("pk"))

    @takes(bodies.NewCompetitionSerializer, output.OrganisedCompetitionSerializer, status=CREATED)
    def post(self, request: Request) -> Response:
        """Create a tournament, or with `league` a season; the same key gives the same one again."""
        sent = checked(bodies.NewCompetitionSerializer, request)
        club, key = self.club(sent.pop("club")), UUID(sent.pop("key"))
        kind = self.kind(club, sent.pop("league", None))
        usual = competitions.beginning(season="league" in kind)
        new = Competition(club=club, date=timezone.localdate(), **kind, **usual)
        fields = {**kind, **usual, **fields_of(sent, new)}
        made = competitions.competition_create(club=club, actor=self.actor, key=key, **fields)
        return answer(output.OrganisedCompetitionSerializer, made, CREATED)

    def club(self, slug: str) -> Club:
        """Find the club, where the program may create something; raises Http404."""
        club = Club.objects.filter(slug=slug).first()
        if club is None or not self.rights.may_in_club(self.needed, club):
            raise Http404
        return club

    def kind(self, club: Club, league: str | None) -> dict[str, Any]:
        """Say what is created; raises Http404 for a league that is not the club's."""
        if league is None:
            return {"kind": Competition.Kind.TOURNAMENT}
        found = League.objects.filter(club=club, slug=league).first()
        if found is None:
            raise Http404
        return {"kind": Competition.Kind.SEASON, "league": found}


class OneCompetition(ProgramView):
    """One competition with its settings."""

    powers = {"PATCH": Power.SETTINGS}

    @reads(output.OrganisedCompetitionSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Read a competition with its settings."""
        return answer(output.OrganisedCompetitionSerializer, self.competition())

    @takes(bodies.SettingsSerializer, output.OrganisedCompetitionSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings; what decides how deals are scored is fixed once a deal is recorded."""
        competition, sent = self.competition(), checked(bodies.SettingsSerializer, request)
        fields = fields_of(sent, competition)
        changed = competitions.competition_change(competition=competition, actor=self.actor, **fields)
        return answer(output.OrganisedCompetitionSerializer, changed)


class Publish(ProgramView):
    """Whether everybody sees a competition."""

    powers = {"POST": Power.SETTINGS}

    @takes(bodies.PublishedSerializer, output.OrganisedCompetitionSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Show a competition to everybody, or take it from the public pages again."""
        competition, told = self.competition(), checked(bodies.PublishedSerializer, request)
        told |= {"competition": competition, "actor": self.actor}
        return answer(output.OrganisedCompetitionSerializer, competitions.competition_publish(**told))


class ProgramStandings(ProgramView):
    """The standings as the staff see them, held back from readers or not."""

    asked = (OpenApiParameter("round", WHOLE, OpenApiParameter.QUERY),)

    @reads(StandingsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Rank the entries; `round` looks at the state after that round."""
        competition, number = self.competition(), number_asked(request, "round")
        rounds = list(competition.rounds.all())
        if number and number not in {one.number for one in rounds if not one.is_draft}:
            raise Http404
        table = standings_of(competition, round_number=whole(competition, number, rounds))
        shown = Shown(competition, table, worth_of(competition, rounds, table).state)
        return answer(StandingsSerializer, shown)
