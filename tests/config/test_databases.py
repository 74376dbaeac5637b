"""One worker migrates the test database, the others copy it."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db.backends.base.creation import BaseDatabaseCreation

from tests import databases

ROOT = Path(__file__).resolve().parents[2]


class Fake:
    """Enough of a database's creation to see what is asked of it."""

    def __init__(self, said):
        self.said = said
        self.connection = SimpleNamespace(
            settings_dict={"TEST": {}, "NAME": "before"},
            alias="default",
            vendor="postgresql",
            close=lambda: said.append("closed"),
            ensure_connection=lambda: None,
        )

    def clone_test_db(self, suffix, **how):
        self.said.append(f"cloned as {suffix}")

    def get_test_db_clone_settings(self, suffix):
        return {"NAME": f"first_{suffix}"}

    def _create_test_db(self, **how):
        self.said.append(f"made of {self.connection.settings_dict['TEST']['TEMPLATE']}")
        return "second"


@pytest.fixture
def asked(monkeypatch, tmp_path, settings):
    """What is asked when two workers want their database, one after the other."""
    said: list[str] = []
    monkeypatch.setitem(settings.DATABASES, "default", {"NAME": "before"})

    def create(creation, **how):
        said.append("migrated")
        return "first"

    def asking(**environment):
        monkeypatch.setattr(BaseDatabaseCreation, "create_test_db", create)
        monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
        monkeypatch.setenv(databases.FOLDER, str(tmp_path))
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        databases.migrate_once()
        return [BaseDatabaseCreation.create_test_db(Fake(said)) for _ in range(2)], said

    return asking


def test_it_migrates_for_the_first_worker_only(asked):
    names, said = asked(PYTEST_XDIST_WORKER="gw1")
    assert names == ["first", "second"]
    assert said == ["migrated", "closed", "cloned as migrated", "made of first_migrated", "closed"]


def test_it_leaves_a_run_without_workers_alone(asked):
    assert asked() == (["first", "first"], ["migrated", "migrated"])


@pytest.mark.browser  # without one the tests that have a server are skipped, in the plan as well
def test_it_stops_the_live_server_before_its_database_goes():
    """The order in which pytest would put things away; nothing is set up for it."""
    plan = [sys.executable, "-m", "pytest", "--setup-plan", "-q", "-p", "no:cacheprovider"]
    embedded = {**os.environ, "TEST_DB": "sqlite", "TEST_REDIS": "0"}
    for name in ("DATABASE_URL", "PYTEST_XDIST_WORKER"):
        embedded.pop(name, None)
    asked = [*plan, "tests/organiser/test_settings_in_the_browser.py"]
    told = subprocess.run(asked, cwd=ROOT, env=embedded, capture_output=True, text=True, timeout=120).stdout
    assert told.index("TEARDOWN S live_server") < told.index("TEARDOWN S django_db_setup")
