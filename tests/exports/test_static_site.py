"""The public pages as plain files: links lead somewhere, nothing needs a server or is held back."""

import io
import re
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.translation import override
from playwright.sync_api import Browser

from tests.organiser.conftest import at
from tests.public.test_visibility import COUNTERS, happen
from tournaments.models import Competition, Export, Table
from tournaments.publishing.asking import asker
from tournaments.publishing.static_pages import page_of, sheet_of
from tournaments.publishing.static_site import copied, event_scope, file_of, site_scope
from tournaments.services import bundles, outbox, rounds
from tournaments.services.competitions import competition_change, competition_publish

pytestmark = pytest.mark.django_db
SITE = "http://testserver/"


def quiet(done: int, known: int) -> None:
    """Hear how far it is."""


@pytest.fixture
def over(running: Competition, table: Table, play: Any, olive: User) -> Competition:
    """A published event whose only round is closed."""
    play(table)
    play(table)
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    running.refresh_from_db()
    return running


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address under which a folder of the machine is served by Python's own server."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", tmp_path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        said = server.stdout.readline() if server.stdout else ""
        found = re.search(r"port (\d+)", said)
        assert found, said
        yield f"http://127.0.0.1:{found[1]}/"
        server.terminate()


# ------------------------------------------------------------------ one page
FILES = {
    "/c/day/standings/": "standings/index.html",
    "/static/app.css": "static/app.css",
    "/c/day/": "index.html",
}
PAGES = [
    ('<a href="/c/day/standings/#top">Table</a>', '<a href="../standings/index.html#top">Table</a>'),
    ('<a class="x" href="/elsewhere/">There</a>', '<a class="x">There</a>'),
    ('<a href="https://example.org/?a=1&amp;b">x</a>', '<a href="https://example.org/?a=1&amp;b">x</a>'),
    ('<p>A<script src="/s.js"></script><b>&lt;&#60;</b>', "<p>A<b>&lt;&#60;</b>"),
    (
        '<meta property="og:url" content="http://s/"><meta name="x" content="y">',
        '<meta name="x" content="y">',
    ),
    ("<form><p>x</p><form></form></form><p>y</p>", "<p>y</p>"),
    (
        '<link rel="stylesheet" href="/static/app.css"><link rel="x" href="/gone">',
        '<link rel="stylesheet" href="../static/app.css">',
    ),
    ('<svg><use href="/static/app.css#a"/></svg>', '<svg><use href="../static/app.css#a"/></svg>'),
    (
        '<script type="application/ld+json">{"a": "<b>"}</script>',
        '<script type="application/ld+json">{"a": "<b>"}</script>',
    ),
    ('<a href="/organise/"><b>Staff</b></a>.', "."),
    (
        '<!doctype html><!-- note --><i title="a &quot;b&quot;">x</i>',
        '<!doctype html><i title="a &quot;b&quot;">x</i>',
    ),
    ('<a href="#main">Skip</a>', '<a href="#main">Skip</a>'),
    ("<button hidden data-theme-switch><svg></svg></button>z", "z"),
]


@pytest.mark.parametrize(("page", "file"), PAGES)
def test_it_writes_a_page_that_stands_by_itself(page: str, file: str) -> None:
    assert page_of(page, "/c/day/seating/", "seating/index.html", FILES.get) == file


def test_it_follows_what_a_style_sheet_is_made_of() -> None:
    sheet = (
        'a { background: url("../static/app.css") } b { mask: url(data:x) } c { mask: url(https://e.org/x) }'
    )
    written = sheet_of(sheet, "/css/main.css", "css/main.css", FILES.get)
    assert written == sheet
    assert 'url("app.css")' in sheet_of(sheet, "/css/main.css", "static/main.css", FILES.get)


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("/c/day/", "index.html"),
        ("/c/day/?round=1", "round-1/index.html"),
        ("/c/day/standings/?round=2&alone=1", "standings/round-2-alone-1/index.html"),
        ("/static/app.css", "static/app.css"),
        ("/c/day/changes/?page=../../x", "changes/page-..-..-x/index.html"),
    ],
)
def test_a_query_becomes_a_folder(address: str, file: str) -> None:
    assert file_of(address, "/c/day/") == file


