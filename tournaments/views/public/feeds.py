"""What programs follow: calendars of what is coming, and feeds (Atom) of results."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Any

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from players.models import Club
from scoring.wording import written
from tournaments import access
from tournaments.models import Competition
from tournaments.publishing import calendar
from tournaments.selectors import days, public, results
from tournaments.selectors.days import Day
from tournaments.selectors.results import News
from tournaments.views.public.answers import competition_page, page
from tournaments.wording.rounds import round_name


# ------------------------------------------------------------------ calendars
@page
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Give all events of a club."""
    club = get_object_or_404(public.visible_clubs(), slug=slug)
    return _calendar(request, access.visible_competitions().filter(club=club), club.name)


@page
def league_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the meetings of a league."""
    league = get_object_or_404(public.visible_leagues(), slug=slug)
    return _calendar(request, access.visible_competitions().filter(league=league), league.name)


@page
def player_calendar(request: HttpRequest, player: int) -> HttpResponse:
    """Give the events in which a person is entered."""
    found = get_object_or_404(access.visible_players().filter(erased_at=None, merged_into=None), pk=player)
    return _calendar(request, days.of_player(found), found.name)


@competition_page
def event_calendar(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Give the days of one event."""
    one = access.visible_competitions().filter(pk=competition.pk)
    return _calendar(request, one, competition.name)


def _calendar(request: HttpRequest, competitions: QuerySet[Competition], name: str) -> HttpResponse:
    found = [_occasion(request, one) for one in days.kept(days.dated(competitions))]
    return HttpResponse(
        calendar.written(found, name=name), content_type=f"{calendar.TYPE}; charset=utf-8"
    )


def _occasion(request: HttpRequest, one: Day) -> calendar.Occasion:
    link = reverse("public:competition", args=[one.competition.slug])
    return calendar.Occasion(
        key=f"{one.competition.pk}-{one.day:%Y%m%d}",
        name=one.name,
        day=one.day,
        club=one.competition.club.name,
        link=request.build_absolute_uri(link),
        at=_midnight(one.competition),
        begins=one.begins,
        ends=one.ends,
        about="\n".join(filter(None, (one.about, one.hosts and _("Host: %(name)s") % {"name": one.hosts}))),
        where=one.where,
    )


def _midnight(competition: Competition) -> datetime:
    """Give a moment that no recorded deal moves, so that a calendar stays what it is while they come in."""
    return datetime.combine(competition.date, time(), timezone.get_default_timezone())


# ------------------------------------------------------------------ results
class Atom(Atom1Feed):
    """An Atom feed that says of itself when its newest entry was made; of none, the day of the event."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.feed["begun"]


class Results(Feed):  # type: ignore[type-arg]
    """The rounds of a club, a league or an event whose results are out."""

    feed_type = Atom
    name: str

    def get_object(self, request: HttpRequest, **found: Any) -> Any:
        return found["of"]

    def title(self, of: Any) -> str:
        return _("Results: %(name)s") % {"name": of.name}

    def link(self, of: Any) -> str:
        return reverse(f"public:{self.name}", args=[of.slug])

    def feed_url(self, of: Any) -> str:
        return reverse(f"public:{self.name}-results", args=[of.slug])

    def author_name(self, of: Any) -> str:
        """Name the club, for a feed must have an author (RFC 4287, 4.1.1)."""
        return of.name if isinstance(of, Club) else of.club.name

    def feed_extra_kwargs(self, of: Any) -> dict[str, Any]:
        begun = max((_midnight(one) for one in self.competitions(of)), default=None)
        return {"begun": begun}

    def competitions(self, of: Any) -> Iterable[Competition]:
        """List the published competitions that it tells of."""
        return access.visible_competitions().filter(**{self.name: of})

    def items(self, of: Any) -> list[News]:
        return results.news_of(results.with_results(self.competitions(of)))  # type: ignore[arg-type]

    def item_title(self, item: News) -> str:
        return f"{item.competition.name}: {round_name(item.competition, item.round.meeting)}"

    def item_description(self, item: News) -> str:
        said = ", ".join(f"{one.name} {written(one.amount)}" for one in item.best)
        return _("Best: %(said)s") % {"said": said} if said else ""

    def item_link(self, item: News) -> str:
        return reverse("public:standings", args=[item.competition.slug]) + f"?round={item.round.meeting}"

    def item_updateddate(self, item: News) -> datetime:
        return item.at

    item_pubdate = item_updateddate


class ClubResults(Results):
    name = "club"


class LeagueResults(Results):
    name = "league"


class EventResults(Results):
    name = "competition"

    def competitions(self, of: Competition) -> Iterable[Competition]:
        return access.visible_competitions().filter(pk=of.pk)


@page
def club_results(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell of the rounds of a club."""
    return ClubResults()(request, of=get_object_or_404(public.visible_clubs(), slug=slug))


@page
def league_results(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell of the meetings of a league."""
    return LeagueResults()(request, of=get_object_or_404(public.visible_leagues(), slug=slug))


@competition_page
def event_results(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Tell of the rounds of one event."""
    return EventResults()(request, of=competition)
