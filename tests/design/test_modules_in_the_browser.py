"""The small modules of public and staff pages in a real browser, under the strictest policy."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import engines

from tests.conftest import until

pytestmark = pytest.mark.browser

STATIC = settings.BASE_DIR / "tournaments" / "static"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'"
)
PAGE = """{% extends "organiser/base.html" %}{% load static sparrows %}
{% block messages %}{% endblock %}
{% block modules %}{{ block.super }}
<script type="module" src="{% static 'sparrows/live.js' %}"></script>{% endblock %}
{% block content %}{% tile "B1" %}{% include "includes/live_controls.html" with target="part" %}
<section id="part" data-fragment="/part" data-live="/stream" data-revision="1">revision 1</section>
<form action="/done"><button id="act" name="act" value="void" data-confirm="Void deal 7?" data-confirm-danger
data-confirm-detail="Nothing else changes." data-confirm-yes="Void it">Void</button></form>
<form action="/done"><button id="plain">Save</button></form>
{% endblock %}"""


CLOSE = """<form method="post" action="/closed"><button id="close" name="act" value="close"
data-confirm="Close with {} open?">Close</button></form>"""
BACK = '<svg class="tile"><use href="/static/sparrows/tiles/classic.svg#back"></use></svg>'
STYLES = """() => [...document.querySelectorAll("main .tile use")]
  .map((one) => one.getAttribute("href").split("/").at(-1))"""


class Site:
    """A page, its part at some revision, and a stream that tells of the next one."""

    def __init__(self) -> None:
        self.revision = 1
        self.asked: list[str | None] = []
        self.sent: list[str] = []
        self.news = threading.Event()
        self.told: dict[str, Any] = {}
        self.closing = False

    def answer(self, path: str, known: str | None) -> tuple[int, str, bytes, dict[str, str]]:
        """Return status, type, body and further headers."""
        if path.startswith("/static/"):
            file = Path(f"{STATIC}{path.removeprefix('/static')}")
            return 200, TYPES[file.suffix], file.read_bytes(), {}
        if path == "/part":
            return self.part(known)
        return 200, "text/html", engines["django"].from_string(PAGE).render().encode(), {}

    def part(self, known: str | None) -> tuple[int, str, bytes, dict[str, str]]:
        """Answer the fragment, or 304 to whoever knows it."""
        self.asked.append(known)
        etag = f'"{self.revision}"'
        part = f"<b>revision {self.revision}</b>{BACK}{CLOSE.format(self.revision)}"
        body = b"" if known == etag else part.encode()
        return (200 if body else 304), "text/html", body, {"ETag": etag}

    def tell(self, revision: int) -> None:
        """Announce a revision on the stream."""
        self.revision, self.told = revision, {"revision": revision}
        self.news.set()

    def tell_beside(self) -> None:
        """Announce that a final changed: the page does, and its revision stays."""
        self.told = {"revision": self.revision, "beside": True}
        self.revision += 1
        self.news.set()


def handler(site: Site) -> type[BaseHTTPRequestHandler]:
    """Return the request handler of one site."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            self.stream() if path == "/stream" else self.reply(path)

        def reply(self, path: str) -> None:
            status, kind, body, more = site.answer(path, self.headers.get("If-None-Match"))
            self.begin(status, kind, {"Content-Length": str(len(body)), **more})
            self.wfile.write(body)

        def do_POST(self) -> None:
            site.sent.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.reply(self.path)

        def begin(self, status: int, kind: str, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {"Content-Type": kind, "Content-Security-Policy": POLICY, **headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def stream(self) -> None:
            self.begin(200, "text/event-stream", {"Connection": "close"})
            self.wfile.write(b": open\n\n")
            self.wfile.flush()
            while not site.closing:
                if site.news.wait(0.1):
                    site.news.clear()
                    self.wfile.write(f"data: {json.dumps(site.told)}\n\n".encode())
                    self.wfile.flush()

        def log_message(self, *args: object) -> None:
            """Keep the test's output quiet."""

    return Handler


@pytest.fixture
def site() -> Iterator[tuple[Site, str]]:
    site = Site()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(site))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield site, f"http://127.0.0.1:{server.server_port}"
    site.closing = True
    server.shutdown()
    server.server_close()


def is_fault(message: Any) -> bool:
    """Tell whether the browser complains, but of the gateway that a test has shut."""
    return message.type == "error" and "502" not in message.text


@pytest.fixture
def page(browser: Any, site: tuple[Site, str]) -> Iterator[Any]:
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if is_fault(message) else None)
    page.goto(f"{site[1]}/")
    yield page
    assert complaints == []
    context.close()


