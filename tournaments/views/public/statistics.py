"""What hands and winds came to in a competition, drawn."""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments import access
from tournaments.models import Competition
from tournaments.selectors import statistics as figures
from tournaments.views.public import pictures
from tournaments.views.public.answers import competition_page, edition, show

CACHED_SECONDS = 600


@competition_page
def statistics(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the event in pictures."""
    return show(request, "statistics", competition=competition, body=_body(competition), part="statistics")


def _body(competition: Competition) -> str:
    """Count and draw once for each revision: it reads every deal of the event."""
    key = f"statistics:{competition.pk}:{competition.revision}:{get_language()}:{edition()}"
    found: str | None = cache.get(key)
    if found is None:
        found = render_to_string("public/statistics_body.html", _context(competition))
        cache.set(key, found, CACHED_SECONDS)
    return found


def _context(competition: Competition) -> dict[str, Any]:
    """Draw what winning hands were worth, what each wind brought, and who came to a season's meetings."""
    drawn = (
        pictures.hand_values(figures.values_won(competition)),
        pictures.winds(figures.by_wind(competition)),
        pictures.attendance(competition, figures.attendance(competition)),
    )
    held_back = access.results_through(competition) is not None
    return {
        "competition": competition,
        "pictures": [one for one in drawn if one],
        "held_back": held_back,
    }
