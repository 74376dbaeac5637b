"""A real server process and real browsers: what the other folders' browser tests use, together."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage

from tests.conftest import PASSWORD, PATIENCE
from tests.live.conftest import Site, serve, started

__all__ = ["serve", "started"]


@pytest.fixture
def site(serve: Callable[..., Site]) -> Site:
    """The whole site as it runs: one uvicorn process on the tests' database."""
    return serve()


@pytest.fixture
def olive(olive: User) -> User:
    """Olive with a password that the server process can check; it knows no fast hashes."""
    olive.password = make_password(PASSWORD, hasher=PBKDF2PasswordHasher())
    olive.save()
    return olive


@pytest.fixture
def opened(browser: Browser, site: Site) -> Iterator[Callable[..., BrowserContext]]:
    """Open browser profiles of different people; what any of them complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opening(width: int = 1024, height: int = 768, **more: Any) -> BrowserContext:
        context = browser.new_context(
            base_url=f"http://localhost:{site.port}", viewport={"width": width, "height": height}, **more
        )
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("console", lambda said: _note(complaints, said))
        contexts.append(context)
        return context

    yield opening
    for context in contexts:
        context.close()
    assert not complaints


def _note(complaints: list[str], said: ConsoleMessage) -> None:
    """Keep errors and what a policy blocked; a refused deal is an answer with status 422 and no complaint."""
    if "Content Security" in said.text or (said.type == "error" and "422" not in said.text):
        complaints.append(f"{said.text} {said.location['url']}")
