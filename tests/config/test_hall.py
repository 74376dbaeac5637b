"""The hall's authority and its certificates, and both servers of one site."""

import os
import signal
import socket
import ssl
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError
from playwright.sync_api import Browser, expect

from config import hall
from tournaments.hall import authority
from tournaments.hall.authority import Files, prepare

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["localhost", "127.0.0.1", "192.168.1.20", "8.8.4.4", "club-laptop", "club-laptop.local"]
NOW = datetime(2026, 4, 18, 9, tzinfo=UTC)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path / "hall")


def leaf(files: Files) -> x509.Certificate:
    """Read the server's certificate."""
    return x509.load_pem_x509_certificate(files.server.read_bytes())


def is_good(files: Files, name: str, certificate: x509.Certificate | None = None) -> bool:
    """Tell whether somebody who trusts the authority takes the server for this name."""
    try:
        address = x509.IPAddress(authority._address(name)) if authority._address(name) else x509.DNSName(name)
        store = Store([authority.read(files)])
        policy = PolicyBuilder().store(store).time(NOW).build_server_verifier(address)
        policy.verify(certificate or leaf(files), [])
    except VerificationError:
        return False
    return True


def test_the_server_is_trusted_under_each_of_its_names(files: Files) -> None:
    found = prepare(files, NAMES, NOW)
    assert (found.is_new, found.left_out) == (True, ())
    assert [name for name in NAMES if not is_good(files, name)] == []
    assert not is_good(files, "example.org")
    assert leaf(files).not_valid_after_utc - NOW <= timedelta(days=825)


def test_the_authority_speaks_for_nobody_elses_names(files: Files) -> None:
    prepare(files, NAMES, NOW)
    own, key = authority._authority(files)
    for name in ("example.org", "9.9.9.9", "localhost.example.org"):
        assert not authority.may_speak_for(own, name)
        forged, _ = authority._leaf([name], own, key, NOW)
        assert not is_good(files, name, forged)
    for name in ("10.1.2.3", "other.local", "fe80::1"):
        assert authority.may_speak_for(own, name)


def test_nobody_else_reads_the_keys(files: Files) -> None:
    prepare(files, NAMES, NOW)
    kept = [files.authority_key, files.server]
    assert {stat.S_IMODE(file.stat().st_mode) for file in kept} == {0o600}
    assert {file.name for file in files.folder.iterdir()} == {"authority.pem", "authority.key", "server.pem"}


def test_another_start_makes_nothing_anew(files: Files) -> None:
    first = prepare(files, NAMES, NOW)
    before = {file.name: file.read_bytes() for file in files.folder.iterdir()}
    again = prepare(files, NAMES[::-1], NOW + timedelta(days=300))
    assert {file.name: file.read_bytes() for file in files.folder.iterdir()} == before
    assert (again.fingerprint, again.is_new) == (first.fingerprint, False)


@pytest.mark.parametrize(
    ("names", "days"), [([*NAMES, "10.0.0.7"], 0), (NAMES[:-1], 0), (NAMES, 730 - 80), (NAMES, 800)]
)
def test_a_new_certificate_leaves_the_trust_as_it_is(files: Files, names: list[str], days: int) -> None:
    first, before = prepare(files, NAMES, NOW), leaf(files)
    later = prepare(files, names, NOW + timedelta(days=days))
    assert later.fingerprint == first.fingerprint
    assert leaf(files).serial_number != before.serial_number
    told = leaf(files).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert len(list(told)) == len(names)


def test_a_name_that_came_later_and_is_not_private_is_left_out_and_told(files: Files) -> None:
    prepare(files, NAMES, NOW)
    found = prepare(files, [*NAMES, "203.0.113.9", "hall.example.org"], NOW)
    assert found.left_out == ("203.0.113.9", "hall.example.org")
    assert is_good(files, "localhost")
    said = " ".join(hall.told(found, "192.168.1.20", 8000, 8443))
    assert all(name in said for name in ("203.0.113.9", "hall.example.org", found.fingerprint[:47]))


def test_half_an_authority_is_made_anew(files: Files) -> None:
    prepare(files, NAMES, NOW)
    files.authority.unlink()
    assert prepare(files, NAMES, NOW).is_new
    assert is_good(files, "localhost")


def test_the_profile_of_one_authority_is_always_the_same(files: Files) -> None:
    prepare(files, NAMES, NOW)
    own = authority.read(files)
    assert authority.mobileconfig(own) == authority.mobileconfig(own)
    assert b"com.apple.security.root" in authority.mobileconfig(own)


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
