"""How public pages are found and kept fresh: ETags, caching, and 404 for what is not published.

No view here reads the session, the user, messages or a CSRF token: a page is the same for everybody, so
that any cache may keep it, and it holds no secret that its compressed length could betray. It is compressed
by gzip, which every browser and Python itself know.
"""

import hashlib
from collections.abc import Callable
from functools import lru_cache, wraps
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.utils.cache import add_never_cache_headers, get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import Competition, finals_revision

View = Callable[..., HttpResponse]
KEPT_SECONDS = 2  # long enough to spare a crowd's queries, short enough to be today's news
MADE_OF = ("base.html", "includes", "public")  # the templates that public pages are made of


def competition_page(view: View, seconds: int = KEPT_SECONDS) -> View:
    """Find the published competition of the address; answer 304 from its revision, reading nothing else."""

    @gzip_page
    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str, **places: Any) -> HttpResponse:
        there = access.visible_competitions().annotate(of_finals=finals_revision())
        competition = get_object_or_404(there, slug=slug)
        tag = revision_tag(competition)
        unchanged = get_conditional_response(request, etag=tag)
        answer = unchanged or view(request, competition, **places)
        return answer if answer.status_code == HTTPStatus.ACCEPTED else kept(answer, tag, seconds)

    return page


def unfinished(response: HttpResponse) -> HttpResponse:
    """Answer that something is still being worked out, which no cache keeps."""
    response.status_code = HTTPStatus.ACCEPTED
    add_never_cache_headers(response)
    return response


def fragment(view: View) -> View:
    """Answer like a page of a competition, but let no cache answer unasked: news must arrive at once."""
    return competition_page(view, seconds=0)


def page(view: View) -> View:
    """Answer 304 where the page has not changed; for pages that belong to no one competition."""

    @gzip_page
    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, **places: Any) -> HttpResponse:
        response = view(request, **places)
        tag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
        return kept(get_conditional_response(request, etag=tag) or response, tag, KEPT_SECONDS)

    return answer


def kept(response: HttpResponse, tag: str, seconds: int) -> HttpResponse:
    """Let anybody keep an answer for some seconds, then ask again by its tag."""
    response.headers["ETag"] = tag
    patch_cache_control(response, public=True, max_age=seconds, must_revalidate=True)
    if isinstance(response, HttpResponseNotModified):
        response.headers.pop("Content-Type", None)
    return response


def revision_tag(competition: Competition) -> str:
    """Name a version of a competition's pages: its revision, its finals', language, and the templates."""
    revision = f"{competition.revision}-{of_finals(competition)}"
    return f'"{competition.pk}.{revision}.{get_language()}.{edition()}"'


def of_finals(competition: Competition) -> int:
    """Give the revisions of its finals together, as `competition_page` read them."""
    return getattr(competition, "of_finals", 0)


@lru_cache(maxsize=1)
def edition() -> str:
    """Hash the templates and the style sheets, so that a new release is not taken for the old page."""
    sheets = static("sparrows/app.css") + static("sparrows/embed.css")
    digest = hashlib.sha256(sheets.encode())
    for part in MADE_OF:
        for file in sorted(_files(settings.BASE_DIR / "templates" / part)):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _files(place: Path) -> list[Path]:
    return list(place.rglob("*.html")) if place.is_dir() else [place]


def show(request: HttpRequest, template: str, **context: Any) -> HttpResponse:
    """Render one of the public templates."""
    return render(request, f"public/{template}.html", context)


def number_in(request: HttpRequest, name: str) -> int | None:
    """Read a whole number of the query; 404 for anything else, so that no address has two meanings."""
    given = request.GET.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and 1 <= len(given) <= 4):
        raise Http404
    return int(given)
