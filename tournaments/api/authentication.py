"""Who is asking: a tablet, by the token in its header or in its cookie; a program, by its own."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from tournaments.access import Rights, Tablet, rights_lent, tablet_for, token_for
from tournaments.refusals import Refusal
from tournaments.services.tokens import token_used

COOKIE_DAYS = 400  # a season lasts a year; browsers keep no cookie longer
SAFE = ("GET", "HEAD", "OPTIONS")


def cookie_name() -> str:
    """Say under which name the token is kept; the prefix binds it to this host and to https."""
    return "__Host-sparrows_table" if settings.HTTPS else "sparrows_table"


def keep_token(response: HttpResponseBase, token: str) -> None:
    """Give the browser its token where no script can read it."""
    response.set_cookie(
        cookie_name(),
        token,
        max_age=COOKIE_DAYS * 24 * 3600,
        path="/",
        secure=settings.HTTPS,
        httponly=True,
        samesite="Strict",
    )


class TabletAuthentication(BaseAuthentication):
    """Turn a token into its tablet (`request.auth`); raises Refusal (401, or 403 from another site)."""

    def authenticate(self, request: Request) -> tuple[Any, Tablet]:
        scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
        if scheme:
            return AnonymousUser(), tablet_for(token.strip() if scheme.lower() == "bearer" else None)
        tablet = tablet_for(request.COOKIES.get(cookie_name()))
        if request.method not in SAFE and not from_here(request):
            raise Refusal("cross_site")
        return AnonymousUser(), tablet

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="table"'


class ProgramAuthentication(BaseAuthentication):
    """Turn a program's token into its owner and what it may do (`request.auth`); raises Refusal."""

    def authenticate(self, request: Request) -> tuple[Any, Rights]:
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not text.strip():
            raise Refusal("token_missing")
        token = token_for(text.strip())
        rights = rights_lent(token)
        token_used(token)
        return token.user, rights

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="organise"'


class IsTablet(BasePermission):
    """Let tablets in and nobody else."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.auth, Tablet)


def from_here(request: HttpRequest | Request) -> bool:
    """Tell whether this site's own page is asking; on a hall's plain http browsers send the origin only."""
    site = request.headers.get("Sec-Fetch-Site")
    if site:
        return site == "same-origin"
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


def from_elsewhere(request: HttpRequest | Request) -> bool:
    """Tell whether a browser says that a foreign page is asking; programs say nothing."""
    told = "Sec-Fetch-Site" in request.headers or "Origin" in request.headers
    return told and not from_here(request)


class TabletScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped there
    """How the OpenAPI document names the token."""

    target_class = TabletAuthentication
    name = "tablet"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class ProgramScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped there
    """How the OpenAPI document names a program's token."""

    target_class = ProgramAuthentication
    name = "program"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        told = _("The token of a program, made under My clubs, Programs: `sparrows_` and 64 letters.")
        return {"type": "http", "scheme": "bearer", "description": str(told)}
