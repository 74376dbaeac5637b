"""Find what was the newest version at a moment without reading the rows, which hold all tiles."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0056_hooks")]

    operations = [
        migrations.AddIndex(
            model_name="dealversion",
            index=models.Index(fields=["competition", "at", "sequence"], name="versions_by_time"),
        ),
    ]
