"""Which tables are kept, and how a value of a row is written down and read again.

A database may be behind the program, before it is migrated: its tables are read as its own migrations made
them.
"""

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Field
from django.utils.duration import duration_iso_string

LEFT_OUT = {  # each with its reason
    "django_session": "log-ins of this site's browsers: whoever had the file would be logged in",
    "usersessions_usersession": "the list of those log-ins",
    "axes_accessattempt": "wrong passwords of the last quarter of an hour, with addresses",
    "axes_accessattemptexpiration": "when these are forgotten",
    "axes_accessfailurelog": "failed log-ins with addresses, kept for 30 days",
    "axes_accesslog": "log-ins with addresses, kept for 30 days",
    "tournaments_sitenote": "when this installation's worker was heard of, and its ledgers verified",
}

Model = Any  # of today's program or of its past
Migrations = list[tuple[str, str]]


def executor() -> MigrationExecutor:
    """Read the migrations of the program and of the database."""
    return MigrationExecutor(connection)


def applied() -> Migrations:
    """List the migrations that the database has had, as far as the program knows them."""
    loader = executor().loader
    return sorted(key for key in loader.applied_migrations if key in loader.graph.nodes)


def is_up_to_date() -> bool:
    """Tell whether the database has had every migration of the program."""
    return not unapplied()


def unapplied() -> Migrations:
    """List the migrations that are still to come."""
    made = executor()
    plan = made.migration_plan(made.loader.graph.leaf_nodes())
    return [(migration.app_label, migration.name) for migration, _back in plan]


def every_model() -> list[Model]:
    """List the models of all tables that the database has at this moment."""
    loader = executor().loader
    registry = apps if is_up_to_date() else loader.project_state(applied()).apps
    models = registry.get_models(include_auto_created=True)
    return [model for model in models if model._meta.managed and not model._meta.proxy]


def kept_models() -> list[Model]:
    """List the models whose rows a backup has, by the names of their tables."""
    kept = (model for model in every_model() if model._meta.db_table not in LEFT_OUT)
    return sorted(kept, key=lambda model: str(model._meta.db_table))


def fields_of(model: Model) -> "list[Field[Any, Any]]":
    """List the columns that are stored, not worked out by the database."""
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def rows_of(model: Model) -> Iterator[tuple[Any, ...]]:
    """Read every row, in the order of its key and not all into memory."""
    names = [field.attname for field in fields_of(model)]
    return iter(model._base_manager.order_by("pk").values_list(*names).iterator(chunk_size=2000))


def line(values: Iterable[Any]) -> bytes:
    """Write a row as a line of JSON."""
    told = json.dumps(list(values), ensure_ascii=False, separators=(",", ":"), default=_plain)
    return told.encode() + b"\n"


def _plain(value: Any) -> Any:
    """Write what JSON has no word for the way that its field reads it."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return duration_iso_string(value)
    if isinstance(value, Decimal | UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    raise TypeError(f"{type(value).__name__} has no place in a backup: {value!r}")
