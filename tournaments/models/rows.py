"""Rows read and written by SQL of our own, for what every tablet asks all day long.

Building a query takes Django longer than the database takes to answer it. Here the models still say which
columns there are and how a value is stored; only the
sentence around them is written once instead of each time.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

M = TypeVar("M", bound=Model)
Convert = Callable[[Any], Any]


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
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def ask(sql: str, params: Sequence[Any]) -> CursorWrapper:
    """Send a statement; `answers` reads its rows."""
    cursor = connection.cursor()
    cursor.execute(sql, params)
    return cursor


def answers(asked: CursorWrapper) -> list[tuple[Any, ...]]:
    """Read all rows and let go of the cursor."""
    with asked:
        return asked.fetchall()


def fetch(sql: str, params: Sequence[Any], *columns: Columns[Any]) -> list[tuple[Any, ...]]:
    """Read rows that begin with the given columns; a tuple of models for each row."""
    return [models_in(row, *columns) for row in answers(ask(sql, params))]


def models_in(row: Sequence[Any], *columns: Columns[Any]) -> tuple[Any, ...]:
    """Build the models at the beginning of a row."""
    found: list[Any] = []
    start = 0
    for each in columns:
        found.append(each.instance(row[start:]))
        start += len(each)
    return tuple(found)


def insert(*instances: Model) -> None:
    """Write new rows of one model in one statement, without signals; their keys are not read back."""
    ask(_inserting(instances), _inserted(instances)).close()


def insert_keyed(instance: Model) -> CursorWrapper:
    """Write a new row whose key is needed; `take_key` reads it."""
    return ask(f"{_inserting([instance])} RETURNING id", _inserted([instance]))


def take_key(instance: Model, asked: CursorWrapper) -> None:
    """Give a model the key of the row that was written for it."""
    [(instance.pk,)] = answers(asked)
    instance._state.adding, instance._state.db = False, connection.alias


def update(instance: Model, *names: str) -> None:
    """Write some fields of a row; as `save(update_fields=names)`, without signals."""
    fields: list[Any] = [instance._meta.get_field(name) for name in names]
    marks = ", ".join(f'"{field.column}" = %s' for field in fields)
    change = f'UPDATE "{instance._meta.db_table}" SET {marks} WHERE id = %s'  # noqa: S608 - our models' names
    ask(change, [*_values(instance, fields, adding=False), instance.pk]).close()


def _written(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def _inserting(instances: Sequence[Model]) -> str:
    meta, written = instances[0]._meta, _written(type(instances[0]))
    names = ", ".join(f'"{field.column}"' for field in written)
    marks = ", ".join([f"({', '.join(['%s'] * len(written))})"] * len(instances))
    return f'INSERT INTO "{meta.db_table}" ({names}) VALUES {marks}'  # noqa: S608 - our models' names


def _inserted(instances: Sequence[Model]) -> list[Any]:
    written = _written(type(instances[0]))
    return [value for each in instances for value in _values(each, written, adding=True)]


def _values(instance: Model, fields: Sequence[Any], *, adding: bool) -> list[Any]:
    return [field.get_db_prep_save(field.pre_save(instance, adding), connection) for field in fields]
