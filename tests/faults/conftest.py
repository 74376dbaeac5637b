"""What the storms share: a browser that bears many tablets, and databases to begin with."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Browser

from tests import databases, plugin, servers
from tests.faults.served import Site, copied, migrated
from tests.faults.storm import Outcome, Storm, endure
from tests.faults.tablets import launched


@pytest.fixture(scope="session")
def crowd(browser: Browser, chromium: str) -> Iterator[Browser]:
    """A browser for sixty tablets."""
    running = launched(browser, chromium)
    yield running
    running.close()


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], dict[str, str]]:
    """Give each storm a copy of one migrated file; embedded, there is no Redis."""
    folder = tmp_path_factory.mktemp("template")
    template = migrated(folder, f"sqlite:///{folder}/template.sqlite3")
    return lambda folder: {"database": copied(template, folder), "redis": ""}


@pytest.fixture(scope="session")
def on_postgresql(
    cluster: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[Path], dict[str, str]]]:
    """Give each storm a database of its own, a copy of what was migrated once."""
    site, made = cluster.removesuffix("postgres"), list[str]()
    if not (template := databases.migrated()):
        template = create(cluster, f"hall_template_{os.getpid()}", "template1")
        made.append(template)
        migrated(tmp_path_factory.mktemp("template"), site + template)

    def copying(folder: Path) -> dict[str, str]:
        made.append(create(cluster, f"hall_{abs(hash(folder))}", template))
        return {"database": site + made[-1], "redis": os.environ["REDIS_URL"]}

    yield copying
    with psycopg.connect(cluster, autocommit=True) as line:
        for name in made:
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """Give the address of the PostgreSQL that this run has started, or of one of the storms' own.

    They kill servers of the program, never the database.
    """
    if os.environ.get(databases.FOLDER) and os.environ["DATABASE_URL"].startswith("postgresql"):
        yield os.environ["DATABASE_URL"]
    else:
        own = servers.Postgres()
        yield own.start()
        own.stop()


def create(cluster: str, name: str, template: str) -> str:
    with psycopg.connect(cluster, autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return name


@pytest.fixture
def storm(
    request: pytest.FixtureRequest, record_property: Callable[..., None], crowd: Browser, tmp_path: Path
) -> Callable[..., Outcome]:
    """Let a storm blow: `storm("sqlite", tablets=4, deals=6)`; its figures stand in the run's summary."""

    def blowing(database: str, planted: str = "", **how: Any) -> Outcome:
        fresh = request.getfixturevalue(f"on_{database}")
        outcome = endure(Storm(**how), Site(tmp_path, planted=planted, **fresh(tmp_path)), crowd)
        record_property(plugin.TOLD, outcome.lines(f"{request.node.name}, {database}"))
        return outcome

    return blowing
