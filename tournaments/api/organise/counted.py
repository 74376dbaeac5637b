"""Tournaments that count as meetings of a season, for programs: look, count, take over anew, take away."""

from typing import Any, cast

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.api.fields import StrictChoice, StrictList, StrictSerializer, Text
from tournaments.api.organise.base import CREATED, ProgramView, answer, checked, reads, takes
from tournaments.api.organise.bodies import Amount, number, reason
from tournaments.models import ApiToken, Competition
from tournaments.powers import Power
from tournaments.ranking import figures
from tournaments.ranking.seasons.elsewhere import AMONG, BEYOND, BY, EVERYBODY, NOTHING, PLACES, Way, written
from tournaments.refusals import Refusal
from tournaments.selectors import counted as selected
from tournaments.services import counted as services

MOST_PLACES = 200


# ------------------------------------------------------------------ what is sent
class WaySerializer(StrictSerializer):
    """How a place becomes a credit: `points` by place, or what the tournament gave; times `factor`."""

    by = StrictChoice(BY)
    points = StrictList(child=Amount(), max_length=MOST_PLACES, default=list)
    beyond = StrictChoice(BEYOND, default=NOTHING)
    among = StrictChoice(AMONG, default=EVERYBODY)
    factor = Amount(default="1")

    default_error_messages = {
        "points_unfit": _("Say what each place gives, and only by places."),
        "points_rise": _("A worse place cannot give more than a better one."),
    }

    def to_internal_value(self, data: Any) -> Way:
        sent = super().to_internal_value(data)
        points = tuple(map(figures.amount, sent["points"]))
        if bool(points) != (sent["by"] == PLACES):
            raise serializers.ValidationError({"points": [self._fault("points_unfit")]})
        if points != tuple(sorted(points, reverse=True)):
            raise serializers.ValidationError({"points": [self._fault("points_rise")]})
        return Way(sent["by"], points, sent["beyond"], sent["among"], figures.amount(sent["factor"]))


class LookSerializer(StrictSerializer):
    """Which tournament would count as which meeting, and how."""

    event = Text(most=80)
    meeting = number()
    way = WaySerializer()


class CountSerializer(LookSerializer):
    """The same, and the `mark` of what was shown of it."""

    seen = Text(most=64)


class TakeOverSerializer(StrictSerializer):
    """Why the results of now are taken over, and the `mark` of what was seen of them."""

    reason = reason()
    seen = Text(most=64)


class TakeAwaySerializer(StrictSerializer):
    """Why a tournament counts no more."""

    reason = reason()


# ------------------------------------------------------------------ what is answered
class WayReadSerializer(serializers.Serializer[Any]):
    """How places become credits."""

    by = serializers.ChoiceField(BY)
    points = serializers.ListField(child=serializers.CharField(), default=list)
    beyond = serializers.ChoiceField(BEYOND, default=NOTHING)
    among = serializers.ChoiceField(AMONG)
    factor = serializers.CharField()


class GivenSerializer(serializers.Serializer[Any]):
    """What somebody of the season gets, for which place, and with how many it is shared."""

    entry = serializers.IntegerField()
    credit = serializers.CharField()
    place = serializers.IntegerField()
    sharers = serializers.IntegerField()


class DiffersSerializer(serializers.Serializer[Any]):
    """Whose place or credit is otherwise by the results of now; null where there is none."""

    entry = serializers.IntegerField()
    place_then = serializers.IntegerField(allow_null=True)
    place_now = serializers.IntegerField(allow_null=True)
    credit_then = serializers.CharField(allow_null=True)
    credit_now = serializers.CharField(allow_null=True)


class ProposalSerializer(serializers.Serializer[Any]):
    """What a tournament would give, who played there and is nobody of the season, and the mark of it all."""

    mark = serializers.CharField()
    given = GivenSerializer(many=True)
    strangers = serializers.ListField(child=serializers.CharField())


class CountedSerializer(serializers.Serializer[Any]):
    """A tournament that counts; `differs` and `mark` are of its results of now, `unknown` says why not."""

    meeting = serializers.IntegerField()
    event = serializers.CharField()
    name = serializers.CharField()
    date = serializers.DateField()
    way = WayReadSerializer()
    given = GivenSerializer(many=True)
    differs = DiffersSerializer(many=True)
    mark = serializers.CharField(allow_null=True)
    unknown = serializers.CharField(allow_blank=True)


