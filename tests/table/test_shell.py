"""What a tablet keeps: all that its page is made of, under the names by which page and modules ask for it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.http import HttpRequest
from django.test import Client

from tests.table.test_rooms import imports
from tournaments.tilefaces import STYLES
from tournaments.views.table import shell as shells
from tournaments.views.table.words import said

NAMED = re.compile(r'<(?:link rel="stylesheet" href|script[^>]* src)="([^"]+)"')
TILES = re.compile(r'data-tiles-\w+="([^"]+)"')
IMPORTED = re.compile(r'from "(\.{1,2}/[\w/.-]+\.js)"')
LANGUAGES = settings.LANGUAGES
MODULES = settings.BASE_DIR / "tournaments/static/sparrows/table"


@pytest.fixture
def request_of(rf: Any) -> HttpRequest:
    return rf.get("/table/")


def version(request: HttpRequest) -> str:
    return shells.shell(request).version


def test_it_keeps_every_module_that_another_one_imports(request_of: HttpRequest) -> None:
    kept = set(shells.shell(request_of).files)
    pairs = ((file, name) for file in MODULES.rglob("*.js") for name in IMPORTED.findall(file.read_text()))
    imported = {(file.parent / name).resolve().relative_to(MODULES) for file, name in pairs}
    assert len(imported) > 30
    assert {f"/static/sparrows/table/{name}" for name in imported} - kept == set()


def test_it_asks_at_once_for_every_module_that_the_page_begins_with(request_of: HttpRequest) -> None:
    asked = re.findall(r'<link rel="modulepreload" href="([^"]+)">', shells.shell(request_of).page)
    arrows, wanted, more = imports(), set[Path](), {Path("app.js")}
    while more:
        wanted |= more
        more = set().union(*(arrows[one] for one in more)) - wanted
    assert sorted(asked) == sorted(f"/static/sparrows/table/{name}" for name in wanted - {Path("app.js")})


def test_it_keeps_files_under_their_hashed_names_where_there_are_such(
    request_of: HttpRequest, settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    manifest = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": manifest}}
    call_command("collectstatic", "--noinput", verbosity=0)
    shell = shells.shell(request_of)
    assert set(NAMED.findall(shell.page)) - set(shell.files) == set()
    assert len(tiles := set(TILES.findall(shell.page))) == len(STYLES)
    assert tiles - set(shell.files) == set()
    assert re.search(r"/app\.[0-9a-f]{12}\.js$", "\n".join(shell.files), re.MULTILINE)
    static = [address.removeprefix("/static/") for address in shell.files if address.startswith("/static/")]
    assert [name for name in static if not (tmp_path / name).exists()] == []


def test_it_is_another_version_when_words_or_files_are_others(
    request_of: HttpRequest, monkeypatch: Any, tmp_path: Path
) -> None:
    before = version(request_of)
    assert version(request_of) == before
    with monkeypatch.context() as patched:
        patched.setitem(said("en"), "Draw", "Nobody went out")
        assert version(request_of) != before
    with monkeypatch.context() as patched:
        patched.setattr(shells, "FILES", (*shells.FILES, "sparrows/live.js"))
        assert version(request_of) != before


def test_it_is_the_same_version_in_every_language(client: Client) -> None:
    written = [client.get("/table/worker.js", headers={"accept-language": one}) for one, _ in LANGUAGES]
    heads = [answer.content.decode().split(";\n")[0] for answer in written]
    told = [json.loads(head.removeprefix("const SHELL = ")) for head in heads]
    assert [one["language"] for one in told] == [code for code, _ in LANGUAGES]
    assert len({one["version"] for one in told}) == 1


@pytest.mark.parametrize(("language", "_name"), LANGUAGES)
def test_it_is_another_version_when_any_language_says_something_else(
    request_of: HttpRequest, monkeypatch: Any, language: str, _name: str
) -> None:
    before = version(request_of)
    monkeypatch.setitem(said(language), "Draw", "Nobody went out")
    assert version(request_of) != before


def test_it_says_nothing_of_anybody(db: None) -> None:
    for address in ("/table/", "/table/worker.js", "/table/manifest.webmanifest"):
        answer = Client().get(address)
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
    assert Client().get("/table/worker.js")["Content-Type"].startswith("text/javascript")
