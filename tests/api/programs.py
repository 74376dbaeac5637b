"""A program that uses the API with a token; the document judges every answer, and each may be an example."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from players.models import Club
from tests.api import described
from tournaments.models import ApiToken, Competition
from tournaments.models.devices import digest
from tournaments.powers import LENT

TEXT = "sparrows_" + "ab" * 32


def token_of(user: User, club: Club, competition: Competition | None = None, **more: Any) -> ApiToken:
    """Give somebody's program a token; `TEXT` is the last one's."""
    until = timezone.now() + timedelta(days=1)
    told: dict[str, Any] = {"scopes": [power.value for power in LENT], "expires_at": until} | more
    ApiToken.objects.filter(token_hash=digest(TEXT)).delete()
    told |= {"user": user, "club": club, "competition": competition, "name": "A program"}
    return ApiToken.objects.create(prefix=TEXT[:15], token_hash=digest(TEXT), **told)


class Program:
    """Asks with the token, and lets the document judge what is answered."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.examples: dict[str, dict[str, Any]] = {}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Ask below `/api/v1`; fails where the answer is not as the document says."""
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        told = {"Authorization": f"Bearer {TEXT}", **headers}
        given = getattr(Client(), method)(f"/api/v1{path}", headers=told, **sent)
        template = template_of(path)
        assert described.faults(self.document, template, given, method) == [], given.content
        if given.status_code < 300:
            self.keep(f"{method} {template}", body, given)
        return given

    def done(self, method: str, path: str, body: Any = None) -> Any:
        """Ask for what is done, and give the answer's body."""
        given = self.ask(method, path, body)
        assert given.status_code < 300, given.json()
        return given.json() if given.content else None

    def keep(self, operation: str, body: Any, given: Any) -> None:
        """Keep the first answer to each operation that says something."""
        told = given.json() if given.content else None
        empty = isinstance(told, dict) and told.get("results") == []
        if operation not in self.examples and not empty:
            sent = {} if body is None else {"sent": body}
            self.examples[operation] = {**sent, "status": given.status_code, "answer": short(told)}


def short(told: Any) -> Any:
    """Leave of a list two, which show what the others are like."""
    if isinstance(told, list):
        return [short(one) for one in told[:2]]
    return {name: short(one) for name, one in told.items()} if isinstance(told, dict) else told


def template_of(path: str) -> str:
    """Give the path of the document that an address belongs to."""
    route = resolve(f"/api/v1{path.partition('?')[0]}").route.removeprefix("api/v1")
    for kind in ("slug", "int"):
        route = route.replace(f"<{kind}:", "{")
    return route.replace(">", "}")
