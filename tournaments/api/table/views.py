"""The table protocol, version 1: what a tablet may ask. Skins over the services, a few lines each."""

from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments import access
from tournaments.api.answers import made, represent
from tournaments.api.authentication import IsTablet, TabletAuthentication, from_elsewhere, keep_token
from tournaments.api.errors import SENT, refusals, refusals_as
from tournaments.api.fields import StrictSerializer
from tournaments.api.parsers import StrictJSONParser
from tournaments.api.table import output, replies, shapes
from tournaments.api.table.input import (
    AgreementSerializer,
    CallBackSerializer,
    CallSerializer,
    CorrectionPreviewSerializer,
    CorrectionSerializer,
    HeartbeatSerializer,
    PairSerializer,
    PreviewSerializer,
    SubmissionSerializer,
    WordSerializer,
    WordsSerializer,
)
from tournaments.deal.consent import CONFIRM
from tournaments.deal.reckon import declaration_in
from tournaments.models import Device, Table
from tournaments.refusals import Refusal
from tournaments.services import agreements, confirmations, devices
from tournaments.services.deals import deal_preview, deal_submit, submission_of
from tournaments.services.table_corrections import correction_of, table_correct, table_correction_plan

STATUS = {"recorded": 201, "replayed": 200, "held": 202}


class ApiView(APIView):
    """A view of the API: strict JSON in, never kept by a cache."""

    parser_classes = [StrictJSONParser]

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        return response


class TabletView(ApiView):
    """A view for a paired tablet; the table comes from its token, never from the address."""

    authentication_classes = [TabletAuthentication]
    permission_classes = [IsTablet]

    @property
    def tablet(self) -> access.Tablet:
        """The tablet that asks; `IsTablet` let nobody else in."""
        return cast(access.Tablet, self.request.auth)

    @property
    def device(self) -> Device:
        return self.tablet.device

    @property
    def words(self) -> str:
        """The club's words for the suits."""
        return self.tablet.tiles.words

    def table(self) -> Table:
        table = access.table_for_tablet(self.tablet)
        if table is None:
            raise Refusal("no_running_round")
        return table


class PairView(ApiView):
    """Exchange a pairing code for a token."""

    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []

    @extend_schema(
        operation_id="pair",
        request=PairSerializer,
        responses={201: shapes.Paired, **refusals(403, 404, 409, 429, *SENT)},
    )
    def post(self, request: Request) -> Response:
        """Exchange a code, scanned or typed, for a token; the browser gets it as an HttpOnly cookie too."""
        if from_elsewhere(request):
            raise Refusal("cross_site")
        sent = checked(PairSerializer, request)
        paired = devices.device_pair(
            code=sent["code"], address=request.META["REMOTE_ADDR"], label=sent.get("label", "")
        )
        response = Response({"token": paired.token, "table": paired.device.table_number}, status=201)
        keep_token(response, paired.token)
        return response


class TableView(TabletView):
    """The tablet's table."""

    @extend_schema(operation_id="table", responses={200: shapes.TableState, **refusals(401)})
    def get(self, request: Request) -> Response:
        """Say who sits where, what was played, what is next and what is held."""
        device, table = self.device, access.table_for_tablet(self.tablet)
        return Response(output.table_json(table, device.competition, device.table_number, self.tablet.tiles))


class PreviewView(TabletView):
    """Work a deal out without recording it."""

    @extend_schema(
        operation_id="deal_preview",
        request=PreviewSerializer,
        responses={
            200: shapes.Preview,
            **refusals(401, 403, *SENT),
            **refusals_as(shapes.PreviewRefused, 409, 422),
        },
    )
    def post(self, request: Request) -> Response:
        """Say values, lines and payments; if faulty (422) every fault, and the values of sound hands."""
        checked(PreviewSerializer, request)
        table, body = self.table(), as_sent(request)
        content = declaration_in(body)
        try:
            preview = deal_preview(table=table, content=content, deal=body.get("deal"))
        except Refusal as refusal:
            part = replies.partial_json(table, content, self.words)
            return Response({**refusal.to_json(), **part}, status=refusal.status)
        return Response(replies.preview_json(preview, self.words))


class DealsView(TabletView):
    """The deals of the tablet's table."""

    @extend_schema(
        operation_id="deal_submit",
        request=SubmissionSerializer,
        responses={
            201: shapes.Receipt,
            200: shapes.Receipt,
            202: shapes.Receipt,
            **refusals(401, 403, 409, 429, *SENT),
        },
    )
    def post(self, request: Request) -> Response:
        """Submit a deal: recorded (201), answered as before (200), or held for the referee (202)."""
        sent = checked(SubmissionSerializer, request)
        table = access.table_for_submission(self.tablet, sent["seating_version"])
        receipt = deal_submit(table=table, submission=submission_of(as_sent(request)), device=self.device)
        return Response(replies.receipt_json(receipt, table, self.words), status=STATUS[receipt.status])


