"""A real server process on the tests' own database, and streams that are read like a browser reads them."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests import servers, worlds

ROOT = Path(__file__).resolve().parents[2]


def database_url() -> str:
    """Give the address of the database that the tests are using."""
    about = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{about['NAME']}"
    return f"postgresql://{about['USER']}@{about['HOST']}:{about['PORT']}/{about['NAME']}"


class Stream:
    """One open stream; `event` waits for the next one, as long as the socket's time-out."""

    def __init__(self, port: int, address: str, method: str = "GET", **headers: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.line.request(method, address, headers=headers)
        self.answer = self.line.getresponse()

    @property
    def status(self) -> int:
        return self.answer.status

    def text(self) -> str:
        return self.answer.readline().decode().rstrip("\n")

    def event(self) -> dict[str, Any]:
        while not (text := self.text()).startswith("data: "):
            assert not self.answer.isclosed(), "the stream ended"
        return json.loads(text.removeprefix("data: "))

    def close(self) -> None:
        self.line.close()
        self.answer.close()


class Site:
    """A running server and the streams that were opened to it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: list[Stream] = []

    def open(self, competition: object, **more: Any) -> Stream:
        self.streams.append(Stream(self.port, f"/live/{competition}", **more))
        return self.streams[-1]

    def get(self, address: str, **headers: str) -> str:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        line.request("GET", address, headers=headers)
        return line.getresponse().read().decode()

    def post(self, address: str, body: dict[str, Any], **headers: str) -> tuple[int, dict[str, Any]]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        line.request("POST", address, json.dumps(body), {"Content-Type": "application/json", **headers})
        answer = line.getresponse()
        return answer.status, json.loads(answer.read() or b"{}")


Running = tuple[int, subprocess.Popen[bytes]]  # with its port


@dataclass
class Servers:
    """The running servers, one for each environment that a test asked for."""

    folder: Path
    running: dict[frozenset[tuple[str, str]], Running] = field(default_factory=dict)

    def port(self, environment: dict[str, str]) -> int:
        """Give the port of the server with this environment; start it where there is none."""
        asked = frozenset(environment.items())
        if asked not in self.running:
            if connection.vendor == "sqlite":
                self.end()  # a file has one process, or the second does not start
            self.running[asked] = self._started(environment)
        return self.running[asked][0]

    def _started(self, environment: dict[str, str]) -> Running:
        port = servers.free_port()
        where = ["--port", str(port), "--lifespan", "off", "--timeout-graceful-shutdown", "1"]
        where += ["--http", "config.slow:Protocol"]
        with (self.folder / f"{port}.log").open("w") as told:
            process = subprocess.Popen(
                [sys.executable, "-m", "uvicorn", "config.asgi:application", *where],
                cwd=ROOT,
                stdout=told,
                stderr=subprocess.STDOUT,
                env={**os.environ, "DATABASE_URL": database_url(), **environment},
            )
        _wait_until_it_listens(port, process, self.folder / f"{port}.log")
        return port, process

    def ask_to_end(self, port: int, number: int) -> str:
        """Send one of them a signal, wait until it has ended, and give all that it said."""
        [asked] = [asked for asked, (where, _) in self.running.items() if where == port]
        _, process = self.running.pop(asked)
        process.send_signal(number)
        process.wait(10)
        return (self.folder / f"{port}.log").read_text()

    def end(self) -> None:
        """Stop them all."""
        while self.running:
            _, (_, process) = self.running.popitem()
            process.kill()
            process.wait(10)


@pytest.fixture(scope="module")
def started(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Keep servers from test to test: to start one takes longer than most tests."""
    kept = Servers(tmp_path_factory.mktemp("servers"))
    yield kept
    kept.end()


@pytest.fixture
def serve(transactional_db: None, started: Servers) -> Iterator[Callable[..., Site]]:
    """Give uvicorn on the test database; `serve(REDIS_URL="")` changes its environment.

    It may know a competition of an earlier test: the worlds of this one are built anew, under other numbers.
    """
    worlds.BUILT.clear()
    sites: list[Site] = []

    def start(**environment: str) -> Site:
        sites.append(Site(started.port(environment)))
        return sites[-1]

    yield start
    for stream in (stream for site in sites for stream in site.streams):
        stream.close()


def _wait_until_it_listens(port: int, process: subprocess.Popen[bytes], told: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            line.request("GET", "/healthz")
            line.getresponse().read()
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"the server did not start:\n{told.read_text()}")


def until(happened: Callable[[], Any], seconds: float = 20) -> Any:
    """Look again and again until something is true, and return it."""
    end = time.monotonic() + seconds
    while not (found := happened()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
    return found
