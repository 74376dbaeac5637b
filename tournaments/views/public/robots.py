"""What search engines are told: which pages there are, and which are nobody's business."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

import scoring
from players.models import Club
from tournaments import access
from tournaments.models import Competition, League
from tournaments.selectors import public
from tournaments.views.public.answers import page

CLOSED = ("/organise/", "/admin/", "/account/", "/login", "/table", "/pair")
SPOKEN = ("/kiosk/", "/registrations/", "/embed/", "/search/")  # in every language


@page
def robots(request: HttpRequest) -> HttpResponse:
    """Keep robots off what is for somebody, and lead them to the list of pages."""
    site = request.build_absolute_uri(reverse("public:sitemap"))
    closed = (*CLOSED, *SPOKEN, *(f"/{code}{one}" for code in settings.IN_ADDRESSES for one in SPOKEN))
    lines = ["User-agent: *", *(f"Disallow: {one}" for one in closed), "", f"Sitemap: {site}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


class Events(Sitemap):  # type: ignore[type-arg]
    """The published events; those of today change most."""

    view = "competition"

    def items(self) -> Sequence[Competition]:
        return list(access.visible_competitions().order_by("-date", "pk"))

    def location(self, item: Competition) -> str:
        return reverse(f"public:{self.view}", args=[item.slug])

    def lastmod(self, item: Competition) -> date:
        """Name a day only: a moment would tell when a hidden deal came in."""
        return item.sealed_at.date() if item.sealed_at else item.date


class Standings(Events):
    view = "standings"


class Clubs(Sitemap):  # type: ignore[type-arg]
    def items(self) -> Sequence[Club]:
        return list(public.visible_clubs().order_by("pk"))

    def location(self, item: Club) -> str:
        return reverse("public:club", args=[item.slug])


class Galleries(Clubs):
    def location(self, item: Club) -> str:
        return reverse("public:club-gallery", args=[item.slug])


class Leagues(Sitemap):  # type: ignore[type-arg]
    def items(self) -> Sequence[League]:
        return list(public.visible_leagues().order_by("pk"))

    def location(self, item: League) -> str:
        return reverse("public:league", args=[item.slug])


class Pages(Sitemap):  # type: ignore[type-arg]
    """The way in, and the rules."""

    def items(self) -> Sequence[str]:
        rules = [reverse("public:rules", args=[one]) for one in scoring.ruleset_ids()]
        return [reverse("public:home"), reverse("public:calendar"), *rules]

    def location(self, item: str) -> str:
        return item


SITEMAPS: dict[str, Any] = {
    "pages": Pages,
    "clubs": Clubs,
    "galleries": Galleries,
    "leagues": Leagues,
    "events": Events,
    "standings": Standings,
}


@page
def site_map(request: HttpRequest) -> HttpResponse:
    """List the pages that are for everybody."""
    return sitemap(request, SITEMAPS).render()
