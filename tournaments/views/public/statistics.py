"""What hands and winds came to in a competition, drawn."""

from django.http import HttpRequest, HttpResponse

from tournaments import access
from tournaments.models import Competition
from tournaments.selectors import statistics as figures
from tournaments.views.public import pictures
from tournaments.views.public.answers import competition_page, show


@competition_page
def statistics(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Draw what winning hands were worth, what each wind brought, and who came to a season's meetings."""
    drawn = (
        pictures.hand_values(figures.values_won(competition)),
        pictures.winds(figures.by_wind(competition)),
        pictures.attendance(competition, figures.attendance(competition)),
    )
    return show(
        request,
        "statistics",
        competition=competition,
        pictures=[one for one in drawn if one],
        held_back=access.results_through(competition) is not None,
        part="statistics",
    )
