"""Set a production site up on this Debian machine, as the README does by hand: `dev.py production NAME`.

Needs Python's standard library only. Each step says what it does and changes nothing that is so already; one
that fails ends it, and begun again it goes on. What somebody changed by hand stays (`Machine.write`).
"""

import argparse
import hashlib
import json
import os
import re
import secrets
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

PROJECT = Path(__file__).resolve().parents[1]
DEBIAN_PYTHON = "/usr/bin/python3"  # the first one on the PATH may be in a home folder
AS_WRITTEN = "/opt/sparrows"  # where the units expect the program
USER, DATA = "sparrows", "/var/lib/sparrows"
ENVIRONMENT = "/etc/sparrows/environment"
WRITTEN = "/etc/sparrows/written.json"  # what this program wrote, so that it knows what others changed
CERTIFICATE, KEY = "/etc/ssl/sparrows/fullchain.pem", "/etc/ssl/sparrows/privkey.pem"
PACKAGES = ("postgresql", "redis-server", "nginx", "openssl", "python3-venv")
UNITS = sorted((PROJECT / "deploy").glob("*.service"))
EXAMPLE = "sparrows.example.org"
NEEDED = (
    *(
        "SPARROWS_PRODUCTION",
        "SPARROWS_HOSTS",
        "SPARROWS_SECRET_KEY",
        "SPARROWS_BEHIND_PROXY",
        "SPARROWS_DATA",
    ),
    *("DATABASE_URL", "REDIS_URL"),
)
HIDDEN = ("/home", "/root", "/tmp", "/var/tmp")  # noqa: S108 - the units hide these folders from the site
HOST = re.compile(r"(?=.{4,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+")
PATIENCE = "90"  # seconds in which a server must answer


# ------------------------------------------------------------------ the machine
@dataclass
class Machine:
    """What is done to the machine; a dry run only says it. `root` is the folder that its paths begin in."""

    root: Path = Path("/")
    dry: bool = False

    def at(self, path: str) -> Path:
        """Give the place of a path."""
        return self.root / path.lstrip("/")

    def run(
        self, *line: str, given: str = "", into: Path | None = None, within: dict[str, str] | None = None
    ) -> None:
        """Say a command and run it `within` an environment; end all where it fails.

        It reads what is `given`; what it says may go `into` a file, for nobody else to read."""
        print("+", shlex.join(line), f"> {into}" if into else "", flush=True)
        if self.dry:
            return
        if status := self.call(line, given, into, within or {}):
            sys.exit(f"This ended with {status}; nothing after it was done. Put it right and begin again.")

    def call(self, line: Iterable[str], given: str, into: Path | None, within: dict[str, str]) -> int:
        """Run a command; return its exit code."""
        with open(into or os.devnull, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            said = file if into else None
            how = {**os.environ, **within}
            return subprocess.run(
                [*line], input=given, text=True, cwd=PROJECT, env=how, stdout=said
            ).returncode

    def answer(self, *line: str) -> str:
        """Ask a command that changes nothing; return what it says, or nothing where it fails."""
        try:
            done = subprocess.run(line, capture_output=True, text=True, cwd=PROJECT)
        except FileNotFoundError:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write a file; where somebody changed it since, leave it and lay the new one beside it."""
        file, known = self.at(path), self.known()
        if file.exists() and file.read_text() == text:
            print(f"  {path} is as it should be")
        elif file.exists() and known.get(path) != digest(file.read_text()):
            print(f"! {path} was changed by hand and stays; the new one is {path}.new")
            self.put(f"{path}.new", text, mode)
        else:
            print(f"  {path} is written")
            self.put(path, text, mode)
            self.put(WRITTEN, json.dumps({**known, path: digest(text)}, indent=1, sort_keys=True))

    def put(self, path: str, text: str, mode: int = 0o644) -> None:
        """Put a file in its place in one step, for nobody else to read until it has its mode."""
        if self.dry:
            return
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f"{file.name}.draft")
        draft.touch(mode=0o600)
        draft.write_text(text)
        draft.chmod(mode)
        draft.replace(file)

    def known(self) -> dict[str, str]:
        """Read which content this program gave each file."""
        file = self.at(WRITTEN)
        return dict(json.loads(file.read_text())) if file.exists() else {}


def digest(text: str) -> str:
    """Tell one content from another."""
    return hashlib.sha256(text.encode()).hexdigest()


# ------------------------------------------------------------------ the site
@dataclass
class Site:
    """The site on its machine: its name, the folder of the program, and what its environment says."""

    machine: Machine
    name: str
    project: Path = PROJECT
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def python(self) -> str:
        """Name the program's Python."""
        return str(self.project / ".venv" / "bin" / "python")

    def manage(self, *words: str) -> None:
        """Run a command of the site as its user."""
        line = ("runuser", "-u", USER, "--", self.python, "manage.py", *words)
        self.machine.run(*line, within=self.environment)

    def has_own_database(self) -> bool:
        """Tell whether the database is on this machine."""
        return urlsplit(self.environment["DATABASE_URL"]).hostname in ("127.0.0.1", "localhost")

    def database(self) -> str:
        """Name the database."""
        return unquote(urlsplit(self.environment["DATABASE_URL"]).path.lstrip("/"))


Step = Callable[[Site], None]
STEPS: list[Step] = []


def step(action: Step) -> Step:
    """Make a function a step; the first line of its docstring is said before it."""
    STEPS.append(action)
    return action


@step
def packages(site: Site) -> None:
    """Packages of Debian"""
    state = ("dpkg-query", "--show", "--showformat", "${db:Status-Status}")
    missing = [name for name in PACKAGES if site.machine.answer(*state, name) != "installed"]
    if not missing:
        print(f"  {', '.join(PACKAGES)} are there")
        return
    site.machine.run("apt-get", "-qq", "update")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    site.machine.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *missing, within=quiet)


