"""A real server process on the tests' own database, and streams that are read like a browser reads them."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests import servers

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


@pytest.fixture
def serve(transactional_db: None, tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Start uvicorn on the test database; `serve(REDIS_URL="")` changes its environment."""
    processes, sites = [], []

    def start(**environment: str) -> Site:
        port = servers.free_port()
        where = ["--port", str(port), "--lifespan", "off", "--timeout-graceful-shutdown", "1"]
        with (tmp_path / f"{port}.log").open("w") as told:
            process = subprocess.Popen(
                [sys.executable, "-m", "uvicorn", "config.asgi:application", *where],
                cwd=ROOT,
                stdout=told,
                stderr=subprocess.STDOUT,
                env={**os.environ, "DATABASE_URL": database_url(), **environment},
            )
        processes.append(process)
        sites.append(Site(port))
        _wait_until_it_listens(port, process, tmp_path / f"{port}.log")
        return sites[-1]

    yield start
    for stream in (stream for site in sites for stream in site.streams):
        stream.close()
    for process in processes:
        process.kill()
        process.wait(10)


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
