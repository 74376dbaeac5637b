"""What the organiser's tests share: addresses by name, and forms as a browser would send them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page

from tests.conftest import PATIENCE
from tournaments.models import Competition, Table


def at(name: str, where: Any = None, **named: Any) -> str:
    """Give the address of an organiser's page of a competition, of a table, or of neither."""
    if isinstance(where, Competition):
        named["slug"] = where.slug
    if isinstance(where, Table):
        named |= {"slug": where.round.competition.slug, "round": where.round.number, "table": where.number}
    return reverse(f"organiser:{name}", kwargs=named)


def look(client: Client, address: str, form: dict[str, Any]) -> Any:
    """Ask what a form brings."""
    response = client.post(address, form)
    assert response.status_code == 200, response.content.decode()
    return response


def looked(client: Client, address: str, form: dict[str, Any]) -> dict[str, Any]:
    """Look at what a form brings; give the form that saves it."""
    seen = look(client, address, form).context["form"]["seen_plan"].value()
    return {**form, "seen_plan": seen, "save": "yes"}


def save(client: Client, address: str, form: dict[str, Any]) -> Any:
    """Look, then save what was looked at."""
    return client.post(address, looked(client, address, form))


@pytest.fixture
def staff_page(browser: Browser, live_server: Any, olive_client: Client) -> Iterator[Page]:
    """A browser in which Olive is logged in; what it complains of fails the test."""
    context = browser.new_context(base_url=live_server.url, viewport={"width": 1024, "height": 768})
    context.set_default_timeout(PATIENCE)
    session = olive_client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert not complaints


@pytest.fixture
def typed() -> Callable[..., dict[str, Any]]:
    """Fill a page's form as it was shown, with changes: what a browser would send."""

    def filling(client: Client, address: str, **changes: Any) -> dict[str, Any]:
        form = client.get(address).context["form"]
        shown = {field.html_name: field.value() for field in form}
        return {name: value for name, value in {**shown, **changes}.items() if value not in (None, False)}

    return filling
