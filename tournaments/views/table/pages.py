"""Two shells without data: the same for every table, so that a browser may keep them; scripts fill them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.tilenames import WIND_NAMES, tile_names
from tournaments.views.table.engine import addresses
from tournaments.views.table.words import words


@require_safe
@never_cache
def table(request: HttpRequest) -> HttpResponse:
    """Show the table of the tablet that asks."""
    winds = {letter: str(name) for letter, name in WIND_NAMES.items()}
    said = words() | {"tiles": tile_names(), "winds": winds}
    return render(request, "table/table.html", {"words": said, "engine": addresses()})


@require_safe
@never_cache
def pair(request: HttpRequest) -> HttpResponse:
    """Take a pairing code: from the address's fragment, which no server sees, or typed."""
    return render(request, "table/pair.html", {"words": words()})
