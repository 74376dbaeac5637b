"""What can still happen in a season: who has won, who can still win, what the next meeting must bring."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments import access
from tournaments.models import Competition
from tournaments.selectors.outlook import outlook_of
from tournaments.views.public.answers import competition_page, show


@competition_page
def outlook(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Say what can still happen by the results that readers see."""
    if not competition.is_season:
        raise Http404
    found = outlook_of(competition, access.results_through(competition))
    return show(request, "outlook", competition=competition, outlook=found, part="standings")
