from django.db import migrations

from tournaments.models import append_only


def refuse(apps, schema_editor):
    append_only.refuse_changes(schema_editor)


def allow(apps, schema_editor):
    append_only.allow_changes(schema_editor)


class Migration(migrations.Migration):
    """From here on the database refuses to update or delete rows of the ledger.

    SQLite drops a table's triggers when a later migration rebuilds the table: such a migration must call
    `append_only.refuse_changes` again for it.
    """

    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(refuse, allow)]
