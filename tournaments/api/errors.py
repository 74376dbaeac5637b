"""Every refusal of the API becomes an answer here, and is described: code, sentence, facts, every fault."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import set_rollback

from tournaments.api.fields import NON_FIELD
from tournaments.refusals import Refusal, outage
from tournaments.services import locks

RETRY_SECONDS = 2
CODES: dict[type[Exception], str] = {
    Http404: "not_found",
    exceptions.NotFound: "not_found",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "not_authenticated",
    exceptions.PermissionDenied: "not_found",
    PermissionDenied: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.Throttled: "too_many_requests",
    # Whether the transaction came through is not known: the tablet asks again under the same key.
    OperationalError: "unknown_outcome",
    InterfaceError: "unknown_outcome",
}


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Answer a refusal; anything else is a bug and goes on to be one."""
    refusal = refusal_of(exc)
    if refusal is None:
        return None
    set_rollback()
    return Response(refusal.to_json(), status=refusal.status, headers=_headers(refusal))


def refusal_of(exc: Exception) -> Refusal | None:
    """Name what the framework or the database raised in our words."""
    if isinstance(exc, Refusal):
        return exc
    if isinstance(exc, exceptions.ValidationError):
        return Refusal("invalid", problems=faults(exc.detail))
    if isinstance(exc, DatabaseError) and (refusal := outage(exc)):
        return refusal
    if isinstance(exc, OperationalError) and locks.is_lost(exc):
        return Refusal("busy")
    code = next((code for kind, code in CODES.items() if isinstance(exc, kind)), None)
    return Refusal(code, **_facts(exc)) if code else None


def _facts(exc: Exception) -> dict[str, Any]:
    """Say when to ask again."""
    return {"seconds": getattr(exc, "wait", None) or 1} if isinstance(exc, exceptions.Throttled) else {}


def _headers(refusal: Refusal) -> dict[str, str]:
    if refusal.status == 401:
        realm = "organise" if refusal.code.startswith("token_") else "table"
        return {"WWW-Authenticate": f'Bearer realm="{realm}"'}
    if refusal.status in (429, 503):
        return {"Retry-After": str(refusal.facts.get("seconds", RETRY_SECONDS))}
    return {}


def faults(detail: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """List every fault of a body with the path to it, as `hands.E.melds[0].tiles`."""
    if isinstance(detail, dict):
        for name, below in detail.items():
            yield from faults(below, _join(path, name))
    elif isinstance(detail, list):
        for place, below in enumerate(detail):
            yield from faults(below, path if isinstance(below, str) else f"{path}[{place}]")
    else:
        yield {"code": detail.code, "message": str(detail), "path": path, "seat": _seat(path)}


def _join(path: str, name: Any) -> str:
    if name == NON_FIELD:
        return path
    if isinstance(name, int):
        return f"{path}[{name}]"
    return f"{path}.{name}" if path else str(name)


def _seat(path: str) -> str | None:
    """Say beside which seat a fault is shown."""
    head, _, rest = path.partition(".")
    return rest[:1] if head == "hands" and rest[:1] in ("E", "S", "W", "N") else None


class Fault(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    path = serializers.CharField(required=False, help_text=_("where in the body"))
    seat = serializers.CharField(required=False, allow_null=True)
    tiles = serializers.ListField(child=serializers.CharField(), required=False)
    facts = serializers.DictField(required=False)
    errors = serializers.ListField(  # type: ignore[assignment]  # the metaclass takes it off the class
        child=serializers.DictField(), required=False, help_text=_("none: a fault has no faults of its own")
    )
    earlier = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        required=False,
        help_text=_("round, table and deal of the mah-jongs before a special hand that came too often"),
    )


class RefusalShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    facts = serializers.DictField()
    errors = Fault(many=True)  # type: ignore[assignment]  # the metaclass takes it off the class


REFUSED = {
    400: _("No JSON."),
    401: _("Pair again."),
    403: _("Another site's page asked."),
    404: _("Not here."),
    406: _("Asked for as something else than JSON."),
    409: _("It changed in the meantime."),
    413: _("Larger than 16 KiB."),
    415: _("Sent as something else than JSON."),
    422: _("Every fault found."),
    429: _("Too many at once; Retry-After says when to ask again."),
    503: _("Not now, or unknown: send it again, under the same key where there is one."),
}


OF_PROGRAMS = {
    401: _("No token, or one that opens nothing."),
    403: _("The token lacks the scope, or its owner a second factor."),
    404: _("Not here, or not the token's."),
    422: _("Every fault found, or what the service refuses with its code."),
}
ALWAYS = (406, 503)  # what any address may answer
SENT = (400, 413, 415, 422)  # and one that takes a body


def refusals(*statuses: int, of_programs: bool = False) -> dict[int, Any]:
    """Describe the refusals that an address gives, to programs with tokens or to others."""
    return refusals_as(RefusalShape, *statuses, *ALWAYS, of_programs=of_programs)


def refusals_as(shape: type[RefusalShape], *statuses: int, of_programs: bool = False) -> dict[int, Any]:
    """Describe refusals that say more than others."""
    said = REFUSED | OF_PROGRAMS if of_programs else REFUSED
    told = sorted(set(statuses))
    return {status: OpenApiResponse(shape, description=str(said[status])) for status in told}
