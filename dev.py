#!/usr/bin/env python3
"""Set Sparrows up and run it: `python3 dev.py COMMAND`, or `make COMMAND`.

Needs Python 3.11 and its standard library only. Each command first makes the environment in .venv from the
locked requirements.txt; when nothing has changed since the last time, that takes no time."""

import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "requirements.txt"
RUN_LOCK = ROOT / "requirements-run.txt"  # of these, what a site needs without the tools
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"
OLDEST = (3, 11)
# An environment cannot be rebuilt by its own interpreter: go back to the one it was made from.
THIS_PYTHON = getattr(sys, "_base_executable", None) or sys.executable
# What was compiled is kept, whatever this shell says: the tests begin more than a hundred processes.
FORGETFUL = "PYTHONDONTWRITEBYTECODE"
TOOLS = {"UV_PYTHON_DOWNLOADS": "never", "UV_SYSTEM_CERTS": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

# What `check` pretends: a complete production environment, with nothing behind the addresses.
PRODUCTION = {
    "SPARROWS_PRODUCTION": "1",
    "SPARROWS_SECRET_KEY": hashlib.sha512(b"this key is for the checks and opens nothing").hexdigest(),
    "SPARROWS_HOSTS": "sparrows.example",
    "DATABASE_URL": "postgresql://sparrows@127.0.0.1:1/sparrows",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SPARROWS_BEHIND_PROXY": "1",
}
# The tests themselves are proven by running; what carries them is typed.
TYPED = [
    *("config", "players", "scoring", "tournaments"),
    *("tests/plugin.py", "tests/servers.py", "deploy/healthy.py", "deploy/production.py"),
    *("dev.py", "manage.py"),
]
EMBEDDED_TESTS = {"TEST_DB": "sqlite", "TEST_REDIS": "0"}
EVERY_TEST = ["-m", "not slow and not in_turn", "--again", "--durations", "10"]
# Two workers on two cores leave a quarter of their time idle: tests wait for browsers, servers and clocks.
# Four take 30 % more of it than two, as each works out what it keeps.
MOST_WORKERS = 8  # each brings a browser
GET_ADDRESS = 0x8915  # SIOCGIFADDR of Linux
PATIENCE = 10  # seconds in which a program that Ctrl-C reached too may put its things away

Command = Callable[[list[str]], int]
COMMANDS: dict[str, Command] = {}


def command(action: Command) -> Command:
    """Make a function a command; its name and the first line of its docstring go into the help."""
    COMMANDS[action.__name__] = action
    return action


# ------------------------------------------------------------------ the commands
@command
def demo(arguments: list[str]) -> int:
    """Run the program with a demonstration event, apart from your own site. HOST and PORT choose where."""
    folder = ROOT / "var" / "demo"
    apart = {"SPARROWS_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder}/sparrows.sqlite3"}
    return served(["demo"], arguments, None, SPARROWS_ADDRESS=address_for("demo"), **apart)


@command
def serve(arguments: list[str]) -> int:
    """Run your own site, empty at first: SQLite, no Redis. HOST and PORT choose where."""
    return served(["setup_code", "--at", address_for("serve")], arguments)


@command
def hall(arguments: list[str]) -> int:
    """Run your own site in a hall without internet, by https too. HOST, PORT and HTTPS_PORT choose where."""
    host, port = where()
    https = os.environ.get("HTTPS_PORT", "8443")
    begun = ["setup_code", "--at", address_for("hall")]
    if not is_free(host, int(https)):
        sys.exit(f"Another program has port {https}. Choose another: HTTPS_PORT={int(https) + 1} make hall")
    server = ["config.hall", *own_names(host)]
    # By http it goes on beside https: whatever this shell says, nobody is sent away from it.
    both = {"SPARROWS_HTTPS": "0", "SPARROWS_PRODUCTION": "0", "SPARROWS_HALL": https}
    return served(begun, arguments, server, **both, HOST=host, PORT=port)


@command
def test(arguments: list[str]) -> int:
    """Run the tests on PostgreSQL and Redis, after the database's part on SQLite; or only those you name."""
    make_ready()
    if arguments:
        return pytest(*arguments)
    print("\n== 1 of 2: the database's part, embedded: SQLite, no Redis ==", flush=True)
    embedded = pytest("--database-part", *EVERY_TEST, *side_by_side(), **EMBEDDED_TESTS)
    print("\n== 2 of 2: everything, on PostgreSQL and Redis ==", flush=True)
    before = {"TESTED_BEFORE": "THE SQLITE RUN ABOVE FAILED"} if embedded else {}
    return pytest("--other-part", *EVERY_TEST, *side_by_side(), **before) or embedded


@command
def check(arguments: list[str]) -> int:
    """Check style, types, import directions, migrations and the production settings."""
    environment()
    translations()
    memory = {"DATABASE_URL": "sqlite://:memory:", "REDIS_URL": ""}
    steps: list[tuple[list[str], dict[str, str]]] = [
        (["-m", "ruff", "check", "."], {}),
        (["-m", "mypy", *TYPED], memory),
        (["-m", "pytest", "-q", "tests/test_architecture.py"], EMBEDDED_TESTS),
        (["manage.py", "makemigrations", "--check", "--dry-run"], memory),
        (["manage.py", "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
    ]
    failed = []
    for step, extra in steps:
        print("+", *step, flush=True)
        if python(*step, **extra):
            failed.append(" ".join(step))
    print("\nAll checks passed." if not failed else "\nFAILED: " + "\nFAILED: ".join(failed))
    return 1 if failed else 0


@command
def soak(arguments: list[str]) -> int:
    """Run the slow proofs, and faults and endurance at full length; `--share 0.2` for a fifth of it."""
    make_ready()
    options = ["-m", "soak or slow or in_turn", "--long", "--again", "--timeout", "0", "--durations", "10"]
    return pytest(*options, *side_by_side(), *arguments)


@command
def benchmarks(arguments: list[str]) -> int:
    """Measure the engine, seating, submissions and standings, and print the tables."""
    make_ready()
    options = ["-o", "python_files=bench_*.py", "--timeout", "0", "-q", "-s"]
    return pytest("tests/benchmarks", *options, *arguments)


@command
def load(arguments: list[str]) -> int:
    """Measure what the site bears, in both forms, beside the bars; `--beside COMMIT` and the site of then."""
    make_ready()
    return python("-m", "tests.load", *arguments)


@command
def coverage(arguments: list[str]) -> int:
    """Run the tests and list the lines that none of them reached; of the engine they reach every branch."""
    environment()
    status = pytest(*arguments, "--cov")
    if arguments and "tests/scoring" not in arguments:
        return status
    return python("-m", "coverage", "report", "--include=scoring/*", "--fail-under=100") or status


@command
def mutants(arguments: list[str]) -> int:
    """Change the engine and its tables in one place at a time, and list the changes that no test notices."""
    environment()
    return python("-m", "tests.scoring.mutation", *arguments)


@command
def production(arguments: list[str]) -> int:
    """Set a production site up on this Debian machine, as root: `NAME`; with `--dry-run` only say how."""
    return run([THIS_PYTHON, ROOT / "deploy" / "production.py", *arguments])


@command
def lock(arguments: list[str]) -> int:
    """Pin all that is asked for in requirements.txt, and what a site needs of it in requirements-run.txt."""
    environment()
    status = pin("requirements-dev.in", LOCK, *arguments)
    status = status or pin("requirements.in", RUN_LOCK, "--constraints", LOCK.name)  # the same versions
    if status == 0:
        environment()
    return status


def pin(wanted: str, into: Path, *arguments: str) -> int:
    """Write the newest versions that a file of requirements allows; what `into` pins already stays."""
    oldest = ".".join(map(str, OLDEST))
    how = ["--universal", "--python-version", oldest, "--generate-hashes", "--no-header"]
    return run([VENV / "bin" / "uv", "pip", "compile", "-q", *how, "-o", into, *arguments, wanted])


@command
def setup(arguments: list[str]) -> int:
    """Make or refresh the environment and the translations, bring what tablets score with offline."""
    make_ready()
    print(f"The environment is ready: {PYTHON}")
    return 0


@command
def help(arguments: list[str]) -> int:
    """List these commands."""
    print(f"{(__doc__ or '').splitlines()[0]}\n")
    for name, action in COMMANDS.items():
        print(f"  {name:<11} {(action.__doc__ or '').splitlines()[0]}")
    return 0


# ------------------------------------------------------------------ running things
def run(line: list[str | Path], **extra: str) -> int:
    """Run a program in the project's folder with `extra` environment variables; return its exit code.

    The program ends with this one, whether Ctrl-C or SIGTERM ends it: no server stays behind on its port.
    """
    around = {name: value for name, value in os.environ.items() if name != FORGETFUL}
    program = subprocess.Popen(list(map(str, line)), cwd=ROOT, env={**around, **TOOLS, **extra})
    try:
        return program.wait()
    except KeyboardInterrupt:
        end(program, PATIENCE)
        raise
    except SystemExit:
        end(program, 0)
        raise


def end(program: subprocess.Popen[bytes], patience: float) -> None:
    """Wait for a program to end by itself, then ask it to, and wait until it has."""
    try:
        program.wait(patience)
    except subprocess.TimeoutExpired:
        program.terminate()
        program.wait()


def leave(number: int, frame: object) -> None:
    """Let SIGTERM end this program the way Ctrl-C does, so that what it runs is ended first."""
    sys.exit(128 + number)


def python(*arguments: str, **extra: str) -> int:
    """Run the environment's Python."""
    return run([PYTHON, *arguments], **extra)


def pytest(*arguments: str, **extra: str) -> int:
    """Run pytest."""
    return python("-m", "pytest", *arguments, **extra)


def side_by_side() -> list[str]:
    """Share the tests out, three workers to two cores: each has a database, a cache and a browser.

    Who is done takes of what another has before it: given out in heaps, the last heap is one worker's alone.
    """
    ours = getattr(os, "sched_getaffinity", None)  # what this process may use, where the system tells
    cores = len(ours(0)) if ours else os.cpu_count() or 1
    return ["-n", str(min(cores * 3 // 2, MOST_WORKERS)), "--dist", "worksteal"]


def own_names(host: str) -> list[str]:
    """List the names by which browsers may call a server bound to `host`, this machine's first."""
    if host not in ("0.0.0.0", "::", ""):  # noqa: S104 - compared, not bound
        return list(dict.fromkeys([host, "localhost", "127.0.0.1"]))
    return list(dict.fromkeys(["localhost", "127.0.0.1", *hall_addresses()]))


def where() -> tuple[str, str]:
    """Give the address and the port to serve at."""
    return os.environ.get("HOST", "0.0.0.0"), os.environ.get("PORT", "8000")  # noqa: S104 - tablets call from the hall


def address_for(command: str) -> str:
    """Give this machine's own address of the site; stop where another program has the port."""
    host, port = where()
    if not is_free(host, int(port)):
        sys.exit(f"Another program has port {port}. Choose another one: PORT={int(port) + 1} make {command}")
    return f"http://{own_names(host)[0]}:{port}"


BACKED_UP, MIGRATED = ["backup", "--because", "migration"], ["migrate", "--verbosity", "0"]
COLLECTED = ["collectstatic", "--no-input", "--verbosity", "0"]  # compressed, as slow networks want them


def served(
    first: list[str], arguments: list[str], server: list[str] | None = None, **chosen: str
) -> int:
    """Back the database up and bring it up to date, run a command of the site, and serve it until Ctrl-C."""
    make_ready()
    host, port = where()
    names = own_names(host)
    chosen["SPARROWS_HOSTS"] = os.environ.get("SPARROWS_HOSTS") or ",".join(names)
    chosen["SPARROWS_COLLECTED"] = "1"
    for step in (BACKED_UP, MIGRATED, COLLECTED, first):
        if status := python("manage.py", *step, **chosen):
            return status
    for name in names:
        print(f"Sparrows is at  http://{name}:{port}/", flush=True)
    print("Ctrl-C stops it.", flush=True)
    bound = ["--host", host, "--port", port, "--lifespan", "off", "--timeout-graceful-shutdown", "2"]
    # Whoever looks every five seconds, as pages without a stream do, need not connect anew each time.
    bound += ["--timeout-keep-alive", "75", "--http", "config.slow:Protocol"]
    quiet = ["--no-access-log", "--no-server-header", "--log-level", "warning"]
    plain = ["uvicorn", "config.asgi:application", *bound, *quiet]
    return python("-m", *(server or plain), *arguments, **chosen)


def is_free(host: str, port: int) -> bool:
    """Tell whether a server can begin here: nobody should be led to the program that is there already."""
    family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError:
            return False
    return True


def hall_addresses() -> Iterator[str]:
    """Yield this machine's addresses in the hall's network, the one a tablet types first, and its names."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for examples; connecting sends nothing
            yield probe.getsockname()[0]
        except OSError:
            pass  # no way out of the hall: each network that the machine is in is looked at below
    yield from interfaces()
    name = socket.gethostname()
    yield from (name, *([] if "." in name else [f"{name}.local"]))


def interfaces() -> Iterator[str]:
    """Yield the address of each of this machine's networks, where the system tells (Linux)."""
    for _, name in getattr(socket, "if_nameindex", list)():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                told = fcntl.ioctl(probe, GET_ADDRESS, name.encode()[:15].ljust(256, b"\0"))
            except OSError:
                continue  # it has none
            yield socket.inet_ntoa(told[20:24])


# ------------------------------------------------------------------ the environment
def make_ready() -> None:
    """Bring up to date what the program and its tests need here."""
    environment()
    translations()
    offline_scoring()


def environment() -> None:
    """Make .venv match requirements.txt, unless its stamp says that it does."""
    if sys.version_info < OLDEST:
        sys.exit(f"Sparrows needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    with one_at_a_time():
        if is_current():
            return
        began = time.monotonic()
        print("Making the environment in .venv ...", flush=True)
        if not is_made_by_this_python():
            shutil.rmtree(VENV, ignore_errors=True)
        STAMP.unlink(missing_ok=True)
        install()
        STAMP.write_text(stamp())
        print(f"... ready in {time.monotonic() - began:.1f} s", flush=True)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let a second command started at the same moment wait until the first one has installed."""
    with LOCK.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def offline_scoring() -> None:
    """Bring the Python that tablets score with without network, once; it says so loudly where it cannot."""
    python("-m", "tournaments.offline")


def translations() -> None:
    """Compile the catalogues of translations that were changed."""
    python("-m", "config.catalogues")


def stamp() -> str:
    """Describe what the environment must be: this Python and exactly these requirements."""
    return f"{sys.version}\n{hashlib.sha256(LOCK.read_bytes()).hexdigest()}\n"


def is_current() -> bool:
    """Tell whether the environment is complete and up to date."""
    return PYTHON.exists() and STAMP.exists() and STAMP.read_text() == stamp()


def is_made_by_this_python() -> bool:
    """Tell whether there is an environment that this Python can go on with."""
    if not PYTHON.exists():
        return False
    asked = subprocess.run([PYTHON, "-c", "import sys; print(sys.version)"], capture_output=True, text=True)
    return asked.stdout.strip() == sys.version


def install() -> None:
    """Install with uv when there is one or pip can bring it, otherwise with pip itself."""
    uv: str | Path | None = shutil.which("uv")
    if not PYTHON.exists():
        make_environment(uv)
    uv = uv or bring_uv()
    if uv is None or run([uv, "pip", "sync", "-q", "--python", PYTHON, "--require-hashes", LOCK]):
        print("uv does not work here; going on with pip, which takes longer.", flush=True)
        must([*pip(), "install", "-q", "--require-hashes", "-r", LOCK])


def make_environment(uv: str | Path | None) -> None:
    """Make an empty .venv by whichever means this machine has."""
    if uv:
        must([uv, "venv", "-q", "--python", THIS_PYTHON, VENV])
    elif importlib.util.find_spec("ensurepip"):
        must([THIS_PYTHON, "-m", "venv", VENV])
    elif importlib.util.find_spec("pip"):
        must([THIS_PYTHON, "-m", "venv", "--without-pip", VENV])
    else:
        sys.exit("No uv, venv or pip here. Debian and Ubuntu: sudo apt-get install python3-venv")


def bring_uv() -> Path | None:
    """Install the locked uv, by its hashes, into the environment; None where that fails."""
    uv = VENV / "bin" / "uv"
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as wanted:
        wanted.write(locked("uv"))
        wanted.flush()
        command = [*pip(), "install", "-q", "--require-hashes", "-r", wanted.name]
        return uv if run(command) == 0 and uv.exists() else None


def locked(name: str) -> str:
    """Return the lines of requirements.txt that pin one package, with its hashes."""
    found = re.search(rf"^{re.escape(name)}==.*(?:\n[ \t]+--hash=.*)+", LOCK.read_text(), re.MULTILINE)
    if not found:
        sys.exit(f"{LOCK.name} does not pin {name}: run `python3 dev.py lock` on a machine that has it.")
    return found[0] + "\n"


def pip() -> list[str | Path]:
    """Return the pip that installs into the environment: its own, or this Python's pointed at it."""
    if (VENV / "bin" / "pip").exists():
        return [PYTHON, "-m", "pip"]
    return [THIS_PYTHON, "-m", "pip", "--python", PYTHON]


def must(line: list[str | Path]) -> None:
    """Run a step of the installation; stop with its exit code when it fails."""
    print("+", *line, flush=True)
    if status := run(line):
        sys.exit(status)


def main(arguments: list[str]) -> int:
    """Run the command named first."""
    name, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    if name in ("-h", "--help"):
        name = "help"
    if name not in COMMANDS:
        print(f"There is no command {name!r}.\n", file=sys.stderr)
        help([])
        return 2
    signal.signal(signal.SIGTERM, leave)
    try:
        return COMMANDS[name](rest)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
