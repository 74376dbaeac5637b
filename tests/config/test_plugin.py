"""Which servers a test run gets, which tests it chooses, and what it says aloud."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import plugin

ROOT = Path(__file__).resolve().parents[2]


class Fake:
    """A server that only says its address."""

    def __init__(self, address):
        self.address = address

    def start(self):
        return self.address


@pytest.mark.parametrize(
    ("given", "database", "redis"),
    [
        ({}, "postgresql://started", "redis://started"),
        (
            {"DATABASE_URL": "postgresql://mine", "REDIS_URL": "redis://mine"},
            "postgresql://mine",
            "redis://mine",
        ),
        ({"DATABASE_URL": "", "REDIS_URL": ""}, "postgresql://started", "redis://started"),
        ({"TEST_DB": "sqlite", "TEST_REDIS": "0"}, "sqlite", ""),
        (
            {"TEST_DB": "sqlite", "TEST_REDIS": "0", "DATABASE_URL": "postgresql://mine", "REDIS_URL": "r"},
            "sqlite",
            "",
        ),
    ],
)
def test_it_starts_only_what_is_missing(monkeypatch, given, database, redis):
    monkeypatch.setattr(plugin.servers, "Postgres", lambda: Fake("postgresql://started"))
    monkeypatch.setattr(plugin.servers, "Redis", lambda: Fake("redis://started"))
    environment = dict(given)
    plugin.prepare(environment)
    assert environment["DATABASE_URL"].startswith(database)
    assert environment["REDIS_URL"] == redis


def test_it_tests_without_the_settings_of_this_machine():
    environment = {
        "SPARROWS_PRODUCTION": "1",
        "DATABASE_URL": "sqlite://x",
        "REDIS_URL": "redis://x",
        "HOME": "/root",
    }
    plugin.prepare(environment)
    assert "SPARROWS_PRODUCTION" not in environment
    assert environment["HOME"] == "/root"


def test_it_names_no_password():
    said = plugin.describe(
        {"DATABASE_URL": "postgresql://a:secret@db/x", "REDIS_URL": "redis://:secret@db"}, 1.0
    )
    assert "secret" not in said


@pytest.mark.parametrize(
    ("database", "redis", "found", "skipped"),
    [
        ("postgresql://x", "redis://x", "/usr/bin/chromium", {"sqlite_only"}),
        ("sqlite:///x", "", "/usr/bin/chromium", {"postgres_only", "redis_only"}),
        ("postgresql://x", "redis://x", None, {"sqlite_only", "browser"}),
    ],
)
def test_it_skips_what_cannot_run_here(monkeypatch, database, redis, found, skipped):
    monkeypatch.setattr(plugin, "browser", lambda: found)
    monkeypatch.setattr(plugin.pyodide, "is_there", lambda: True)
    assert set(plugin.missing({"DATABASE_URL": database, "REDIS_URL": redis})) == skipped


@pytest.mark.parametrize(
    ("markers", "fixtures", "case", "answer"),
    [
        ({"django_db"}, [], None, True),
        (set(), ["db"], None, True),
        (set(), ["transactional_db", "request"], None, True),
        (set(), ["client"], None, False),
        (set(), [], SimpleNamespace(databases={"default"}), True),
        (set(), [], SimpleNamespace(), False),
    ],
)
def test_it_knows_the_tests_that_use_the_database(markers, fixtures, case, answer):
    item = SimpleNamespace(get_closest_marker=lambda name: name in markers, fixturenames=fixtures, cls=case)
    assert plugin.uses_database(item) is answer


PAGE = Path(__file__).parents[1] / "organiser" / "test_it.py"


@pytest.mark.parametrize(
    ("path", "markers", "fixtures", "answer"),
    [
        (Path(__file__), {"any_database": {}}, [], True),
        (Path(__file__), {"django_db": {}}, [], False),
        (PAGE, {"django_db": {}}, [], True),
        (PAGE, {}, ["db"], True),
        (PAGE, {}, [], False),
        (PAGE, {"django_db": {"transaction": True}}, [], False),
        (PAGE, {}, ["db", "transactional_db"], False),
        (PAGE, {"django_db": {}, "every_database": {}}, [], False),
        (PAGE, {"django_db": {}, "browser": {}}, [], False),
    ],
)
def test_it_knows_the_tests_that_say_the_same_on_every_database(path, markers, fixtures, answer):
    found = {name: SimpleNamespace(kwargs=kwargs) for name, kwargs in markers.items()}
    item = SimpleNamespace(path=path, get_closest_marker=found.get, fixturenames=fixtures)
    assert plugin.is_told_once(item) is answer


SHORT, HALF = (2, 4, "a"), (450, 1, "ab")
# The settings as they are, without the program: to import it takes longer than what such a run tests.
LIGHT = "from config.settings import *\n\nINSTALLED_APPS = []\n"
PLAIN = """
import pytest

