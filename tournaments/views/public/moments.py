"""The standings of two moments beside each other, by the results that readers see today."""

from django.http import HttpRequest, HttpResponse

from tournaments import access
from tournaments.models import Competition
from tournaments.views.moments import compared
from tournaments.views.public.answers import competition_page, show


@competition_page
def moments(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Compare two moments; what is held back now is held back of every moment."""
    asked = compared(request, competition, access.results_through(competition))
    answer = show(request, "moments", competition=competition, part="standings", **asked.context)
    answer.status_code = 200 if asked.valid else 422
    return answer
