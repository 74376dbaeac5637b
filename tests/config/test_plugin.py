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


def run_pytest(tmp_path, text, *options, **environment):
    """Run pytest with our plugin on one file, embedded; return its exit code and output."""
    (tmp_path / "test_it.py").write_text(text)
    line = [sys.executable, "-m", "pytest", str(tmp_path), "-c", str(ROOT / "pyproject.toml"), "-q", *options]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    done = subprocess.run(
        line,
        cwd=ROOT,
        env={**inherited, "TEST_DB": "sqlite", "TEST_REDIS": "0", **environment},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


BROWSER_TEST = (
    "import pytest\n\n@pytest.mark.browser\ndef test_page():\n    pass\n\ndef test_other():\n    pass\n"
)


def test_it_says_loudly_that_browser_tests_were_skipped(tmp_path):
    status, said = run_pytest(tmp_path, BROWSER_TEST, PATH="/nowhere", CHROMIUM="")
    assert status == 0
    assert "BROWSER TESTS SKIPPED" in said
    assert said.splitlines()[-1].startswith("1 passed, 1 skipped")


def test_it_says_nothing_of_the_kind_with_a_browser(tmp_path):
    status, said = run_pytest(tmp_path, BROWSER_TEST, CHROMIUM="/usr/bin/chromium")
    assert (status, "BROWSER TESTS SKIPPED" in said) == (0, False)


def test_it_says_loudly_that_scoring_without_network_was_not_tested(tmp_path):
    text = BROWSER_TEST.replace("mark.browser", "mark.pyodide")
    status, said = run_pytest(tmp_path, text, SPARROWS_PYODIDE="/nowhere")
    assert status == 0
    assert "TESTS OF SCORING WITHOUT NETWORK SKIPPED" in said


def test_it_ends_with_the_summary_also_after_a_failure_before(tmp_path):
    said = run_pytest(tmp_path, "def test_it(): pass", TESTED_BEFORE="THE SQLITE RUN ABOVE FAILED")[1]
    assert "THE SQLITE RUN ABOVE FAILED" in said
    assert said.splitlines()[-1].startswith("1 passed")


@pytest.mark.parametrize("options", [(), ("-n", "2")])
@pytest.mark.parametrize("verdict", ["True", "False"])
def test_it_tells_what_a_test_has_to_tell_whether_or_not_it_is_green(tmp_path, options, verdict):
    body = f"record_property('told', ['600 deals'])\n    assert {verdict}\n"
    said = run_pytest(tmp_path, f"def test_it(record_property):\n    {body}", *options)[1]
    assert said.splitlines().count("600 deals") == 1


def test_it_gives_each_worker_a_folder_of_its_own(tmp_path):
    text = "def test_it(worker_id, settings):\n    assert settings.DATA_DIR.name == f'var-{worker_id}'\n"
    assert run_pytest(tmp_path, text, "-n", "1")[0] == 0


@pytest.mark.parametrize(
    ("options", "lengths"),
    [
        ([], (2, 4, "a")),
        (["--long"], (900, 1, "abcd")),
        (["--long", "--share", "0.5"], (450, 1, "ab")),
        (["--long", "--share", "0"], (2, 1, "a")),
    ],
)
def test_it_soaks_longer_when_asked(tmp_path, options, lengths):
    asked = "(soak_length(2, 900), soak_length(4, 1), soak_length('a', 'abcd'))"
    text = f"def test_it(soak_length):\n    assert {asked} == {lengths}\n"
    assert run_pytest(tmp_path, text, *options, SOAK_RESULTS=str(tmp_path / "kept"))[0] == 0


@pytest.mark.parametrize(("minutes", "passed"), [("10", "1 passed"), ("0", "1 skipped")])
def test_it_begins_nothing_when_the_time_is_over(tmp_path, minutes, passed):
    assert passed in run_pytest(tmp_path, "def test_it(): pass\n", "--within", minutes)[1]


def test_it_keeps_the_last_result_of_each_soak_test(tmp_path):
    kept = tmp_path / "kept"
    kept.write_text("2026-01-01 passed      1.0 s, share 1  another\n")
    text = "def test_it(): pass\ndef test_no(): assert False\n"
    run_pytest(tmp_path, text, "--long", "--share", "0.1", SOAK_RESULTS=str(kept))
    lines = kept.read_text().splitlines()
    said = {line.split("::")[-1].split()[-1]: line.split()[1] for line in lines}
    assert said["test_it"] == "passed"
    assert said["test_no"] == "failed"
    assert any(line.endswith("another") for line in lines)
    run_pytest(tmp_path, text, SOAK_RESULTS=str(kept))
    assert kept.read_text().splitlines() == lines


def test_it_chooses_the_database_part(tmp_path):
    text = BROWSER_TEST + "\n@pytest.mark.django_db\ndef test_row():\n    pass\n"
    text = text.replace("@pytest.mark.browser", "@pytest.mark.browser\n@pytest.mark.django_db")
    said = run_pytest(tmp_path, text, "--database-part", "--collect-only", "--nomigrations")[1]
    assert "test_row" in said
    assert "test_page" not in said
    assert "test_other" not in said
