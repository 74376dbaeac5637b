"""The places of an event over all its stages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments import access
from tournaments.selectors.finals import placed
from tournaments.selectors.public import finals_shown, standings_shown
from tournaments.selectors.stages import worth_of
from tournaments.views.public.answers import page, show


@page
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has which place once finals decide some; 404 where none does."""
    competition = get_object_or_404(access.visible_competitions(), slug=slug)
    finals = list(finals_shown(competition))
    if not finals:
        raise Http404
    worth = [worth_of(one, list(one.rounds.all()), standings_shown(one)).state for one in finals]
    return show(
        request,
        "places",
        competition=competition,
        placed=placed(competition, finals_shown, standings_shown),
        stages=list(zip(finals, worth, strict=True)),
        part="standings",
    )
