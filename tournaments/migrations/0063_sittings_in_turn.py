"""Rounds in the order in which they are played: a second sitting stands before the next meeting."""

from django.db import migrations
from django.db.models import F


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0062_line_ups"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="round",
            options={
                "ordering": (F("number") % 1000, F("number")),
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
            },
        ),
    ]
