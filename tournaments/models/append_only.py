"""Make the database itself refuse to update or delete rows of the ledger."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LEDGER = (
    "tournaments_dealversion",
    "tournaments_scorerow",
    "tournaments_penalty",
    "tournaments_action",
    "tournaments_confirmation",
    "tournaments_heldsubmission",
    "tournaments_ruling",
)
SINCE = ("tournaments_agreement",)  # tables of the ledger that a later migration made and guarded
TABLES = (*LEDGER, *SINCE, "tournaments_keptrules")

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'ledger_is_append_only: % of %', TG_OP, TG_TABLE_NAME USING ERRCODE = '23001'; END $$
"""


VERBS = ("UPDATE", "DELETE")


def refuse_changes(schema_editor: BaseDatabaseSchemaEditor, tables: Sequence[str] = LEDGER) -> None:
    """Install the triggers; PostgreSQL and SQLite only, since nothing else is supported."""
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(POSTGRES_FUNCTION, None)  # it holds % signs of its own
    for statement in creating(vendor, tables):
        schema_editor.execute(statement)


def allow_changes(schema_editor: BaseDatabaseSchemaEditor, tables: Sequence[str] = LEDGER) -> None:
    """Remove the triggers again, for reversing the migration."""
    for statement in dropping(schema_editor.connection.vendor, tables):
        schema_editor.execute(statement)


def guard_again(schema_editor: BaseDatabaseSchemaEditor, tables: Sequence[str]) -> None:
    """Put triggers back that SQLite drops with a table it rebuilds; PostgreSQL rebuilds nothing."""
    if schema_editor.connection.vendor == "sqlite":
        allow_changes(schema_editor, tables)
        refuse_changes(schema_editor, tables)


@contextmanager
def lifted(tables: Sequence[str]) -> Iterator[None]:
    """Take the guard from tables within a transaction.

    Two may: `services.erasure`, to erase texts, and `backups.loading`, to empty a site that is replaced.
    Nobody else writes to them until the commit: both databases keep a table whose triggers change to one.
    """
    connection.check_constraints()  # PostgreSQL drops no trigger while a check of a new row waits
    with connection.cursor() as cursor:
        for statement in dropping(connection.vendor, tables):
            cursor.execute(statement)
        yield
        for statement in creating(connection.vendor, tables):
            cursor.execute(statement)


def creating(vendor: str, tables: Sequence[str]) -> list[str]:
    """Write the statements that guard the tables."""
    return [_trigger(vendor, table, verb) for table in tables for verb in VERBS]


def dropping(vendor: str, tables: Sequence[str]) -> list[str]:
    """Write the statements that take the guard away."""
    return [
        f"DROP TRIGGER IF EXISTS {_name(table, verb)}" + (f" ON {table}" if vendor == "postgresql" else "")
        for table in tables
        for verb in VERBS
    ]


def _name(table: str, verb: str) -> str:
    return f"{table}_no_{verb.lower()}"


def _trigger(vendor: str, table: str, verb: str) -> str:
    head = f"CREATE TRIGGER {_name(table, verb)} BEFORE {verb} ON {table}"
    if vendor == "postgresql":
        return f"{head} FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()"
    return f"{head} BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END"