def test_other():
    pass

@pytest.mark.browser
def test_page():
    pass

@pytest.mark.pyodide
def test_engine():
    pass

@pytest.mark.django_db
def test_row():
    pass

@pytest.mark.browser
@pytest.mark.django_db
def test_row_on_a_page():
    pass

@pytest.mark.any_database
@pytest.mark.django_db
def test_every_row():
    pass
"""
TELLING = """
import pytest

@pytest.mark.parametrize("verdict", [True, False])
def test_verdict(record_property, verdict):
    record_property("told", [f"600 deals, {verdict}"])
    assert verdict

def test_folder(worker_id, settings):
    assert settings.DATA_DIR.name == {"master": "var"}.get(worker_id, f"var-{worker_id}")
"""
LENGTHS = """
def test_length(soak_length):
    assert (soak_length(2, 900), soak_length(4, 1), soak_length("a", "abcd")) == LENGTHS
"""


def run_pytest(folder, text, *options, **environment):
    """Run pytest with our plugin on one file, embedded; return its exit code and output."""
    (folder / "test_it.py").write_text(text)
    (folder / "light.py").write_text(LIGHT)
    ours = ["-c", str(ROOT / "pyproject.toml"), "-p", "no:hypothesispytest"]
    line = [sys.executable, "-m", "pytest", str(folder), *ours, "-q", *options]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    inherited |= {"PYTHONPATH": str(folder), "DJANGO_SETTINGS_MODULE": "light"}
    done = subprocess.run(
        line,
        cwd=ROOT,
        env={**inherited, "TEST_DB": "sqlite", "TEST_REDIS": "0", **environment},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


# A run of pytest takes seconds; each of these is looked at from several sides.
@pytest.fixture(scope="module")
def poor(tmp_path_factory):
    """What a short run says without browser and Pyodide, after another failed; and what soaks had kept."""
    folder = tmp_path_factory.mktemp("poor")
    (folder / "kept").write_text("as it was")
    lacking = {"PATH": "/nowhere", "CHROMIUM": "", "SPARROWS_PYODIDE": "/nowhere"}
    text = PLAIN.replace("@pytest.mark.django_db", "") + LENGTHS.replace("LENGTHS", str(SHORT))
    before = {"TESTED_BEFORE": "THE SQLITE RUN ABOVE FAILED", "SOAK_RESULTS": str(folder / "kept")}
    return *run_pytest(folder, text, "--other-part", **lacking, **before), (folder / "kept").read_text()


@pytest.fixture(scope="module", params=[(), ("-n", "2")], ids=["alone", "side by side"])
def telling(request, tmp_path_factory):
    """What a run says with a browser and with tests that have something to tell."""
    text = TELLING + "\n@pytest.mark.browser\ndef test_page():\n    pass\n"
    return run_pytest(tmp_path_factory.mktemp("telling"), text, *request.param, CHROMIUM="/usr/bin/chromium")[
        1
    ]


@pytest.fixture(scope="module")
def soaked(tmp_path_factory):
    """What half a soak of ten minutes at most keeps as its results, and its output."""
    folder = tmp_path_factory.mktemp("soaked")
    (folder / "kept").write_text("2026-01-01 passed      1.0 s, share 1  another\n")
    text = LENGTHS.replace("LENGTHS", str(HALF)) + "\ndef test_no():\n    assert False\n"
    options = ("--long", "--share", "0.5", "--within", "10")
    said = run_pytest(folder, text, *options, SOAK_RESULTS=str(folder / "kept"))[1]
    return said, (folder / "kept").read_text().splitlines()


@pytest.fixture(scope="module")
def late(tmp_path_factory):
    """What a run of the database's part says for which no time is left."""
    folder = tmp_path_factory.mktemp("late")
    return run_pytest(folder, PLAIN, "--database-part", "--nomigrations", "--within", "0", "-vv")[1]


def test_it_says_loudly_what_was_skipped(poor):
    status, said, _ = poor
    assert status == 0
    assert "BROWSER TESTS SKIPPED" in said
    assert "TESTS OF SCORING WITHOUT NETWORK SKIPPED" in said


