"""The embedded server as `make demo` starts it: one process for pages, files and live streams."""

import http.client
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import servers
from tournaments.live import waking

ROOT = Path(__file__).resolve().parents[2]


def serve(database, port, errors):
    """Start the server on a database of its own, embedded; what it says goes to the file `errors`."""
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": ""}
    where = ["--port", str(port), "--lifespan", "off", "--timeout-graceful-shutdown", "1"]
    line = [sys.executable, "-m", "uvicorn", "config.asgi:application", *where]
    return subprocess.Popen(line, cwd=ROOT, env=environment, stderr=errors)


def fetch(port, address):
    """Return the response to a GET once the server listens; its body may never end."""
    end = time.monotonic() + 30
    while True:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            line.request("GET", address)
            return line.getresponse()
        except ConnectionRefusedError:
            assert time.monotonic() < end, "the server does not listen"
            time.sleep(0.1)


@pytest.fixture(scope="module")
def embedded(tmp_path_factory):
    """Return a running server's database and port."""
    database, port = tmp_path_factory.mktemp("embedded") / "sparrows.sqlite3", servers.free_port()
    with database.with_name("errors").open("w") as errors:
        process = serve(database, port, errors)
        yield database, port
        process.terminate()
        process.wait(10)


@pytest.mark.parametrize("address", ["/healthz", "/static/sparrows/live.js"])
def test_it_serves_pages_and_files_from_one_process(embedded, address):
    answer = fetch(embedded[1], address)
    assert answer.status == 200
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_it_gives_a_stream_the_headers_too(embedded):
    headers = fetch(embedded[1], "/live/1").headers
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("header", ["Cross-Origin-Opener-Policy", "Permissions-Policy", "X-Frame-Options"])
def test_it_refuses_a_stream_with_the_headers_of_every_other_refusal(embedded, header):
    refused, page = fetch(embedded[1], "/live/nowhere"), fetch(embedded[1], "/no/such/page")
    assert refused.status == 503  # there are no tables to look into
    assert refused.headers[header] == page.headers[header]


def test_it_binds_a_stream_to_https_where_the_site_is(settings, monkeypatch):
    # Else its threads would do in this process what other tests ask for in theirs.
    monkeypatch.setattr(waking, "start_sweeping", lambda: None)
    from config.asgi import stream_headers

    assert b"strict-transport-security" not in dict(stream_headers())
    settings.HTTPS, settings.SECURE_HSTS_SECONDS = True, 31536000
    assert dict(stream_headers())[b"strict-transport-security"] == b"max-age=31536000"


@pytest.mark.parametrize("address", ["/live/", "/live/1/2", "/lively/1"])
def test_it_leaves_other_addresses_to_django(embedded, address):
    assert "X-Frame-Options" in fetch(embedded[1], address).headers


def test_it_refuses_a_second_server_on_the_same_file(embedded, tmp_path):
    fetch(embedded[1], "/healthz")
    with (tmp_path / "errors").open("w") as errors:
        status = serve(embedded[0], servers.free_port(), errors).wait(30)
    assert status != 0
    assert f"already serves {embedded[0]}" in (tmp_path / "errors").read_text()
