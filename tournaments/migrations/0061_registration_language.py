"""In which language somebody registered, and so is written to."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0060_site_note"),
    ]

    operations = [
        migrations.AddField(
            model_name="registration",
            name="language",
            field=models.CharField(
                choices=[("en", "English"), ("da", "Dansk"), ("pl", "Polski"), ("hu", "Magyar")],
                default="en",
                max_length=10,
            ),
        ),
    ]
