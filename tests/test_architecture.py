"""The arrows and the tree of the design: who may import whom, and what lies at the top.

The rooms are whole folders. `ALLOWED` lists every arrow between two of them, from the doors down to what is
pure; what is not listed is forbidden, what nobody uses is struck off, and no arrow leads back up. Below the
rooms no module is in a circle with another, and no import hides in a function.
"""

import ast
import fnmatch
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("config", "players", "scoring", "tournaments")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")  # where a statement holds others
FILES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))

TOP = {
    *("manage.py", "config", "tournaments", "scoring", "players", "templates", "tests", "requirements.txt"),
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Makefile", "pyproject.toml"),
    *(".ci", ".gitignore", "deploy", "dev.py", "requirements.in", "requirements-dev.in"),
    "requirements-run.txt",
}

# room -> the rooms it may import, in the order of the house: each names only rooms further down.
ALLOWED = {
    "config": {
        *("tournaments.api", "tournaments.services", "tournaments.live", "tournaments.access"),
        *("tournaments.offline", "tournaments.refusals", "tournaments.hall"),
        *("tournaments.selectors", "tournaments.backups", "tournaments.models"),
    },
    "tournaments.apps": {"tournaments.tasks"},
    "tournaments.management": {
        *("tournaments.demo", "tournaments.exchange", "tournaments.services", "tournaments.seating"),
        *("tournaments.models", "tournaments.refusals", "tournaments.powers", "tournaments.tilefaces"),
        *("tournaments.publishing", "tournaments.backups", "tournaments.tasks", "tournaments.away"),
        "players",
    },
    "tournaments.demo": {
        *("tournaments.exchange", "tournaments.services", "tournaments.models", "tournaments.powers"),
        "players",
    },
    "tournaments.exchange": {
        *("tournaments.services", "tournaments.publishing", "tournaments.selectors", "tournaments.models"),
        *("tournaments.ranking", "tournaments.refusals", "tournaments.sittings", "players", "scoring"),
    },
    "tournaments.tasks": {"tournaments.backups", "tournaments.services"},
    "tournaments.templatetags": {"tournaments.wording", "tournaments.tilefaces", "scoring"},
    "tournaments.views": {
        *("tournaments.api", "tournaments.forms", "tournaments.services", "tournaments.selectors"),
        *("tournaments.access", "tournaments.offline", "tournaments.models", "tournaments.refusals"),
        *("tournaments.powers", "tournaments.deal", "tournaments.ranking", "tournaments.wording"),
        *("tournaments.tilefaces", "tournaments.printing", "tournaments.publishing", "tournaments.charts"),
        *("tournaments.hall", "tournaments.away", "tournaments.backups", "tournaments.sittings"),
        *("players", "scoring"),
    },
    "tournaments.api": {
        *("tournaments.services", "tournaments.selectors", "tournaments.live", "tournaments.access"),
        *("tournaments.offline", "tournaments.models", "tournaments.refusals", "tournaments.powers"),
        *("tournaments.deal", "tournaments.ranking", "tournaments.tilefaces", "players", "scoring"),
    },
    "tournaments.forms": {
        *("tournaments.services", "tournaments.selectors", "tournaments.models", "tournaments.refusals"),
        *("tournaments.powers", "tournaments.deal", "tournaments.ranking", "tournaments.wording"),
        *("tournaments.sittings", "players", "scoring"),
    },
    "tournaments.away": {
        *("tournaments.backups", "tournaments.services", "tournaments.selectors", "tournaments.models"),
        *("tournaments.wording", "tournaments.deal", "players"),
    },
    "tournaments.backups": {
        *("tournaments.services", "tournaments.selectors", "tournaments.models", "tournaments.deal"),
    },
    "tournaments.services": {
        *("tournaments.publishing", "tournaments.printing", "tournaments.selectors", "tournaments.live"),
        *("tournaments.models", "tournaments.refusals", "tournaments.powers", "tournaments.deal"),
        *("tournaments.ranking", "tournaments.seating", "tournaments.wording", "tournaments.sittings"),
        *("players", "scoring"),
    },
    "tournaments.publishing": {
        *("tournaments.printing", "tournaments.selectors", "tournaments.access", "tournaments.models"),
        *("tournaments.ranking", "tournaments.wording", "tournaments.tilefaces", "tournaments.deal"),
        "tournaments.sittings",
    },
    "tournaments.printing": {
        *("tournaments.selectors", "tournaments.models", "tournaments.ranking", "tournaments.wording"),
        *("tournaments.tilefaces", "scoring"),
    },
    "tournaments.selectors": {
        *("tournaments.access", "tournaments.models", "tournaments.powers", "tournaments.deal"),
        *("tournaments.ranking", "tournaments.seating", "tournaments.wording", "tournaments.sittings"),
        *("players", "scoring"),
    },
    "tournaments.migrations": {"tournaments.models", "scoring"},  # 0014 binds tables of rules
    "tournaments.live": {"tournaments.models"},
    "tournaments.access": {
        *("tournaments.models", "tournaments.refusals", "tournaments.powers", "tournaments.tilefaces"),
        *("tournaments.sittings", "players"),
    },
    "tournaments.models": {"tournaments.powers", "tournaments.deal", "tournaments.sittings", "players"},
    "tournaments.powers": set(),
    "tournaments.refusals": {"tournaments.wording", "tournaments.deal", "scoring"},
    "tournaments.offline": {"tournaments.deal", "scoring"},
    "tournaments.wording": {"tournaments.sittings", "scoring"},
    "tournaments.tilefaces": set(),
    "tournaments.charts": set(),
    "tournaments.hall": set(),
    "tournaments.seating": set(),
    "tournaments.ranking": {"tournaments.sittings", "scoring"},
    "tournaments.deal": {"scoring"},
    "tournaments.sittings": set(),
    "tournaments": set(),
    "players": set(),
    "scoring": set(),
}
ROOMS = list(ALLOWED)
# Imports within a function, each with its reason.
LATE = {
    ("config.apps", "config.checks"),  # Django calls `ready` when checks may be registered
    ("tournaments.apps", "tournaments.tasks"),  # tasks know models, which are there from `ready` on
}
STANDARD_LIBRARY_ONLY = ("scoring",)
LIBRARIES = {"openskill"}  # arithmetic alone, which pure modules may ask
PURE = tuple(f"tournaments.{name}" for name in ("seating", "ranking", "deal", "offline", "charts"))


