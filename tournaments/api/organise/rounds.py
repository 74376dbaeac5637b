"""Rounds for programs: drafted, published, started, closed; who sits where."""

import secrets
from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import Case, QuerySet, When
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

import scoring
from tournaments.api.organise import bodies, output
from tournaments.api.organise.base import (
    CREATED,
    NOTHING,
    ProgramList,
    ProgramView,
    answer,
    checked,
    reads,
    takes,
)
from tournaments.api.public import filters
from tournaments.api.public.output import LineUpSerializer, SeatingSerializer
from tournaments.models import Competition, Entry, LineUp, Round, Seating
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import lineups
from tournaments.services import rounds, seats
from tournaments.services.draws import HOUSE, Wishes

WITH_ALL = ("tables", "check_ins__entry")


class Rounds(ProgramList):
    """The rounds of a competition, drafts too, and the next meeting of a season."""

    powers = {"POST": Power.SEATING}
    queryset = Round.objects.prefetch_related(*WITH_ALL).order_by("number")
    serializer_class = output.OrganisedRoundSerializer
    filterset_class = filters.RoundFilters

    def get_queryset(self) -> QuerySet[Round]:
        return super().get_queryset().filter(competition=self.competition())

    @takes(bodies.MeetingSerializer, output.OrganisedRoundSerializer, status=CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Add an empty meeting; whoever says which number it is to have is told if that is there."""
        competition, sent = self.competition(), checked(bodies.MeetingSerializer, request)
        number = sent.pop("number", None)
        added = rounds.round_add(
            competition=competition, plan=rounds.RoundPlan(**sent), actor=self.actor, number=number
        )
        return answer(output.OrganisedRoundSerializer, added, CREATED)


class Draw(ProgramView):
    """The seating of a tournament."""

    powers = {"POST": Power.SEATING}

    @takes(bodies.DrawSerializer, output.RoundsSerializer, status=CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Draw rounds as drafts, or the next one by the standings; drafts before are drawn anew."""
        competition, sent = self.competition(), checked(bodies.DrawSerializer, request)
        drawn = self.drawn(competition, sent)
        shown = Round.objects.prefetch_related(*WITH_ALL).filter(pk__in=[one.pk for one in drawn])
        return answer(output.RoundsSerializer, {"rounds": shown.order_by("number")}, CREATED)

    def drawn(self, competition: Competition, sent: dict[str, Any]) -> list[Round]:
        if competition.is_season:
            raise Refusal("draw_of_meeting")
        seed = sent.get("seed", secrets.randbelow(bodies.MOST_SEED) + 1)
        wishes = Wishes(odd_tables=sent.get("odd_tables", HOUSE))
        whose: dict[str, Any] = {"competition": competition, "seed": seed, "actor": self.actor}
        whose["wishes"] = wishes
        if sent.get("by_standings"):
            return [rounds.round_draw_by_standings(**whose)]
        return rounds.round_draw(rounds=sent.get("rounds", 0), **whose)


class OneRound(ProgramView):
    """One round."""

    powers = {"DELETE": Power.SEATING}

    @reads(output.OrganisedRoundSerializer)
    def get(self, request: Request, slug: str, round: int) -> Response:
        """Read a round."""
        return answer(output.OrganisedRoundSerializer, self.round())

    @takes(None, None, status=NOTHING)
    def delete(self, request: Request, slug: str, round: int) -> Response:
        """Take away the last draft, such as a meeting that does not happen."""
        rounds.round_remove(round=self.round(), actor=self.actor)
        return Response(status=NOTHING)


class Move(ProgramView):
    """A step of a round; `step` is the service that does it."""

    step: ClassVar[Callable[..., object]]

    def moved(self, **told: Any) -> Response:
        """Do it, and answer the round as it is then."""
        type(self).step(round=self.round(), actor=self.actor, **told)
        return answer(output.OrganisedRoundSerializer, self.round())


class MeetingDraw(Move):
    """The tables of a meeting."""

    powers = {"POST": Power.SEATING}
    step = staticmethod(rounds.meeting_draw)

    @takes(bodies.NothingSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Make up the tables of a meeting from those who are here."""
        checked(bodies.NothingSerializer, request)
        return self.moved()


class MeetingCheckIn(Move):
    """Who is here at a meeting."""

    powers = {"POST": Power.CHECK_IN}
    step = staticmethod(rounds.check_in)

    @takes(bodies.HereSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Say who came to a meeting; the list replaces the one before."""
        competition, numbers = self.competition(), checked(bodies.HereSerializer, request)["entries"]
        here = list(Entry.objects.filter(competition=competition, number__in=numbers))
        if len(here) < len(numbers):
            raise Http404
        return self.moved(entries=here)


class Publish(Move):
    """The seating of a round shown to everybody."""

    powers = {"POST": Power.SEATING}
    step = staticmethod(rounds.round_publish)

    @takes(bodies.NothingSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Let everybody see the seating of a round."""
        checked(bodies.NothingSerializer, request)
        return self.moved()


class TakeBack(Move):
    """A published seating made a draft again."""

    powers = {"POST": Power.SEATING}
    step = staticmethod(rounds.round_take_back)

    @takes(bodies.ReasonSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Make a published round that has not started a draft again."""
        return self.moved(**checked(bodies.ReasonSerializer, request))


class Start(Move):
    """A round opened for deals."""

    powers = {"POST": Power.ROUNDS}
    step = staticmethod(rounds.round_start)

    @takes(bodies.NothingSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Open a published round for deals; one round of a competition runs at a time."""
        checked(bodies.NothingSerializer, request)
        return self.moved()


class Close(Move):
    """A round ended."""

    powers = {"POST": Power.ROUNDS}
    step = staticmethod(rounds.round_close)

    @takes(bodies.CloseSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """End a round; later deals are held for the referee."""
        return self.moved(**checked(bodies.CloseSerializer, request))


class Reopen(Move):
    """A round taken back into play."""

    powers = {"POST": Power.ROUNDS}
    step = staticmethod(rounds.round_reopen)

    @takes(bodies.NothingSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Take a closed round back into play."""
        checked(bodies.NothingSerializer, request)
        return self.moved()


class LineUps(ProgramList):
    """Who counts for which team at which meeting, drafts too."""

    queryset = lineups.listed()
    serializer_class = LineUpSerializer
    filterset_class = filters.LineUpFilters

    def get_queryset(self) -> QuerySet[LineUp]:
        return super().get_queryset().filter(round__competition=self.competition())


class Seats(ProgramList):
    """Who sits where, East first, drafts too."""

    queryset = Seating.objects.select_related("round", "table", "entry__player", "stands_for").order_by(
        "round__number",
        "table__number",
        Case(*(When(seat=seat, then=place) for place, seat in enumerate(scoring.CHAIRS))),
        "from_deal",
    )
    serializer_class = SeatingSerializer
    filterset_class = filters.SeatingFilters

    def get_queryset(self) -> QuerySet[Seating]:
        return super().get_queryset().filter(round__competition=self.competition())


class OfSeats(ProgramView):
    """A change of places before a round starts."""

    powers = {"POST": Power.SEATING}

    def seat(self, round: Round, told: dict[str, Any]) -> Seating:
        """Find a seat as it was seen; raises Refusal where somebody else has it by now."""
        rows = Seating.objects.select_related("entry__player", "stands_for", "round", "table")
        named = {"table__number": told["table"], "seat": told["seat"], "from_deal": 1}
        found = rows.filter(round=round, **named).first()
        if found is None:
            raise Refusal("seat_not_found")
        if found.entry.number != told["entry"]:
            raise Refusal("seats_moved", of=round.competition, round=round.number)
        return found

    def seated(self) -> Response:
        """Answer with the round as it is then."""
        return answer(output.OrganisedRoundSerializer, self.round())


class Exchange(OfSeats):
    """Two people who change places."""

    @takes(bodies.ExchangeSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Let two people of a round that has not started change places."""
        found, sent = self.round(), checked(bodies.ExchangeSerializer, request)
        first, second = (self.seat(found, sent[name]) for name in ("first", "second"))
        reason = sent.get("reason", "")
        seats.seats_exchange(round=found, first=first, second=second, actor=self.actor, reason=reason)
        return self.seated()


class Replace(OfSeats):
    """A seat given to somebody else."""

    @takes(bodies.ReplaceSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Give a seat of a round that has not started to somebody else, or to a house player."""
        found, sent = self.round(), checked(bodies.ReplaceSerializer, request)
        told: dict[str, Any] = {"seat": self.seat(found, sent), "reason": sent.get("reason", "")}
        told["entry"] = None if sent["by"] is None else self.entry(sent["by"])
        seats.seat_replace(round=found, actor=self.actor, **told)
        return self.seated()
