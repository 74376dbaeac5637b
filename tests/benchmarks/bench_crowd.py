"""Sixty tablets beside a crowd that polls the live standings, everything on this machine's own cores.

60 tablets send 10 deals a second in total, and once 60 in the same moment, while readers look every 5 s.
Beside it stands, of the same run and unhurried, the reader's way through the whole site, which is what one
look cost before answers were kept ready; and a bare insert. `CROWD=200x20` makes it 200 readers for 20 s.
"""

import http.client
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from unittest import mock

import pytest

from tests import servers
from tests.benchmarks.bars import verdict
from tests.benchmarks.bench_submissions import DURABLE, HOST, PRODUCTION, ROOT, environment, serving

READERS, SECONDS = (int(part) for part in os.environ.get("CROWD", "2000x60").split("x"))
LOOKS = 15  # of one reader alone
BARS = {
    "paced": {"p95": 300, "p99": 1000},
    "burst": {"p95": 1500},
    "readers": {"p95": 150},
}
NAMES = {
    "whole": "standings through the site",
    "whole 304": "the same, unchanged (304)",
    "bare": "bare view, one insert",
    "ready": "standings, ready",
    "ready 304": "ready, unchanged (304)",
    "paced": "deals, 10 a second",
    "burst": "deals, 60 at once",
    "readers": "readers, every 5 s",
}
LIVE = [
    *("uvicorn", "config.asgi:application", "--host", HOST, "--port", "PORT", "--lifespan", "off"),
    *("--no-access-log", "--log-level", "warning", "--timeout-keep-alive", "30", "--backlog", "4096"),
]
WORKERS = [*PRODUCTION, "--workers", "2"]


def program(name: str, given: dict[str, str], *arguments: object) -> None:
    """Run one of the programs beside this file."""
    line = [sys.executable, "-m", f"tests.benchmarks.{name}", *map(str, arguments)]
    subprocess.run(line, cwd=ROOT, env=given, check=True)


@contextmanager
def site(given: dict[str, str], apart: bool) -> Iterator[tuple[int, int]]:
    """Serve tablets and readers: from one process, or from workers and a live process beside them."""
    with serving(given, LIVE) as readers:
        if not apart:
            yield readers, readers
            return
        with serving(given, WORKERS) as tablets:
            yield tablets, readers


def alone(port: int, slug: str) -> dict[str, list[float]]:
    """Take the milliseconds of one reader alone: through the whole site, and of what is ready."""
    line = http.client.HTTPConnection(HOST, port, timeout=30)
    fragment = f"/c/{slug}/standings/fragment"
    taken: dict[str, list[float]] = {}
    for name, address in (("whole", f"{fragment}?whole=1"), ("ready", fragment)):
        tag = look(line, address, 200)[1]
        taken[name] = [look(line, address, 200)[0] for _ in range(LOOKS)]
        taken[f"{name} 304"] = [look(line, address, 304, tag)[0] for _ in range(LOOKS)]
    taken["bare"] = [look(line, "/bare", 201, method="POST")[0] for _ in range(LOOKS)]
    return taken


def look(
    line: http.client.HTTPConnection, address: str, status: int, tag: str = "", method: str = "GET"
) -> tuple[float, str]:
    """Ask once; give the milliseconds and the tag of the answer."""
    headers = {"Accept-Encoding": "gzip"} | ({"If-None-Match": tag} if tag else {})
    begun = time.perf_counter()
    line.request(method, address, b"{}" if method == "POST" else None, headers)
    answer = line.getresponse()
    answer.read()
    assert answer.status == status, (address, answer.status)
    return (time.perf_counter() - begun) * 1000, answer.headers.get("ETag", "")


def run(title: str, folder: Path, database: str, redis: str, apart: bool) -> None:
    """Prepare, serve, let the crowd in, print, and insist on the right answers."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    given, hall, told = environment(folder, database, redis), folder / "hall.json", folder / "told.json"
    program("crowd_hall", given, hall)
    with site(given, apart) as (tablets, readers):
        unhurried = alone(readers, json.loads(hall.read_text())["slug"])
        program("crowd", given, hall, told, tablets, readers, SECONDS, READERS)
        found = json.loads(told.read_text())
        show(title, unhurried | {name: found[name] for name in BARS}, found)
    assert found["errors"] == [], found["errors"][:5]
    tables = len(json.loads(hall.read_text())["tables"])
    assert len(found["burst"]) == tables
    assert len(found["paced"]) == tables * (SECONDS // 6)


def show(title: str, times: dict[str, list[float]], found: dict[str, Any]) -> None:
    """Print the table of one run, and at the end which bars it missed."""
    base, missed = median(times["whole"]), []
    print(f"\n{title}: {READERS} readers, {SECONDS} s")
    print(f"{'':30}{'count':>7}{'median':>9}{'p95':>9}{'p99':>9}{'most':>9} ms{'of the site':>13}")
    for key, name in NAMES.items():
        taken = sorted(times[key])
        at = {"p95": taken[int(len(taken) * 0.95)], "p99": taken[int(len(taken) * 0.99)]}
        beyond = [f"{part} over {most}" for part, most in BARS.get(key, {}).items() if at[part] > most]
        missed += [f"{name} {each}" for each in beyond]
        figures = f"{median(taken):>9.1f}{at['p95']:>9.1f}{at['p99']:>9.1f}{taken[-1]:>9.1f}"
        print(f"{name:30}{len(taken):>7}{figures}{median(taken) / base:>15.3f}x  {', '.join(beyond)}")
    print(
        f"errors {len(found['errors'])}; {found['unchanged']} answers unchanged; the others "
        f"{found['bytes'] / max(1, len(found['readers']) - found['unchanged']) / 1000:.1f} KB each; at most "
        f"{found['behind']:.2f} s behind; the generator took {found['processor']:.1f} s of processor"
    )
    print(verdict(missed))


@pytest.mark.timeout(0)
def test_a_crowd_embedded_on_sqlite(tmp_path: Path) -> None:
    """SQLite, no Redis, one process: as on a laptop in the hall."""
    run("Embedded: SQLite, uvicorn", tmp_path, f"sqlite:///{tmp_path}/hall.sqlite3", "", apart=False)


@pytest.mark.timeout(0)
@pytest.mark.parametrize("apart", [False, True], ids=["embedded", "production"])
def test_a_crowd_on_postgresql(tmp_path: Path, apart: bool) -> None:
    """PostgreSQL that waits for its disk; one process, or Redis, two workers and a live process."""
    with mock.patch.object(servers, "POSTGRES_OPTIONS", DURABLE):
        postgres, redis = servers.Postgres(), servers.Redis()
        title = "Production: PostgreSQL, Redis, gunicorn x 2, uvicorn" if apart else "One process: PostgreSQL"
        try:
            run(title, tmp_path, postgres.start(), redis.start() if apart else "", apart)
        finally:
            postgres.stop()
            redis.stop()