def test_it_remembers_dark_in_this_browser_without_a_cookie(page):
    page.click("[data-theme-switch]")
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator("[data-theme-switch]").get_attribute("aria-pressed") == "true"
    assert page.context.cookies() == []


def test_it_draws_the_tile_from_the_sprite_under_the_policy(page):
    assert page.get_by_role("img", name="1 bamboo").bounding_box()["width"] == 34
    until(page, "document.querySelector('.tile use').getBBox().width > 50")


def test_it_keeps_the_faces_that_its_reader_chose_for_all_tiles_of_all_pages(page, site):
    assert page.evaluate(STYLES) == ["classic.svg#body", "classic.svg#B1", "classic.svg#B1-letters"]
    page.get_by_label("Tiles").select_option("large numbers")
    chosen = ["large.svg#body", "large.svg#B1", "large.svg#B1-letters"]
    assert page.evaluate(STYLES) == chosen
    page.reload()
    until(page, f"({STYLES})()[0] === 'large.svg#body'")
    page.locator('[data-live-status="part"][data-state="live"]').wait_for()
    site[0].tell(2)
    page.locator("#part b", has_text="revision 2").wait_for()
    assert page.evaluate(STYLES) == [*chosen, "large.svg#back"]
    page.get_by_label("Tiles").select_option("as the club has them")
    assert page.evaluate(STYLES)[-1] == "classic.svg#back"
    page.emulate_media(contrast="more")
    until(page, f"({STYLES})()[0] === 'contrast.svg#body'")
    page.get_by_label("Tiles").select_option("traditional")
    assert page.evaluate(STYLES)[0] == "classic.svg#body"


def test_it_brings_the_next_revision_without_a_reload(page, site):
    page.locator('[data-live-status="part"][data-state="live"]').wait_for()
    site[0].tell(2)
    page.locator("#part b", has_text="revision 2").wait_for()
    site[0].tell(3)
    page.locator("#part b", has_text="revision 3").wait_for()
    assert site[0].asked == [None, '"2"']


def test_it_looks_again_when_a_final_changed(page, site):
    page.locator('[data-live-status="part"][data-state="live"]').wait_for()
    site[0].tell_beside()
    page.locator("#part b", has_text="revision 2").wait_for()
    assert site[0].asked == [None]


def test_it_says_that_a_time_is_over_as_soon_as_it_is(page, site):
    page.locator('[data-live-status="part"][data-state="live"]').wait_for()
    page.evaluate("""() => document.querySelector("#part").insertAdjacentElement("afterend", Object.assign(
        document.createElement("p"), { id: "time", textContent: "open" }))""")
    page.evaluate("""() => Object.assign(document.querySelector("#time").dataset,
        { until: new Date(Date.now() + 1500).toISOString(), over: "over" })""")
    assert page.locator("#time").text_content() == "open"
    page.locator("#time", has_text="over").wait_for()


def test_it_waits_while_paused_and_catches_up(page, site):
    page.locator('[data-live-status="part"][data-state="live"]').wait_for()
    page.click("[data-live-pause]")
    site[0].tell(2)
    page.wait_for_timeout(1200)
    assert site[0].asked == []
    assert page.locator("[data-live-status]").text_content() == "Paused"
    page.click("[data-live-pause]")
    page.locator("#part b", has_text="revision 2").wait_for()


