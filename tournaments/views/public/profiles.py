"""A player's profile across events, which is there for whoever wants one and for nobody else."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments import access
from tournaments.selectors.profiles import Figures, profile_of
from tournaments.views.public import pictures
from tournaments.views.public.answers import page, show


@page
def profile(request: HttpRequest, player: int) -> HttpResponse:
    """Show what a player did in all published events."""
    person = get_object_or_404(access.profiles(), pk=player)
    found = profile_of(person)
    return show(
        request,
        "profile",
        person=person,
        profile=found,
        figures=found.figures,
        places=pictures.final_places(found.events),
        **_drawn(found.figures),
    )


def _drawn(figures: Figures | None) -> dict[str, Any]:
    """Draw the winds, under the rules played most."""
    if figures is None:
        return {}
    most = figures.hands[0].rules if figures.hands else ""
    return {"winds": pictures.winds(figures.winds), "winds_rules": most}
