"""Time a deal through HTTP beside a bare view that inserts one row with the same body.

Both are asked in turns, over one kept connection, of the same server on the same database, so that the
ratio says what the ledger costs: validation of four hands, settlement, chain, scores, log and outbox.
"""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from unittest import mock

import pytest

from tests import servers

ROOT = Path(__file__).parents[2]
EVENT = ROOT / "tests/events/open24"
TURN, PAUSE = 12, 0.6
HOST = "127.0.0.1"
DURABLE = {
    "listen_addresses": HOST,
    "max_connections": "50",
}  # as in a real hall: every commit reaches the disk
HEADERS = {"Content-Type": "application/json"}
Milliseconds = Mapping[str, list[float]]


@contextmanager
def serving(environment: dict[str, str], command: list[Any]) -> Iterator[int]:
    """Run a server of the site as a child process; yields its port."""
    port = servers.free_port()
    line = [str(part).replace("PORT", str(port)) for part in command]
    with subprocess.Popen([sys.executable, "-m", *line], cwd=ROOT, env=environment) as child:
        try:
            wait(port)
            yield port
        finally:
            child.send_signal(signal.SIGTERM)
            child.wait(10)


def wait(port: int) -> None:
    """Return when the server answers."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            return post(http.client.HTTPConnection(HOST, port, timeout=5), "/bare", b"{}", {}, 201)
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the server did not start")


def post(
    line: http.client.HTTPConnection, path: str, body: bytes, headers: dict[str, str], status: int
) -> None:
    """Send one request and read its answer; anything but the status expected is an error."""
    line.request("POST", path, body, HEADERS | headers)
    answer = line.getresponse()
    said = answer.read()
    assert answer.status == status, said[:2000]


def environment(folder: Path, database: str, redis: str) -> dict[str, str]:
    """Give a server its environment: the same settings, its own data folder."""
    own = {"DATABASE_URL": database, "REDIS_URL": redis, "SPARROWS_DATA": str(folder / "var")}
    return {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings"}


def requests(folder: Path, given: dict[str, str]) -> list[dict[str, Any]]:
    """Let the hall prepare the database, in a process of its own, and tell what its tables will send."""
    file = folder / "requests.json"
    subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.hall", EVENT, file], cwd=ROOT, env=given, check=True
    )
    return json.loads(file.read_text())


ASKED = {
    "bare": ("/bare", 201),
    "preview": ("/api/v1/table/deals/preview", 200),
    "submit": ("/api/v1/table/deals", 201),
}


def measured(port: int, sent: list[dict[str, Any]]) -> Milliseconds:
    """Send every deal bare, as a preview and for good, in turns of a few; in milliseconds, without the first.

    Before the bare ones the server gets time for what the turn before left it to do: no part of either.
    """
    line = http.client.HTTPConnection(HOST, port, timeout=30)
    times: dict[str, list[float]] = {name: [] for name in ASKED}
    for start in range(0, len(sent), TURN):
        turn = sent[start : start + TURN]
        time.sleep(PAUSE)
        times["bare"] += [timed(line, "bare", each) for each in turn]
        for each in turn:
            times["preview"].append(timed(line, "preview", each))
            times["submit"].append(timed(line, "submit", each))
    return {name: taken[TURN:] for name, taken in times.items()}


def timed(line: http.client.HTTPConnection, name: str, each: dict[str, Any]) -> float:
    """Send one request and return its milliseconds."""
    body, (path, status) = json.dumps(each["body"]).encode(), ASKED[name]
    begun = time.perf_counter()
    post(line, path, body, {"Authorization": f"Bearer {each['token']}"}, status)
    return (time.perf_counter() - begun) * 1000


def show(title: str, times: Milliseconds) -> None:
    """Print the table of one run."""
    base = median(times["bare"])
    print(f"\n{title}\n{'':28}{'a second':>10}{'median ms':>11}{'p95 ms':>9}{'of bare':>9}")
    names = {"bare": "bare view, one insert", "preview": "preview of a deal", "submit": "deal submitted"}
    for key, name in names.items():
        taken = sorted(times[key])
        middle, late = median(taken), taken[int(len(taken) * 0.95)]
        print(f"{name:28}{1000 / middle:>10.0f}{middle:>11.2f}{late:>9.2f}{middle / base:>8.2f}x")


def run(title: str, folder: Path, database: str, redis: str, command: list[Any]) -> None:
    """Prepare, serve, measure and print."""
    given = environment(folder, database, redis)
    sent = requests(folder, given)
    with serving(given, command) as port:
        show(f"{title}: {len(sent)} deals, full tiles", measured(port, sent))


EMBEDDED = [
    *("uvicorn", "config.asgi:application", "--host", HOST, "--port", "PORT", "--lifespan", "off"),
    *("--no-access-log", "--log-level", "warning"),
]
PRODUCTION = [
    *("gunicorn", "config.wsgi:application", "--bind", f"{HOST}:PORT", "--worker-class", "gthread"),
    *("--threads", "4", "--keep-alive", "30", "--log-level", "warning"),
]


@pytest.mark.timeout(0)
def test_submissions_embedded(tmp_path: Path) -> None:
    """SQLite, no Redis, uvicorn: as on a laptop in the hall."""
    run("Embedded: SQLite, uvicorn", tmp_path, f"sqlite:///{tmp_path}/hall.sqlite3", "", EMBEDDED)


@pytest.mark.timeout(0)
def test_submissions_in_production(tmp_path: Path) -> None:
    """PostgreSQL that waits for its disk, Redis, gunicorn: as on a server."""
    with mock.patch.object(servers, "POSTGRES_OPTIONS", DURABLE):
        postgres, redis = servers.Postgres(), servers.Redis()
        try:
            title = "Production: PostgreSQL, Redis, gunicorn"
            run(title, tmp_path, postgres.start(), redis.start(), PRODUCTION)
        finally:
            postgres.stop()
            redis.stop()