def test_it_ends_with_the_summary_also_after_a_failure_before(poor):
    said = poor[1]
    assert "THE SQLITE RUN ABOVE FAILED" in said
    assert said.splitlines()[-1].startswith("3 passed, 3 skipped, 1 deselected")


def test_it_says_nothing_of_the_kind_with_a_browser(telling):
    assert "BROWSER TESTS SKIPPED" not in telling


@pytest.mark.parametrize("verdict", [True, False])
def test_it_tells_what_a_test_has_to_tell_whether_or_not_it_is_green(telling, verdict):
    assert telling.splitlines().count(f"600 deals, {verdict}") == 1


def test_it_gives_each_worker_a_folder_of_its_own(telling):
    assert telling.splitlines()[-1].startswith("1 failed, 3 passed")  # it is the verdict that fails


@pytest.mark.parametrize(
    ("long", "share", "lengths"),
    [(False, 1, SHORT), (True, 1, (900, 1, "abcd")), (True, 0.5, HALF), (True, 0, (2, 1, "a"))],
)
def test_it_soaks_longer_when_asked(long, share, lengths):
    length = plugin.lengths(long, share)
    assert (length(2, 900), length(4, 1), length("a", "abcd")) == lengths


@pytest.mark.parametrize(("share", "every"), [(1, 1), (0.5, 2), (0.2, 5), (0, 1)])
def test_each_test_in_turn_is_run_by_one_of_as_many_soaks(monkeypatch, share, every):
    def taken(turn):
        monkeypatch.setattr(plugin, "TURN", turn)
        return {one.nodeid for one in many if plugin.is_its_turn(one, plugin.turns(share))}

    many = [SimpleNamespace(nodeid=f"test[{n}]", get_closest_marker=lambda name: name) for n in range(40)]
    runs = [taken(turn) for turn in range(495_000, 495_000 + every)]
    assert sorted(name for run in runs for name in run) == sorted(one.nodeid for one in many)
    assert all(runs)


def test_whoever_is_in_no_turn_is_run_by_every_soak(monkeypatch):
    other = SimpleNamespace(nodeid="test", get_closest_marker=lambda name: None)
    for turn in range(5):
        monkeypatch.setattr(plugin, "TURN", turn)
        assert plugin.is_its_turn(other, 5)


@pytest.mark.parametrize(
    ("long", "share", "markers", "marked"),
    [
        (True, 1, {"django_db"}, ["in_turn"]),
        (True, 0.2, {"django_db"}, []),
        (False, 1, {"django_db"}, []),
        (True, 1, {"django_db", "any_database"}, ["in_turn"]),
        (True, 1, {"django_db", "every_database"}, []),
    ],
)
def test_a_soak_asks_again_what_every_run_asks_on_one_database_alone(long, share, markers, marked):
    def found(name):
        return SimpleNamespace(kwargs={}) if name in markers else None

    added = []
    config = SimpleNamespace(getoption={"--long": long, "--share": share}.__getitem__)
    page = SimpleNamespace(path=PAGE, fixturenames=[], config=config, cls=None)
    page.get_closest_marker, page.add_marker = found, added.append
    plugin.pytest_itemcollected(page)
    assert added == marked


def test_it_keeps_the_last_result_of_each_soak_test(poor, soaked):
    said, lines = soaked
    told = {line.split("::")[-1].split()[-1]: line.split()[1] for line in lines}
    assert (told["test_length"], told["test_no"]) == ("passed", "failed")
    assert any(line.endswith("another") for line in lines)
    assert "1 failed, 1 passed" in said
    assert poor[2] == "as it was"  # a short run is no soak


def test_it_begins_nothing_when_the_time_is_over(late):
    assert " 2 skipped, " in late.splitlines()[-1]
    assert "not begun within 0 minutes" in late


def test_it_chooses_the_database_part(late):
    assert "::test_row SKIPPED" in late
    assert "::test_every_row SKIPPED" in late
    assert not [name for name in ("test_page", "test_other", "test_row_on_a_page") if name in late]


def test_it_says_where_the_database_part_would_miss_a_test(request, monkeypatch):
    ours = SimpleNamespace(path=Path(__file__), nodeid="a row", fixturenames=["db"])
    ours.get_closest_marker = {}.get
    monkeypatch.setattr(plugin, "PURE", {Path(__file__).parent})
    with pytest.raises(pytest.UsageError, match="a row"):
        plugin.pytest_collection_modifyitems(request.config, [ours])
