"""Keep with each competition when its last row was written, so that no later one carries an earlier time."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Max

from tournaments.models.seals import WHOSE


def take_from_rows(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Begin with the latest time that any row of the ledger has."""
    for competition in apps.get_model("tournaments", "Competition").objects.all():
        rows = (apps.get_model("tournaments", name).objects.filter(**{whose: competition}) for name, whose in WHOSE.items())
        times = [each.aggregate(last=Max("at"))["last"] for each in rows]
        competition.sealed_at = max(filter(None, times), default=None)
        competition.save(update_fields=["sealed_at"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0017_earlier_seatings"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="sealed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.RunPython(take_from_rows, migrations.RunPython.noop),
    ]