def module_name(file: Path) -> str:
    """Return the dotted name of a file of the project."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file): file for file in FILES}


def is_in(module: str, place: str) -> bool:
    """Tell whether a module is `place` or lies below it."""
    return module == place or module.startswith(f"{place}.")


def imports(module: str) -> frozenset[str]:
    """Return the dotted names that a module imports anywhere in its text, also within functions."""
    return names_in(module, MODULES[module])[0]


# A file says the same all through a run: it is read once, however many tests ask about it.
@cache
def names_in(module: str, file: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that a file imports as the module of that name, and those within its functions."""
    every, late = set(), set()
    for node, inside in statements(ast.parse(file.read_text()).body):
        names = set(imported(node, module, file))
        every |= names
        late |= names if inside else set()
    return frozenset(every), frozenset(late)


def statements(nodes: list[ast.AST], inside: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Yield every statement, however deep, and whether it stands within a function; no expression imports."""
    for node in nodes:
        yield node, inside
        for block in BLOCKS:
            yield from statements(getattr(node, block, []), inside or isinstance(node, FUNCTIONS))


def imported(node: ast.AST, module: str, file: Path) -> Iterator[str]:
    """Yield the names that one statement imports; of `from a import b` the module b where there is one."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = module if file.name == "__init__.py" else module.rpartition(".")[0]
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from (deeper if (deeper := f"{base}.{alias.name}") in MODULES else base for alias in node.names)


def room_of(module: str) -> str | None:
    """Return the room a module of ours lies in; None for what is not ours."""
    return next((room for room in ROOMS if room != "tournaments" and is_in(module, room)), None) or (
        "tournaments" if module == "tournaments" else None
    )


def refused(module: str, name: str) -> bool:
    """Tell whether the arrows forbid `module` to import `name`."""
    here, there = room_of(module), room_of(name)
    if here in STANDARD_LIBRARY_ONLY and there is None:
        return not standard(name)
    return there is not None and there != here and there not in ALLOWED[str(here)]


def standard(name: str) -> bool:
    """Tell whether a name belongs to the standard library."""
    return name.partition(".")[0] in sys.stdlib_module_names


def impure(module: str) -> set[str]:
    """Return what keeps a module from being pure: foreign packages, and modules that touch the database."""
    return {
        f"{one} -> {name}"
        for one in behind(module)
        for name in imports(one)
        if not is_followed(name) and not standard(name) and not is_in(name, "scoring")
        if name.partition(".")[0] not in LIBRARIES
    }


def behind(module: str) -> set[str]:
    """Return a module and all of ours that come with it, whoever of them imports them."""
    found, todo = {module}, [module]
    while todo:
        more = {name for name in imports(todo.pop()) if is_followed(name)} - found
        found |= more
        todo += more
    return found


def is_followed(name: str) -> bool:
    """Tell whether what a module imports may be pure, so that its own imports are asked about."""
    return name in MODULES and is_in(name, "tournaments") and not is_in(name, "tournaments.models")


def hidden(module: str) -> set[str]:
    """Return what a module of ours imports within its functions; of a stub for types only, nothing."""
    return {name for name in names_in(module, MODULES[module])[1] if room_of(name)}


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Return the ways that lead from a place back to itself, one for each place that begins one."""
    order = TopologicalSorter(arrows)
    try:
        order.prepare()
    except CycleError as error:
        return [error.args[1]]
    return []


def test_it_lies_in_a_room():
    assert [module for module in MODULES if not room_of(module)] == [], "say in ALLOWED what it may import"


def test_it_follows_the_arrows():
    arrows = ((module, name) for module in MODULES for name in imports(module))
    assert sorted((module, name) for module, name in arrows if refused(module, name)) == []


def test_it_allows_no_arrow_that_nobody_uses():
    used = {(room_of(module), room_of(name)) for module in MODULES for name in imports(module)}
    assert [
        (here, there) for here in ROOMS for there in sorted(ALLOWED[here]) if (here, there) not in used
    ] == []


def test_it_allows_no_arrow_upwards():
    places = {room: place for place, room in enumerate(ROOMS)}
    assert [(a, b) for a in ROOMS for b in ALLOWED[a] if places[a] >= places[b]] == []


def test_it_has_no_circle_of_modules():
    ours = {module: {name for name in imports(module) & set(MODULES) if name != module} for module in MODULES}
    assert circles(ours) == []


@pytest.mark.parametrize("page", ["board", "players", "rounds"])
def test_what_several_pages_say_of_a_draw_lies_in_no_page(page):
    pages = "tournaments.views.organiser"
    assert f"{pages}.drawn" in imports(f"{pages}.{page}")
    assert f"{pages}.seating" not in imports(f"{pages}.{page}")


def test_no_page_has_a_module_of_more_than_a_few_screens():
    """Its subjects are split before that; 400 lines are the style's."""
    views = {module: file for module, file in MODULES.items() if is_in(module, "tournaments.views")}
    assert [module for module, file in views.items() if file.read_text().count("\n") > 400] == []


def test_it_finds_a_circle():
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert len(circles({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == 1


def test_it_hides_no_import_in_a_function():
    late = {(module, name) for module in MODULES for name in hidden(module)}
    known = {(module, name) for module, place in LATE for name in MODULES if is_in(name, place)}
    assert sorted(late - known) == []


def test_it_is_pure():
    pure = [module for module in MODULES if any(is_in(module, place) for place in PURE)]
    assert {module: found for module in pure if (found := impure(module))} == {}


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
        ("tournaments.services.deals", "tournaments.api.table.views", True),
        ("tournaments.services.deals", "tournaments.models", False),
        ("tournaments.selectors.board", "tournaments.services.deals", True),
        ("tournaments.models.ledger", "tournaments.services.deals", True),
        ("tournaments.api.table.views", "tournaments.services.deals", False),
        ("tournaments.views.table", "config.settings", True),
        ("tournaments.services.deals", "django.db", False),
        ("tournaments.ranking.credit", "tournaments.models", True),
        ("tournaments.views.table.shell", "tournaments.views.organiser", False),
        ("config.urls", "tournaments.urls", False),
    ],
)
def test_it_knows_the_arrows(module, name, is_refused):
    assert refused(module, name) is is_refused


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import a.b, c", {"a.b", "c"}),
        ("class A:\n    if a:\n        pass\n    else:\n        import b", {"b"}),
        ("try:\n    import a\nexcept a:\n    import b\nfinally:\n    import c", {"a", "b", "c"}),
        ("match a:\n    case b:\n        import c", {"c"}),
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


def test_it_sees_what_a_function_hides(tmp_path, monkeypatch):
    file = tmp_path / "probe.py"
    file.write_text("import players\n\nasync def later():\n    with a:\n        from scoring import play\n")
    monkeypatch.setitem(MODULES, "config.probe", file)
    assert hidden("config.probe") == {"scoring.play"}


LOCKING = re.compile(r"select_for_update|advisory_(xact_)?lock|\bFOR\s+(NO\s+KEY\s+)?UPDATE\b", re.I)
MAY_LOCK = {
    "tournaments.services.locks",
    "tournaments.services.outbox",  # a queue, not a lock: rows that another worker does are skipped
}


def test_it_locks_in_one_place():
    assert {module for module, file in MODULES.items() if LOCKING.search(file.read_text())} == MAY_LOCK


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


# SQL of our own and pipelining, each with its reason; everything else asks the ORM.
ROWS = "tournaments.models.rows"
MAY_WRITE_ROWS = {
    "tournaments.access",  # a tablet's token and its table, with every request of a tablet
    "tournaments.selectors.glance",  # what a tablet asks all day: has anything changed
    "tournaments.selectors.newest",  # what the standings have not counted yet, with every deal
    "tournaments.selectors.tables",  # the state of a table, with every deal
    "tournaments.services.announce",  # a line of the log and the revision, with every write
    "tournaments.services.deals",  # a deal: what it needs is sent without waiting for each answer
    "tournaments.services.ledger",  # a deal, its four rows and its line
    "tournaments.services.locks",  # the locks, and what is read under them, in one statement
}


def test_it_writes_sql_of_its_own_for_few():
    assert {module for module in MODULES if ROWS in imports(module)} == MAY_WRITE_ROWS


def test_it_keeps_the_top_of_the_tree():
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()] + [".git"]
    there = {path.name for path in ROOT.iterdir()}
    assert {name for name in there if not any(fnmatch.fnmatch(name, line) for line in ignored)} == TOP
