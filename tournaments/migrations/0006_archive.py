from django.db import migrations, models


class Migration(migrations.Migration):
    """Remember when a competition went to the archive; none did so far."""

    dependencies = [("tournaments", "0005_confirmed_by")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="archived_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="archived"),
        ),
    ]
