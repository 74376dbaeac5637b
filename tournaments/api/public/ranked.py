"""Ratings and rankings for everybody, as their pages show them: how a figure came about, with consent."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import RetrieveAPIView

from players.models import Club, Player
from tournaments.api.filters import day_asked
from tournaments.api.public.output import Amount
from tournaments.api.public.views import PublicList, PublicView
from tournaments.models import RatingList
from tournaments.ranking.mers import Part, Result, Turn, Weighed
from tournaments.ranking.skill import BEGINS, DOUBTS, SCALE
from tournaments.selectors import public, ratings
from tournaments.selectors.club_ranking import Line as Place
from tournaments.selectors.club_ranking import Ranked, Ranking, Story, ranking_of, story_of
from tournaments.selectors.ratings import Line, PlayedGame

ON = OpenApiParameter(
    "on", {"type": "string", "format": "date"}, description=str(gettext_lazy("as of this day; else of today"))
)


# ------------------------------------------------------------------ what is answered
class ListedSerializer(serializers.Serializer[Any]):
    """A place on a list, and whose it is."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = serializers.SerializerMethodField(
        help_text=gettext_lazy("null where it is not told how this came about")
    )
    name = serializers.CharField(source="player.name")

    def get_player(self, line: Any) -> int | None:
        return line.player.pk if line.is_told else None


class RatingSerializer(ListedSerializer):
    """The rating of a player: `begins` + `scale` × (`strength` − `doubts` × `doubt`), rounded."""

    rating = serializers.IntegerField(source="skill.shown")
    games = serializers.IntegerField(source="skill.games")
    strength = serializers.FloatField(source="skill.mu")
    doubt = serializers.FloatField(source="skill.sigma")


class MetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(source="player.name")
    place = serializers.IntegerField()


class GameSerializer(serializers.Serializer[PlayedGame]):
    """A table of a round, what it made of the rating, and who else was rated there."""

    game = serializers.IntegerField(source="step.games")
    competition = serializers.CharField(source="step.table.round.competition.slug")
    round = serializers.IntegerField(source="step.table.round.number")
    table = serializers.IntegerField(source="step.table.number")
    place = serializers.IntegerField(source="step.place")
    rating = serializers.IntegerField(source="skill.shown")
    change = serializers.IntegerField()
    strength = serializers.FloatField(source="skill.mu")
    doubt = serializers.FloatField(source="skill.sigma")
    others = MetSerializer(many=True)


class Told(NamedTuple):
    """A line of ratings with the games behind it."""

    line: Line
    games: Sequence[PlayedGame]


class RatedSerializer(serializers.Serializer[Told]):
    """How a player came to the own rating, the newest game first; `said` is the sum in words."""

    line = RatingSerializer()
    begins = serializers.SerializerMethodField()
    scale = serializers.SerializerMethodField()
    doubts = serializers.SerializerMethodField()
    said = serializers.SerializerMethodField()
    history = GameSerializer(source="games", many=True)

    def get_begins(self, _told: Told) -> int:
        return BEGINS

    def get_scale(self, _told: Told) -> int:
        return SCALE

    def get_doubts(self, _told: Told) -> int:
        return DOUBTS

    def get_said(self, told: Told) -> str:
        return told.line.skill.told(_)


class RankedSerializer(ListedSerializer):
    """A place on the ranking; `moved` is how many places up since the day before the newest tournament."""

    score = serializers.CharField(source="score.shown", help_text=gettext_lazy("with two decimals"))
    exact = Amount(source="score.value")
    tournaments = serializers.SerializerMethodField()
    moved = serializers.IntegerField(allow_null=True)

    def get_tournaments(self, line: Place) -> int:
        return len(line.score.weighed)


class EventSerializer(serializers.Serializer[Ranked]):
    """A tournament that counts in a ranking, and what its weight rests on."""

    competition = serializers.CharField(source="competition.slug")
    name = serializers.CharField(source="competition.name")
    date = serializers.DateField(source="day", help_text=gettext_lazy("its last day"))
    days = serializers.IntegerField(source="size.days")
    players = serializers.IntegerField(source="size.counted")
    countries = serializers.IntegerField(source="size.countries")
    weight = serializers.CharField(source="weight_said")


class ResultSerializer(serializers.Serializer[Any]):
    """A final place and how it counts today: `age` is 1, 1/2, or 0 where it counts no more."""

    competition = serializers.CharField()
    place = serializers.IntegerField()
    among = serializers.IntegerField()
    base = serializers.IntegerField()
    weight = serializers.CharField(help_text=gettext_lazy("of the tournament, before its age"))
    age = serializers.ChoiceField(choices=("0", "1/2", "1"))
    in_a = serializers.BooleanField()
    in_b = serializers.BooleanField()


class MeanSerializer(serializers.Serializer[Part]):
    """A weighted mean of the best results, each missing one a zero."""

    mean = Amount()
    taken = serializers.SerializerMethodField()
    missing = serializers.IntegerField()

    def get_taken(self, part: Part) -> int:
        return len(part.best)