# ------------------------------------------------------------------ a whole event
def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, body in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)


def walked(start: str) -> set[str]:
    """Ask the server for everything that can be reached by links, as any reader would; give the addresses."""
    seen, waiting = {start}, [start]
    while waiting:
        address = waiting.pop()
        with urllib.request.urlopen(address) as answer:
            kind, body = answer.headers.get_content_type(), answer.read()
        if kind == "text/html":
            text = body.decode()
            assert not re.search(r'(?:href|src)="/', text), address
            assert not re.search(r"<script(?! type=.application/ld)|<form|https?://testserver[^\"]*\">", text)
            fresh = {urldefrag(urljoin(address, link))[0] for link in links_in_text(text)} - seen
            seen |= fresh
            waiting += fresh
    return seen


def links_in_text(text: str) -> list[str]:
    found = re.findall(r'(?:href|src)="([^"]+)"', text)
    return [one for one in found if not one.startswith(("http", "#", "mailto"))]


def test_every_link_leads_somewhere_in_whatever_folder_it_is_served(
    over: Competition, tmp_path: Path, served: str
) -> None:
    files = copied(event_scope(over), asker(SITE), quiet)
    write(tmp_path / "deep" / "down", files)
    reached = walked(f"{served}deep/down/index.html")
    there = {f"{served}deep/down/{name}" for name in files}
    assert there - reached == set()
    pages = {
        "index.html",
        "standings/index.html",
        "r1/t3/d1/index.html",
        "entries/1/index.html",
        "event.json",
    }
    assert pages <= {*files}


def test_a_copy_is_in_the_language_asked_for(over: Competition, served: str, tmp_path: Path) -> None:
    with override("da"):
        scope = event_scope(over)
    files = copied(scope, asker(SITE), quiet)
    assert b'<html lang="da"' in files["index.html"]
    pages = [body for name, body in files.items() if name.endswith("html")]
    assert all(b'<html lang="da"' in page and b"hreflang" not in page for page in pages)
    assert len(files) == len(copied(event_scope(over), asker(SITE), quiet))
    write(tmp_path, files)
    walked(f"{served}index.html")


def test_the_whole_site_is_copied_with_its_clubs(over: Competition, tmp_path: Path, served: str) -> None:
    files = copied(site_scope(), asker(SITE), quiet)
    write(tmp_path, files)
    reached = walked(f"{served}index.html")
    assert {f"{served}{name}" for name in files} - reached == set()
    assert {"index.html", "clubs/severn-winds/index.html", f"c/{over.slug}/index.html"} <= {*files}


@pytest.mark.browser
def test_its_main_pages_are_read_without_script(
    over: Competition, tmp_path: Path, served: str, browser: Browser
) -> None:
    write(tmp_path / "copy", copied(event_scope(over), asker(SITE), quiet))
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1024, "height": 768})
    page, failed = context.new_page(), list[str]()
    page.on("response", lambda one: failed.append(one.url) if one.status >= 400 else None)
    page.goto(f"{served}copy/index.html")
    page.get_by_role("link", name="Standings", exact=True).click()
    assert page.get_by_role("heading", level=1).is_visible()
    page.get_by_role("link", name="Sian Dunne").first.click()
    assert "entries/4" in page.url
    page.goto(f"{served}copy/r1/t3/d1/index.html")
    assert page.locator("svg use").first.is_visible()
    context.close()
    assert failed == []


HELD_BACK = [{"visibility": "round"}, {"hidden_rounds": 1, "planned_rounds": 2}]


