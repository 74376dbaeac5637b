"""The server of pages and API, as the README starts it."""

import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests import servers
from tests.config.test_asgi import fetch

ROOT = Path(__file__).resolve().parents[2]
HALF = b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Le"


@pytest.fixture
def port(tmp_path):
    """Start it by the README's own line, one process of it: an SQLite file has one server."""
    [line] = re.findall(r"`(gunicorn [^`]*)`", (ROOT / "README.md").read_text())
    port = servers.free_port()
    more = ["--workers", "1", "--bind", f"127.0.0.1:{port}"]
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/a.sqlite3", "REDIS_URL": ""}
    process = subprocess.Popen([sys.executable, "-m", *shlex.split(line), *more], cwd=ROOT, env=environment)
    yield port
    process.terminate()
    process.wait(60)


def test_it_answers_beside_half_sent_requests(port):
    assert fetch(port, "/healthz").status == 200
    waiting = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
    for one in waiting:
        one.sendall(HALF)
    assert fetch(port, "/healthz").status == 200
    for one in waiting:
        one.close()