@step
def user(site: Site) -> None:
    """The user that the site runs as, and its folder"""
    if site.machine.answer("getent", "passwd", USER):
        print(f"  the user {USER} is there")
    else:
        shell = ("--shell", "/usr/sbin/nologin")
        site.machine.run("useradd", "--system", *shell, "--home-dir", DATA, "--create-home", USER)
    site.machine.run("install", "-d", "-o", USER, "-g", USER, "-m", "700", f"{DATA}/backups")


@step
def program(site: Site) -> None:
    """The program: packages of the lock by their hashes, translations, what tablets score with offline"""
    run = site.machine.run
    if not runs(site):
        run(DEBIAN_PYTHON, "-m", "venv", "--clear", str(site.project / ".venv"))
    run(site.python, "-m", "pip", "install", "-q", "--require-hashes", "-r", "requirements-run.txt")
    run(site.python, "-m", "config.catalogues")
    # Without it tablets need the server for a preview; it says so itself and is no reason to stop.
    run("sh", "-c", f"{shlex.quote(site.python)} -m tournaments.offline || true")


def runs(site: Site) -> bool:
    """Tell whether there is an environment that the site's user may run: not one of root's own Python."""
    return bool(site.machine.answer("runuser", "-u", USER, "--", site.python, "-m", "pip", "--version"))


@step
def environment(site: Site) -> None:
    """The environment of the site, with its secrets"""
    file = site.machine.at(ENVIRONMENT)
    if file.exists():
        print(f"  {ENVIRONMENT} is there and stays")
        text = file.read_text()
    else:
        print(f"  {ENVIRONMENT} is written, with a key and a password drawn now (mode 600)")
        text = drawn(site.name)
        site.machine.put(ENVIRONMENT, text, 0o600)
    site.environment = told(text)
    if lacking := [name for name in NEEDED if not site.environment.get(name)]:
        sys.exit(f"{ENVIRONMENT} does not say {', '.join(lacking)}.")


def drawn(name: str) -> str:
    """Write the environment of a site on one machine, with new secrets."""
    lines = [
        "# What the site is told; the README says what else it may be told. Keep the key elsewhere, too.",
        "SPARROWS_PRODUCTION=1",
        f"SPARROWS_HOSTS={name}",
        f"SPARROWS_SECRET_KEY={secrets.token_urlsafe(64)}",
        "SPARROWS_BEHIND_PROXY=1",
        f"SPARROWS_DATA={DATA}",
        f"SPARROWS_BACKUP_FOLDER={DATA}/backups",
        f"DATABASE_URL=postgresql://{USER}:{secrets.token_hex(32)}@127.0.0.1:5432/{USER}",
        "REDIS_URL=redis://127.0.0.1:6379/0",
        "#SPARROWS_TIME_ZONE=Europe/London",
    ]
    return "\n".join(lines) + "\n"


def told(text: str) -> dict[str, str]:
    """Read an environment as systemd does: a variable a line."""
    pairs = (line.partition("=") for line in map(str.strip, text.splitlines()) if line[:1] not in ("", "#"))
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs}


@step
def database(site: Site) -> None:
    """The database and its role"""
    if not site.has_own_database():
        print("  DATABASE_URL names another machine: make role and database there")
        return
    site.machine.run("systemctl", "enable", "--now", "postgresql", "redis-server")
    psql = ("psql", "--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1")
    site.machine.run("runuser", "-u", "postgres", "--", *psql, given=made(site.environment["DATABASE_URL"]))


def made(url: str) -> str:
    """Write for psql what makes role and database where there are none; the address has the password."""
    where = urlsplit(url)
    role, password = literal(unquote(where.username or "")), literal(unquote(where.password or ""))
    name = literal(unquote(where.path.lstrip("/")))
    lines = [
        f"format('CREATE ROLE %I LOGIN', {role})"
        f" WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = {role})",
        f"format('ALTER ROLE %I PASSWORD %L', {role}, {password})",
        f"format('CREATE DATABASE %I OWNER %I TEMPLATE template0 ENCODING %L', {name}, {role}, 'UTF8')"
        f" WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = {name})",
    ]
    return "".join(f"SELECT {line} \\gexec\n" for line in lines)


def literal(text: str) -> str:
    """Write a text for SQL."""
    return "E'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


