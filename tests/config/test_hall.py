"""A hall's site is served by http and https, by one process."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

ROOT = Path(__file__).resolve().parents[2]
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int, int]]:
    """Both servers in one process, on a database of their own."""
    http, https = free_port(), free_port()
    around = {"SPARROWS_DATA": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/hall.sqlite3"}
    around |= {"REDIS_URL": "", "HOST": "127.0.0.1", "PORT": str(http), "SPARROWS_HALL": str(https)}
    line = [sys.executable, "-m", "config.hall", "localhost", "127.0.0.1"]
    around = {**os.environ, **around}
    process = subprocess.Popen(line, cwd=ROOT, env=around, stdout=subprocess.PIPE, text=True)
    yield process, http, https
    process.kill()
    process.communicate()


def asked(address: str, trusting: ssl.SSLContext | None = None) -> bytes:
    """Ask until the server is there."""
    for _ in range(300):
        try:
            with urlopen(address, context=trusting) as answer:
                return bytes(answer.read())
        except URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                raise
            time.sleep(0.1)
    raise TimeoutError(address)


def test_one_process_serves_both_ways_and_ends_when_it_is_asked_to(
    running: tuple[subprocess.Popen[str], int, int], tmp_path: Path
) -> None:
    process, http, https = running
    assert b'"ok"' in asked(f"http://127.0.0.1:{http}/healthz")
    trusting = ssl.create_default_context(cafile=str(tmp_path / "hall" / "authority.pem"))
    assert asked(f"https://localhost:{https}/hall/trusted", trusting) == b'{"secure": true}'
    assert asked(f"http://localhost:{http}/hall/trusted") == b'{"secure": false}'
    with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
        asked(f"https://localhost:{https}/healthz", ssl.create_default_context())
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


@pytest.mark.browser
@pytest.mark.parametrize(
    ("trusts", "says"), [(True, "This device trusts the hall."), (False, "does not trust the hall yet")]
)
def test_a_device_is_told_whether_it_trusts_the_hall(
    running: tuple[subprocess.Popen[str], int, int], browser: Browser, trusts: bool, says: str
) -> None:
    _, http, _ = running
    asked(f"http://localhost:{http}/healthz")
    context = browser.new_context(ignore_https_errors=trusts)
    page = context.new_page()
    page.goto(f"http://localhost:{http}/hall/")
    expect(page.locator("#hall")).to_contain_text(says)
    expect(page.locator("#hall [data-is]:visible")).to_have_count(1)
    context.close()


def test_neither_stays_where_one_has_no_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        around = {"SPARROWS_DATA": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/hall.sqlite3"}
        around |= {"REDIS_URL": "", "HOST": "127.0.0.1", "PORT": str(free_port())}
        around |= {"SPARROWS_HALL": str(other.getsockname()[1])}
        line = [sys.executable, "-m", "config.hall", "localhost"]
        assert subprocess.run(line, cwd=ROOT, env={**os.environ, **around}, timeout=60).returncode != 0
