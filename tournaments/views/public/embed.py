"""Small pages for a club's own site, to be shown in a frame there, and how programs ask for them (oEmbed).

They are the only pages that others may put into a frame: there is nothing on them to press but links.
"""

from typing import Any
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.translation import get_language_from_path, override
from django.views.decorators.clickjacking import xframe_options_exempt

from players.models import Club
from tournaments import access
from tournaments.models import Competition
from tournaments.selectors import days, public
from tournaments.selectors.public import standings_shown
from tournaments.selectors.review import shown_under_review
from tournaments.views.public.answers import View, competition_page, number_in, page, show
from tournaments.wording.people import shared_among

WIDTH, HEIGHT, NARROWEST, LOWEST = 480, 520, 240, 160
MOST_DAYS = 12
LIGHT, DARK = "light", "dark"  # a frame cannot see which of them the site around it is
# What is shown in a frame for a page: by the name of its address that of the small page.
SMALL = {"competition": "embed-standings", "standings": "embed-standings", "club": "embed-club"}


def embedded(view: View) -> View:
    """Let every site show a page in a frame."""
    framed: View = csp_replace({"frame-ancestors": ["*"]})(view)  # type: ignore[assignment]
    return xframe_options_exempt(framed)


@embedded
@competition_page
def embed_standings(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the standings that readers see: place, name, total; `top` cuts them off."""
    table, top = standings_shown(competition), number_in(request, "top")
    rows = table.rows if any(row.has_played for row in table.rows) else ()
    return show(
        request,
        "embed/standings",
        competition=competition,
        rows=rows[:top] if top else rows,
        table=table,
        held_back=access.results_through(competition) is not None,
        theme=_theme(request),
        reviewed=bool(shown_under_review(competition)),
        signed=competition.credit_scheme == Competition.CreditScheme.NET,
        shared=shared_among((row.name, row.number) for row in table.rows),
    )


@embedded
@page
def embed_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show on which days a club plays next."""
    club = get_object_or_404(public.visible_clubs(), slug=slug)
    events = days.dated(access.visible_competitions().filter(club=club))
    coming = days.coming(events)[:MOST_DAYS]
    return show(request, "embed/club", club=club, days=coming, theme=_theme(request))


def _theme(request: HttpRequest) -> str:
    """Give the colours that are asked for; none: as the reader has it."""
    asked = request.GET.get("theme", "")
    return asked if asked in (LIGHT, DARK) else ""


@page
def oembed(request: HttpRequest) -> HttpResponse:
    """Say how to show a public page of this site in another one (oembed.com); JSON only."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=501)  # as the protocol wants it
    title, address = _small(request)
    width = max(NARROWEST, min(WIDTH, number_in(request, "maxwidth") or WIDTH))
    height = max(LOWEST, min(HEIGHT, number_in(request, "maxheight") or HEIGHT))
    told = {"version": "1.0", "type": "rich", "provider_name": "Sparrows", "title": title}
    told["provider_url"] = request.build_absolute_uri(reverse("public:home"))
    size = {"width": width, "height": height}
    return JsonResponse(told | size | {"html": code(address, title, **size)})


def _small(request: HttpRequest) -> tuple[str, str]:
    """Find the title and the small page of the address asked about; raises Http404."""
    try:
        asked = urlsplit(request.GET.get("url", ""))
        with override(get_language_from_path(asked.path) or settings.LANGUAGE_CODE):
            return _small_of(request, asked.netloc, resolve(asked.path))
    except (ValueError, Resolver404) as error:
        raise Http404 from error


def _small_of(request: HttpRequest, host: str, found: ResolverMatch) -> tuple[str, str]:
    if host != request.get_host() or found.namespace != "public" or found.url_name not in SMALL:
        raise Http404
    there: Any = public.visible_clubs() if found.url_name == "club" else access.visible_competitions()
    one = get_object_or_404(there, slug=found.kwargs["slug"])
    return one.name, address_of(request, one, LIGHT)


def address_of(request: HttpRequest, one: Club | Competition, theme: str = "") -> str:
    """Give the whole address of the small page of a club or an event, in colours if asked for."""
    name = "embed-club" if isinstance(one, Club) else "embed-standings"
    asked = f"?theme={theme}" if theme else ""
    return request.build_absolute_uri(reverse(f"public:{name}", args=[one.slug]) + asked)


def code(address: str, title: str, *, width: int | str = "100%", height: int = HEIGHT) -> str:
    """Write what is pasted into another page to show a small page there."""
    told = {"address": address, "title": title, "width": width, "height": height}
    return render_to_string("public/embed/code.html", told).strip()
