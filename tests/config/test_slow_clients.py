"""Slow and hostile clients, real ones, against both servers as they are started."""

import http.client
import os
import resource
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests import servers
from tests.live.conftest import until

ROOT = Path(__file__).resolve().parents[2]
HEAD, BODY, PLACES, HALVES = 3.0, 2.0, 1300, 1200
ENVIRONMENT = {
    "REDIS_URL": "",
    "SPARROWS_HEAD_SECONDS": str(HEAD),
    "SPARROWS_BODY_SECONDS": str(BODY),
    "SPARROWS_CONNECTIONS_PER_ADDRESS": str(PLACES),
}
QUIET = ["--lifespan", "off", "--no-access-log"]
UVICORN = ["uvicorn", "config.asgi:application", *QUIET, "--http", "config.slow:Protocol"]
# One process, since an SQLite file has one; two threads, so that three half-sent requests were enough before.
GUNICORN = ["gunicorn", "-c", "config/gunicorn.py", "config.wsgi", "--workers", "1", "--threads", "2"]
HALF_HEAD = b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Le"
POST = b"POST /api/v1/pair HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
HALF_BODY = POST + b"Content-Length: %d\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
GOOD_TIME = 1.5  # seconds, on a busy machine
ANSWERED = b"HTTP/1.1 %d "


FEW, FEWEST = 1024, 400  # open files: what an account begins with, and fewer than there are callers


@pytest.fixture(scope="module", params=["uvicorn", "gunicorn"])
def form(request):
    return request.param


@pytest.fixture(scope="module")
def port(form, tmp_path_factory):
    """Serve on a database of its own, as an ordinary account may."""
    with served(form, tmp_path_factory.mktemp("slow"), may_raise) as (port, _):
        yield port


@contextmanager
def served(form, folder, files):
    """Start the server and wait until it answers; the first request loads all the site."""
    room_for_callers()
    port = servers.free_port()
    environment = {**os.environ, **ENVIRONMENT, "DATABASE_URL": f"sqlite:///{folder}/slow.sqlite3"}
    where = ["--port", str(port)] if form == "uvicorn" else ["--bind", f"127.0.0.1:{port}"]
    line = [sys.executable, "-m", *(UVICORN if form == "uvicorn" else GUNICORN), *where]
    with (folder / "log").open("w") as told:
        process = subprocess.Popen(line, cwd=ROOT, env=environment, preexec_fn=files, stderr=told)
    try:
        until(lambda: answers(port), 90)
        yield port, folder / "log"
    finally:
        process.terminate()
        process.wait(60)


def may_raise():
    """Begin with few open files, as everywhere, and allow more."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FEW, hard), hard))


def may_not():
    """Allow so few that there is none left for every caller."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEWEST, FEWEST))


def room_for_callers():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2 * PLACES:
        pytest.skip("THIS MACHINE LETS NOBODY OPEN SO MANY CONNECTIONS")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * PLACES), hard))


def connected(stack, port, sending=b"", come_from="127.0.0.1"):
    """Open a connection and send something on it."""
    line = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(come_from, 0))
    stack.callback(line.close)
    line.sendall(sending)
    return line


def asked(port, come_from="127.0.0.9"):
    """Return the status of an ordinary request, and how long it took."""
    began = time.monotonic()
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(come_from, 0))
    line.request("GET", "/healthz")
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status, time.monotonic() - began


def answers(port):
    try:
        return asked(port)[0] == 200
    except OSError:
        return False


def everything(line):
    """Read to the end."""
    told = b""
    while piece := line.recv(65536):
        told += piece
    return told


@pytest.mark.parametrize("half", [HALF_HEAD, HALF_BODY % 5000 + b"{"], ids=["head", "body"])
def test_it_answers_beside_half_sent_requests_and_ends_them(port, half):
    with ExitStack() as stack:
        began = time.monotonic()
        slow = [connected(stack, port, half) for _ in range(HALVES)]
        assert time.monotonic() - began < min(HEAD, BODY), "they are not all open at once"
        for come_from in ("127.0.0.1", "127.0.0.9"):
            status, seconds = asked(port, come_from)
            assert (status, seconds < GOOD_TIME) == (200, True), f"{status} after {seconds:.2f} s"
        told = [everything(line) for line in slow]
        assert time.monotonic() - began < HEAD + 5
    assert all(one.startswith(ANSWERED % 408) for one in told)


def test_it_ends_a_head_that_comes_a_byte_at_a_time(port):
    with ExitStack() as stack:
        line = connected(stack, port, HALF_HEAD)
        line.settimeout(0.2)
        end = time.monotonic() + HEAD + 3
        told = b""
        while not told and time.monotonic() < end:
            line.sendall(b"n")
            try:
                told = line.recv(1000)
            except TimeoutError:
                continue
        assert told.startswith(ANSWERED % 408)


def test_it_waits_for_an_honest_upload_over_a_slow_line(port):
    body = b'{"code": "%s"}' % (b"0" * 30_000)
    with ExitStack() as stack:
        line = connected(stack, port, HALF_BODY % len(body))
        began = time.monotonic()
        for start in range(0, len(body), 2000):
            line.sendall(body[start : start + 2000])
            time.sleep(0.2)
        assert time.monotonic() - began > BODY + 0.5, "it was no slow upload"
        told = line.recv(1000)
    assert told.startswith((ANSWERED % 400, ANSWERED % 413, ANSWERED % 503))  # 503: here are no tables
    assert not told.startswith(ANSWERED % 408)


def test_it_refuses_one_address_past_its_places_and_serves_another(port):
    with ExitStack() as stack:
        for _ in range(PLACES):
            connected(stack, port, come_from="127.0.0.3")
        refused = everything(connected(stack, port, come_from="127.0.0.3"))
        assert asked(port, "127.0.0.4")[0] == 200
    assert refused.startswith(ANSWERED % 503)
    assert b"Retry-After: 5\r\n" in refused
    until(lambda: asked(port, "127.0.0.3")[0] == 200)  # their places are free again


def test_nobody_waits_for_those_who_stay_after_their_answer(port):
    with ExitStack() as stack:
        staying = [connected(stack, port, LAST) for _ in range(20)]
        assert all(everything(line).startswith(ANSWERED % 200) for line in staying)
        assert asked(port)[1] < GOOD_TIME


def test_it_answers_two_requests_that_came_at_once_and_half_a_third(port):
    one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as stack:
        told = everything(connected(stack, port, one + one + one[:20]))
    assert told.count(ANSWERED % 200) == 2
    assert told.count(ANSWERED % 408) == 1


def test_it_refuses_a_head_without_end(port):
    with ExitStack() as stack:
        line = connected(stack, port)
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-Filler: " + b"x" * 70_000)
        assert line.recv(1000).startswith(ANSWERED % 431)


def test_it_tells_who_asks_first_to_go_on(port):
    """curl waits for that word before it sends a long body."""
    body = b'{"code": "x"}'
    more = b"Content-Length: %d\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n" % len(body)
    with ExitStack() as stack:
        line = connected(stack, port, POST + more)
        assert line.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(body)
        assert b"HTTP/1.1 408" not in everything(line)


def test_it_outlives_more_callers_than_it_may_open_files(form, tmp_path):
    with served(form, tmp_path, may_not) as (port, log), ExitStack() as stack:
        for _ in range(FEWEST + 200):
            connected(stack, port, HALF_HEAD)
        until(lambda: answers(port), 30)
        told = log.read_text()
    assert told.count("Booting worker") == (form == "gunicorn")
