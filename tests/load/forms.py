"""The two forms in which the site is run, each started as README and the units of `deploy` start it.

Embedded is one process on SQLite. Production is PostgreSQL that waits for its disk, Redis, gunicorn's
workers, the live process and Celery's worker; no proxy, whose headers the callers write themselves (`wire`).
"""

import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from tests import servers

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
EMBEDDED, PRODUCTION = "embedded", "production"
FORMS = (EMBEDDED, PRODUCTION)
TITLES = {
    EMBEDDED: "embedded: SQLite, uvicorn",
    PRODUCTION: "production: PostgreSQL, Redis, gunicorn, uvicorn",
}
DURABLE = {"listen_addresses": HOST, "max_connections": "100"}  # every commit reaches the disk
SERVE = [
    *("-m", "uvicorn", "config.asgi:application", "--host", HOST, "--port", "PORT", "--lifespan", "off"),
    *("--timeout-graceful-shutdown", "2", "--timeout-keep-alive", "75", "--http", "config.slow:Protocol"),
    *("--no-access-log", "--no-server-header", "--log-level", "warning"),
]
AS_SERVED = {"SPARROWS_COLLECTED": "1"}
AS_PRODUCTION = {
    "SPARROWS_PRODUCTION": "1",
    "SPARROWS_HOSTS": f"sparrows.example,{HOST}",
    "SPARROWS_SECRET_KEY": "only-the-measurements-use-this-key-and-it-guards-nothing-at-all",
    "SPARROWS_BEHIND_PROXY": "1",
}
COMMAND = re.compile(r"^ExecStart=\S+ (.+)$", re.MULTILINE)  # without the interpreter of an installed site
PATIENCE = 120  # seconds in which a server begins to answer


@dataclass
class Site:
    """A site with its database; `tablets` and `readers` are the ports that answer them while it is served."""

    form: str
    folder: Path
    given: dict[str, str]
    tablets: int = 0
    readers: int = 0
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def proxied(self) -> bool:
        """Tell whether callers come as if through a proxy."""
        return self.form == PRODUCTION

    @property
    def log(self) -> Path:
        """Give the file of all that its processes say."""
        return self.folder / "server.log"

    def program(self, name: str, *arguments: object) -> None:
        """Run one of the programs beside this file on the site's database."""
        self.run("-m", f"tests.load.{name}", *arguments)

    def run(self, *line: object) -> None:
        """Run a program of the project in the site's environment."""
        subprocess.run([sys.executable, *map(str, line)], cwd=ROOT, env=self.given, check=True)

    def memory(self) -> int:
        """Give the bytes that the process which answers readers holds."""
        said = Path(f"/proc/{self.running[0].pid}/status").read_text()
        return 1024 * int(re.findall(r"^VmRSS:\s+(\d+) kB", said, re.MULTILINE)[0])


@contextmanager
def site(form: str, **environment: str) -> Iterator[Site]:
    """Give an empty site of a form: its servers of data run, nothing serves yet."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sparrows-load-")))
        around = {name: value for name, value in os.environ.items() if not name.startswith("SPARROWS_")}
        own = {"SPARROWS_DATA": str(folder / "var"), "DJANGO_SETTINGS_MODULE": "tests.load.settings"}
        own |= {name: os.environ[name] for name in ("SPARROWS_PYODIDE",) if name in os.environ}
        data = stack.enter_context(_data(folder, form))
        one = Site(form, folder, {**around, **own, **data, **environment})
        one.run("manage.py", "migrate", "--verbosity", "0")
        one.run("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
        yield one


@contextmanager
def _data(folder: Path, form: str) -> Iterator[dict[str, str]]:
    """Start what keeps the site's data; give the environment that says where it is."""
    if form == EMBEDDED:
        yield {"DATABASE_URL": f"sqlite:///{folder}/sparrows.sqlite3", "REDIS_URL": "", **AS_SERVED}
        return
    postgres, redis = servers.Postgres(), servers.Redis()
    try:
        with mock.patch.object(servers, "POSTGRES_OPTIONS", DURABLE):
            database = postgres.start()
        yield {"DATABASE_URL": database, "REDIS_URL": redis.start(), **AS_PRODUCTION}
    finally:
        postgres.stop()
        redis.stop()


@contextmanager
def served(site: Site) -> Iterator[Site]:
    """Serve a site, readers' process first; stop all its processes afterwards."""
    try:
        if site.form == EMBEDDED:
            site.readers = site.tablets = _listening(site, SERVE, "PORT")
        else:
            site.readers = _listening(site, unit("live"), "8001")
            site.tablets = _listening(site, unit("web"), "8000")
            _begun(site, unit("worker"))
        yield site
    finally:
        _ended(site)


def unit(name: str) -> list[str]:
    """Read how production starts one of its processes, as the interpreter's arguments."""
    text = (ROOT / "deploy" / f"sparrows-{name}.service").read_text()
    return COMMAND.findall(text)[0].split()


def _listening(site: Site, line: list[str], written: str) -> int:
    """Start a server at a free port instead of the `written` one, and wait until it answers."""
    port = servers.free_port()
    process = _begun(site, [re.sub(rf"^({HOST}:)?{written}$", rf"\g<1>{port}", part) for part in line])
    end = time.monotonic() + PATIENCE
    while not _answers(port):
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"it did not start: {' '.join(line)}\n{site.log.read_text()}")
        time.sleep(0.05)
    return port


def _begun(site: Site, line: list[str]) -> subprocess.Popen[bytes]:
    """Start a process that ends with this one."""
    with site.log.open("ab") as told:
        process = subprocess.Popen(
            [sys.executable, *line],
            cwd=ROOT,
            env=site.given,
            stdout=told,
            stderr=told,
            start_new_session=True,  # Ctrl-C is for this program, which stops them when it is done
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )
    site.running.append(process)
    return process


def _ended(site: Site) -> None:
    """Ask all processes to end; kill what does not, with all that it began."""
    for process in site.running:
        process.send_signal(signal.SIGTERM)
    while site.running:
        process = site.running.pop()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)


def _answers(port: int) -> bool:
    line = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        line.request("GET", "/healthz")
        return bool(line.getresponse().status == 200)
    except OSError:
        return False
    finally:
        line.close()


def _die_with_parent() -> None:
    servers.LIBC.prctl(servers.SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
