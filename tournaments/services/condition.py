"""Whether the site can do its work now: its database, its Redis, and room on its disk."""

import secrets
import shutil
from functools import cache
from pathlib import Path

import redis
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import Error, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tournaments.refusals import outage

A_DEAL = 16 * 1024  # bytes: the longest declaration that a tablet may send
LEAST_FREE = 1024 * 1024  # bytes on the disk of an SQLite file, for its journal too


def database_state() -> str:
    """Say whether the tables are there and take a row as large as a deal, or what is in its way."""
    try:
        if not leaves() <= set(MigrationRecorder(connection).applied_migrations()):
            return "tables_missing"
        write_and_forget()
    except Error as error:
        refusal = outage(error)
        return refusal.code if refusal else "down"
    return "ok" if has_room() else "storage_full"


@cache
def leaves() -> set[tuple[str, str]]:
    """List the last migration of each app, as the files of this process say."""
    return set(MigrationLoader(None).graph.leaf_nodes())


def write_and_forget() -> None:
    """Write a row and take it back: only who tries knows whether the database can be written to.

    A session is written since it points to nothing and uses up no number of any table."""
    with transaction.atomic():
        probe = {"session_key": secrets.token_hex(16), "session_data": secrets.token_hex(A_DEAL // 2)}
        Session.objects.create(**probe, expire_date=timezone.now())
        transaction.set_rollback(True)


def has_room() -> bool:
    """Tell whether the disk of an SQLite file has room: what is taken back never reached it."""
    if connection.vendor != "sqlite" or connection.is_in_memory_db():  # type: ignore[attr-defined]
        return True
    return shutil.disk_usage(Path(str(connection.settings_dict["NAME"])).parent).free >= LEAST_FREE


def redis_state() -> str:
    """Tell whether Redis is there, away, or not part of this installation."""
    if not settings.REDIS_URL:
        return "embedded"
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS) as client:
            client.ping()
    except redis.RedisError:
        return "down"
    return "ok"
