"""The way in: the start page, a club and its gallery, a league, the calendar, the archive, the search."""

from itertools import groupby

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from tournaments import access
from tournaments.models import Competition
from tournaments.selectors import days, front, public, searching, stages
from tournaments.selectors.gallery import gallery_of
from tournaments.services.founding import is_empty
from tournaments.views.public.answers import page, show

LONGEST = 80  # signs of a search


@page
def home(request: HttpRequest) -> HttpResponse:
    """Show what is played now, what is coming, what was decided last, and who plays; else the set-up."""
    if is_empty():
        return redirect("organiser:set-up")
    return show(
        request,
        "home",
        front=front.front_of(access.visible_competitions()),
        leagues=public.visible_leagues(),
        clubs=public.visible_clubs(),
        at_home=True,
    )


@page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the same of a club."""
    found = get_object_or_404(public.visible_clubs(), slug=slug)
    return show(
        request,
        "club",
        club=found,
        front=front.front_of(access.visible_competitions().filter(club=found)),
        leagues=public.visible_leagues().filter(club=found),
    )


@page
def gallery(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the hands and runs that a club tells of."""
    found = get_object_or_404(public.visible_clubs(), slug=slug)
    return show(request, "gallery", club=found, gallery=gallery_of(found))


@page
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the same of a league, with the champions and leaders of its seasons."""
    found = get_object_or_404(public.visible_leagues(), slug=slug)
    return show(
        request,
        "league",
        league=found,
        front=front.front_of(access.visible_competitions().filter(league=found)),
        seasons=public.seasons_of(found),
    )


@page
def calendar(request: HttpRequest) -> HttpResponse:
    """List the days to come by month; of one club where it is asked for."""
    club, events = _of_club(request, access.visible_competitions())
    coming = days.coming(days.dated(events))
    months = [(month, list(run)) for month, run in groupby(coming, key=lambda one: one.day.replace(day=1))]
    clubs = public.visible_clubs().order_by("name")
    return show(request, "calendar", months=months, club=club, clubs=clubs, at_calendar=True)


@page
def archive(request: HttpRequest, year: int) -> HttpResponse:
    """List the events that began in a year; of one club where it is asked for."""
    club, events = _of_club(request, access.visible_competitions())
    years = front.years_of(events.values_list("date", flat=True))
    if year not in dict(years):
        raise Http404
    groups = public.by_stage(stages.counted(events.filter(date__year=year)))
    return show(request, "archive", year=year, years=years, groups=groups, club=club)


def _of_club(
    request: HttpRequest, events: QuerySet[Competition]
) -> tuple[object | None, QuerySet[Competition]]:
    """Keep the events of the club that is asked for; raises Http404 for one that is not there."""
    slug = request.GET.get("club")
    if slug is None:
        return None, events
    found = get_object_or_404(public.visible_clubs(), slug=slug)
    return found, events.filter(club=found)


@page
def search(request: HttpRequest) -> HttpResponse:
    """Find people, events, leagues and clubs by name."""
    wanted = request.GET.get("q", "").strip()[:LONGEST]
    enough = searching.is_enough(wanted)
    found = searching.found(wanted) if enough else searching.Found()
    return show(request, "search", wanted=wanted, enough=enough, found=found)
