"""Tables and their deals, for programs of the staff: read, entered, corrected, voided, penalised."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.organise import bodies, output
from tournaments.api.organise.base import CREATED, ProgramList, ProgramView, answer, checked, reads, takes
from tournaments.api.public import filters
from tournaments.api.public.output import DealSerializer, SeatingSerializer
from tournaments.api.table.output import table_json
from tournaments.api.table.shapes import TableState
from tournaments.deal.reckon import declaration_in
from tournaments.models import DealVersion, Table, in_turn
from tournaments.powers import Power
from tournaments.services import corrections, entering, penalties, seats
from tournaments.services.deals import Submission
from tournaments.tilefaces import Look


class Deals(ProgramList):
    """Every deal as it counts now, with its explanation."""

    queryset = (
        DealVersion.objects.current()
        .select_related("table__round", "competition")
        .prefetch_related("confirmations", "scores__entry__player")
        .order_by(*in_turn("table__round__"), "table__number", "number")
    )
    serializer_class = DealSerializer
    filterset_class = filters.DealFilters

    def get_queryset(self) -> QuerySet[DealVersion]:
        return super().get_queryset().filter(competition=self.competition())


class OneTable(ProgramView):
    """One table."""

    @reads(TableState)
    def get(self, request: Request, slug: str, round: int, table: int) -> Response:
        """Say who sits there, what was played, and what is next with its `context`, as a tablet reads it."""
        found = self.table()
        competition = found.round.competition
        return Response(table_json(found, competition, found.number, Look.of(competition.club)))


class EnterDeal(ProgramView):
    """The deals of a table, entered by the staff."""

    powers = {"POST": Power.SCORE}

    @takes(bodies.NewDealSerializer, DealSerializer, status=CREATED)
    def post(self, request: Request, slug: str, round: int, table: int) -> Response:
        """Record a table's next deal once under its key; a table that went on meanwhile says so."""
        found, sent = self.table(), checked(bodies.NewDealSerializer, request)
        version = entering.deal_enter(table=found, submission=submission(found, sent), actor=self.actor)
        return answer(DealSerializer, now(found, version.number), CREATED)


def submission(table: Table, sent: dict[str, Any]) -> Submission:
    """Give what was sent as the services take it."""
    content = declaration_in(sent)
    place = {"deal": sent["deal"], "context": sent["context"]}
    version = table.round.seating_version
    return Submission(
        key=UUID(sent["key"]), seating_version=version, content=content, body={**place, **content}, **place
    )


def now(table: Table, number: int) -> DealVersion:
    """Read a deal as it counts now."""
    return Deals.queryset.get(table=table, number=number)


class OfDeal(ProgramView):
    """A change of one recorded deal."""

    powers = {"POST": Power.RULE}

    def facts(self, table: Table, sent: dict[str, Any]) -> dict[str, Any]:
        """Give what every change of a deal is told."""
        named = {name: sent[name] for name in ("mode", "reason", "seen_version")}
        number = self.kwargs["deal"]
        return {**named, "table": table, "number": number, "actor": self.actor, "key": UUID(sent["key"])}

    def changed(self, table: Table, plan: corrections.Plan) -> Response:
        """Answer with the deal as it counts now, and which later ones changed with it."""
        later = [change.number for change in plan.changes[1:]]
        return answer(output.ChangedSerializer, {"deal": now(table, self.kwargs["deal"]), "later": later})


class Correct(OfDeal):
    """A recorded deal declared anew."""

    @takes(bodies.CorrectDealSerializer, output.ChangedSerializer)
    def post(self, request: Request, slug: str, round: int, table: int, deal: int) -> Response:
        """Correct a recorded deal; later deals are replayed or stay as played, as `mode` says."""
        found, sent = self.table(), checked(bodies.CorrectDealSerializer, request)
        told = self.facts(found, sent)
        return self.changed(found, corrections.deal_correct(**told, content=declaration_in(sent)))


class Void(OfDeal):
    """A recorded deal annulled."""

    @takes(bodies.ChangeSerializer, output.ChangedSerializer)
    def post(self, request: Request, slug: str, round: int, table: int, deal: int) -> Response:
        """Annul a recorded deal; nobody scores, wins or gives in it."""
        found, sent = self.table(), checked(bodies.ChangeSerializer, request)
        return self.changed(found, corrections.deal_void(**self.facts(found, sent)))


class Penalise(OfDeal):
    """A penalty on a recorded deal."""

    @takes(bodies.DealPenaltySerializer, output.PenaltySerializer, status=CREATED)
    def post(self, request: Request, slug: str, round: int, table: int, deal: int) -> Response:
        """Add a penalty of the rules to a recorded deal; its payment is a line of that deal."""
        found, sent = self.table(), checked(bodies.DealPenaltySerializer, request)
        event: dict[str, Any] = {name: sent[name] for name in ("code", "offender", "misled") if name in sent}
        told = {"reason": sent["reason"], "key": UUID(sent["key"]), "seen_version": sent["seen_version"]}
        made = penalties.penalty_impose(table=found, deal=deal, event=event, actor=self.actor, **told)
        return answer(output.PenaltySerializer, made, CREATED)


class Substitute(ProgramView):
    """Somebody who takes over a seat."""

    powers = {"POST": Power.RULE}

    @takes(bodies.SubstituteSerializer, SeatingSerializer, status=CREATED)
    def post(self, request: Request, slug: str, round: int, table: int) -> Response:
        """Give a seat to somebody else from a deal on; deals recorded since then become theirs."""
        found, sent = self.table(), checked(bodies.SubstituteSerializer, request)
        told: dict[str, Any] = {"seat": sent["seat"], "from_deal": sent["from_deal"], "actor": self.actor}
        taken = seats.seat_hand_over(table=found, who=self.entry(sent["entry"]), **told)
        return answer(SeatingSerializer, taken, CREATED)
