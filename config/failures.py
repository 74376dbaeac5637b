"""What is said where no view answers: an address that is not there, an error that nobody foresaw.

Programs get the problem as JSON wherever they ask below /api; people get a page."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults

from tournaments.refusals import Refusal


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that nothing is at this address."""
    if is_of_programs(request):
        return problem(Refusal("not_found"))
    return defaults.page_not_found(request, exception)


def is_of_programs(request: HttpRequest) -> bool:
    """Tell whether an address lies below that of the API."""
    return f"{request.path_info}/".startswith("/api/")


def problem(refusal: Refusal) -> HttpResponse:
    """Write a refusal as the API's own views write it."""
    return JsonResponse(refusal.to_json(), status=refusal.status, headers={"Cache-Control": "no-store"})
