"""Each system check, with settings that it must refuse and the same settings put right."""

import sqlite3
from types import SimpleNamespace

import pytest
from django.db import connection

from config import checks

GOOD_POLICY = {name: ["'none'"] for name in ("default-src", "object-src", "base-uri", "frame-ancestors")} | {
    "script-src": ["'self'"],
    "require-trusted-types-for": ["'script'"],
}


def ids(messages):
    """Return the codes of the messages."""
    return {message.id for message in messages}


@pytest.fixture
def production(settings):
    """Return settings of a complete production."""
    settings.PRODUCTION, settings.DEBUG, settings.REDIS_URL = True, False, "redis://127.0.0.1:1/0"
    settings.SECRET_KEY, settings.ALLOWED_HOSTS = "k" * 60, ["sparrows.example"]
    settings.BEHIND_PROXY = True
    return settings


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("SECRET_KEY", "", "sparrows.E001"),
        ("SECRET_KEY", "short", "sparrows.E001"),
        ("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"], "sparrows.E002"),
        ("ALLOWED_HOSTS", [], "sparrows.E002"),
        ("DEBUG", True, "sparrows.E003"),
        ("BEHIND_PROXY", None, "sparrows.E017"),
    ],
)
def test_it_refuses_an_incomplete_production(production, name, value, code):
    assert ids(checks.production_is_complete(None)) == set()
    setattr(production, name, value)
    assert ids(checks.production_is_complete(None)) == {code}


@pytest.mark.postgres_only
def test_it_warns_of_production_without_redis(production):
    production.REDIS_URL = None
    assert ids(checks.production_is_complete(None)) == {"sparrows.W002"}


def test_it_asks_for_the_production_switch_on_deployment(settings):
    settings.PRODUCTION = False
    assert ids(checks.production_is_meant(None)) == {"sparrows.W001"}
    settings.PRODUCTION = True
    assert ids(checks.production_is_meant(None)) == set()


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("SESSION_COOKIE_HTTPONLY", False, "sparrows.E004"),
        ("CSRF_COOKIE_HTTPONLY", False, "sparrows.E004"),
        ("SESSION_COOKIE_SECURE", False, "sparrows.E005"),
        ("CSRF_COOKIE_SECURE", False, "sparrows.E005"),
        ("SESSION_COOKIE_SAMESITE", "None", "sparrows.E006"),
        ("CSRF_COOKIE_SAMESITE", False, "sparrows.E006"),
    ],
)
def test_it_refuses_careless_cookies(settings, name, value, code):
    settings.HTTPS = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    assert ids(checks.cookies_match_the_transport(None)) == set()
    setattr(settings, name, value)
    assert ids(checks.cookies_match_the_transport(None)) == {code}


@pytest.mark.parametrize(
    ("name", "sources", "code"),
    [
        ("default-src", ["'self'"], "sparrows.E007"),
        ("frame-ancestors", ["'self'"], "sparrows.E007"),
        ("base-uri", [], "sparrows.E007"),
        ("script-src", ["'self'", "'unsafe-inline'"], "sparrows.E008"),
        ("script-src", ["'unsafe-eval'"], "sparrows.E008"),
        ("img-src", ["*"], "sparrows.E008"),
        ("require-trusted-types-for", [], "sparrows.E016"),
    ],
)
def test_it_refuses_an_open_policy(settings, name, sources, code):
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": GOOD_POLICY}
    assert ids(checks.policy_is_strict(None)) == set()
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": GOOD_POLICY | {name: sources}}
    assert ids(checks.policy_is_strict(None)) == {code}


def test_it_refuses_a_site_without_a_policy(settings):
    settings.CONTENT_SECURITY_POLICY = None
    assert ids(checks.policy_is_strict(None)) == {"sparrows.E007", "sparrows.E016"}


def test_it_accepts_the_policy_that_the_site_has():
    assert ids(checks.policy_is_strict(None)) == set()


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [("TIME_ZONE", "Europe/Lonodn", "sparrows.E009"), ("USE_TZ", False, "sparrows.E010")],
)
def test_it_refuses_a_clock_it_does_not_know(monkeypatch, name, value, code):
    known = SimpleNamespace(TIME_ZONE="Europe/London", USE_TZ=True)
    monkeypatch.setattr(checks, "settings", known)
    assert ids(checks.clock_is_known(None)) == set()
    setattr(known, name, value)
    assert ids(checks.clock_is_known(None)) == {code}


