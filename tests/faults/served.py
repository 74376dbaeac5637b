"""The server of the proof: a real process on a database of its own, killed outright and started again."""

import http.client
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import servers

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
UVICORN = ["uvicorn", "--host", HOST, "--lifespan", "off", "--no-access-log", "--log-level", "critical"]
UVICORN += ["--http", "config.slow:Protocol"]
GUNICORN = ["gunicorn", "-c", "config/gunicorn.py", "--threads", "4", "--log-level", "critical"]


@dataclass(frozen=True)
class Site:
    """A way to run the whole: database, Redis, server program."""

    folder: Path
    database: str
    redis: str
    planted: str = ""

    @property
    def environment(self) -> dict[str, str]:
        own = {
            "DATABASE_URL": self.database,
            "REDIS_URL": self.redis,
            "SPARROWS_HOSTS": ".localhost,127.0.0.1",
        }
        own |= {"SPARROWS_DATA": str(self.folder / "var"), "DJANGO_SETTINGS_MODULE": "config.settings"}
        own |= {"SPARROWS_REDIS_PREFIX": f"storm-{self.folder.name}"}  # no other test's worker hears of it
        return {**os.environ, **own, "PLANTED": self.planted}

    def run(self, *line: Any) -> None:
        """Run a program of the project on this database."""
        subprocess.run([sys.executable, *map(str, line)], cwd=ROOT, env=self.environment, check=True)

    def command(self, port: int) -> list[str]:
        """Embedded uvicorn serves, on PostgreSQL gunicorn; with a planted bug, if so wanted."""
        if self.database.startswith("sqlite"):
            planted = ["--factory", "tests.faults.planted:asgi"]
            named = planted if self.planted else ["config.asgi:application"]
            return ["-m", *UVICORN, "--port", str(port), *named]
        named = ["tests.faults.planted:wsgi()" if self.planted else "config.wsgi:application"]
        return ["-m", *GUNICORN, "--bind", f"{HOST}:{port}", *named]


def migrated(folder: Path, database: str) -> Site:
    """Make an empty database with all its tables."""
    site = Site(folder, database, "")
    site.run("manage.py", "migrate", "--verbosity", "0")
    return site


def copied(template: Site, folder: Path) -> str:
    """Give a copy of SQLite's file."""
    shutil.copy(template.database.removeprefix("sqlite:///"), folder / "hall.sqlite3")
    return f"sqlite:///{folder}/hall.sqlite3"


class Served:
    """The server's process, with all it started; `port` is another one after each start."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it and return when it answers."""
        self.port = servers.free_port()  # the one before may have become another connection's
        with (self.site.folder / "server.log").open("ab") as told:
            self.process = subprocess.Popen(
                [sys.executable, *self.site.command(self.port)],
                cwd=ROOT,
                env=self.site.environment,
                stdout=told,
                stderr=told,
                start_new_session=True,  # killed as a group: the workers with their master
                preexec_fn=_die_with_parent,
            )
        self._wait(self.process)

    def kill(self) -> None:
        """Kill it as a power cut does: no process of it does anything more."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
            self.process = None

    def _wait(self, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not self._answers():
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.05)

    def _answers(self) -> bool:
        line = http.client.HTTPConnection(HOST, self.port, timeout=5)
        try:
            line.request("GET", "/healthz")
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()


def _die_with_parent() -> None:
    servers.LIBC.prctl(servers.SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
