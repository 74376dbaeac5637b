"""Rows read and written by SQL of our own, for what every tablet asks all day long.

Building a query takes Django longer than the database takes to answer it. Here the models still say which
columns there are and how a value is stored; only the
sentence around them is written once instead of each time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

M = TypeVar("M", bound=Model)
Convert = Callable[[Any], Any]
_unread: ContextVar[list[tuple[Model, CursorWrapper]] | None] = ContextVar("unread", default=None)


class Columns(Generic[M]):
    """A model's columns under an alias, all or `only` some: `sql` for SELECT, the model from its part."""

    def __init__(self, model: type[M], alias: str, only: Sequence[str] = ()) -> None:
        self.model = model
        self.fields = [
            field for field in model._meta.concrete_fields if not only or field.attname in ("id", *only)
        ]
        self.names = [field.attname for field in self.fields]
        self.sql = ", ".join(f'{alias}."{field.column}"' for field in self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def instance(self, part: Sequence[Any]) -> M | None:
        """Build the model; None where an outer join found nothing."""
        if part[0] is None:
            return None
        values = list(part[: len(self)])
        for place, convert in self._converted:
            values[place] = convert(values[place])
        return self.model.from_db(connection.alias, self.names, values)

    @cached_property
    def _converted(self) -> list[tuple[int, Convert]]:
        return [
            (place, self._converter(field.get_col(self.model._meta.db_table), steps))
            for place, field in enumerate(self.fields)
            if (steps := self._steps(field))
        ]

    def _steps(self, field: Any) -> list[Any]:
        column = field.get_col(self.model._meta.db_table)
        return [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]

    @staticmethod
    def _converter(column: Any, steps: list[Any]) -> Convert:
        def convert(value: Any) -> Any:
            for step in steps:
                value = step(value, column, connection)
            return value

        return convert


@contextmanager
def together() -> Iterator[None]:
    """Send what is asked within without waiting for each answer, where the database can; also a decorator.

    The database still does one thing after the other: what follows a lock is read when the lock is held.
    A write that fails says so later, at the next answer that is read or at the end: catch nothing within.
    New rows get their keys at the end, or where `take_keys` is called.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    token = _unread.set([])
    try:
        with connection.wrap_database_errors, connection.connection.pipeline():
            yield
        take_keys()
    finally:
        _unread.reset(token)


def ask(sql: str, params: Sequence[Any]) -> CursorWrapper:
    """Send a statement; `read` reads its rows."""
    cursor = connection.cursor()
    cursor.execute(sql, params)
    return cursor


def read(asked: CursorWrapper) -> list[tuple[Any, ...]]:
    """Read all rows and let go of the cursor."""
    with asked:
        rows: list[tuple[Any, ...]] = asked.fetchall()
    return rows


def models_in(row: Sequence[Any], *columns: Columns[Any]) -> tuple[Any, ...]:
    """Build the models at the beginning of a row."""
    found: list[Any] = []
    start = 0
    for each in columns:
        found.append(each.instance(row[start:]))
        start += len(each)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Found:
    """A value that the database looks up itself, in one statement with what is written."""

    sql: str
    params: Sequence[Any]


def insert(*instances: Model, **found: Found) -> None:
    """Write new rows of one model in one statement, without signals; their keys are not read back.

    Columns named in `found` are looked up by the database.
    """
    marks, values = _rows(instances, found)
    ask(f"{_inserting(instances[0])} {marks}", values).close()


def insert_keyed(instance: Model) -> None:
    """Write a new row and read its key: at once, or at the end of what goes `together`."""
    marks, values = _rows([instance], {})
    asked = ask(f"{_inserting(instance)} {marks} RETURNING id", values)
    unread = _unread.get()
    if unread is None:
        _take_key(instance, asked)
    else:
        unread.append((instance, asked))


def take_keys() -> None:
    """Read the keys of the rows that were written together so far."""
    unread = _unread.get() or []
    while unread:
        _take_key(*unread.pop(0))


def _take_key(instance: Model, asked: CursorWrapper) -> None:
    [(instance.pk,)] = read(asked)
    instance._state.adding, instance._state.db = False, connection.alias


def update(instance: Model, *names: str) -> None:
    """Write some fields of a row; as `save(update_fields=names)`, without signals."""
    fields: list[Any] = [instance._meta.get_field(name) for name in names]
    marks = ", ".join(f'"{field.column}" = %s' for field in fields)
    change = f'UPDATE "{instance._meta.db_table}" SET {marks} WHERE id = %s'  # noqa: S608 - our models' names
    ask(change, [*(_value(instance, field, adding=False) for field in fields), instance.pk]).close()


def _written(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def _inserting(instance: Model) -> str:
    meta = instance._meta
    names = ", ".join(f'"{field.column}"' for field in _written(type(instance)))
    return f'INSERT INTO "{meta.db_table}" ({names}) VALUES'


def _rows(instances: Sequence[Model], found: Mapping[str, Found]) -> tuple[str, list[Any]]:
    """Write the rows' marks and their values, in the order of the columns."""
    written = _written(type(instances[0]))
    marks = ", ".join(found[field.name].sql if field.name in found else "%s" for field in written)
    values: list[Any] = []
    for each in instances:
        for field in written:
            values += found[field.name].params if field.name in found else [_value(each, field, adding=True)]
    return ", ".join([f"({marks})"] * len(instances)), values


def _value(instance: Model, field: Any, *, adding: bool) -> Any:
    return field.get_db_prep_save(field.pre_save(instance, adding), connection)
