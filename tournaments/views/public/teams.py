"""The standings of the teams, live."""

from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments import access
from tournaments.models import Competition
from tournaments.selectors.public import standings_shown
from tournaments.selectors.review import shown_under_review
from tournaments.selectors.stages import worth_of
from tournaments.selectors.teams import standings_of_teams
from tournaments.views.public.answers import competition_page, edition, fragment, show

CACHED_SECONDS = 600


@competition_page
def teams(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show how the teams stand, each with the members that count."""
    return show(
        request,
        "teams",
        competition=competition,
        body=_body(competition),
        revision=competition.revision,
        part="standings",
    )


@fragment
def teams_fragment(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Give the part of the page that changes."""
    return HttpResponse(_body(competition))


def _body(competition: Competition) -> str:
    """Render the table once for each revision; raises Http404 for an event without teams."""
    key = f"teams:{competition.pk}:{competition.revision}:{get_language()}:{edition()}"
    found: str | None = cache.get(key)
    if found is None:
        found = render_to_string("public/teams_body.html", _context(competition))
        cache.set(key, found, CACHED_SECONDS)
    return found


def _context(competition: Competition) -> dict[str, Any]:
    table, rounds = standings_shown(competition), list(competition.rounds.all())
    rows = standings_of_teams(competition, table)
    if not rows:
        raise Http404
    held_back = access.results_through(competition, rounds) is not None
    facts = {"competition": competition, "rows": rows, "table": table, "held_back": held_back}
    facts["reviews"] = shown_under_review(competition)
    return facts | worth_of(competition, rounds, table, overall=True)._asdict()
