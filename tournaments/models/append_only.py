"""Make the database itself refuse to update or delete rows of the ledger."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES = (
    "tournaments_dealversion", "tournaments_scorerow", "tournaments_penalty", "tournaments_action",
    "tournaments_confirmation", "tournaments_heldsubmission", "tournaments_ruling",
)

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'ledger_is_append_only: % of %', TG_OP, TG_TABLE_NAME USING ERRCODE = '23001'; END $$
"""


def refuse_changes(schema_editor: BaseDatabaseSchemaEditor, tables: tuple[str, ...] = TABLES) -> None:
    """Install the triggers; PostgreSQL and SQLite only, since nothing else is supported."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES_FUNCTION)
    for table in tables:
        for verb in ("UPDATE", "DELETE"):
            schema_editor.execute(_trigger(schema_editor.connection.vendor, table, verb))


def allow_changes(schema_editor: BaseDatabaseSchemaEditor, tables: tuple[str, ...] = TABLES) -> None:
    """Remove the triggers again, for reversing the migration."""
    on_table = schema_editor.connection.vendor == "postgresql"
    for table in tables:
        for verb in ("UPDATE", "DELETE"):
            suffix = f" ON {table}" if on_table else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {_name(table, verb)}{suffix}")


def _name(table: str, verb: str) -> str:
    return f"{table}_no_{verb.lower()}"


def _trigger(vendor: str, table: str, verb: str) -> str:
    head = f"CREATE TRIGGER {_name(table, verb)} BEFORE {verb} ON {table}"
    if vendor == "postgresql":
        return f"{head} FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()"
    return f"{head} BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END"
