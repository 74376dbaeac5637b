from django.db import migrations, models

from tournaments.models import append_only

LEDGER = ["tournaments_dealversion"]


def guard(apps, schema_editor):
    """Put the triggers back that SQLite drops with the table it rebuilds; PostgreSQL rebuilds nothing."""
    if schema_editor.connection.vendor == "sqlite":
        append_only.allow_changes(schema_editor, LEDGER)
        append_only.refuse_changes(schema_editor, LEDGER)


class Migration(migrations.Migration):
    """Keep the whole position before and after a deal, and nets that rules without a limit can reach.

    Deals recorded before are of rules that have no goulash and count no deals: the defaults are true of them.
    """

    dependencies = [("tournaments", "0003_pairing_code_without_its_date")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard),
        migrations.RemoveConstraint(model_name="dealversion", name="net_is_within_reason"),
        migrations.AddField(
            model_name="dealversion", name="goulash", field=models.BooleanField(default=False)
        ),
        migrations.AddField(
            model_name="dealversion", name="counted", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="dealversion", name="next_goulash", field=models.BooleanField(default=False)
        ),
        migrations.AddField(
            model_name="dealversion", name="next_counted", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddConstraint(
            model_name="dealversion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    net_e__range=(-1_000_000, 1_000_000),
                    net_s__range=(-1_000_000, 1_000_000),
                    net_w__range=(-1_000_000, 1_000_000),
                    net_n__range=(-1_000_000, 1_000_000),
                ),
                name="net_is_within_reason",
            ),
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
