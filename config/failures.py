"""What is said where no view answers: an address that is not there, an error that nobody foresaw.

Programs get the problem as JSON wherever they ask below /api; people get a page."""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.views import defaults

from tournaments.refusals import Refusal, outage


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that nothing is at this address."""
    if is_of_programs(request):
        return problem(Refusal("not_found"))
    return defaults.page_not_found(request, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """Say why nothing can be saved, where the database says so; anything else is a fault of ours."""
    refusal = outage(sys.exc_info()[1])
    if refusal is None:
        return defaults.server_error(request)
    if is_of_programs(request):
        return problem(refusal)
    # Without the request, as Django's own page: whoever asks the database again may fail again.
    return HttpResponse(loader.render_to_string("503.html", {"refusal": refusal}), status=refusal.status)


def is_of_programs(request: HttpRequest) -> bool:
    """Tell whether an address lies below that of the API."""
    return f"{request.path_info}/".startswith("/api/")


def problem(refusal: Refusal) -> HttpResponse:
    """Write a refusal as the API's own views write it."""
    return JsonResponse(refusal.to_json(), status=refusal.status, headers={"Cache-Control": "no-store"})
