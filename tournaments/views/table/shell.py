"""What a tablet keeps of this site to work without network: the table's page and the files it is made of.

The version is a hash over all of it, the page in the reader's language included: whatever changes, the
service worker's text changes with it, and tablets learn that there is a new one.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language_info

from tournaments.views.table import engine
from tournaments.views.table.spoken import spoken
from tournaments.views.table.words import words
from tournaments.wording.tiles import WIND_NAMES, tile_names

FOLDER = "sparrows/table"
FILES = (
    "sparrows/app.css",
    "sparrows/theme.js",
    "sparrows/tiles.svg",
    "sparrows/icons.svg",
    "sparrows/favicon.svg",
)
BEGIN = f"{FOLDER}/app.js"
WORKER = f"{FOLDER}/shell/worker.js"
NOT_KEPT = {WORKER, f"{FOLDER}/pair.js", f"{FOLDER}/engine/engine-worker.js"}
LENGTH = 12


@dataclass(frozen=True, slots=True)
class Shell:
    """The page of one version, with the addresses of its files and of what it loads later, the engine."""

    version: str
    page: str
    files: tuple[str, ...]
    later: tuple[str, ...]


def shell(request: HttpRequest) -> Shell:
    """Put together what a tablet keeps, as it is at this moment."""
    names = _names()
    mark = hashlib.sha256(_page(request, version="").encode())
    for name in names:
        mark.update(name.encode() + _source(name).read_bytes())
    version, parts = mark.hexdigest()[:LENGTH], engine.addresses()
    files = sorted([*_addresses(names), *([parts["worker"]] if parts else [])])
    later = [parts["pyodide"], parts["engine"].partition("NAME")[0]] if parts else []
    return Shell(version, _page(request, version), tuple(files), tuple(later))


def worker_text(shell: Shell) -> str:
    """Write the service worker with the list of what it keeps."""
    told = {
        "version": shell.version,
        "page": reverse("table:table"),
        "under": settings.STATIC_URL,
        "files": shell.files,
        "later": shell.later,
    }
    return f"const SHELL = {json.dumps(told)};\n{_source(WORKER).read_text()}"


def _page(request: HttpRequest, version: str) -> str:
    winds = {letter: str(name) for letter, name in WIND_NAMES.items()}
    said = words() | {"tiles": tile_names(), "winds": winds, "engine": spoken(), "languages": own_names()}
    about = {"words": said, "version": version, "engine": engine.addresses()}
    about["language_cookie"] = settings.LANGUAGE_COOKIE_NAME
    return render_to_string("table/table.html", about, request)


def own_names() -> dict[str, str]:
    """Name every language of the site in itself."""
    return {code: str(get_language_info(code)["name_local"]).capitalize() for code, _ in settings.LANGUAGES}


def _names() -> list[str]:
    root = _source(FOLDER)
    found = (file for file in root.rglob("*") if file.suffix in (".js", ".css"))
    return [*FILES, *sorted(f"{FOLDER}/{file.relative_to(root).as_posix()}" for file in found)]


def _addresses(names: list[str]) -> set[str]:
    """Give the addresses by which the page names its files, and those by which modules name each other."""
    modules = {name for name in names if name.endswith(".js") and name.startswith(FOLDER)} - NOT_KEPT
    named = [name for name in names if name not in modules | NOT_KEPT]
    return {static(BEGIN), *map(static, named), *(f"{settings.STATIC_URL}{name}" for name in modules)}


def _source(name: str) -> Path:
    found = finders.find(name)
    if not found:
        raise FileNotFoundError(name)
    return Path(str(found))
