"""The servers that the tests start: real ones, that leave nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tests import servers

ROOT = Path(__file__).resolve().parents[2]
START = """
from tests import servers
server = servers.{kind}()
print(server.start(), server.process.pid, flush=True)
input()
"""


def started(kind, tmp_path):
    """Start a server from a process of its own; return that process and the server's number."""
    line = [sys.executable, "-c", START.format(kind=kind)]
    parent = subprocess.Popen(
        line,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    return parent, int(parent.stdout.readline().split()[1])


def is_gone(number, seconds=10):
    """Tell whether a process ends within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def reachable():
    """Yield a folder that the user `nobody` may enter when the tests run as root, with a path short enough
    for a socket.
    """
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_it_starts_a_postgresql_with_its_own_words():
    server = servers.Postgres()
    try:
        with psycopg.connect(server.start()) as line:
            version, fsync = line.execute("SELECT version(), current_setting('fsync')").fetchone()
    finally:
        server.stop()
    assert version.startswith("PostgreSQL ")
    assert fsync == "off"
    assert not server.folder.path.exists()


def test_it_starts_a_redis_that_publishes():
    server = servers.Redis()
    try:
        client = redis.Redis.from_url(server.start())
        listener = client.pubsub()
        listener.subscribe("live")
        assert listener.get_message(timeout=5)["type"] == "subscribe"
        client.publish("live", "42")
        assert listener.get_message(timeout=5)["data"] == b"42"
    finally:
        server.stop()
    assert not server.folder.path.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's word to the children is Linux's")
@pytest.mark.parametrize("kind", ["Postgres", "Redis"])
def test_it_takes_the_server_down_with_a_killed_parent(kind, reachable):
    parent, number = started(kind, reachable)
    assert Path(f"/proc/{number}").exists()
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    assert is_gone(number)


def test_it_sweeps_what_a_killed_run_left_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr(servers.tempfile, "tempdir", str(tmp_path))
    living, dead = servers.Folder(), servers.Folder()
    dead.lock.close()
    (tmp_path / f"{servers.PREFIX}being-made").mkdir()
    (tmp_path / "somebody-else").mkdir()
    assert servers.sweep(tmp_path) == [dead.path]
    assert living.path.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [living.path.name, f"{servers.PREFIX}being-made", "somebody-else"]
    )


def test_it_shows_the_log_of_a_server_that_does_not_start():
    server = servers.Redis()
    try:
        with pytest.raises(RuntimeError, match="did not start"):
            server.launch([servers.redis_program(), "--no-such-option", "1"])
    finally:
        server.stop()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root must become somebody else")
def test_it_copies_programs_that_nobody_may_not_see(tmp_path):
    private = tmp_path / "home"
    programs = private / "package" / "pginstall" / "bin"
    programs.mkdir(parents=True)
    (programs / "postgres").write_text("#!/bin/sh\n")
    (programs / "postgres").chmod(0o755)
    (private / "package.libs").mkdir()
    private.chmod(0o700)
    folder = tmp_path / "folder"
    folder.mkdir()
    found, user = servers.unprivileged(programs, folder)
    assert found == folder / "programs" / "package" / "pginstall" / "bin"
    assert (found / "postgres").exists()
    assert (folder / "programs" / "package.libs").exists()
    assert user["user"] != 0
