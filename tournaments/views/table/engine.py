"""The engine for the tablet's browser: the script of its thread, and the archive of its sources."""

from pathlib import Path

from csp.constants import WASM_UNSAFE_EVAL
from csp.decorators import csp_update
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from tournaments.offline import pack, pyodide

YEAR = 365 * 24 * 3600


@require_safe
@never_cache
@csp_update({"script-src": WASM_UNSAFE_EVAL})
def worker(request: HttpRequest) -> HttpResponse:
    """Give the script that runs the engine: of all that this site sends, it alone may compile WebAssembly.

    It lies below the table's page, so that the page's service worker answers for it and all it loads.
    """
    script = Path(str(finders.find("sparrows/table/engine/engine-worker.js")))
    return HttpResponse(script.read_bytes(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def archive(request: HttpRequest, name: str) -> HttpResponse:
    """Give the engine that this server counts with, under its own name only."""
    if name != pack.name():
        raise Http404
    return HttpResponse(pack.archive(), content_type="application/zip")


def addresses() -> dict[str, str]:
    """Say where the page finds the parts of the engine; nothing where set-up could not bring Pyodide."""
    if not pyodide.is_there():
        return {}
    return {
        "pyodide": f"{settings.STATIC_URL}sparrows/pyodide/{pyodide.VERSION}/",
        "engine": reverse("table:engine", args=["NAME"]),
        "worker": reverse("table:engine_worker"),
    }
