"""The way in: the start page, a club's page and its gallery, a league's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.selectors import public
from tournaments.selectors.gallery import gallery_of
from tournaments.views.public.answers import page, show


@page
def home(request: HttpRequest) -> HttpResponse:
    """Show what is played now, what is coming, what was, and who plays."""
    return show(
        request,
        "home",
        groups=public.by_stage(public.staged()),
        leagues=public.visible_leagues(),
        clubs=public.visible_clubs(),
        at_home=True,
    )


@page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's leagues and competitions."""
    found = get_object_or_404(public.visible_clubs(), slug=slug)
    groups = public.by_stage(public.staged().filter(club=found))
    leagues = public.visible_leagues().filter(club=found)
    return show(request, "club", club=found, groups=groups, leagues=leagues)


@page
def gallery(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the hands and runs that a club tells of."""
    found = get_object_or_404(public.visible_clubs(), slug=slug)
    return show(request, "gallery", club=found, gallery=gallery_of(found))


@page
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league's seasons with their champions and leaders."""
    found = get_object_or_404(public.visible_leagues(), slug=slug)
    return show(request, "league", league=found, seasons=public.seasons_of(found))
