"""The kiosk at the door: a player finds the own name, is asked once, and is here.

It shows names and numbers alone, and of nobody whether they have come.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.names import unmarked
from tournaments import access
from tournaments.models import Entry, Kiosk
from tournaments.refusals import Refusal
from tournaments.selectors import arrivals
from tournaments.services import arrivals as services

FEWEST_LETTERS, MOST_SHOWN = 2, 8
SECONDS = 12  # until a welcome, or a question that nobody answers, gives way to the next player
SECONDS_TO_CHOOSE = 45


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def kiosk(request: HttpRequest, kiosk: str) -> HttpResponse:
    """Find a name, ask whether that is right, welcome."""
    there = access.kiosk_for(kiosk)
    if request.method == "POST":
        return _note(request, there, _entry(there, request.POST.get("entry", "")))
    for step in ("done", "entry"):
        if step in request.GET:
            shown: dict[str, Any] = {step: _entry(there, request.GET[step])}
            return _show(request, there, SECONDS, **shown)
    return _found(request, there)


def _entry(kiosk: Kiosk, number: str) -> Entry:
    """Give who may come with this number; raises Http404."""
    known = number.isascii() and number.isdigit() and len(number) <= 4
    found = arrivals.expected(kiosk.competition).filter(number=int(number)).first() if known else None
    if found is None:
        raise Http404
    found.competition = kiosk.competition
    return found


def _note(request: HttpRequest, kiosk: Kiosk, entry: Entry) -> HttpResponse:
    try:
        services.arrival_note(entry=entry, actor=None)
    except Refusal as refusal:
        return _show(request, kiosk, SECONDS, refusal.status, refusal=refusal)
    return redirect(f"{request.path}?done={entry.number}")


def _found(request: HttpRequest, kiosk: Kiosk) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:60]
    enough = search.isdigit() or len(unmarked(search)) >= FEWEST_LETTERS
    found = arrivals.in_need(arrivals.expected(kiosk.competition), search) if enough else []
    found.sort(key=lambda one: (one.list_order, one.number))  # not by who has come
    too_many = len(found) > MOST_SHOWN
    entries = [] if too_many else found
    told: dict[str, Any] = {"search": search, "enough": enough, "too_many": too_many, "entries": entries}
    return _show(request, kiosk, SECONDS_TO_CHOOSE if search else 0, **told)


def _show(request: HttpRequest, kiosk: Kiosk, seconds: int, status: int = 200, **more: Any) -> HttpResponse:
    """Show a step, from which the kiosk goes back to its beginning after some seconds."""
    context = {"competition": kiosk.competition, "start": request.path, "seconds": seconds, **more}
    return render(request, "public/kiosk.html", context, status=status)


def address_of(kiosk: Kiosk) -> str:
    """Give the kiosk's own address."""
    return reverse("public:kiosk", args=[kiosk.token])
