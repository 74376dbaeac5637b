"""What all addresses for programs share: the door, the scope that each takes, how each is described."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol, TypeVar, cast

from django.contrib.auth.models import User
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.api.answers import made, represent
from tournaments.api.authentication import SAFE, ProgramAuthentication
from tournaments.api.errors import SENT, refusals
from tournaments.api.fields import StrictSerializer
from tournaments.api.filters import Pages, names_of, refuse_unknown
from tournaments.api.parsers import StrictJSONParser
from tournaments.api.public.schema import TAG, UNCHANGED
from tournaments.api.throttles import PerToken
from tournaments.models import Competition, Entry, Round, Table
from tournaments.powers import Power
from tournaments.refusals import Refusal

ALWAYS = (401, 403, 404, 422, 429)  # what any address for programs may answer
CREATED, NOTHING = 201, 204
Method = TypeVar("Method", bound=Callable[..., Response])


class Described(Protocol):
    """What describes a method leaves it as it is."""

    def __call__(self, method: Method, /) -> Method: ...


class ProgramSchema(AutoSchema):
    """Say of each address which scope it takes, and that what is read has a tag."""

    view: Any

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular's takes nothing
        scope = self.view.powers.get(self.method, Power.LOOK)
        told = str(_("Takes the scope `%(scope)s`.")) % {"scope": scope.value}
        return f"{super().get_description()}\n\n{told}".strip()

    def get_override_parameters(self) -> list[Any]:
        tag = [TAG] if self.method == "GET" else []
        return [*super().get_override_parameters(), *getattr(self.view, "asked", ()), *tag]

    def get_response_serializers(self) -> Any:
        told = super().get_response_serializers()
        if isinstance(told, dict):
            return told
        return {200: told, 304: UNCHANGED, **refusals(*ALWAYS, of_programs=True)}


def reads(answer: Any, *also: int) -> Described:
    """Describe a GET by what it answers, and how it may refuse beside what every address does."""
    told = {200: answer, 304: UNCHANGED, **refusals(*ALWAYS, *also, of_programs=True)}
    return extend_schema(responses=told)


def takes(sent: Any, answer: Any, *, status: int = 200) -> Described:
    """Describe a write: what it takes, what it answers, and the refusals beside those of every address."""
    given = {status: answer or OpenApiResponse(description=str(_("Done.")))}
    body = SENT if sent else ()
    refused = refusals(*ALWAYS, 409, *body, of_programs=True)
    return extend_schema(request=sent, responses=given | refused)


@method_decorator([gzip_page, conditional_page], name="dispatch")
class ProgramView(GenericAPIView[Any]):
    """An address for programs; `powers` says by method which one it takes, which is the scope, too."""

    schema = ProgramSchema()
    parser_classes = [StrictJSONParser]
    authentication_classes = [ProgramAuthentication]
    permission_classes = [IsAuthenticated]
    throttle_classes = [PerToken]
    metadata_class = None  # what an address takes is said by the OpenAPI document
    pagination_class = Pages
    powers: ClassVar[Mapping[str, Power]] = {}
    found: Competition

    @property
    def needed(self) -> Power:
        return self.powers.get(self.request.method or "", Power.LOOK)

    @property
    def rights(self) -> access.Rights:
        """Give what the program may do; nobody else is let in."""
        return cast(access.Rights, self.request.auth)

    @property
    def actor(self) -> User:
        """Give whom the program acts for."""
        return cast(User, self.request.user)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        refuse_unknown(request, names_of(self))
        if self.rights.token and self.needed not in self.rights.token.scopes:
            raise Refusal("token_lacks", scope=self.needed.value)
        if "slug" in self.kwargs:  # before the body is looked at: what is not there says nothing of it
            self.found = access.competition_for(self.rights, self.kwargs["slug"], self.needed)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        kept = request.method in SAFE and response.status_code < 400
        response.headers["Cache-Control"] = "private, no-cache" if kept else "no-store"
        return response

    def competition(self) -> Competition:
        """Give the competition of the address, which `initial` found."""
        return self.found

    def round(self) -> Round:
        """Find the round of the address."""
        rounds = Round.objects.select_related("competition__club")
        return get_object_or_404(rounds, competition=self.competition(), number=self.kwargs["round"])

    def table(self) -> Table:
        """Find the table of the address; a scorer may have the power at some tables only."""
        competition, number = self.competition(), self.kwargs["table"]
        table = access.table_in(competition, self.kwargs["round"], number)
        if not self.rights.at_table(self.needed, competition, number):
            raise Refusal("table_not_yours", table=number)
        return table

    def entry(self, number: int | None = None) -> Entry:
        """Find an entry of the competition by its number, that of the address where none is said."""
        competition = self.competition()
        entries = Entry.objects.select_related("player__club", "arrival", "team")
        found = get_object_or_404(
            entries, competition=competition, number=self.kwargs["number"] if number is None else number
        )
        found.competition = competition
        return found


class ProgramList(ProgramView, ListModelMixin):
    """A list in pages; its `filterset_class` says what it can be asked for."""

    filter_backends = [DjangoFilterBackend]
    is_list = True

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


def checked(serializer: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """Check the shape of a body; raises ValidationError with every fault."""
    return cast(dict[str, Any], made(serializer).run_validation(request.data))


def answer(serializer: Any, value: Any, status: int = 200) -> Response:
    """Answer with one value."""
    return Response(represent(serializer, value), status=status)
