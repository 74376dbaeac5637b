"""Put a backup in the place of what a database has: all of it in one transaction, proven before it ends.

A database is brought to the migrations of the backup first, and to the program's afterwards. It cannot go
back: the backup of an older program wants a database in which nothing was made yet.
"""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

from tournaments.backups import proving, snapshot, tables
from tournaments.backups.checking import Manifest, check, migrations
from tournaments.backups.faults import Fault, Faulty
from tournaments.backups.writing import KEY, SITE, appearing
from tournaments.models import append_only

BEGUN = ("auth_user", "players_club", "tournaments_competition")  # a row of these makes a site
MANY = 500


def has_data() -> bool:
    """Tell whether somebody has begun on this site."""
    there = set(connection.introspection.table_names())
    return any(_has_rows(table) for table in BEGUN if table in there)


def _has_rows(table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608 - known
        return cursor.fetchone() is not None


def refuse(file: Path, *, replace: bool) -> Manifest:
    """Check the file and whether it may go where it shall; raises Faulty with all that speaks against it."""
    faults: list[Fault] = []
    manifest: Manifest = {}
    try:
        manifest = check(file)
    except Faulty as wrong:
        faults += wrong.faults
    if has_data() and not replace:
        faults.append(Fault("site_has_data"))
    faults += _server()
    if manifest and (beyond := set(tables.applied()) - set(migrations(manifest))):
        faults.append(Fault("older_program", ", ".join(sorted(".".join(key) for key in beyond))))
    if faults:
        raise Faulty(faults)
    return manifest


def _server() -> Iterator[Fault]:
    """Find the server that has the SQLite file open: it would go on with what it remembers."""
    lock = Path(f"{connection.settings_dict['NAME']}.server")
    if connection.vendor == "sqlite" and lock.exists():
        with lock.open() as held:
            try:
                fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                yield Fault("server_runs", held.read().strip())


def restore(file: Path, manifest: Manifest, *, broken_too: bool = False) -> None:
    """Load a backup that `refuse` has seen. Raises Faulty, and then nothing was loaded.

    Only what is of an older program is loaded before it is proven, as far as today's program knows how:
    migrations end their transactions themselves.

    `broken_too`: also one whose ledger is not as it was recorded, as it was when it was backed up.
    """
    _migrate_to(migrations(manifest))
    with transaction.atomic(durable=True):
        snapshot.without_time_outs()
        _load(file, manifest)
        if tables.is_up_to_date():
            _prove(manifest, broken_too)
    if not tables.is_up_to_date():
        call_command("migrate", verbosity=0, interactive=False)
        _prove(manifest, broken_too)
    ContentType.objects.clear_cache()
    _bring_files(file)


def _migrate_to(wanted: tables.Migrations) -> None:
    """Bring the database to the very migrations of a backup."""
    if set(wanted) == set(tables.applied()):
        return
    executor = tables.executor()
    graph = executor.loader.graph
    if set(wanted) >= set(graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)
        return
    # Any other than the last of each app would be taken for the wish to go back to it.
    followed = {
        parent.key for key in wanted for parent in graph.node_map[key].parents if parent.key[0] == key[0]
    }
    executor.migrate([key for key in wanted if key not in followed])


def _load(file: Path, manifest: Manifest) -> None:
    """Empty every table and fill those of the backup; rows may refer to each other in any order."""
    models = {model._meta.db_table: model for model in tables.every_model()}
    _empty(list(models))
    with ZipFile(file) as archive:
        for name, told in manifest["members"].items():
            if "table" in told:
                _fill(archive, name, told, models)
    _count_on(models, manifest["sequences"])
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise Faulty([Fault("row", str(error))]) from error
    counts = {told["table"]: told["rows"] for told in manifest["members"].values() if "table" in told}
    if faults := [*proving.counts_differ(counts)]:
        raise Faulty(faults)


def _empty(names: list[str]) -> None:
    """Delete every row, of the ledger too: what was there is in a backup by now, or there was nothing."""
    quote = connection.ops.quote_name
    filled = [name for name in names if _has_rows(name)]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {', '.join(map(quote, names))}")  # it asks no trigger of rows
        return
    guarded = [name for name in filled if name in append_only.TABLES]
    with append_only.lifted(guarded), connection.cursor() as cursor:
        for name in filled:
            cursor.execute(f"DELETE FROM {quote(name)}")  # noqa: S608 - our own names


def _fill(archive: ZipFile, name: str, told: Mapping[str, Any], models: Mapping[str, tables.Model]) -> None:
    model = models.get(told["table"])
    fields = {field.column: field for field in tables.fields_of(model)} if model else {}
    if model is None or set(told["columns"]) != set(fields):
        raise Faulty([Fault("unknown_table", told["table"])])
    quote = connection.ops.quote_name
    columns = ", ".join(map(quote, told["columns"]))
    marks = ", ".join(["%s"] * len(fields))
    insert = f"INSERT INTO {quote(told['table'])} ({columns}) VALUES ({marks})"  # noqa: S608 - our own names
    ordered = [fields[column] for column in told["columns"]]
    try:
        with archive.open(name) as body, connection.cursor() as cursor:
            rows = (_prepared(ordered, line) for line in body)
            while some := list(islice(rows, MANY)):
                cursor.executemany(insert, some)
    except (DatabaseError, ValidationError, ValueError, TypeError) as error:
        raise Faulty([Fault("row", f"{told['table']}: {error}")]) from error


def _prepared(fields: Iterable[Any], line: bytes) -> list[Any]:
    """Read a row the way its fields do, and write it the way this database wants it."""
    values = zip(fields, json.loads(line), strict=True)
    return [field.get_db_prep_save(field.to_python(value), connection) for field, value in values]


def _count_on(models: Mapping[str, tables.Model], sequences: Mapping[str, int]) -> None:
    """Let each table count on where it was, also past rows that were deleted."""
    for table, model in models.items():
        key = model._meta.pk
        if key.get_internal_type() in ("BigAutoField", "AutoField"):
            last = model._base_manager.order_by("-pk").values_list("pk", flat=True).first() or 0
            if last := max(last, sequences.get(table, 0)):
                set_sequence(table, key.column, last)


def set_sequence(table: str, column: str, last: int) -> None:
    """Let a table count on after a number."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, column, last])
            return
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


def _prove(manifest: Manifest, broken_too: bool) -> None:
    faults = proving.events_differ(manifest["events"])
    if wrong := [one for one in faults if one.code != "chain" or not broken_too]:
        raise Faulty(wrong)


def brings_key() -> bool:
    """Tell whether this site keeps its key in a file, where that of a backup can take its place."""
    return not settings.PRODUCTION and not os.environ.get("SPARROWS_SECRET_KEY")


def _bring_files(file: Path) -> None:
    """Put what was kept beside the database where this site keeps it."""
    places = {SITE: settings.SITE_FILE, KEY: settings.DATA_DIR / "secret_key"}
    with ZipFile(file) as archive:
        for name in set(archive.namelist()) & places.keys():
            if name != KEY or brings_key():
                _bring(places[name], archive.read(name))


def _bring(place: Path, text: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if place.read_bytes() == text:
            return
        place.replace(place.with_name(f"{place.name}.before"))
    with appearing(place) as body:
        body.write(text)
