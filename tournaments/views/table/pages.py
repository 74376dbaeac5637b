"""Shells without data: the same for every table, so that a browser may keep them; scripts fill them."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.views.table.shell import shell, worker_text
from tournaments.views.table.words import words

FELT, PAGE = "#14412f", "#f3eee2"
YEAR = 365 * 24 * 3600


@require_safe
@never_cache
def table(request: HttpRequest) -> HttpResponse:
    """Show the table of the tablet that asks."""
    return spoken_on(request, HttpResponse(shell(request).page))


@require_safe
@never_cache
def pair(request: HttpRequest) -> HttpResponse:
    """Take a pairing code: from the address's fragment, which no server sees, or typed."""
    return spoken_on(request, render(request, "table/pair.html", {"words": words()}))


def spoken_on(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let a tablet go on in the language it began in.

    Its service worker keeps the page only if it asks in the same one, and not every browser lets it.
    """
    name, language = settings.LANGUAGE_COOKIE_NAME, get_language()
    if request.COOKIES.get(name) != language:
        response.set_cookie(name, str(language), max_age=YEAR, samesite="Lax", secure=settings.HTTPS)
    return response


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """Give the service worker; it lies below the page that it keeps, which is as far as it reaches."""
    return HttpResponse(worker_text(shell(request)), content_type="text/javascript")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the table's page as an app that can be installed."""
    about = {
        "id": reverse("table:table"),
        "name": _("Sparrows: table"),
        "short_name": "Sparrows",
        "description": _("Enter the deals of a mah-jong table, with and without network."),
        "lang": get_language(),
        "start_url": reverse("table:table"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAGE,
        "theme_color": FELT,
        "icons": [
            _icon("any", 192),
            _icon("any", 512),
            _icon("maskable", 512),
            {
                "src": static("sparrows/icons/any.svg"),
                "sizes": "any",
                "type": "image/svg+xml",
                "purpose": "any",
            },
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json")


def _icon(purpose: str, size: int) -> dict[str, str]:
    file = static(f"sparrows/icons/{purpose}-{size}.png")
    return {"src": file, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
