"""What the organiser's tests share: addresses by name, and forms as a browser would send them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.models import Competition, Table


def at(name: str, where: Any = None, **named: Any) -> str:
    """Give the address of an organiser's page of a competition, of a table, or of neither."""
    if isinstance(where, Competition):
        named["slug"] = where.slug
    if isinstance(where, Table):
        named |= {"slug": where.round.competition.slug, "round": where.round.number, "table": where.number}
    return reverse(f"organiser:{name}", kwargs=named)


@pytest.fixture
def typed() -> Callable[..., dict[str, Any]]:
    """Fill a page's form as it was shown, with changes: what a browser would send."""

    def filling(client: Client, address: str, **changes: Any) -> dict[str, Any]:
        form = client.get(address).context["form"]
        shown = {field.html_name: field.value() for field in form}
        return {name: value for name, value in {**shown, **changes}.items() if value not in (None, False)}

    return filling
