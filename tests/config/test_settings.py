"""What the environment makes of the settings. Each environment has a process of its own, as a server has."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from config import sqlite

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "SPARROWS_PRODUCTION": "1",
    "SPARROWS_SECRET_KEY": "a-key-for-tests-" * 5,
    "SPARROWS_HOSTS": "sparrows.example",
    "DATABASE_URL": "postgresql://sparrows@127.0.0.1:1/sparrows",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SPARROWS_BEHIND_PROXY": "0",
}
ASK = """
import json
from config import settings
every = {name: value for name, value in vars(settings).items() if name.isupper()}
print(json.dumps(every, default=str))
"""


def settings_with(environment, *names):
    """Return the named settings as exactly this environment makes them."""
    every = imported(frozenset(environment.items()))
    return {name: every[name] for name in names}


# A process takes a third of a second, and says all there is to say about its environment.
@cache
def imported(environment):
    """Import the settings with exactly this environment, in a process of its own, and return them all."""
    return imported_anew(dict(environment))


def imported_anew(environment):
    """Import the settings in one process more."""
    plain = {"PATH": os.environ["PATH"], "SPARROWS_DATA": os.environ["SPARROWS_DATA"]}
    asked = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**plain, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert asked.returncode == 0, asked.stderr
    return json.loads(asked.stdout)


def test_it_runs_embedded_when_nothing_is_set():
    said = settings_with({}, "DATABASES", "CACHES", "REDIS_URL", "CELERY_TASK_ALWAYS_EAGER", "DEBUG", "HTTPS")
    assert said["DATABASES"]["default"]["NAME"] == str(ROOT / "sparrows.sqlite3")
    assert said["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")
    assert (said["REDIS_URL"], said["CELERY_TASK_ALWAYS_EAGER"]) == (None, True)
    assert (said["DEBUG"], said["HTTPS"]) == (False, False)


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, ""),
        (PRODUCTION, "https://sparrows.example"),
        (PRODUCTION | {"SPARROWS_HOSTS": ".sparrows.example"}, ""),
        (PRODUCTION | {"SPARROWS_ADDRESS": "https://play.example"}, "https://play.example"),
    ],
)
def test_it_knows_where_its_links_lead_where_it_has_a_name(environment, address):
    assert settings_with(environment, "ADDRESS") == {"ADDRESS": address}


def test_it_lets_sqlite_writers_wait_at_begin():
    options = settings_with({}, "DATABASES")["DATABASES"]["default"]["OPTIONS"]
    assert (options["transaction_mode"], options["timeout"]) == ("IMMEDIATE", 20)
    assert options["init_command"] == sqlite.init_command()


@pytest.mark.parametrize(
    ("version", "command"),
    [
        ((3, 40, 1), "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;"),
        ((3, 51, 2), "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;"),
        ((3, 51, 3), "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"),
        ((4, 0, 0), "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"),
    ],
)
def test_it_uses_a_write_ahead_log_only_where_that_is_safe(version, command):
    assert sqlite.init_command(version) == command


def test_it_gives_postgresql_a_pool_and_time_outs():
    database = settings_with(PRODUCTION, "DATABASES")["DATABASES"]["default"]
    assert database["OPTIONS"]["pool"]["max_size"] == 8
    assert database.get("CONN_MAX_AGE", 0) == 0
    assert database["CONN_HEALTH_CHECKS"] is True
    for part in ("lock_timeout=3s", "statement_timeout=10s", "idle_in_transaction_session_timeout=15s"):
        assert part in database["OPTIONS"]["options"]


def test_it_lets_a_command_line_be_slow_but_not_wait_for_a_lock():
    options = settings_with(PRODUCTION | {"SPARROWS_PATIENT": "1"}, "DATABASES")["DATABASES"]["default"][
        "OPTIONS"
    ]
    assert options["pool"]["timeout"] == options["connect_timeout"] == 60
    for part in ("lock_timeout=3s", "statement_timeout=0s", "idle_in_transaction_session_timeout=0s"):
        assert part in options["options"]
    asked = {"PATH": os.environ["PATH"], "SPARROWS_DATA": os.environ["SPARROWS_DATA"]}
    command = [
        sys.executable,
        "manage.py",
        "shell",
        "-v0",
        "-c",
        "from config import settings; print(settings.PATIENT)",
    ]
    assert subprocess.check_output(command, cwd=ROOT, env=asked, text=True).strip() == "True"


def test_it_hands_a_task_out_again_only_after_the_longest_task():
    said = settings_with(PRODUCTION, "CELERY_BROKER_TRANSPORT_OPTIONS", "CELERY_TASK_TIME_LIMIT")
    assert said["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] > said["CELERY_TASK_TIME_LIMIT"]


def test_it_sends_tasks_to_redis_and_acknowledges_them_when_done():
    names = (
        "CELERY_BROKER_URL",
        "CELERY_TASK_ALWAYS_EAGER",
        "CELERY_TASK_ACKS_LATE",
        "CELERY_TASK_REJECT_ON_WORKER_LOST",
    )
    assert list(settings_with(PRODUCTION, *names).values()) == [PRODUCTION["REDIS_URL"], False, True, True]


def test_it_keeps_one_secret_of_its_own(tmp_path):
    first, second = (imported_anew({"SPARROWS_DATA": str(tmp_path)}) for _ in range(2))
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert len(first["SECRET_KEY"]) >= 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["secret_key"]


def test_it_does_not_invent_a_secret_for_production(tmp_path):
    said = settings_with(
        {**PRODUCTION, "SPARROWS_SECRET_KEY": "", "SPARROWS_DATA": str(tmp_path)}, "SECRET_KEY"
    )
    assert said["SECRET_KEY"] == ""


@pytest.mark.parametrize(
    ("name", "embedded", "production"),
    [
        ("SESSION_COOKIE_SECURE", False, True),
        ("CSRF_COOKIE_SECURE", False, True),
        ("SECURE_SSL_REDIRECT", False, True),
        ("SECURE_HSTS_SECONDS", 0, 31536000),
        ("SESSION_COOKIE_HTTPONLY", True, True),
        ("SECURE_PROXY_SSL_HEADER", None, None),
        ("TIME_ZONE", "Europe/London", "Europe/London"),
    ],
)
def test_it_closes_in_production_what_plain_http_cannot_have(name, embedded, production):
    assert settings_with({}, name)[name] == embedded
    assert settings_with(PRODUCTION, name)[name] == production


BOUND = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")


@pytest.mark.parametrize(
    ("asked", "bound"),
    [
        ({}, [False, False]),
        ({"SPARROWS_HSTS_SUBDOMAINS": "1"}, [True, False]),
        ({"SPARROWS_HSTS_PRELOAD": "1"}, [True, True]),  # a preloaded name holds for all below it
    ],
)
def test_it_binds_other_names_to_https_only_when_asked(asked, bound):
    assert list(settings_with(PRODUCTION | asked, *BOUND).values()) == bound


ASKED = {"SPARROWS_ADMIN": "1"}


@pytest.mark.parametrize(
    ("environment", "there"),
    [({}, True), ({"SPARROWS_ADMIN": "0"}, False), (PRODUCTION, False), (PRODUCTION | ASKED, True)],
)
def test_it_opens_the_admin_in_production_only_when_asked(environment, there):
    assert settings_with(environment, "ADMIN") == {"ADMIN": there}


def test_it_passes_its_own_and_djangos_deployment_checks():
    line = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    environment = {"PATH": os.environ["PATH"], "SPARROWS_DATA": os.environ["SPARROWS_DATA"], **PRODUCTION}
    done = subprocess.run(line, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
