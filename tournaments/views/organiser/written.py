"""A deal that is being written as text: what the server says of it before it is sent."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.refusals import Refusal
from tournaments.views.organiser.page import tell

Json = dict[str, Any]


def is_written(request: HttpRequest) -> bool:
    """Say whether the page's whole form was sent, and not what was laid."""
    return request.content_type == "multipart/form-data"


def told_while_written(form: Any, foreseen: Callable[[Json], Json]) -> HttpResponse:
    """Answer with the faults by field, as saving would show them, or with what the deal comes to."""
    told: Json = {}
    if form.is_valid():
        try:
            told = foreseen(form.content)
        except Refusal as refusal:
            tell(form, refusal)
    return JsonResponse({"faults": form.errors.get_json_data(), **told})
