"""What referees decide, for programs: penalties against the standings, rulings, and what takes them back."""

from typing import Any
from uuid import UUID

from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.organise import bodies, filters, output
from tournaments.api.organise.base import CREATED, ProgramList, ProgramView, answer, checked, takes
from tournaments.models import Action, Penalty, Round
from tournaments.powers import Power
from tournaments.selectors.rulings import penalties_of
from tournaments.services import adjustments, penalties, ruled


class Penalties(ProgramList):
    """Penalties and what took them back, newest first, and new ones against the standings."""

    powers = {"GET": Power.RULE, "POST": Power.RULE}
    queryset = Penalty.objects.order_by("-pk")
    serializer_class = output.PenaltySerializer
    filterset_class = filters.PenaltyFilters

    def get_queryset(self) -> QuerySet[Penalty]:
        return penalties_of(self.competition())

    @takes(bodies.StandingsPenaltySerializer, output.PenaltySerializer, status=CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Take points off somebody's standings for a round; they are paid to nobody."""
        competition, sent = self.competition(), checked(bodies.StandingsPenaltySerializer, request)
        told: dict[str, Any] = {"reason": sent["reason"], "amount": sent["amount"], "key": UUID(sent["key"])}
        told |= {"round": get_object_or_404(Round, competition=competition, number=sent["round"])}
        made = penalties.standings_penalty(entry=self.entry(sent["entry"]), actor=self.actor, **told)
        return answer(output.PenaltySerializer, made, CREATED)


class PenaltyReverse(ProgramView):
    """A penalty taken back."""

    powers = {"POST": Power.RULE}

    @takes(bodies.ReversalSerializer, output.PenaltySerializer, status=CREATED)
    def post(self, request: Request, slug: str, penalty: int) -> Response:
        """Take a penalty or an adjusted score back: an entry that points to it."""
        found = get_object_or_404(penalties_of(self.competition()), pk=penalty)
        sent = checked(bodies.ReversalSerializer, request)
        told: dict[str, Any] = {"penalty": found, "reason": sent["reason"], "key": UUID(sent["key"])}
        told["actor"] = self.actor
        if found.is_adjustment:
            return answer(output.PenaltySerializer, adjustments.adjustment_reverse(**told)[0], CREATED)
        return answer(output.PenaltySerializer, penalties.penalty_reverse(**told), CREATED)


def rulings_of(competition: Any) -> QuerySet[Action]:
    """List what was ruled in a competition, newest first, and whether it was taken back."""
    lines = Action.objects.filter(competition=competition)
    back = lines.filter(verb=ruled.TAKEN_BACK)
    back = back.annotate(of=Cast(KT("facts__ruling"), BigIntegerField())).filter(of=OuterRef("pk"))
    given = lines.filter(verb=ruled.GIVEN).select_related("actor").order_by("-pk")
    return given.annotate(taken_back=Exists(back))


class Rulings(ProgramList):
    """What was ruled without any other effect, newest first, and new rulings."""

    powers = {"GET": Power.RULE, "POST": Power.RULE}
    queryset = Action.objects.order_by("-pk")
    serializer_class = output.WrittenRulingSerializer

    def get_queryset(self) -> QuerySet[Action]:
        return rulings_of(self.competition())

    @takes(bodies.RulingSerializer, output.WrittenRulingSerializer, status=CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Write a ruling down, once under its key; whoever sits at the table reads it."""
        competition, told = self.competition(), checked(bodies.RulingSerializer, request)
        told["round"] = get_object_or_404(Round, competition=competition, number=told["round"])
        told["round"].competition = competition
        told["entry"] = self.entry(told["entry"]) if "entry" in told else None
        told |= {"key": UUID(told["key"]), "question": told.get("question", ""), "actor": self.actor}
        made = ruled.ruling_write(**told)
        return answer(output.WrittenRulingSerializer, rulings_of(competition).get(pk=made.pk), CREATED)


class RulingTakeBack(ProgramView):
    """A ruling taken back."""

    powers = {"POST": Power.RULE}

    @takes(bodies.ReasonSerializer, output.WrittenRulingSerializer)
    def post(self, request: Request, slug: str, ruling: int) -> Response:
        """Take a ruling back; of two the second is told (`ruling_reversed`)."""
        competition = self.competition()
        found = get_object_or_404(rulings_of(competition), pk=ruling)
        told = checked(bodies.ReasonSerializer, request)
        ruled.ruling_take_back(ruling=found, competition=competition, actor=self.actor, **told)
        return answer(output.WrittenRulingSerializer, rulings_of(competition).get(pk=ruling))
