"""What the site notes of itself: signs of its worker, and how its ledgers were found."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0059_meetings_to_come"),
    ]

    operations = [
        migrations.CreateModel(
            name="SiteNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        choices=[("worker", "Worker"), ("beat", "Beat"), ("verified", "Verified")],
                        max_length=8,
                        unique=True,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("told", models.JSONField(default=dict)),
            ],
        ),
    ]
