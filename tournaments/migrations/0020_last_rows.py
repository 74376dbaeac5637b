"""Keep with each competition the keys of its last word and its last penalty: standings need not look for new ones."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Max

WHOSE = {"last_word": ("Confirmation", "version__competition"), "last_penalty": ("Penalty", "competition")}


def take_from_rows(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Look for the last ones there are."""
    competitions = apps.get_model("tournaments", "Competition").objects
    for name, (model, whose) in WHOSE.items():
        rows = apps.get_model("tournaments", model).objects.order_by().values_list(whose)
        for competition, last in rows.annotate(last=Max("pk")):
            competitions.filter(pk=competition).update(**{name: last})


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_versions_as_summed_up"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name="competition",
                name=name,
                field=models.PositiveBigIntegerField(default=0, editable=False),
            )
            for name in WHOSE
        ),
        migrations.RunPython(take_from_rows, migrations.RunPython.noop),
    ]
