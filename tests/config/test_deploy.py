"""The files by which a site is installed: their programs accept them, and nginx does what its file says."""

import http.client
import os
import re
import shutil
import ssl
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from tests import servers
from tests.live.conftest import until

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
NAME = "sparrows.example.org"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
needs_nginx = pytest.mark.skipif(NGINX is None, reason="NO nginx HERE: ITS FILE IS NOT TESTED")


class Site(ThreadingHTTPServer):
    """Stand in for one of the two servers: tell which it is and what it was asked, and count."""

    def __init__(self, name):
        super().__init__(("127.0.0.1", 0), Asked)
        self.name, self.asked, self.told = name, [], threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Asked(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_response(200)
        if self.path.startswith("/live/"):
            self.stream()
        else:
            self.page()

    def do_POST(self):
        self.server.asked.append(self.path)
        length = int(self.headers["Content-Length"])
        assert len(self.rfile.read(length)) == length
        self.send_response(201)
        self.answer()

    def page(self):
        if self.path.startswith("/c/"):
            time.sleep(0.3)
            self.send_header("Cache-Control", "public, max-age=1" if "part" not in self.path else "max-age=0")
        self.answer()

    def answer(self):
        names = ("X-Forwarded-For", "X-Forwarded-Proto", "Host")
        said = "|".join([self.server.name, *(self.headers.get(name, "") for name in names)]).encode()
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def stream(self):
        """Say one thing, and the next only when the test has seen the first."""
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"data: 1\n")
        assert self.server.told.wait(10)
        self.wfile.write(b"data: 2\n")
        self.close_connection = True

    def log_message(self, *said):
        """Say nothing."""


def certificate(folder):
    """Make a certificate of the name in the file."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now).not_valid_after(now + timedelta(days=1))
    signed = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    (folder / "fullchain.pem").write_bytes(signed)
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *form))


def changed(name, changes):
    """Read a file of the folder with other ports and folders, each of which must be named in it."""
    text = (DEPLOY / name).read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


def configured(folder, ports, upstreams="upstreams.conf"):
    """Write the files as they are, but for ports and folders, below a main file of this test."""
    changes = {"/etc/ssl/sparrows": str(folder), "/var/cache/nginx/sparrows": str(folder / "cache")}
    changes |= {f"listen {old}": f"listen 127.0.0.1:{new}" for old, new in ports["listen"].items()}
    text = changed("nginx.conf", changes)
    (folder / "sparrows").mkdir()
    asked = {f"{old};": f"127.0.0.1:{new};" for old, new in ports["upstream"].items()}
    (folder / "sparrows" / "upstreams.conf").write_text(changed(upstreams, asked))
    places = "".join(f"{name}_temp_path {folder}/{name};\n" for name in TEMPORARY)
    user = "user root;\n" if os.geteuid() == 0 else ""
    main = f"{user}daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n"
    file = folder / "main.conf"
    file.write_text(f"{main}http {{\naccess_log off;\n{places}{text}\n}}\n")
    return file


@pytest.fixture(scope="module")
def proxy(tmp_path_factory):
    """Run nginx by the project's file before two servers that tell what they are asked."""
    folder, web, live = tmp_path_factory.mktemp("nginx"), Site("web"), Site("live")
    certificate(folder)
    plain, port = servers.free_port(), servers.free_port()
    listen = {80: plain, 443: port}
    upstream = {"127.0.0.1:8000": web.server_port, "127.0.0.1:8001": live.server_port}
    file = configured(folder, {"listen": listen, "upstream": upstream})
    checked = subprocess.run([NGINX, "-t", "-c", file], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    assert "warn" not in checked.stderr
    process = subprocess.Popen([NGINX, "-c", file])
    until(lambda: answers(plain))
    yield port, plain, web, live
    process.terminate()
    process.wait(20)
    web.shutdown()
    live.shutdown()


def answers(plain):
    try:
        line = http.client.HTTPConnection("127.0.0.1", plain, timeout=5)
        line.request("GET", "/")
        return line.getresponse().status == 301
    except OSError:
        return False


def ask(port, path, method="GET", body=None, come_from="127.0.0.1", **headers):
    """Ask over https as one caller; give the open answer."""
    trusting = ssl._create_unverified_context()  # noqa: S323 - the test's own certificate
    source = (come_from, 0)
    line = http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=trusting, source_address=source)
    line.request(method, path, body, {"Host": NAME, **headers})
    return line.getresponse()


