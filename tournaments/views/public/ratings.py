"""Ratings of a club or of a league: the list, and how one player came to the own."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments import charts
from tournaments.charts import Chart, Run, Words
from tournaments.models import RatingList
from tournaments.ranking.skill import BEGINS, DOUBTS, SCALE
from tournaments.selectors import public, ratings
from tournaments.selectors.ratings import PlayedGame
from tournaments.views.public.answers import page, show

SETTLED = 10  # games, from which on a rating is no first guess


@page
def club_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """List the ratings of a club."""
    club = get_object_or_404(public.visible_clubs(), slug=slug)
    return _list(request, ratings.list_of(club), "club")


@page
def league_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """List the ratings of a league."""
    league = get_object_or_404(public.visible_leagues(), slug=slug)
    return _list(request, ratings.list_of(league.club, league), "league")


@page
def club_rating(request: HttpRequest, slug: str, player: int) -> HttpResponse:
    """Show the history of one player's rating in a club."""
    club = get_object_or_404(public.visible_clubs(), slug=slug)
    return _history(request, ratings.list_of(club), "club", player)


@page
def league_rating(request: HttpRequest, slug: str, player: int) -> HttpResponse:
    """Show the history of one player's rating in a league."""
    league = get_object_or_404(public.visible_leagues(), slug=slug)
    return _history(request, ratings.list_of(league.club, league), "league", player)


def _list(request: HttpRequest, listed: RatingList, kind: str) -> HttpResponse:
    lines = ratings.lines_of(listed)
    told = {"begins": BEGINS, "scale": SCALE, "doubts": DOUBTS, "settled": SETTLED}
    return show(request, "ratings", lines=lines, **_place(listed, kind), **told)


def _place(listed: RatingList, kind: str) -> dict[str, object]:
    """Say whose list it is, as both pages show it."""
    return {"kind": kind, "of": listed.league or listed.club, "club": listed.club}


def _history(request: HttpRequest, listed: RatingList, kind: str, player: int) -> HttpResponse:
    line = ratings.told_of(listed, player)
    if line is None:
        raise Http404
    games = ratings.history_of(listed, line.player)
    return show(
        request,
        "rating",
        line=line,
        said=line.skill.told(_),
        games=games[::-1],
        picture=_picture(line.player.name, games),
        **_place(listed, kind),
    )


def _picture(name: str, games: Sequence[PlayedGame]) -> Chart | None:
    """Draw the rating after each game; what everybody begins with is the line across."""
    if len(games) < 2:
        return None
    ways = ((game.skill.games, game.skill.shown - BEGINS) for game in games)
    run = Run(name, ((0, 0), *ways))
    told = {"name": name, "rating": games[-1].skill.shown, "n": len(games)}
    words = Words(
        "rating", _("Rating from game to game"), _("%(name)s: %(rating)s after %(n)s games.") % told
    )
    return charts.runs([run], [], words, _("Game"), lambda amount: str(BEGINS + amount))
