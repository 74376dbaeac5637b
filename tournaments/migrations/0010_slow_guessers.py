"""Wrong codes slow a guesser down instead of stopping an address until the next hour."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_take_over")]

    operations = [
        migrations.DeleteModel(name="PairingAttempt"),
        migrations.CreateModel(
            name="PairingAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=45, unique=True)),
                ("tried_until", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        migrations.AddField(
            model_name="pairingcode",
            name="short_name",
            field=models.CharField(db_index=True, default="", max_length=3),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="pairingcode",
            name="tried_until",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name="pairingcode", name="short_hash", field=models.CharField(max_length=64)
        ),
    ]
