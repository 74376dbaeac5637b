"""A deal that is being written as text: what the server says of it before it is sent."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.deal import preview
from tournaments.deal.reckon import Reckoned
from tournaments.forms.fields import seats_by_wind
from tournaments.refusals import Refusal
from tournaments.views.organiser.page import tell

Json = dict[str, Any]


def is_written(request: HttpRequest) -> bool:
    """Say whether the page's whole form was sent, and not what was laid."""
    return request.content_type == "multipart/form-data"


def came_to(reckoned: Reckoned, names: Mapping[str, str]) -> Json:
    """Give who won or lost what, in the order of the winds of the deal, and each payment in words."""
    lines = preview.lines_of(reckoned.result, names)
    values, playing = preview.values_of(reckoned.result), {seat: names[seat] for seat in reckoned.net}
    return {
        "net": reckoned.net,
        "players": [
            {"who": who, "value": values.get(seat), "net": reckoned.net[seat]}
            for seat, who in seats_by_wind(playing, reckoned.position)
        ],
        "payments": [paid["text"] for paid in lines["payments"]],
    }


def told_while_written(form: Any, foreseen: Callable[[Json], Json]) -> HttpResponse:
    """Answer with the faults by field, as saving would show them, or with what the deal comes to.

    What can be read is there as a declaration, too, for whoever goes on with tiles.
    """
    told: Json = {}
    if form.is_valid():
        told["declared"] = form.as_written
        try:
            told |= foreseen(form.content)
        except Refusal as refusal:
            tell(form, refusal)
    return JsonResponse({"faults": form.errors.get_json_data(), **told})
