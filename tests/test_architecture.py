"""The arrows and the tree of the design: who may import whom, and what lies at the top.

config -> tournaments -> players; tournaments -> scoring; scoring -> the standard library. Inside tournaments
the skins (views, API, tasks, commands) import services and selectors, those import models, never the other
way. Seating, standings and credit are values in, values out."""

import ast
import fnmatch
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("config", "players", "scoring", "tournaments")
FILES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))

TOP = {
    *("manage.py", "config", "tournaments", "scoring", "players", "templates", "tests", "requirements.txt"),
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Makefile", "pyproject.toml"),
    *(".ci", ".gitignore", "dev.py", "requirements.in", "requirements-dev.in"),
}

# importer -> what it must not import. A name stands for the module and everything below it.
SKINS = tuple(f"tournaments.{name}" for name in ("views", "api", "tasks", "management", "urls"))
FORBIDDEN = {
    "scoring": ("config", "players", "tournaments"),
    "players": ("config", "tournaments", "scoring"),
    "tournaments": ("config",),
    "tournaments.services": SKINS,
    "tournaments.selectors": (*SKINS, "tournaments.services"),
    "tournaments.access": SKINS,
    "tournaments.models": (*SKINS, "tournaments.services", "tournaments.selectors", "tournaments.access"),
}
# Against the arrows, each with its reason.
EXEMPT = {
    # To ask for a task is to name it; the task looks for its service only when it runs.
    ("tournaments.services.announce", "tournaments.tasks"),
    ("tournaments.services.outbox", "tournaments.tasks"),
}
STANDARD_LIBRARY_ONLY = ("scoring",)
PURE = tuple(f"tournaments.{name}" for name in ("seating", "ranking", "deal", "offline"))


def module_name(file: Path) -> str:
    """Return the dotted name of a file of the project."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file): file for file in FILES}


def is_in(module: str, place: str) -> bool:
    """Tell whether a module is `place` or lies below it."""
    return module == place or module.startswith(f"{place}.")


def imports(module: str) -> set[str]:
    """Return the dotted names that a module imports anywhere in its text, also within functions."""
    file = MODULES[module]
    return {name for node in ast.walk(ast.parse(file.read_text())) for name in imported(node, module, file)}


def imported(node: ast.AST, module: str, file: Path) -> Iterator[str]:
    """Yield the names that one statement imports; of `from a import b` the module b where there is one."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = module if file.name == "__init__.py" else module.rpartition(".")[0]
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from (deeper if (deeper := f"{base}.{alias.name}") in MODULES else base for alias in node.names)


def refused(module: str, name: str) -> bool:
    """Tell whether the arrows forbid `module` to import `name`."""
    if any(is_in(module, place) and not standard(name) for place in STANDARD_LIBRARY_ONLY):
        return not is_in(name, "scoring")
    return any(
        is_in(module, place) and any(is_in(name, target) for target in targets)
        for place, targets in FORBIDDEN.items()
    )


def standard(name: str) -> bool:
    """Tell whether a name belongs to the standard library."""
    return name.partition(".")[0] in sys.stdlib_module_names


def impure(module: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """Return what keeps a module from being pure: foreign packages, and modules that touch the database."""
    found = set()
    for name in imports(module) - seen:
        if name in MODULES and is_in(name, "tournaments") and not is_in(name, "tournaments.models"):
            found |= impure(name, seen | {module, name})
        elif not standard(name) and not is_in(name, "scoring"):
            found.add(f"{module} -> {name}")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_it_follows_the_arrows(module):
    exempt = {name for importer, name in EXEMPT if importer == module}
    assert sorted(name for name in imports(module) - exempt if refused(module, name)) == []


@pytest.mark.parametrize("module", [name for name in MODULES if any(is_in(name, place) for place in PURE)])
def test_it_is_pure(module):
    assert impure(module) == set()


@pytest.mark.parametrize(
    ("module", "name", "is_refused"),
    [
        ("scoring.play", "django.db", True),
        ("scoring.play", "tournaments.models", True),
        ("scoring.play", "scoring.tiles", False),
        ("scoring.play", "fractions", False),
        ("players.models", "tournaments.models", True),
        ("players.models", "config.settings", True),
        ("players.models", "django.db", False),
        ("tournaments.services.deals", "tournaments.api.table", True),
        ("tournaments.services.deals", "tournaments.models", False),
        ("tournaments.selectors.board", "tournaments.services.deals", True),
        ("tournaments.models.ledger", "tournaments.services.deals", True),
        ("tournaments.api.table", "tournaments.services.deals", False),
        ("tournaments.views.table", "config.settings", True),
        ("tournaments.servicesque", "tournaments.api", False),
        ("config.urls", "tournaments.urls", False),
    ],
)
def test_it_knows_the_arrows(module, name, is_refused):
    assert refused(module, name) is is_refused


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import a.b, c", {"a.b", "c"}),
        ("from scoring import tiles", {"scoring.tiles"}),
        ("from scoring.tiles import Tile", {"scoring.tiles"}),
        ("from . import wsgi", {"config.wsgi"}),
        ("from .wsgi import application", {"config.wsgi"}),
        ("def later():\n    from players import models", {"players.models"}),
    ],
)
def test_it_sees_every_way_to_import(tmp_path, monkeypatch, text, names):
    file = tmp_path / "probe.py"
    file.write_text(text)
    monkeypatch.setitem(MODULES, "config.probe", file)
    assert imports("config.probe") == names


LOCKING = re.compile(r"select_for_update|advisory_(xact_)?lock|\bFOR\s+(NO\s+KEY\s+)?UPDATE\b", re.I)
MAY_LOCK = {
    "tournaments.services.locks",
    "tournaments.services.outbox",  # a queue, not a lock: rows that another worker does are skipped
}


@pytest.mark.parametrize("module", MODULES)
def test_it_locks_in_one_place(module):
    assert bool(LOCKING.search(MODULES[module].read_text())) == (module in MAY_LOCK)


def test_it_locks_no_rows_of_the_outbox_that_others_hold():
    text = MODULES["tournaments.services.outbox"].read_text()
    assert LOCKING.findall(text.replace("select_for_update(skip_locked=True)", "")) == []


@pytest.mark.parametrize(
    ("text", "locks"),
    [
        ("rows.select_for_update(no_key=True)", True),
        ("SELECT 1 FROM t FOR UPDATE OF t", True),
        ("SELECT 1 FROM t for  no key\nupdate", True),
        ("SELECT pg_advisory_xact_lock(1)", True),
        ("words for updates of a page", False),
        ("threading.Lock()", False),
    ],
)
def test_it_knows_what_locks(text, locks):
    assert bool(LOCKING.search(text)) is locks


def test_it_keeps_the_top_of_the_tree():
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()] + [".git"]
    there = {path.name for path in ROOT.iterdir()}
    assert {name for name in there if not any(fnmatch.fnmatch(name, line) for line in ignored)} == TOP
