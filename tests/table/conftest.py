"""What the tablet's browser tests share: a real Chromium on a live server, a page as a tablet opens it."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.conftest import PATIENCE, Tam
from tests.table.line import Line
from tournaments.api.authentication import cookie_name
from tournaments.models import Competition

STATIC = settings.BASE_DIR / "tournaments"
EMPTY = (
    b'<!doctype html><html lang="en"><title>Modules</title><div id="table-app"></div>'
    b'<script type="application/json" id="words">{"said": {}}</script>'
)
TABLET = ViewportSize(width=1024, height=768)


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A fresh browser profile of a tablet; whatever its pages complain of fails the test.

    Its page is kept without network where that is the point: the worker fetches every file once more.
    """
    kept = "line" in request.fixturenames or request.node.get_closest_marker("kept_page")
    workers = "allow" if kept else "block"
    opened = browser.new_context(viewport=TABLET, has_touch=True, service_workers=workers)
    opened.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    opened.on("weberror", lambda error: complaints.append(str(error.error)))
    opened.on(
        "console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None
    )
    yield opened
    opened.close()
    assert not complaints


@pytest.fixture
def tablet(context: BrowserContext, live_server: Any, tam: Tam) -> Page:
    """Tam's tablet with its table open."""
    return open_table(context, urlsplit(live_server.url).port or 80, tam)


@pytest.fixture
def endless(running: Competition) -> None:
    """Let a round have as many deals as anybody likes."""
    running.rounds.update(deals=None)


@pytest.fixture
def line(live_server: Any) -> Iterator[Line]:
    """The network between tablets and the server: browsers differ about "offline", not about a cut line."""
    opened = Line(urlsplit(live_server.url).port or 80)
    yield opened
    opened.close()


def open_table(context: BrowserContext, port: int, tam: Tam) -> Page:
    """Open the table's page in a browser that is paired."""
    context.add_cookies([{"name": cookie_name(), "value": tam.token, "url": f"http://localhost:{port}"}])
    page = context.new_page()
    page.goto(f"http://localhost:{port}/table/")
    page.locator(".felt").wait_for()
    return page


@pytest.fixture(scope="session")
def modules() -> Iterator[str]:
    """The address of the static files alone: a module needs neither the site nor its database."""
    handler = partial(StaticFiles, directory=str(STATIC))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()


class StaticFiles(SimpleHTTPRequestHandler):
    """Serve the files below `/static/`, and an empty page for everything else."""

    extensions_map = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}

    def do_GET(self) -> None:
        if self.path.startswith("/static/"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(EMPTY)
        return None

    def log_message(self, *args: object) -> None:
        """Keep the tests' output quiet."""


@pytest.fixture(scope="session")
def module_page(browser: Browser) -> Iterator[Page]:
    """One page for all modules, loaded anew for each test."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def run(module_page: Page, modules: str) -> Any:
    """Run an expression over a module's names: `run("deal/canonical", "m.newKey()")`."""
    module_page.goto(f"{modules}/")

    def running(module: str, expression: str, value: Any = None) -> Any:
        source = f"/static/sparrows/table/{module}.js"
        return module_page.evaluate(
            f"async ([source, v]) => {{ const m = await import(source); return {expression} }}",
            [source, value],
        )

    return running
