from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0050_other_tables")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="policy",
            field=models.JSONField(blank=True, null=True, verbose_name="rules of the season"),
        ),
        migrations.AddField(
            model_name="competition",
            name="season_facts",
            field=models.JSONField(blank=True, default=dict, verbose_name="what the tables do not tell"),
        ),
    ]
