"""Register for an event, and see or withdraw the own registration by its link.

Unlike the other public pages these hold a form, so no cache keeps them.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import access
from tournaments.forms.registration import RegisterForm
from tournaments.models import Competition, Opening
from tournaments.publishing.calendar import TYPE
from tournaments.refusals import Refusal
from tournaments.selectors import registrations as selectors
from tournaments.services import devices, letters
from tournaments.services import registrations as services
from tournaments.views.organiser.tablets import picture
from tournaments.wording.registration import told

UNPROCESSABLE = 422
form_page = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@form_page
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a registration, or say why none is taken; there is no page where none ever was."""
    competition = get_object_or_404(access.visible_competitions(), slug=slug)
    opening = get_object_or_404(Opening, competition=competition)
    if request.method != "POST":
        return _show(request, competition, opening, RegisterForm(opening=opening))
    form = RegisterForm(request.POST, opening=opening)
    if not form.is_valid():
        return _show(request, competition, opening, form, UNPROCESSABLE)
    try:
        devices.slow_down(str(request.META["REMOTE_ADDR"]))
        made = services.registration_make(competition=competition, **form.told())
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return _show(request, competition, opening, form, refusal.status)
    return redirect("public:own-registration", made.token)


def _show(
    request: HttpRequest, competition: Competition, opening: Opening, form: RegisterForm, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "competition": competition,
        "opening": opening,
        "form": form,
        "begun": selectors.has_begun(competition),
        "free": max(0, selectors.free_places(competition, opening)),
        "part": "register",
    }
    return render(request, "public/register.html", context, status=status)


@never_cache
@form_page
def own_registration(request: HttpRequest, own: str) -> HttpResponse:
    """Show a registration to whoever has its link, and withdraw it by its button."""
    registration = access.registration_for(own)
    if request.method == "POST":
        try:
            services.registration_withdraw(registration=registration)
        except Refusal as refusal:
            registration = access.registration_for(own)
            return _show_own(request, registration, refusal, refusal.status)
        return redirect("public:own-registration", own)
    return _show_own(request, registration)


@never_cache
@require_safe
def own_calendar(request: HttpRequest, own: str) -> HttpResponse:
    """Give the day as a calendar file to whoever has a place."""
    registration = access.registration_for(own)
    if registration.state != registration.State.COMING:
        raise Http404
    file = letters.calendar_of(registration, request.build_absolute_uri("/"))
    told = {"Content-Disposition": 'attachment; filename="event.ics"'}
    return HttpResponse(file, content_type=f"{TYPE}; charset=utf-8", headers=told)


def _show_own(
    request: HttpRequest, registration: Any, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    waiting = registration.state == registration.State.WAITING
    code = letters.code_of(registration, request.build_absolute_uri("/"))
    context = {
        "registration": registration,
        "competition": registration.competition,
        "opening": selectors.opening_of(registration.competition),
        "told": told(registration.state),
        "turn": selectors.turn_of(registration) if waiting else None,
        "code": picture(code) if letters.has_code(registration) else None,
        "refusal": refusal,
    }
    return render(request, "public/own_registration.html", context, status=status)
