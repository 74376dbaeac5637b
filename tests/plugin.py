"""What every test run needs before Django's settings are read: servers, a browser, and the choice of tests.

Loaded by `-p tests.plugin` in pyproject.toml. `DATABASE_URL` and `REDIS_URL` win when they are set; otherwise
a real PostgreSQL and a real Redis are started. `TEST_DB=sqlite` and `TEST_REDIS=0` run as embedded."""

import gc
import os
import shutil
import time
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from config import catalogues
from tests import databases, servers
from tournaments.offline import pyodide

BEGAN = time.monotonic()
BEFORE = os.environ.get("TESTED_BEFORE")  # what `dev.py test` has to say of the run before this one
WORKER = os.environ.get("PYTEST_XDIST_WORKER")
# Which share of a soak's tests in turn is run: another one each hour, the same for all workers.
TURN = int(os.environ.setdefault("SOAK_TURN", str(int(time.time()) // 3600)))
LOUD = {
    "browser": ("browser tests", "apt-get install --no-install-recommends chromium libatomic1"),
    "pyodide": (
        "tests of scoring without network",
        "python3 dev.py setup, with npm and its registry in reach",
    ),
}
RESULTS = Path(os.environ.get("SOAK_RESULTS") or Path(__file__).with_name("soak.txt"))
# Folders of tests that need no database, or a browser with it: whoever runs the database's part reads none.
NAMES = ("browser", "design", "faults", "scoring", "seating", "standings")
PURE = {Path(__file__).with_name(name) for name in NAMES}
# What pages and files say is the same on every database; `test_every_page` opens each page on all.
PAGES = {Path(__file__).with_name(name) for name in ("charts", "events", "exports", "organiser", "public")}
APART = ("browser", "postgres_only", "redis_only", "every_database")
TOLD = "told"  # the property of a test whose lines whoever watches the run is told, green or not
# The first is Chromium without windows around its pages: a new profile costs it a quarter of the time.
BROWSERS = ("chromium-headless-shell", *(WINDOWED := ("chromium", "chromium-browser", "google-chrome")))


def prepare(environ: dict[str, str] | os._Environ[str]) -> str:
    """Write the addresses of database and Redis into `environ`, starting what is missing; tell about it."""
    began = time.perf_counter()
    for name in [name for name in environ if name.startswith("SPARROWS_") and name != "SPARROWS_PYODIDE"]:
        del environ[name]  # how this machine runs Sparrows is not how it is tested; what it has is
    folder = servers.Folder()
    environ["SPARROWS_DATA"] = str(folder.path / "var")
    environ.pop(databases.FOLDER, None)
    if environ.get("TEST_DB") == "sqlite" or not environ.get("DATABASE_URL"):
        environ[databases.FOLDER] = str(folder.path)
    environ["SPARROWS_SECRET_KEY"] = "only-the-tests-use-this-key-and-it-guards-nothing-at-all"
    if environ.get("TEST_DB") == "sqlite":
        environ["DATABASE_URL"] = f"sqlite:///{folder.path}/sparrows.sqlite3"
    elif not environ.get("DATABASE_URL"):
        environ["DATABASE_URL"] = servers.Postgres().start()
    if environ.get("TEST_REDIS") == "0":
        environ["REDIS_URL"] = ""
    elif not environ.get("REDIS_URL"):
        environ["REDIS_URL"] = servers.Redis().start()
    return describe(environ, time.perf_counter() - began)


def describe(environ: Any, seconds: float) -> str:
    """Say in one line what the tests run on, without passwords."""
    database = environ["DATABASE_URL"].partition("://")[0]
    redis = "Redis" if environ["REDIS_URL"] else "no Redis"
    return f"sparrows: on {database} and {redis}, ready in {seconds:.1f} s"


# ------------------------------------------------------------------ at import, before the settings are read
if WORKER:
    ABOUT = f"sparrows: worker {WORKER}"
    os.environ["SPARROWS_DATA"] += f"-{WORKER}"  # numbers of rows name files there, and each begins with 1
else:
    servers.sweep()
    ABOUT = prepare(os.environ)
    catalogues.compile_changed()
# Publish and subscribe ignore Redis's database numbers: each worker speaks under a name of its own.
os.environ["SPARROWS_REDIS_PREFIX"] = f"tests-{WORKER or 'main'}-{os.getpid()}"


def pytest_report_header(config: pytest.Config) -> str:
    """Say what the tests run on, and which of the tests in turn a soak takes."""
    every = turns(config.getoption("--share"))
    taken = f", SOAK_TURN={TURN}: one of {every} tests in turn" if config.getoption("--long") else ""
    return ABOUT + taken


# ------------------------------------------------------------------ which tests
def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this project."""
    group = parser.getgroup("sparrows")
    group.addoption("--database-part", action="store_true", help="only the tests that use the database")
    group.addoption("--other-part", action="store_true", help="all but what is told by the database's part")
    group.addoption("--long", action="store_true", help="soak tests at full length; results are kept")
    group.addoption("--again", action="store_true", help="ask a failed browser test once more, and say so")
    group.addoption("--share", type=float, default=1.0, help="with --long: this much of the full length")
    group.addoption("--within", type=float, metavar="MINUTES", help="begin no test later than this")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let a whole soak ask again what every run asks of SQLite alone; a share has no time for it."""
    if item.config.getoption("--long") and item.config.getoption("--share") == 1 and is_told_once(item):
        item.add_marker("in_turn")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out of the database's part the folders in which no test belongs to it."""
    return True if config.getoption("--database-part") and collection_path in PURE else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Drop what was not asked for and skip what cannot run here."""
    chosen = [item for item in items if uses_database(item) and not item.get_closest_marker("browser")]
    if stray := [item.nodeid for item in chosen if PURE & set(item.path.parents)]:
        raise pytest.UsageError(f"the database's part does not look here for tests: {stray}")
    if config.getoption("--database-part"):
        choose(chosen, items, config)
    if config.getoption("--other-part"):
        choose([item for item in items if not is_told_once(item)], items, config)
    if config.getoption("--long"):
        every = turns(config.getoption("--share"))
        choose([item for item in items if is_its_turn(item, every)], items, config)
    if config.getoption("--again"):
        ask_again([item for item in items if item.get_closest_marker("browser")])
    reasons = missing(os.environ)
    for item in items:
        for marker in item.iter_markers():
            if marker.name in reasons:
                item.add_marker(pytest.mark.skip(reason=reasons[marker.name]))


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass by what lives as long as the run: all tests and modules."""
    gc.collect()
    gc.freeze()


def turns(share: float) -> int:
    """Say after how many soaks of a share each test in turn has been run."""
    return max(1, round(1 / share)) if share else 1


def is_its_turn(item: pytest.Item, every: int) -> bool:
    """Tell whether a soak runs a test now; those that are in no turn it always runs."""
    in_turn = item.get_closest_marker("in_turn")
    return not in_turn or (zlib.crc32(item.nodeid.encode()) + TURN) % every == 0


def ask_again(items: Iterable[pytest.Item]) -> None:
    """Let these fail only if they do so twice: a browser beside two other workers has its own pace.

    Nothing else is asked twice, least of all a test of faults, or of two at once: there, once is a bug.
    """
    for item in items:
        if not item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def choose(chosen: list[pytest.Item], items: list[pytest.Item], config: pytest.Config) -> None:
    """Leave only these of all tests."""
    left = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in left])
    items[:] = chosen


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin nothing more when the time that was given is over; what was left out is told as skipped."""
    minutes = item.config.getoption("--within")
    if minutes is not None and time.monotonic() - BEGAN > minutes * 60:
        pytest.skip(f"not begun within {minutes:g} minutes")


def uses_database(item: pytest.Item) -> bool:
    """Tell whether a test touches the database, by marker, fixture or class."""
    fixtures = set(getattr(item, "fixturenames", ()))
    case = getattr(item, "cls", None)
    return bool(
        item.get_closest_marker("django_db")
        or fixtures & {"db", "transactional_db", "live_server"}
        or (case is not None and hasattr(case, "databases"))
    )


def is_told_once(item: pytest.Item) -> bool:
    """Tell whether a test says the same on every database; not so where other connections are the point."""
    if item.get_closest_marker("any_database"):
        return True
    page = uses_database(item) and PAGES & set(item.path.parents)
    return bool(page and not connects_twice(item) and not any(map(item.get_closest_marker, APART)))


def connects_twice(item: pytest.Item) -> bool:
    """Tell whether a test commits, so that other connections see it."""
    marker = item.get_closest_marker("django_db")
    fixtures = set(getattr(item, "fixturenames", ()))
    commits = bool(marker and marker.kwargs.get("transaction"))
    return commits or bool(fixtures & {"transactional_db", "live_server"})


def missing(environ: Any) -> dict[str, str]:
    """Map each marker whose need is not met here to the reason for skipping."""
    on_sqlite = environ["DATABASE_URL"].startswith("sqlite")
    needs = {
        "browser": (browser() is not None, "no Chromium on this machine"),
        "pyodide": (pyodide.is_there(), "no Pyodide: set-up could not fetch it"),
        "postgres_only": (not on_sqlite, "needs PostgreSQL"),
        "sqlite_only": (on_sqlite, "needs SQLite"),
        "redis_only": (bool(environ["REDIS_URL"]), "needs Redis"),
    }
    return {marker: reason for marker, (met, reason) in needs.items() if not met}


def browser() -> str | None:
    """Return the path of the machine's Chromium (`CHROMIUM` names another), or None."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


def windowed() -> str | None:
    """Return the path of a Chromium that has windows, into which a page can be installed."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, WINDOWED)), named)


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    """Say loudly what this green run did not test."""
    reasons = missing(os.environ)
    for marker, (what, cure) in LOUD.items():
        skipped = [one for one in terminalreporter.stats.get("skipped", []) if marker in one.keywords]
        if skipped and marker in reasons:
            terminalreporter.write_sep("!", f"{what.upper()} SKIPPED", red=True, bold=True)
            terminalreporter.write_line(f"{len(skipped)} {what} did not run: {reasons[marker]}.")
            terminalreporter.write_line(f"To run them: {cure}")
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_sep("!", f"ASKED AGAIN: {report.nodeid}", red=True)
        terminalreporter.write_line(report.longreprtext)
    for report in [*terminalreporter.stats.get("passed", []), *terminalreporter.stats.get("failed", [])]:
        for line in (line for name, lines in report.user_properties if name == TOLD for line in lines):
            terminalreporter.write_line(line)
    if BEFORE:
        terminalreporter.write_sep("!", BEFORE, red=True, bold=True)


# ------------------------------------------------------------------ fixtures
@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of the browser; tests that ask for it carry the marker `browser`."""
    found = browser()
    assert found, "mark this test with @pytest.mark.browser"
    return found


@pytest.fixture
def soak_length(request: pytest.FixtureRequest) -> Callable[[Any, Any], Any]:
    """Return a choice between a short length, for every run, and a long one, for `make soak`."""
    return lengths(*(request.config.getoption(name) for name in ("--long", "--share")))


def lengths(long: bool, share: float) -> Callable[[Any, Any], Any]:
    """Choose between numbers, or lists of which the first are taken; no share goes below the short length."""

    def length(short: Any, full: Any) -> Any:
        if not long:
            return short
        if isinstance(full, int):
            return max(short, round(full * share)) if full > short else full
        return full[: max(len(short), round(len(full) * share))]

    return length


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep the last result of each soak test beside the tests, under its name; those in turn are too many."""
    told = session.config.pluginmanager.get_plugin("terminalreporter")
    if not session.config.getoption("--long") or WORKER or told is None:
        return
    kept = {line.split()[-1]: line for line in RESULTS.read_text().splitlines()} if RESULTS.exists() else {}
    day, share = time.strftime("%Y-%m-%d"), session.config.getoption("--share")
    for outcome in ("passed", "failed"):
        for report in (one for one in told.stats.get(outcome, []) if "in_turn" not in one.keywords):
            name = report.nodeid.replace(" ", "_")
            kept[name] = f"{day} {outcome} {report.duration:8.1f} s, share {share:g}  {name}"
    RESULTS.write_text("".join(f"{kept[name]}\n" for name in sorted(kept)))