def counted_json(one: services.Compared) -> dict[str, Any]:
    """Say which tournament counts, what it gave, and what is otherwise now."""
    event = one.event
    return {
        "meeting": event.meeting,
        "event": event.slug,
        "name": event.name,
        "date": event.day,
        "way": written(event.way),
        "given": [
            given_json(entry, event.credits[entry], place, sharers)
            for entry, (place, sharers) in sorted(event.places.items())
        ],
        "differs": [differs_json(each) for each in one.differs],
        "mark": one.proposal and one.proposal.mark,
        "unknown": one.unknown,
    }


def given_json(entry: int, credit: figures.Amount, place: int, sharers: int) -> dict[str, Any]:
    """Say what one entry gets."""
    return {"entry": entry, "credit": figures.text(credit), "place": place, "sharers": sharers}


def differs_json(one: selected.Differing) -> dict[str, Any]:
    """Say what is otherwise of one entry."""
    credits = {name: getattr(one, name) for name in ("credit_then", "credit_now")}
    told = {name: None if credit is None else figures.text(credit) for name, credit in credits.items()}
    return {"entry": one.number, "place_then": one.place_then, "place_now": one.place_now, **told}


# ------------------------------------------------------------------ the addresses
class OfCounted(ProgramView):
    """What the addresses share; a tournament can be chosen as on the page of the season."""

    powers = {"POST": Power.SETTINGS}
    pagination_class = None  # type: ignore[assignment]  # a season has a few

    def season(self) -> Competition:
        if not self.competition().is_season:
            raise Refusal("policy_of_a_season")
        return self.competition()

    def tournament(self, slug: str) -> Competition:
        """Find a tournament in which members of the season are entered; raises Http404."""
        found = selected.candidates(self.season(), self.seen)
        chosen = next((one for one in found if one.slug == slug), None)
        if chosen is None:
            raise Http404
        return chosen

    @property
    def seen(self) -> QuerySet[Competition]:
        """List what the program may look at."""
        return access.competitions_lent(cast(ApiToken, self.rights.token))

    def told(self, meeting: int, status: int = 200) -> Response:
        """Answer with what counts as a meeting."""
        event = selected.events_of(self.season(), Competition.objects.all())[meeting]
        return answer(CountedSerializer, counted_json(services.compared(self.season(), event)), status)


class Tournaments(OfCounted):
    """The tournaments that count in a season."""

    powers = {"GET": Power.SETTINGS, "POST": Power.SETTINGS}

    @reads(CountedSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them, each compared with its results of now."""
        return Response([counted_json(one) for one in services.counted_in(self.season())])

    @takes(CountSerializer, CountedSerializer, status=CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Let a tournament count as a meeting without tables, or as the one after the last."""
        season, sent = self.season(), checked(CountSerializer, request)
        services.tournament_count(
            season=season,
            tournament=self.tournament(sent["event"]),
            meeting=sent["meeting"],
            way=sent["way"],
            seen=sent["seen"],
            actor=self.actor,
        )
        return self.told(sent["meeting"], CREATED)


class Look(OfCounted):
    """What a tournament would give."""

    @takes(LookSerializer, ProposalSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Work out who would get what; nothing is changed. Its mark is asked for when it is to count."""
        season, sent = self.season(), checked(LookSerializer, request)
        tournament = self.tournament(sent["event"])
        proposal = services.tournament_judge(season, tournament, sent["way"])
        services.meeting_judge(season, tournament, sent["meeting"])
        given = [given_json(entry, *one) for entry, one in sorted(proposal.given.items())]
        strangers = [one.name for one in proposal.strangers]
        return answer(ProposalSerializer, {"mark": proposal.mark, "given": given, "strangers": strangers})


class TakeOver(OfCounted):
    """The results of now of a tournament that counts."""

    @takes(TakeOverSerializer, CountedSerializer)
    def post(self, request: Request, slug: str, meeting: int) -> Response:
        """Take over anew what it gives, the same way; readers see the reason."""
        sent = checked(TakeOverSerializer, request)
        services.tournament_recount(season=self.season(), meeting=meeting, actor=self.actor, **sent)
        return self.told(meeting)


class TakeAway(OfCounted):
    """A tournament that counts no more."""

    @takes(TakeAwaySerializer, CountedSerializer(many=True))
    def post(self, request: Request, slug: str, meeting: int) -> Response:
        """Take it away; its meeting is one to come again. Answers with what counts still."""
        sent, season = checked(TakeAwaySerializer, request), self.season()
        services.tournament_uncount(season=season, meeting=meeting, actor=self.actor, **sent)
        return Response([counted_json(one) for one in services.counted_in(season)])
