"""The site's addresses, a plain view that inserts one row, and how often this process asked the database.

Statements that `tournaments.models.rows` sends together count as none: only deals and tablets send such.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

from django.db.backends.signals import connection_created
from django.http import HttpRequest, JsonResponse
from django.urls import path

from tests.benchmarks.bare import urlpatterns as site

COUNTER = count(1)
LAST = [0]  # a number is written whole: several threads need no lock for it


def counted(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Count a statement and let it pass."""
    LAST[0] = next(COUNTER)
    return execute(sql, params, many, context)


def listen(connection: Any, **about: Any) -> None:
    """Count what a connection is asked, as soon as there is one."""
    if counted not in connection.execute_wrappers:
        connection.execute_wrappers.append(counted)


def queries(request: HttpRequest) -> JsonResponse:
    """Tell how many statements this process has sent."""
    return JsonResponse({"queries": LAST[0]})


connection_created.connect(listen)
urlpatterns = [path("queries", queries), *site]