@needs_nginx
def test_it_is_the_same_file_in_containers(tmp_path):
    certificate(tmp_path)
    # Debian's nginx is older than the one in the container, which alone looks names up again.
    upstream = {"web:8000 resolve": 8000, "live:8001 resolve": 8001}
    listen = {80: servers.free_port(), 443: servers.free_port()}
    file = configured(tmp_path, {"listen": listen, "upstream": upstream}, "upstreams-compose.conf")
    checked = subprocess.run([NGINX, "-t", "-c", file], capture_output=True, text=True)
    assert (checked.returncode, "warn" in checked.stderr) == (0, False), checked.stderr


@needs_nginx
@pytest.mark.parametrize(
    ("path", "server"),
    [
        ("/", "web"),
        ("/organise/", "web"),
        ("/api/v1/table", "web"),
        ("/api/v1/competitions/spring/rounds", "web"),
        ("/api/v1/competitions/spring/standings", "live"),
        ("/c/spring/", "live"),
        *((f"/{code}/c/spring/", "live") for code in settings.IN_ADDRESSES),
        ("/pl/", "web"),
    ],
)
def test_it_asks_the_server_that_has_it_and_tells_it_who_asks(proxy, path, server):
    forged = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "http"}
    told = ask(proxy[0], path, come_from="127.0.0.5", **forged).read().decode().split("|")
    # The site believes the last address only (`config.middleware.client_address`).
    assert [told[0], told[1].rsplit(", ", 1)[-1], *told[2:]] == [server, "127.0.0.5", "https", NAME]


@needs_nginx
def test_it_brings_a_deal_with_its_body(proxy):
    answer = ask(proxy[0], "/api/v1/table/deals", "POST", b"x" * 15_000)
    assert (answer.status, answer.read()[:3]) == (201, b"web")
    assert ask(proxy[0], "/organise/", "POST", b"x" * (8 * 1024 * 1024 + 1)).status == 413


@needs_nginx
def test_it_asks_once_for_what_many_read_and_again_when_it_is_due(proxy):
    port, _, _, live = proxy
    with ThreadPoolExecutor(20) as readers:
        statuses = list(readers.map(lambda _: ask(port, "/c/crowd/").status, range(20)))
    assert statuses == [200] * 20
    assert live.asked.count("/c/crowd/") == 1
    time.sleep(2.1)
    ask(port, "/c/crowd/").read()
    until(lambda: live.asked.count("/c/crowd/") == 2, 5)


@needs_nginx
def test_it_keeps_nothing_that_the_site_does_not_let_it_keep(proxy):
    port, _, web, live = proxy
    for path in ("/c/crowd/part", "/organise/mine"):
        for _ in range(3):
            ask(port, path).read()
    assert (live.asked.count("/c/crowd/part"), web.asked.count("/organise/mine")) == (3, 3)


@needs_nginx
def test_it_tells_news_at_once(proxy):
    port, _, _, live = proxy
    stream = ask(port, "/live/1")
    assert stream.readline() == b"data: 1\n"  # the second is not even said yet
    live.told.set()
    assert stream.readline() == b"data: 2\n"


@needs_nginx
def test_it_sends_plain_http_to_https(proxy):
    line = http.client.HTTPConnection("127.0.0.1", proxy[1], timeout=5)
    line.request("GET", "/c/spring/?x=1", headers={"Host": NAME})
    answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/c/spring/?x=1")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_accepts_each_unit(unit, tmp_path):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("NO systemd-analyze HERE: THE UNITS ARE NOT TESTED")
    file = tmp_path / unit.name
    file.write_text(unit.read_text().replace("/opt/sparrows/.venv/bin/python", sys.executable))
    checked = subprocess.run([program, "verify", "--man=no", file], capture_output=True, text=True)
    about = [line for line in checked.stderr.splitlines() if unit.stem in line]
    assert (checked.returncode, about) == (0, []), checked.stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_each_unit_names_what_is_there(unit):
    [started] = re.findall(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)
    files = [word for word in started.split() if word.endswith(".py")]
    assert all((ROOT / name).is_file() for name in files)
    for module in re.findall(r"config\.\w+", started):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()


def test_the_live_unit_listens_where_the_proxy_asks():
    asked = re.findall(r"server 127\.0\.0\.1:(\d+);", (DEPLOY / "upstreams.conf").read_text())
    started = "".join(unit.read_text() for unit in UNITS)
    assert sorted(asked) == sorted(re.findall(r"(?:127\.0\.0\.1:|--port )(\d+)", started))
