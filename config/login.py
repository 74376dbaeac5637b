"""Log in, and count wrong passwords so that they slow the guesser down and not the owner of the name.

They count for the name at one address. A whole hall may share an address, and whoever sits there could keep
the organiser out: so a browser in which somebody has logged in before is known by a cookie, and what is wrong
there counts for that browser alone. The cookie opens nothing.
"""

import secrets
from typing import Any

from allauth.account.forms import LoginForm
from allauth.account.views import LoginView, PasswordResetView
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tournaments.live.callers import network_of
from tournaments.services.founding import is_empty

SALT = "config.login.known"
DAYS = 400  # browsers keep no cookie longer


class NameForm(LoginForm):  # type: ignore[misc] # allauth has no types
    """The name or the e-mail address, and the password."""

    def __init__(self, *bound: Any, **named: Any) -> None:
        super().__init__(*bound, **named)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs.pop("placeholder", None)
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""
        self.fields["password"].widget.attrs.pop("placeholder", None)


class Login(LoginView):  # type: ignore[misc]
    """The page for everybody who works here; the only way in but for an accepted invitation."""

    template_name = "login.html"
    form_class = NameForm

    def dispatch(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        """Lead whoever comes to an empty site to its set-up: nobody could log in."""
        if is_empty():
            return redirect("organiser:set-up")
        answer: HttpResponse = super().dispatch(request, *args, **named)
        return answer


class Forgotten(PasswordResetView):  # type: ignore[misc]
    """Ask for a link to a new password, where this site can send one; else it says whom to ask."""

    template_name = "account/password_reset.html"

    def get_context_data(self, **named: Any) -> dict[str, Any]:
        return {**super().get_context_data(**named), "mails": settings.EMAIL_CONFIGURED}


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
    username = str((credentials or {}).get("username") or "")
    try:
        known = signing.loads(request.COOKIES.get(cookie_name(), ""), salt=SALT, max_age=DAYS * 24 * 3600)
    except signing.BadSignature:
        return username
    return " ".join(known) if known[0] == username else username


def counted_address(request: HttpRequest) -> str | None:
    """Say at which address it counts, as the pairing of tablets does."""
    return network_of(request.META.get("REMOTE_ADDR", "")) or None
