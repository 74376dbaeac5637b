"""Say whether you come: a member finds the own name by the members' link, and taps for each meeting.

Like the other pages with a form it is kept by no cache. It says how many come, and of nobody whether they do,
but of whoever was chosen.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access
from tournaments.models import Competition, Entry, Round
from tournaments.refusals import Refusal
from tournaments.selectors import coming as selectors
from tournaments.services.coming import answer_give

LONGEST_NUMBER = 4


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def coming(request: HttpRequest, members: str) -> HttpResponse:
    """List the members; to whoever is chosen, the meetings to come with the answers given."""
    competition = access.members_link_for(members).competition
    if request.method == "POST":
        return _answer(request, competition)
    who = request.GET.get("who")
    return _show(request, competition, None if who is None else _entry(competition, who))


def _entry(competition: Competition, number: str) -> Entry:
    """Give the member with this number; raises Http404."""
    found = [one for one in selectors.members(competition) if str(one.number) == number]
    if not found:
        raise Http404
    return found[0]


def _answer(request: HttpRequest, competition: Competition) -> HttpResponse:
    entry = _entry(competition, request.POST.get("who", ""))
    round = _round(competition, request.POST.get("round", ""))
    try:
        answer_give(round=round, entry=entry, comes=request.POST.get("comes") == "yes")
    except Refusal as refusal:
        return _show(request, competition, entry, refusal, refusal.status)
    return redirect(f"{request.path}?who={entry.number}#round-{round.number}")


def _round(competition: Competition, number: str) -> Round:
    known = number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER
    found = selectors.shown(competition).filter(number=int(number)).first() if known else None
    if found is None:
        raise Http404
    return found


def _show(
    request: HttpRequest,
    competition: Competition,
    entry: Entry | None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "competition": competition,
        "entry": entry,
        "members": [] if entry else selectors.members(competition),
        "meetings": selectors.answers_of(competition, entry) if entry else [],
        "refusal": refusal,
        "start": request.path,
    }
    return render(request, "public/coming.html", context, status=status)