# ------------------------------------------------------------------ open databases
class OpenFile:
    """An SQLite file as Django's wrapper shows it to a check."""

    vendor = "sqlite"

    def __init__(self, file, *pragmas):
        self.settings_dict = {"NAME": str(file)}
        self.line = sqlite3.connect(file)
        for pragma in pragmas:
            self.line.execute(f"PRAGMA {pragma}").fetchall()

    def is_in_memory_db(self):
        return False

    def cursor(self):
        line = self.line

        class Cursor:
            def __enter__(self):
                return line.cursor()

            def __exit__(self, *error):
                return None

        return Cursor()


SAFE = ("journal_mode=DELETE", "synchronous=EXTRA", "foreign_keys=ON")


@pytest.mark.parametrize(
    ("pragma", "code"),
    [
        ("journal_mode=WAL", "sparrows.E011"),
        ("journal_mode=MEMORY", "sparrows.E011"),
        ("synchronous=NORMAL", "sparrows.E012"),
        ("synchronous=OFF", "sparrows.E012"),
        ("foreign_keys=OFF", "sparrows.E013"),
    ],
)
def test_it_refuses_an_sqlite_that_forgets(tmp_path, monkeypatch, pragma, code):
    monkeypatch.setattr(checks.sqlite, "journal", lambda: checks.sqlite.Journal("DELETE", "EXTRA"))
    assert ids(checks.sqlite_is_safe(OpenFile(tmp_path / "good", *SAFE))) == set()
    assert ids(checks.sqlite_is_safe(OpenFile(tmp_path / "bad", *SAFE, pragma))) == {code}


def test_it_refuses_a_database_on_a_network_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(checks.sqlite, "journal", lambda: checks.sqlite.Journal("DELETE", "EXTRA"))
    monkeypatch.setattr(checks, "file_system", lambda file: "nfs4")
    assert ids(checks.sqlite_is_safe(OpenFile(tmp_path / "far", *SAFE))) == {"sparrows.E014"}


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("/data/club/a.sqlite3", "nfs4"),
        ("/data.sqlite3", "ext4"),
        ("/database/a.sqlite3", "ext4"),
        ("/data/club/local/a", "xfs"),
    ],
)
def test_it_finds_the_innermost_mount(tmp_path, file, kind):
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/a / ext4 rw 0 0\nserver:/x /data nfs4 rw 0 0\n/dev/b /data/club/local xfs rw 0 0\n"
    )
    assert checks.file_system(file, mounts) == kind


def test_it_does_not_guess_where_the_system_does_not_tell(tmp_path):
    assert checks.file_system(tmp_path / "a", tmp_path / "no such list") == ""


@pytest.mark.sqlite_only
@pytest.mark.django_db
def test_it_accepts_the_sqlite_that_the_settings_open():
    assert ids(checks.database_is_durable(None, databases=["default"])) == set()


@pytest.mark.django_db
def test_it_asks_no_database_that_it_was_not_told_of(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert list(checks.database_is_durable(None)) == []


@pytest.mark.postgres_only
@pytest.mark.django_db
@pytest.mark.parametrize(("is_production", "code"), [(False, "sparrows.W015"), (True, "sparrows.E015")])
def test_it_names_a_postgresql_that_forgets(settings, monkeypatch, is_production, code):
    settings.PRODUCTION = is_production
    monkeypatch.setattr(checks, "ask", lambda connection, question: "off" if "fsync" in question else "on")
    assert ids(checks.database_is_durable(None, databases=["default"])) == {code}
    monkeypatch.setattr(checks, "ask", lambda connection, question: "on")
    assert ids(checks.database_is_durable(None, databases=["default"])) == set()


@pytest.mark.postgres_only
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "value"),
    [("lock_timeout", "3s"), ("statement_timeout", "10s"), ("idle_in_transaction_session_timeout", "15s")],
)
def test_it_opens_postgresql_with_the_time_outs(name, value):
    assert checks.ask(connection, f"SHOW {name}") == value
