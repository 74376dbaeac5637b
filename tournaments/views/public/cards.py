"""The pictures beside links that people share: of an event, a club, a league and the site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Competition
from tournaments.publishing.cards import ROWS, Card, Line, picture_of
from tournaments.ranking.figures import said
from tournaments.selectors import public
from tournaments.selectors.outcome import outcome_of
from tournaments.selectors.standings import Row
from tournaments.tilefaces import Look
from tournaments.views.public.answers import competition_page, page
from tournaments.views.public.competitions import in_front


@competition_page
def event_card(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show who is in front, as readers see it by now."""
    outcome = outcome_of(competition) if public.finals_shown(competition).exists() else None
    table = public.standings_shown(competition)
    lines = [_line(row, competition) for row in in_front(table, outcome, ROWS)]
    below = f"{date_format(competition.date, 'j F Y')} · {competition.club.name}"
    return _png(Card(competition.name, below, tuple(lines), Look.of(competition.club)))


def _line(row: Row, competition: Competition) -> Line:
    total = row.total or 0
    signed = competition.credit_scheme == Competition.CreditScheme.NET and total > 0
    return Line(f"{row.rank}{'=' if row.shared else ''}", row.name, f"{'+' if signed else ''}{said(total)}")


@page
def club_card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the name of a club above its tiles."""
    club = get_object_or_404(public.visible_clubs(), slug=slug)
    return _png(Card(club.name, club.town, look=Look.of(club)))


@page
def league_card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the name of a league above the tiles of its club."""
    league = get_object_or_404(public.visible_leagues(), slug=slug)
    below = _("A league of {club}").format(club=league.club.name)
    return _png(Card(league.name, below, look=Look.of(league.club)))


@page
def site_card(request: HttpRequest) -> HttpResponse:
    """Show what the site is."""
    return _png(Card(_("Mah-jong, counted for everybody to see"), _("Tournaments and leagues")))


def _png(card: Card) -> HttpResponse:
    return HttpResponse(picture_of(card), content_type="image/png")