class CorrectView(TabletView):
    """A recorded deal, put right by its table."""

    @extend_schema(
        operation_id="deal_correct",
        request=CorrectionSerializer,
        responses={
            201: shapes.Receipt,
            200: shapes.Receipt,
            **refusals(401, 403, 404, 409, *SENT),
        },
    )
    def post(self, request: Request, number: int) -> Response:
        """Correct a deal while the round runs: recorded (201) or answered as before (200), never held."""
        sent = checked(CorrectionSerializer, request)
        if sent["deal"] != number:
            raise Refusal("deal_not_found", deal=number, table=self.device.table_number)
        table = access.table_for_submission(self.tablet, sent["seating_version"])
        correction = correction_of(as_sent(request))
        receipt = table_correct(table=table, correction=correction, device=self.device)
        return Response(replies.receipt_json(receipt, table, self.words), status=STATUS[receipt.status])


class CorrectPreviewView(TabletView):
    """What a table's correction would bring."""

    @extend_schema(
        operation_id="deal_correct_preview",
        request=CorrectionPreviewSerializer,
        responses={
            200: shapes.CorrectionPreview,
            **refusals(401, 403, *SENT),
            **refusals_as(shapes.PreviewRefused, 404, 409, 422),
        },
    )
    def post(self, request: Request, number: int) -> Response:
        """Say what the deal would come to, and which later deals would change with it."""
        checked(CorrectionPreviewSerializer, request)
        table, content = self.table(), declaration_in(as_sent(request))
        try:
            plan = table_correction_plan(table=table, number=number, content=content)
        except Refusal as refusal:
            part = replies.partial_json(table, content, self.words, number)
            return Response({**refusal.to_json(), **part}, status=refusal.status)
        return Response(replies.correction_json(plan, self.words))


class WordView(TabletView):
    """A player's word on a recorded deal."""

    word = CONFIRM

    @extend_schema(
        request=WordSerializer, responses={200: shapes.Words, **refusals(401, 403, 404, 409, *SENT)}
    )
    def post(self, request: Request, number: int) -> Response:
        """Confirm or dispute what was recorded, for one seat, bound to the content seen."""
        sent = checked(WordSerializer, request)
        version = confirmations.word_say(
            table=self.table(),
            number=number,
            seat=sent["seat"],
            word=self.word,
            sha256=sent["sha256"],
            device=self.device,
        )
        return Response(output.word_json(version))


class WordsView(TabletView):
    """A player's yes to several deals at once, where a table confirms together."""

    @extend_schema(
        operation_id="deals_confirm",
        request=WordsSerializer,
        responses={200: shapes.WordsOnDeals, **refusals(401, 403, 404, 409, *SENT)},
    )
    def post(self, request: Request) -> Response:
        """Confirm all of these deals for one seat, each bound to the content seen; all or none."""
        sent = checked(WordsSerializer, request)
        seen = [(one["deal"], one["sha256"]) for one in sent["seen"]]
        said = confirmations.deals_confirm(
            table=self.table(), seat=sent["seat"], seen=seen, device=self.device
        )
        return Response({"words": [output.word_json(version) for version in said]})


class AgreeView(TabletView):
    """What a table chooses at its first deal."""

    @extend_schema(
        operation_id="table_agree",
        request=AgreementSerializer,
        responses={200: shapes.AgreedShape, **refusals(401, 403, 409, *SENT)},
    )
    def post(self, request: Request) -> Response:
        """Keep when the players of this table confirm; who chooses otherwise afterwards is told (409)."""
        sent = checked(AgreementSerializer, request)
        table = access.table_for_submission(self.tablet, sent["seating_version"])
        agreement = agreements.table_agree(table=table, confirms=sent["confirms"], device=self.device)
        return Response(represent(shapes.AgreedShape, agreement))


class CallView(TabletView):
    """The referee's bell."""

    @extend_schema(
        operation_id="referee_call",
        request=CallSerializer,
        responses={200: shapes.CallSerializer, **refusals(401, 403, 409, *SENT)},
    )
    def post(self, request: Request) -> Response:
        """Call the referee; a call that waits is not made twice."""
        sent = checked(CallSerializer, request)
        table = self.table()
        devices.referee_call(table=table, device=self.device, reason=sent.get("reason", ""))
        return Response(output.call_json(table))


class CallBackView(TabletView):
    """A call taken back."""

    @extend_schema(
        operation_id="referee_call_take_back",
        request=CallBackSerializer,
        responses={200: shapes.Pulse, **refusals(401, 403, 409, *SENT)},
    )
    def post(self, request: Request) -> Response:
        """Take back a call that still waits; one that the referee has answered stays answered."""
        checked(CallBackSerializer, request)
        devices.referee_call_take_back(table=self.table(), device=self.device)
        return Response({"revision": self.device.competition.revision, "min_client": output.MIN_CLIENT})


class HeartbeatView(TabletView):
    """A sign of life."""

    @extend_schema(
        operation_id="heartbeat",
        request=HeartbeatSerializer,
        responses={200: shapes.Pulse, **refusals(401, 403, *SENT)},
    )
    def post(self, request: Request) -> Response:
        """Note what the tablet says of itself; answer what it must know at once."""
        devices.heartbeat(device=self.device, facts=checked(HeartbeatSerializer, request))
        competition = self.device.competition
        return Response({"revision": competition.revision, "min_client": output.MIN_CLIENT})


def checked(serializer: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """Check the shape of a body; raises ValidationError with every fault."""
    return cast(dict[str, Any], made(serializer).run_validation(request.data))


def as_sent(request: Request) -> dict[str, Any]:
    """Give a checked body as it came: its hash is what the tablet compares with the receipt."""
    return cast(dict[str, Any], request.data)
