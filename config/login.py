"""Log in, and count wrong passwords so that they slow the guesser down and not the owner of the name.

They count for the name at one address. A whole hall may share an address, and whoever sits there could keep
the organiser out: so a browser in which somebody has logged in before is known by a cookie, and what is wrong
there counts for that browser alone. The cookie opens nothing.
"""

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournaments.live.callers import network_of

SALT = "config.login.known"
DAYS = 400  # browsers keep no cookie longer


class Login(LoginView):
    """The page for organisers and referees."""

    template_name = "login.html"

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Let the person in and know their browser again."""
        response = super().form_valid(form)
        keep_known(response, form.get_user().get_username())
        return response


def cookie_name() -> str:
    """Say under which name the cookie is kept; the prefix binds it to this host and to https."""
    return "__Host-sparrows_known" if settings.HTTPS else "sparrows_known"


def keep_known(response: HttpResponse, username: str) -> None:
    """Give a browser its own name beside the person's, signed, where no script can read it."""
    told = signing.dumps([username, secrets.token_urlsafe(12)], salt=SALT)
    kept: dict[str, Any] = {"secure": settings.HTTPS, "httponly": True, "samesite": "Strict"}
    response.set_cookie(cookie_name(), told, max_age=DAYS * 24 * 3600, **kept)


def counted_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """Say for whom a wrong password counts: a name, or a name in a browser that it knows."""
    username = str((credentials or request.POST).get("username") or "")
    try:
        known = signing.loads(request.COOKIES.get(cookie_name(), ""), salt=SALT, max_age=DAYS * 24 * 3600)
    except signing.BadSignature:
        return username
    return " ".join(known) if known[0] == username else username


def counted_address(request: HttpRequest) -> str | None:
    """Say at which address it counts, as the pairing of tablets does."""
    return network_of(request.META.get("REMOTE_ADDR", "")) or None