@step
def tables(site: Site) -> None:
    """The tables, after a dump of what is there for the way back"""
    site.manage("check", "--deploy")
    as_postgres = ("runuser", "-u", "postgres", "--")
    there = "SELECT to_regclass('public.django_migrations')"
    if site.has_own_database() and site.machine.answer(*as_postgres, "psql", "-XtAc", there, site.database()):
        dump = site.machine.at(f"{DATA}/backups/before-{datetime.now():%Y%m%d-%H%M%S}.dump")  # noqa: DTZ005
        site.machine.run(*as_postgres, "pg_dump", "--format", "custom", site.database(), into=dump)
    site.manage("migrate", "--verbosity", "0")


@step
def static(site: Site) -> None:
    """Styles, scripts and pictures, under names that browsers may keep"""
    site.manage("collectstatic", "--no-input", "--verbosity", "0")


@step
def units(site: Site) -> None:
    """The three processes, kept running by systemd"""
    for unit in UNITS:
        text = unit.read_text().replace(AS_WRITTEN, str(site.project))
        site.machine.write(f"/etc/systemd/system/{unit.name}", text)
    names = [unit.stem for unit in UNITS]
    site.machine.run("systemctl", "daemon-reload")
    site.machine.run("systemctl", "enable", "--quiet", *names)
    site.machine.run("systemctl", "restart", *names)


@step
def proxy(site: Site) -> None:
    """nginx before them, with a certificate"""
    certificate(site)
    folder = PROJECT / "deploy"
    names = site.environment.get("SPARROWS_HOSTS", site.name).replace(",", " ")
    site.machine.write("/etc/nginx/sparrows/upstreams.conf", (folder / "upstreams.conf").read_text())
    text = (folder / "nginx.conf").read_text().replace(f"server_name {EXAMPLE};", f"server_name {names};")
    site.machine.write("/etc/nginx/conf.d/sparrows.conf", text)
    site.machine.run("install", "-d", "/var/cache/nginx")
    site.machine.run("nginx", "-t", "-q")
    site.machine.run("systemctl", "enable", "--quiet", "nginx")
    site.machine.run("systemctl", "reload-or-restart", "nginx")


def certificate(site: Site) -> None:
    """Make a certificate by which nginx starts, where there is none; browsers warn of it."""
    if site.machine.at(CERTIFICATE).exists():
        print(f"  {CERTIFICATE} is there")
        return
    print(f"! Browsers warn of this certificate: put one of an authority to {CERTIFICATE} and {KEY}")
    kind = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "365")
    about = ("-subj", f"/CN={site.name}", "-addext", f"subjectAltName=DNS:{site.name}")
    site.machine.run("install", "-d", "-m", "700", str(Path(CERTIFICATE).parent))
    site.machine.run("openssl", "req", *kind, *about, "-keyout", KEY, "-out", CERTIFICATE)


@step
def begin(site: Site) -> None:
    """The site answers; what an empty one is set up with"""
    for port in (8000, 8001):
        asked = ("deploy/healthy.py", f"http://127.0.0.1:{port}/healthz", PATIENCE)
        site.machine.run(site.python, *asked, within=site.environment)
    site.manage("setup_code")


# ------------------------------------------------------------------ the command
def parsed(arguments: list[str]) -> argparse.Namespace:
    """Read what was asked for."""
    parser = argparse.ArgumentParser(
        prog="dev.py production", description="Set a production site up, on Debian."
    )
    parser.add_argument("name", nargs="?", default="", help="its name, such as sparrows.example.org")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    return parser.parse_args(arguments)


def named(machine: Machine, name: str) -> str:
    """Give the name of the site: the one asked for, else that of the environment which is there."""
    file = machine.at(ENVIRONMENT)
    kept = told(file.read_text()).get("SPARROWS_HOSTS", "") if file.exists() else ""
    return (name or kept.split(",")[0].strip().lstrip(".")).lower()


def obstacles(site: Site, is_root: bool) -> Iterable[str]:
    """Say what is in the way."""
    if not HOST.fullmatch(site.name):
        yield "Say the name of the site: make production ARGS=sparrows.example.org"
    if site.machine.dry:
        return
    if any(site.project.is_relative_to(folder) for folder in HIDDEN):
        yield f"The site cannot read {site.project}: clone it to {AS_WRITTEN}."
    if not is_root:
        yield "This takes root: sudo make production (or --dry-run in ARGS, to read what it would do)."
    if not (shutil.which("apt-get") and Path("/run/systemd/system").is_dir()):
        yield "This is for Debian with systemd; the README says each step, and how a site runs in containers."


def main(arguments: list[str]) -> int:
    """Take every step."""
    asked = parsed(arguments)
    machine = Machine(dry=asked.dry_run)
    site = Site(machine, named(machine, asked.name))
    if found := list(obstacles(site, os.geteuid() == 0)):
        sys.exit("\n".join(found))
    for action in STEPS:
        print(f"\n== {(action.__doc__ or '').splitlines()[0]} ==", flush=True)
        action(site)
    print("\nThis was a dry run: nothing was changed." if machine.dry else f"\nDone: https://{site.name}/")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
