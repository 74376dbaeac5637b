"""What can still happen in a season: who has won, who can still win, what the next meeting must bring."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments import access
from tournaments.models import Competition
from tournaments.selectors.outlook import WAITING, outlook_of
from tournaments.views.public.answers import competition_page, show, unfinished


@competition_page
def outlook(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Say what can still happen by the results that readers see."""
    if not competition.is_season:
        raise Http404
    found = outlook_of(competition, access.results_through(competition))
    answer = show(request, "outlook", competition=competition, outlook=found, part="standings")
    return unfinished(answer) if found.kind == WAITING else answer