def test_it_does_nothing_until_the_question_is_answered(page):
    page.click("#act")
    dialog = page.get_by_role("dialog", name="Void deal 7?")
    assert dialog.get_by_text("Nothing else changes.").is_visible()
    dialog.get_by_role("button", name="Cancel").click()
    assert page.url.endswith("/")
    assert page.evaluate("document.activeElement.id") == "act"


def test_it_sends_a_form_once_by_a_double_click(page):
    page.evaluate(
        """() => {
          globalThis.sent = 0;
          addEventListener("submit", (event) => {
            if (!event.defaultPrevented) globalThis.sent += 1;
            event.preventDefault();
          });
        }"""
    )
    page.dblclick("#plain")
    assert page.evaluate("sent") == 1
    page.evaluate(
        """async () => {
          const { dataset } = document.getElementById("plain").form;
          while ("sent" in dataset) await new Promise((go) => setTimeout(go, 50));
        }"""
    )
    page.click("#plain")
    assert page.evaluate("sent") == 2


def test_it_brings_two_files_of_one_list_asked_for_at_once_and_each_of_them_once(page):
    asked = page.evaluate(
        """() => {
          const form = document.body.appendChild(document.createElement("form")), asked = [];
          const [one, other] = ["/a", "/b"].map((file) => {
            const button = form.appendChild(document.createElement("button"));
            button.formAction = file;
            return button;
          });
          addEventListener("submit", (event) => {
            if (!event.defaultPrevented) asked.push(new URL(event.submitter.formAction).pathname);
            event.preventDefault();
          });
          for (const button of [one, one, other, other]) button.click();
          return asked;
        }"""
    )
    assert asked == ["/a", "/b"]


def test_it_acts_with_the_buttons_own_value_when_confirmed(page):
    page.click("#act")
    page.get_by_role("button", name="Void it").click()
    page.wait_for_url("**/done?act=void")


def brings(page: Any, site: Site, revision: int) -> None:
    """Let the page draw its part anew."""
    site.tell(revision)
    page.locator("#part b", has_text=f"revision {revision}").wait_for()


@pytest.fixture
def live(page: Any, site: tuple[Site, str]) -> Site:
    """The site of a page whose part has been brought, and stands with its button."""
    page.locator('[data-live-status="part"][data-state="live"]').wait_for()
    brings(page, site[0], 2)
    return site[0]


def test_it_sends_what_was_pressed_though_the_page_is_drawn_anew_meanwhile(page, live):
    asked = []
    page.route("**/healthz", lambda route: asked.append(route))
    page.click("#close")
    page.click("dialog[open] [value=yes]")
    while not asked:
        page.wait_for_timeout(10)
    brings(page, live, 3)
    asked[0].fulfill(status=200)
    page.wait_for_url("**/closed")
    assert live.sent == ["act=close"]


def test_it_says_that_the_server_does_not_answer_where_the_form_stands_now(page, live):
    asked = []
    page.route("**/healthz", lambda route: asked.append(route))
    page.click("#close")
    page.click("dialog[open] [value=yes]")
    while not asked:
        page.wait_for_timeout(10)
    brings(page, live, 3)
    asked[0].fulfill(status=502)
    page.locator("#part [data-not-sent]").wait_for()
    assert live.sent == []


def test_it_asks_again_where_another_question_stands_by_now(page, live):
    page.click("#close")
    page.get_by_role("dialog", name="Close with 2 open?").wait_for()
    brings(page, live, 3)
    page.click("dialog[open] [value=yes]")
    page.get_by_role("dialog", name="Close with 3 open?").wait_for()
    assert live.sent == []
    page.click("dialog[open] [value=yes]")
    page.wait_for_url("**/closed")
    assert live.sent == ["act=close"]


def test_it_exchanges_no_button_under_a_finger(page, live):
    box = page.locator("#close").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    live.tell(3)
    page.wait_for_timeout(1200)
    assert page.locator("#part b").text_content() == "revision 2"
    page.mouse.up()
    page.get_by_role("dialog", name="Close with 2 open?").wait_for()
    page.locator("#part b", has_text="revision 3").wait_for()