@pytest.mark.parametrize("settings_", HELD_BACK)
def test_nothing_held_back_is_in_it(
    over: Competition, play: Any, olive: User, rafe: User, settings_: dict[str, Any]
) -> None:
    later = rounds.round_publish(round=over.rounds.get(number=2), actor=olive)
    rounds.round_start(round=later, actor=olive)
    competition_change(competition=over, actor=olive, **settings_)
    before = plain(over)
    happen(Table.objects.select_related("round__competition").get(round=later, number=3), play, rafe)
    after = plain(over)
    assert {name for name in {*before, *after} if before.get(name) != after.get(name)} == set()
    competition_change(competition=over, actor=olive, visibility="live", hidden_rounds=0)
    assert plain(over) != after


def plain(competition: Competition) -> dict[str, str]:
    files = copied(event_scope(competition), asker(SITE), quiet)
    texts = {name: body.decode(errors="replace") for name, body in files.items()}
    return {name: re.sub("|".join(COUNTERS), "#", text) for name, text in texts.items()}


# ------------------------------------------------------------------ asked for by staff
def test_the_organiser_asks_for_it_and_downloads_it(over: Competition, olive_client: Client) -> None:
    olive_client.post(at("exports", over), {"format": "site"})
    export = Export.objects.get(format="site")
    if export.body is None:
        outbox.run()
    answer = olive_client.get(at("export-file", over, export=export.pk))
    assert answer.headers["Content-Disposition"].endswith('.site.zip"')
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert {"index.html", "standings/index.html", "static/sparrows/app.css"} <= {*names}


def test_it_says_how_many_pages_are_done(over: Competition, olive: User, monkeypatch: Any) -> None:
    told: list[tuple[int, int, int]] = []
    monkeypatch.setattr(bundles, "progress_note", lambda *said: told.append(said))
    outbox.copy_ask(competition=over, site=SITE, actor=olive)
    outbox.run()
    assert len(told) > 20
    assert all(done < known for _export, done, known in told)


def test_it_is_written_anew_where_something_changed_meanwhile(
    over: Competition, olive: User, monkeypatch: Any
) -> None:
    made = bundles.copy_of
    times: list[int] = []

    def and_then_renamed(competition: Competition, *how: Any) -> bundles.Bundle:
        bundle = made(competition, *how)
        if not times:
            competition_change(competition=over, actor=olive, name="Another Day")
        times.append(bundle.revision)
        return bundle

    monkeypatch.setattr(bundles, "copy_of", and_then_renamed)
    export = outbox.copy_ask(competition=over, site=SITE, actor=olive)
    outbox.run()
    export.refresh_from_db()
    assert len(times) == 2
    text = zipfile.ZipFile(io.BytesIO(bytes(export.body or b""))).read("index.html").decode()
    assert "Another Day" in text


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (
            lambda event, olive: competition_publish(competition=event, actor=olive, published=False),
            "Publish the event",
        ),
        (
            lambda event, olive: rounds.round_reopen(round=event.rounds.get(number=1), actor=olive),
            "is still running",
        ),
    ],
)
def test_it_is_refused_for_what_nobody_sees_and_while_a_round_runs(
    over: Competition, olive: User, olive_client: Client, spoil: Callable[..., Any], sentence: str
) -> None:
    spoil(over, olive)
    answer = olive_client.post(at("exports", over), {"format": "site"})
    assert sentence in answer.content.decode()
    assert not Export.objects.exists()


# ------------------------------------------------------------------ the command
def commanded(*arguments: Any) -> str:
    told = StringIO()
    call_command("static_export", *map(str, arguments), stdout=told)
    return told.getvalue()


def test_the_command_writes_a_folder_or_a_zip(over: Competition, tmp_path: Path) -> None:
    assert "files written." in commanded(tmp_path / "site")
    assert (tmp_path / "site" / "clubs" / "severn-winds" / "index.html").is_file()
    assert "files written." in commanded(tmp_path / "day.zip", "--event", over.slug)
    assert "index.html" in zipfile.ZipFile(tmp_path / "day.zip").namelist()


def test_the_command_writes_over_nothing_and_knows_published_events_only(
    over: Competition, tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CommandError, match="there already"):
        commanded(tmp_path)
    with pytest.raises(CommandError, match="no published event"):
        commanded(tmp_path / "x", "--event", "nowhere")
