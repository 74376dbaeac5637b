"""Worlds in which many tests begin: built once by the services, then written back row by row.

Only where nothing but the time has changed since it was built: whatever else is there beforehand, or a clock
that a test has set, lets the services build it again. Numbers of rows come again, also where a test commits:
what another process keeps under them is of another test.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, TypeVar

from django.db import connection, models, transaction
from django.utils import timezone
from psycopg import ClientCursor

from tests.resets import tables

Made = TypeVar("Made", bound=models.Model)
Rows = dict[Any, tuple[Any, ...]]  # by primary key, which is the first column of every table
# SQLite takes a transaction's numbers back, a restored backup sets PostgreSQL's to what it brought:
# worlds are numbered where no test counts to, and each apart, for one may be built on another.
HIGH = 1_000_000
APART = 10_000
DRIFT = 5  # seconds by which a clock differs that a test has set
# Logging in fills these with keys that never come again, and no row of a world refers to any.
BESIDE = {"django_session", "axes_accesslog"}
MOST = 8  # of one name: on top of a referee it is another world than without
BUILT: dict[str, list["World"]] = {}
FROM = count(HIGH, APART)


@dataclass(frozen=True)
class World:
    """What building changed: rows that came, rows as they were and as they are now; what was there before.

    `there` holds the keys of every table that had rows or got some: what came may refer to any of them.
    """

    on: tuple[Any, ...]
    there: Mapping[str, frozenset[str]]
    came: Mapping[str, Rows]
    changed: Mapping[str, tuple[Rows, Rows]]
    columns: Mapping[str, list[str]]
    made: Any
    clock: float

    def fits(self, on: tuple[Any, ...]) -> bool:
        """Tell whether building would come to the same now."""
        if self.on != on or abs(_clock() - self.clock) > DRIFT or self._keys() != self.there:
            return False
        return all(_read(table)[1].items() >= before.items() for table, (before, _) in self.changed.items())

    def _keys(self) -> dict[str, frozenset[str]]:
        """Read which rows are there now."""
        keys = ((table, self.columns[table][0]) for table in self.there)
        asked = (f"SELECT '{table}', CAST({key} AS text) FROM {table}" for table, key in keys)
        found: dict[str, list[str]] = {table: [] for table in self.there}
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join(asked))
            for table, key in cursor.fetchall():
                found[table].append(key)
        return {table: frozenset(rows) for table, rows in found.items()}

    def write(self) -> None:
        """Write the rows that came and those that changed; on PostgreSQL in one go, ready as text."""
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.cursor.execute(self.script, prepare=False)
            else:
                for statement, values in self.statements:
                    cursor.execute(statement, values)

    @cached_property
    def script(self) -> str:
        """Say all the statements with their values."""
        writer = ClientCursor(connection.connection)
        return "; ".join(writer.mogrify(statement, values) for statement, values in self.statements)

    @cached_property
    def statements(self) -> list[tuple[str, list[Any]]]:
        """Say what is to be inserted, table by table, and then changed, row by row."""
        said = []
        for table, rows in self.came.items():
            one = f"({', '.join(['%s'] * len(self.columns[table]))})"
            into = f"INSERT INTO {table} ({', '.join(self.columns[table])}) VALUES "
            values = [value for row in rows.values() for value in row]
            said.append((into + ", ".join([one] * len(rows)), values))
        for table, (_, after) in self.changed.items():
            named = ", ".join(f"{column} = %s" for column in self.columns[table])
            change = f"UPDATE {table} SET {named} WHERE {self.columns[table][0]} = %s"
            said += [(change, [*row, key]) for key, row in after.items()]
        return said


def begun(name: str, build: Callable[[], Made], *on: models.Model) -> Made:
    """Give what `build` makes on top of `on`, by building it or by writing its rows back."""
    below, worlds = tuple((type(one), one.pk) for one in on), BUILT.setdefault(name, [])
    with transaction.atomic():
        for world in worlds:
            if world.fits(below):
                world.write()
                kind, key = world.made
                return kind._base_manager.get(pk=key)
        made, world = _built(build, below)
        worlds.insert(0, world)
        del worlds[MOST:]
        return made


def _built(build: Callable[[], Made], below: tuple[Any, ...]) -> tuple[Made, World]:
    _number_from_high()
    before = {table: _read(table) for table in tables(connection.alias) if table not in BESIDE}
    made = build()
    after = {table: _read(table) for table in before}
    came, changed = dict[str, Rows](), dict[str, tuple[Rows, Rows]]()
    for table, (_, rows) in after.items():
        old = before[table][1]
        if fresh := {key: row for key, row in rows.items() if key not in old}:
            came[table] = fresh
        if touched := {key: row for key, row in rows.items() if key in old and old[key] != row}:
            changed[table] = ({key: old[key] for key in touched}, touched)
    there = {table: frozenset(map(str, rows)) for table, (_, rows) in before.items() if rows or table in came}
    columns = {table: after[table][0] for table in after}
    return made, World(below, there, came, changed, columns, (type(made), made.pk), _clock())


def _read(table: str) -> tuple[list[str], Rows]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        return [column[0] for column in cursor.description], {row[0]: row for row in cursor.fetchall()}


def _number_from_high() -> None:
    {"postgresql": _set_sequences, "sqlite": _set_table_of_sequences}[connection.vendor](next(FROM))


def _set_sequences(start: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval(quote_ident(schemaname) || '.' || quote_ident(sequencename), "
            "GREATEST(COALESCE(last_value, 0), %s)) FROM pg_sequences WHERE data_type <> 'smallint'::regtype",
            [start],
        )


def _set_table_of_sequences(start: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence WHERE seq < %s", [start])
        cursor.executemany(
            "INSERT INTO sqlite_sequence (name, seq) SELECT %s, %s WHERE NOT EXISTS "
            "(SELECT 1 FROM sqlite_sequence WHERE name = %s)",
            [(table, start, table) for table in tables(connection.alias)],
        )


def _clock() -> float:
    """Tell by how much the program's clock differs from that of the machine, which no test sets."""
    return timezone.now().timestamp() - os.times().elapsed
