"""System checks: what Django's own `check --deploy` does not know about this site.

E: the promise "nothing acknowledged is lost" would not hold, or the site would be open.
W: somebody should look."""

import ipaddress
import os
import zoneinfo
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from config import catalogues, sqlite

# File systems that other machines write to: SQLite's locks do not hold there.
SHARED_FILE_SYSTEMS = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs"}
UNSAFE_SOURCES = {"'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "*", "http:", "https:"}
CLOSED_DIRECTIVES = ("default-src", "object-src", "base-uri", "frame-ancestors")

# What PostgreSQL must answer to SHOW: otherwise a commit can be lost in a power cut.
DURABLE = {
    "fsync": {"on"},
    "synchronous_commit": {"on", "remote_write", "remote_apply"},
    "full_page_writes": {"on"},
}


# ------------------------------------------------------------------ the environment
@register(Tags.security, deploy=True)
def production_is_meant(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Ask for the switch that turns https, hashed files and the strict checks on."""
    if not settings.PRODUCTION:
        yield checks.Warning(
            "SPARROWS_PRODUCTION is not set: this is the embedded way to run.", id="sparrows.W001"
        )


@register(Tags.security)
def production_is_complete(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Refuse a production without its own secret, its names, its database and its Redis."""
    if not settings.PRODUCTION:
        return
    if len(secret_key()) < 50:
        hint = "Set SPARROWS_SECRET_KEY to 50 random characters or more, the same on every node."
        yield Error("Production has no secret key of its own.", hint=hint, id="sparrows.E001")
    if not any(is_public(host) for host in settings.ALLOWED_HOSTS):
        yield Error("Set SPARROWS_HOSTS to the names of this site.", id="sparrows.E002")
    if settings.BEHIND_PROXY is None:
        hint = "SPARROWS_BEHIND_PROXY: 1 behind one that writes X-Forwarded-For and -Proto, 0 without."
        text = "Production is not told of its proxy: behind one all visitors would share an address."
        yield Error(text, hint=hint, id="sparrows.E017")
    if settings.DEBUG:
        yield Error("SPARROWS_DEBUG shows secrets to every visitor.", id="sparrows.E003")
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql" and not settings.REDIS_URL:
        hint = "Several processes need Redis to share cache, live updates and tasks: set REDIS_URL."
        yield checks.Warning("Production runs on PostgreSQL without Redis.", hint=hint, id="sparrows.W002")


def secret_key() -> str:
    """Return the secret key, or nothing where none is set (Django refuses to say so quietly)."""
    try:
        return settings.SECRET_KEY
    except ImproperlyConfigured:
        return ""


def is_public(host: str) -> bool:
    """Tell whether a host name is more than this machine's name for itself."""
    try:
        return not ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host != "localhost"


@register(Tags.security)
def cookies_match_the_transport(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Refuse cookies that scripts can read, or that travel in clear on a site served by https."""
    for cookie in ("SESSION_COOKIE", "CSRF_COOKIE"):
        if not getattr(settings, f"{cookie}_HTTPONLY"):
            yield Error(f"{cookie}_HTTPONLY is off: scripts can read it.", id="sparrows.E004")
        if settings.HTTPS and not getattr(settings, f"{cookie}_SECURE"):
            yield Error(f"{cookie}_SECURE is off on a site served by https.", id="sparrows.E005")
        if getattr(settings, f"{cookie}_SAMESITE") not in ("Lax", "Strict"):
            yield Error(f"{cookie}_SAMESITE lets other sites act for a visitor.", id="sparrows.E006")


@register(Tags.security)
def policy_is_strict(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Refuse a content security policy that lets foreign or inline code run."""
    directives = (getattr(settings, "CONTENT_SECURITY_POLICY", None) or {}).get("DIRECTIVES", {})
    for name in CLOSED_DIRECTIVES:
        if list(directives.get(name, ())) != ["'none'"]:
            yield Error(f"The content security policy leaves {name} open.", id="sparrows.E007")
    if list(directives.get("require-trusted-types-for", ())) != ["'script'"]:
        yield Error("The content security policy lets scripts turn any text into code.", id="sparrows.E016")
    for name, sources in directives.items():
        if unsafe := UNSAFE_SOURCES & set(sources):
            yield Error(
                f"The content security policy allows {', '.join(unsafe)} in {name}.", id="sparrows.E008"
            )


@register()
def clock_is_known(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Refuse a time zone that this machine does not know, and times without a zone."""
    if settings.TIME_ZONE not in zoneinfo.available_timezones():
        yield Error(f"There is no time zone {settings.TIME_ZONE!r}.", id="sparrows.E009")
    if not settings.USE_TZ:
        yield Error("USE_TZ is off: an hour of each autumn would happen twice.", id="sparrows.E010")


@register()
def translations_are_compiled(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Tell of catalogues whose newest sentences nobody would read."""
    if waiting := [file.parts[-3] for file in catalogues.changed()]:
        text = f"These catalogues of translations are not compiled: {', '.join(waiting)}."
        yield checks.Warning(text, hint="Run `python -m config.catalogues`.", id="sparrows.W003")


# ------------------------------------------------------------------ the database as it is, not as configured
@register(Tags.database)
def database_is_durable(app_configs: Any, databases: Any = None, **kwargs: Any) -> Iterable[CheckMessage]:
    """Ask the open database whether what it commits survives a power cut.

    Runs with `migrate`, and with `check --database default`."""
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor == "sqlite":
            yield from sqlite_is_safe(connection)
        elif connection.vendor == "postgresql":
            yield from postgresql_is_safe(connection)


def sqlite_is_safe(connection: BaseDatabaseWrapper) -> Iterable[CheckMessage]:
    """Compare the journal of the open file with the one that this SQLite keeps safely."""
    if connection.is_in_memory_db():  # type: ignore[attr-defined] # only SQLite's wrapper has it
        return
    wanted, mode = sqlite.journal(), str(ask(connection, "PRAGMA journal_mode")).upper()
    if mode != wanted.mode:
        hint = f"SQLite before {'.'.join(map(str, sqlite.WAL_SAFE_FROM))} can corrupt a write-ahead log."
        yield Error(f"The journal is {mode} and must be {wanted.mode}.", hint=hint, id="sparrows.E011")
    if int(ask(connection, "PRAGMA synchronous")) < sqlite.SYNCHRONOUS[wanted.synchronous]:
        yield Error(f"PRAGMA synchronous is below {wanted.synchronous}.", id="sparrows.E012")
    if not int(ask(connection, "PRAGMA foreign_keys")):
        yield Error("SQLite does not enforce foreign keys.", id="sparrows.E013")
    file = Path(str(connection.settings_dict["NAME"]))
    if (kind := file_system(file)) in SHARED_FILE_SYSTEMS:
        hint = "Keep the database on a disk of this machine."
        yield Error(f"{file} lies on a network file system ({kind}).", hint=hint, id="sparrows.E014")


def postgresql_is_safe(connection: BaseDatabaseWrapper) -> Iterable[CheckMessage]:
    """Compare the server's durability settings with what the promise needs; tests may go without."""
    grade = Error if settings.PRODUCTION else checks.Warning
    for name, safe in DURABLE.items():
        value = str(ask(connection, f"SHOW {name}"))
        if value not in safe:
            text = f"PostgreSQL runs with {name} = {value}: acknowledged deals can be lost."
            yield grade(text, id=f"sparrows.{grade.__name__[0]}015")


def ask(connection: BaseDatabaseWrapper, question: str) -> Any:
    """Return the single value that the database answers."""
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]


def file_system(file: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """Return the kind of file system that holds `file`, or an empty string where the system does not tell."""
    if not mounts.exists():
        return ""
    lines = [line.split()[1:3] for line in mounts.read_text().splitlines()]
    target = os.path.realpath(file)
    holding = [(point, kind) for point, kind in lines if os.path.commonpath([target, point]) == point]
    return max(holding, key=lambda pair: len(pair[0]), default=("", ""))[1]
