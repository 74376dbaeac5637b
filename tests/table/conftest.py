"""What the tablet's browser tests share: a real Chromium on a live server, a page as a tablet opens it."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, WebError

from tests.conftest import PATIENCE, Tam
from tests.table.line import Line
from tournaments.api.authentication import cookie_name
from tournaments.models import Competition

STATIC = settings.BASE_DIR / "tournaments"
EMPTY = (
    b'<!doctype html><html lang="en"><title>Modules</title>'
    b'<link rel="stylesheet" href="/static/sparrows/app.css">'
    b'<div id="table-app" data-tiles-classic="/static/sparrows/tiles/classic.svg"></div>'
    b'<script type="application/json" id="words">{"said": {}}</script>'
)
TABLET = ViewportSize(width=1024, height=768)


@pytest.fixture
def context(request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A tablet's browser profile without anything in it; whatever its pages complain of fails the test.

    Its page is kept without network only where that is the point: the worker fetches every file once more.
    """
    kinds = [kind for kind in ("own_profile", "kept_page") if request.node.get_closest_marker(kind)]
    opened: BrowserContext = request.getfixturevalue(kinds[0] if kinds else "emptied_profile")
    opened.set_default_timeout(PATIENCE)
    complaints: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        if "Content Security" in said.text:
            complaints.append(said.text)

    def fail(error: WebError) -> None:
        complaints.append(str(error.error))

    opened.on("weberror", fail)
    opened.on("console", hear)
    yield opened
    opened.remove_listener("weberror", fail)
    opened.remove_listener("console", hear)
    assert not complaints


@pytest.fixture
def own_profile(browser: Browser) -> Iterator[BrowserContext]:
    """A profile that is thrown away: its clock and its scripts may be replaced."""
    opened = browser.new_context(viewport=TABLET, has_touch=True, service_workers="allow")
    yield opened
    opened.close()


@pytest.fixture
def emptied_profile(worn_profile: BrowserContext, sites: list[str]) -> Iterator[BrowserContext]:
    """The profile of the tests before, emptied of all but the page's files, which any browser keeps.

    For them a new profile asks the server fifty times, more work than most tests. A clock or a script put
    before the pages would stay for whoever comes next: such a test asks for its own profile.
    """
    yield worn_profile
    empty(worn_profile, sites)


@pytest.fixture
def kept_page(keeping_profile: BrowserContext, sites: list[str]) -> Iterator[BrowserContext]:
    """The same, in a profile in which a worker may keep the page."""
    yield keeping_profile
    empty(keeping_profile, sites)


@pytest.fixture
def sites(live_server: Any, cable: Line) -> list[str]:
    """What a test may have left something of: the server, and the same on a line."""
    return [f"http://localhost:{port}" for port in (urlsplit(live_server.url).port, cable.port)]


def empty(profile: BrowserContext, sites: list[str]) -> None:
    """Close its pages and take all away that they kept, their worker too."""
    blank, *opened = profile.pages
    for page in opened:
        page.close()
    assert blank.evaluate("String(Date).includes('native code')"), "mark this test with own_profile"
    profile.clear_cookies()
    devtools = profile.new_cdp_session(blank)
    for site in sites:
        devtools.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
    devtools.detach()


@pytest.fixture(scope="session")
def worn_profile(browser: Browser) -> Iterator[BrowserContext]:
    """One profile for all tests that leave nothing in it but storage."""
    yield from with_a_blank_page(browser, service_workers="block")


@pytest.fixture(scope="session")
def keeping_profile(browser: Browser) -> Iterator[BrowserContext]:
    """The same for all tests whose page is kept by its worker."""
    yield from with_a_blank_page(browser, service_workers="allow")


def with_a_blank_page(browser: Browser, **settings: Any) -> Iterator[BrowserContext]:
    """Open a profile whose first page stays blank, until it is no longer wanted."""
    opened = browser.new_context(viewport=TABLET, has_touch=True, **settings)
    opened.new_page()
    yield opened
    opened.close()


@pytest.fixture
def tablet(context: BrowserContext, live_server: Any, tam: Tam) -> Page:
    """Tam's tablet with its table open."""
    return open_table(context, urlsplit(live_server.url).port or 80, tam)


@pytest.fixture
def endless(running: Competition) -> None:
    """Let a round have as many deals as anybody likes."""
    running.rounds.update(deals=None)


@pytest.fixture(scope="session")
def cable() -> Iterator[Line]:
    """One line for the session: a browser keeps the page's files for one port only."""
    opened = Line()
    yield opened
    opened.close()


@pytest.fixture
def line(live_server: Any, cable: Line) -> Iterator[Line]:
    """The network between tablets and the server: browsers differ about "offline", not about a cut line."""
    cable.join(urlsplit(live_server.url).port or 80)
    yield cable
    cable.cut()


def open_table(context: BrowserContext, port: int, tam: Tam, script: str = "") -> Page:
    """Open the table's page in a browser that is paired; a script runs before the page's own."""
    context.add_cookies([{"name": cookie_name(), "value": tam.token, "url": f"http://localhost:{port}"}])
    page = context.new_page()
    if script:
        page.add_init_script(script)
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
