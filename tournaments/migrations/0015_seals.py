"""Let the chain cover every row of the ledger: hash 2, from here on (`models.seals` says what it covers)."""

import django.utils.timezone
from django.db import migrations, models

from tournaments.models import seals

TABLES = ("action", "confirmation", "dealversion", "heldsubmission", "penalty", "ruling")


def seal_what_is_older(apps, schema_editor):
    """Tie all rows that are there to the end of each chain, so that none of them changes from here on."""
    seals.seal_what_is_older(apps)


class Migration(migrations.Migration):
    """Give the rows of the ledger a seal each, empty for those that are there.

    A column that may be empty is added without building the table anew, so SQLite keeps the triggers. When a
    row's time is set is a matter of the program, not of the database.
    """

    dependencies = [("tournaments", "0014_kept_rules")]

    operations = [
        migrations.AddField("competition", "links", models.PositiveIntegerField(default=0, editable=False)),
        migrations.AddField(
            "competition",
            "chain_end",
            models.CharField(default="0" * 64, editable=False, max_length=64),
        ),
        *(migrations.AddField(name, "seal", models.JSONField(editable=False, null=True)) for name in TABLES),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    name, "at", models.DateTimeField(default=django.utils.timezone.now, editable=False)
                )
                for name in TABLES
            ]
        ),
        migrations.RunPython(seal_what_is_older, migrations.RunPython.noop),
    ]
