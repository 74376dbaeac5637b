from typing import Any

from django.db import migrations, models


def name_the_version(apps: Any, schema_editor: Any) -> None:
    """Say of what was drawn up to now that version 1 drew it: there was no other."""
    apps.get_model("tournaments", "Round").objects.filter(seed__isnull=False).update(seed_version=1)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_last_rows"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="seed_version",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(name_the_version, migrations.RunPython.noop, elidable=True),
    ]
