"""Deals that wait for the referee, for programs."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.organise import bodies, output
from tournaments.api.organise.base import ProgramList, ProgramView, answer, checked, takes
from tournaments.models import HeldSubmission
from tournaments.powers import Power
from tournaments.services import held
from tournaments.services.corrections import REPLAY


class Held(ProgramList):
    """What tablets sent and the server could not record: those not ruled on, the oldest first."""

    powers = {"GET": Power.RULE}
    queryset = HeldSubmission.objects.order_by("pk")
    serializer_class = output.HeldDealSerializer

    def get_queryset(self) -> QuerySet[HeldSubmission]:
        waiting = HeldSubmission.objects.waiting().filter(competition=self.competition())
        return waiting.select_related("table__round").order_by("pk")


class HeldRule(ProgramView):
    """A ruling on a held deal."""

    powers = {"POST": Power.RULE}

    @takes(bodies.HeldRulingSerializer, output.HeldRulingSerializer)
    def post(self, request: Request, slug: str, held: int) -> Response:
        """Record it as the table's next deal, let it correct the recorded one, or leave it out, once."""
        competition, sent = self.competition(), checked(bodies.HeldRulingSerializer, request)
        found = get_object_or_404(HeldSubmission, competition=competition, pk=held)
        return answer(output.HeldRulingSerializer, self.ruled(found, sent))

    def ruled(self, found: HeldSubmission, sent: dict[str, str]) -> object:
        reason, decision = sent.get("reason", ""), sent["decision"]
        if decision == bodies.ACCEPT:
            return held.held_accept(held=found, actor=self.actor, reason=reason)
        if decision == bodies.DECLINE:
            return held.held_decline(held=found, reason=reason, actor=self.actor)
        mode = sent.get("mode", REPLAY)
        return held.held_accept_as_correction(held=found, mode=mode, reason=reason, actor=self.actor)
