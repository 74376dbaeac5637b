"""Line-ups: who of a team counts at which meeting, where the season says so."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0061_registration_language"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="team_score",
            field=models.CharField(choices=[("totals", "the totals of its members"), ("named", "its line-up at each meeting")], default="totals", max_length=6, verbose_name="what a team adds up"),
        ),
        migrations.CreateModel(
            name="LineUp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entry", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="line_ups", to="tournaments.entry")),
                ("round", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="line_ups", to="tournaments.round")),
                ("team", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="line_ups", to="tournaments.team")),
            ],
            options={
                "ordering": ["round__number", "team__name", "entry__number"],
                "constraints": [models.UniqueConstraint(fields=("round", "entry"), name="named_once_at_a_meeting")],
            },
        ),
    ]
