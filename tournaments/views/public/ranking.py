"""A club's ranking over its tournaments: the list as of a day, and how one player came to the own score."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from players.models import Player
from tournaments import charts
from tournaments.charts import Chart, Run, Words
from tournaments.ranking.mers import Turn
from tournaments.selectors import public
from tournaments.selectors.club_ranking import Story, ranking_of, story_of
from tournaments.views.public.answers import page, show


@page
def club_ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """List the ranking of a club as of a day."""
    club = get_object_or_404(public.visible_clubs(), slug=slug)
    today = timezone.localdate()
    on = _day_in(request, today)
    return show(request, "ranking", club=club, ranking=ranking_of(club, on), today=today)


def _day_in(request: HttpRequest, today: date) -> date:
    """Read the day that is asked for; 404 for what is none, and for days to come."""
    given = request.GET.get("on")
    if not given:  # the field of the form was emptied
        return today
    try:
        day = date.fromisoformat(given)
    except ValueError:
        raise Http404 from None
    if day.isoformat() != given or day > today:
        raise Http404
    return day


@page
def club_ranking_player(request: HttpRequest, slug: str, player: int) -> HttpResponse:
    """Show how one player of a club came to the own score."""
    club = get_object_or_404(public.visible_clubs(), slug=slug)
    person = get_object_or_404(Player.objects.with_profile(), pk=player)
    story = story_of(club, person, timezone.localdate())
    if story is None:
        raise Http404
    return show(
        request,
        "ranking_player",
        club=club,
        story=story,
        line=story.line,
        said=story.line.score.told(_) if story.line else (),
        counts=story.counts(),
        turns=[_told(turn, story) for turn in story.turns[::-1]],
        picture=_picture(story),
    )


def _told(turn: Turn, story: Story) -> dict[str, object]:
    """Say what changed a score on a day."""
    names = {result.event: event.competition.name for event, result in story.results}
    moved = (
        (_("%(event)s: place %(place)s of %(among)s."), turn.came),
        (_("%(event)s counts half from here on."), turn.halved),
        (_("%(event)s counts no longer."), turn.ended),
    )
    said = [
        sentence % {"event": names[one.event], "place": one.place, "among": one.among}
        for sentence, results in moved
        for one in results
    ]
    return {"day": turn.day, "score": turn.score, "said": said}


def _picture(story: Story) -> Chart | None:
    """Draw the score after each change; one alone is no way."""
    known = [(turn.day, turn.score) for turn in story.turns if turn.score]
    if len(known) < 2:
        return None
    run = Run(story.player.name, tuple((n, round(score.value)) for n, (_day, score) in enumerate(known, 1)))
    told = {"name": story.player.name, "score": known[-1][1].shown, "day": _said(known[-1][0])}
    said = _("%(name)s: %(score)s since %(day)s. Each step is a change of the score; the table has its day.")
    words = Words("ranking", _("Score over time"), said % told)
    drawn = charts.runs([run], [], words, _("Change"), str)
    rows = tuple((str(n), _said(day), score.shown) for n, (day, score) in enumerate(known, 1))
    return drawn._replace(head=(_("Change"), _("Day"), _("Score")), rows=rows)


def _said(day: date) -> str:
    return date_format(day, "j F Y")