class TurnSerializer(serializers.Serializer[Any]):
    """A day on which the score became another one, and by which tournaments; null: not on the list."""

    date = serializers.DateField()
    score = serializers.CharField(allow_null=True)
    came = serializers.ListField(child=serializers.CharField())
    halved = serializers.ListField(child=serializers.CharField())
    ended = serializers.ListField(child=serializers.CharField())


class StorySerializer(serializers.Serializer[Story]):
    """How a player came to the own score, the newest first; without a line for who is not on the list."""

    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    line = RankedSerializer(allow_null=True)
    a = MeanSerializer(source="line.score.a", default=None, allow_null=True)
    b = MeanSerializer(source="line.score.b", default=None, allow_null=True)
    said = serializers.SerializerMethodField()
    results = serializers.SerializerMethodField()
    history = serializers.SerializerMethodField()

    def get_said(self, story: Story) -> list[str]:
        return list(story.line.score.told(_)) if story.line else []

    @extend_schema_field(ResultSerializer(many=True))
    def get_results(self, story: Story) -> list[dict[str, Any]]:
        return [_result(*counted) for counted in story.counts()]

    @extend_schema_field(TurnSerializer(many=True))
    def get_history(self, story: Story) -> list[dict[str, Any]]:
        slugs = {result.event: event.competition.slug for event, result in story.results}
        return [_turn(one, slugs) for one in story.turns[::-1]]


def _result(event: Ranked, result: Result, weighed: Weighed | None) -> dict[str, Any]:
    return {
        "competition": event.competition.slug,
        "place": result.place,
        "among": result.among,
        "base": result.base,
        "weight": event.weight_said,
        "age": ("1" if weighed.is_whole else "1/2") if weighed else "0",
        "in_a": bool(weighed and weighed.in_a),
        "in_b": bool(weighed and weighed.in_b),
    }


def _turn(turn: Turn, slugs: Mapping[int, str]) -> dict[str, Any]:
    moves = {"came": turn.came, "halved": turn.halved, "ended": turn.ended}
    told = {name: [slugs[one.event] for one in results] for name, results in moves.items()}
    return {"date": turn.day.isoformat(), "score": turn.score.shown if turn.score else None, **told}


# ------------------------------------------------------------------ who answers
class OfClub(PublicView):
    """Something of a club that has published anything."""

    def club(self) -> Club:
        return get_object_or_404(public.visible_clubs(), slug=self.kwargs["slug"])

    def listed(self) -> RatingList:
        return ratings.list_of(self.club())


class OfLeague(PublicView):
    """Something of a league with a published season."""

    def listed(self) -> RatingList:
        league = get_object_or_404(public.visible_leagues(), slug=self.kwargs["slug"])
        return ratings.list_of(league.club, league)


class ClubRatingsView(OfClub, PublicList):
    """The ratings of a club, best first."""

    serializer_class = RatingSerializer
    filter_backends = []

    def get_queryset(self) -> Any:
        return ratings.lines_of(self.listed())


class LeagueRatingsView(OfLeague, PublicList):
    """The ratings of a league, best first."""

    serializer_class = RatingSerializer
    filter_backends = []

    def get_queryset(self) -> Any:
        return ratings.lines_of(self.listed())


def _told(listed: RatingList, player: int) -> Told:
    line = ratings.told_of(listed, player)
    if line is None:
        raise Http404
    return Told(line, ratings.history_of(listed, line.player)[::-1])


class ClubRatingView(OfClub, RetrieveAPIView[Any]):
    """How a player came to the own rating in a club, where that is told."""

    serializer_class = RatedSerializer

    def get_object(self) -> Told:
        return _told(self.listed(), self.kwargs["player"])


class LeagueRatingView(OfLeague, RetrieveAPIView[Any]):
    """How a player came to the own rating in a league, where that is told."""

    serializer_class = RatedSerializer

    def get_object(self) -> Told:
        return _told(self.listed(), self.kwargs["player"])


class OfRanking(OfClub, PublicList):
    """Something of the ranking of a club as of a day."""

    asked = (ON,)
    filter_backends = []

    def ranking(self) -> Ranking:
        club, today = self.club(), timezone.localdate()
        on = day_asked(self.request, "on") or today
        if on > today:
            raise Http404
        return ranking_of(club, on)


class RankingView(OfRanking):
    """The ranking of a club over its tournaments, best first."""

    serializer_class = RankedSerializer

    def get_queryset(self) -> Any:
        return self.ranking().lines


class EventsView(OfRanking):
    """The tournaments that count in the ranking of a club, newest first, with what each weighs."""

    serializer_class = EventSerializer

    def get_queryset(self) -> Any:
        return self.ranking().events


class StoryView(OfClub, RetrieveAPIView[Any]):
    """How a player came to the own score in the ranking of a club, where that is told."""

    serializer_class = StorySerializer

    def get_object(self) -> Story:
        person = get_object_or_404(Player.objects.with_profile(), pk=self.kwargs["player"])
        story = story_of(self.club(), person, timezone.localdate())
        if story is None:
            raise Http404
        return story
