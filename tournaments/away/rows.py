"""Write rows as they stand in a file: with their keys and times, past what a model would fill in."""

from collections.abc import Iterable, Sequence

from django.db import connection

from tournaments.away.kinds import Kind, Row
from tournaments.backups import tables


def insert(kind: Kind, rows: Sequence[Row]) -> None:
    """Write rows that are not here."""
    fields = tables.fields_of(kind)
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    told = f"INSERT INTO {quote(kind._meta.db_table)} ({columns}) VALUES ({marks})"  # noqa: S608 - our names
    values = [[field.get_db_prep_save(row[field.attname], connection) for field in fields] for row in rows]
    if values:
        with connection.cursor() as cursor:
            cursor.executemany(told, values)


def insert_new(kind: Kind, rows: Iterable[Row]) -> list[Row]:
    """Write those rows that are not here by their keys; return them."""
    listed = list(rows)
    known = kind._default_manager.filter(pk__in=[row["id"] for row in listed])
    here = set(known.values_list("pk", flat=True))
    new = [row for row in listed if row["id"] not in here]
    insert(kind, new)
    return new


def change(kind: Kind, row: Row, names: Iterable[str] = ()) -> None:
    """Let a row that is here say what the file says, or only some of its columns."""
    told = {name: row[name] for name in names or row if name != "id"}
    kind._default_manager.filter(pk=row["id"]).update(**told)
