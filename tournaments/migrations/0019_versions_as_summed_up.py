"""Let standings read what they need of all versions from an index: a row with its tiles fills a page."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0018_sealed_at"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="dealversion",
            index=models.Index(
                fields=["competition", "sequence", "table", "void", "supersedes", "actor", "id"],
                name="versions_as_summed_up",
            ),
        ),
    ]
