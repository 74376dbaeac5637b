from django.db import migrations, models
from django.db.models import Max
from django.utils import timezone


def keep_the_newest(apps, schema_editor):
    """Let go of all tablets of a table but the newest; the constraint below allows no more."""
    paired = apps.get_model("tournaments", "Device").objects.filter(revoked_at__isnull=True)
    newest = paired.values("competition", "table_number").annotate(newest=Max("pk")).values("newest")
    paired.exclude(pk__in=list(newest.values_list("newest", flat=True))).update(revoked_at=timezone.now())


class Migration(migrations.Migration):
    """Let a tablet take over a table only by a code made for that, and a table have one tablet."""

    dependencies = [("tournaments", "0008_round_clock")]

    operations = [
        migrations.AddField(
            model_name="pairingcode", name="takes_over", field=models.BooleanField(default=False)
        ),
        migrations.RunPython(keep_the_newest, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="device",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at__isnull", True)),
                fields=("competition", "table_number"),
                name="one_tablet_per_table",
            ),
        ),
    ]
