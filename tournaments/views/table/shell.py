"""What a tablet keeps of this site to work without network: the table's page and the files it is made of.

The version is a hash over all of it, the page in every language included: whatever changes, the service
worker's text changes with it, and tablets learn that there is a new one. It is the same in all languages:
another language is no news, but another shelf to keep the page on (`worker.js`).
"""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_info, override

import scoring
from tournaments.tilefaces import STYLES
from tournaments.views.table import engine
from tournaments.views.table.spoken import spoken
from tournaments.views.table.words import drawing, names_and_words

FOLDER = "sparrows/table"
FILES = (
    "sparrows/app.css",
    "sparrows/theme.js",
    *(f"sparrows/tiles/{style}.svg" for style in STYLES),
    "sparrows/icons.svg",
    "sparrows/favicon.svg",
)
BEGIN = f"{FOLDER}/app.js"
WORKER = f"{FOLDER}/shell/worker.js"
NOT_KEPT = {WORKER, f"{FOLDER}/pair.js", f"{FOLDER}/engine/engine-worker.js"}
IMPORTED = re.compile(r'^import\b[^"]*"([^"]+)"', re.MULTILINE)
LENGTH = 12


@dataclass(frozen=True, slots=True)
class Shell:
    """The page of one version in a language, with the addresses of its files and of what it loads later."""

    version: str
    language: str
    page: str
    files: tuple[str, ...]
    later: tuple[str, ...]


def shell(request: HttpRequest) -> Shell:
    """Put together what a tablet keeps, as it is at this moment."""
    names, parts = _names(), engine.addresses()
    modules = _modules()
    version = _version(request, names, modules)
    language = get_language() or settings.LANGUAGE_CODE
    files = sorted([*_addresses(names), *([parts["worker"]] if parts else [])])
    later = [parts["pyodide"], parts["engine"].partition("NAME")[0]] if parts else []
    return Shell(version, language, _page(request, version, modules), tuple(files), tuple(later))


def _version(request: HttpRequest, names: list[str], modules: list[str]) -> str:
    mark = hashlib.sha256()
    for language, _ in settings.LANGUAGES:
        with override(language):
            mark.update(_page(request, "", modules).encode())
    for name in names:
        mark.update(name.encode() + _source(name).read_bytes())
    return mark.hexdigest()[:LENGTH]


def worker_text(shell: Shell) -> str:
    """Write the service worker with the list of what it keeps."""
    told = {
        "version": shell.version,
        "language": shell.language,
        "page": reverse("table:table"),
        "under": settings.STATIC_URL,
        "files": shell.files,
        "later": shell.later,
    }
    return f"const SHELL = {json.dumps(told)};\n{_source(WORKER).read_text()}"


def _page(request: HttpRequest, version: str, modules: list[str]) -> str:
    said = names_and_words() | {"engine": spoken(), "languages": own_names()}
    said |= {"engine_tiles": scoring.TILE_NAMES}
    about = {"words": said, "version": version, "engine": engine.addresses(), "drawing": drawing()}
    about |= {"language_cookie": settings.LANGUAGE_COOKIE_NAME, "modules": modules}
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


def _modules() -> list[str]:
    """List what the page's first module imports, and those in their turn, for a browser to ask for at once.

    It would else hear of each only when it has read the one that imports it.
    """
    root = _source(FOLDER).resolve()
    found = [root / Path(BEGIN).name]
    for file in found:
        named = [(file.parent / one).resolve() for one in IMPORTED.findall(file.read_text())]
        found += [one for one in named if one not in found]
    return [f"{settings.STATIC_URL}{FOLDER}/{file.relative_to(root).as_posix()}" for file in found[1:]]


def _source(name: str) -> Path:
    found = finders.find(name)
    if not found:
        raise FileNotFoundError(name)
    return Path(str(found))
