"""Tables of two, three and five: a fifth seat, who leaves, and the ring of seats before each deal."""

from django.db import migrations, models

from tournaments.models import append_only

LEDGER = ["tournaments_dealversion", "tournaments_scorerow", "tournaments_confirmation"]
SEATS = [("E", "East"), ("S", "South"), ("W", "West"), ("N", "North"), ("R", "Fifth")]
LIMIT = (-1_000_000, 1_000_000)


def guard(apps, schema_editor):
    append_only.guard_again(schema_editor, LEDGER)


class Migration(migrations.Migration):
    """What was recorded before was played by four, in seats E S W N: the defaults are true of it."""

    dependencies = [("tournaments", "0049_official_when")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard),
        migrations.RemoveConstraint(model_name="dealversion", name="net_sums_to_zero"),
        migrations.RemoveConstraint(model_name="dealversion", name="net_is_within_reason"),
        migrations.RemoveConstraint(model_name="seating", name="seat_is_a_wind"),
        migrations.AddField("dealversion", "net_r", models.IntegerField(default=0)),
        migrations.AddField("dealversion", "ring", models.CharField(default="ESWN", max_length=5)),
        migrations.AddField("seating", "left_from", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AlterField(
            "confirmation", "seat", models.CharField(choices=SEATS, max_length=1, blank=True)
        ),
        migrations.AlterField("dealversion", "east", models.CharField(choices=SEATS, max_length=1)),
        migrations.AlterField(
            "dealversion", "next_east", models.CharField(choices=SEATS, max_length=1, blank=True)
        ),
        migrations.AlterField(
            "dealversion", "next_round_wind", models.CharField(choices=SEATS, max_length=1, blank=True)
        ),
        migrations.AlterField("dealversion", "round_wind", models.CharField(choices=SEATS, max_length=1)),
        migrations.AlterField(
            "scorerow", "own_wind", models.CharField(choices=SEATS, max_length=1, blank=True)
        ),
        migrations.AlterField("scorerow", "seat", models.CharField(choices=SEATS, max_length=1)),
        migrations.AlterField("seating", "seat", models.CharField(choices=SEATS, max_length=1)),
        migrations.AddConstraint(
            "dealversion",
            models.CheckConstraint(
                condition=models.Q(
                    net_e=-models.F("net_s") - models.F("net_w") - models.F("net_n") - models.F("net_r")
                ),
                name="net_sums_to_zero",
            ),
        ),
        migrations.AddConstraint(
            "dealversion",
            models.CheckConstraint(
                condition=models.Q(
                    net_e__range=LIMIT,
                    net_s__range=LIMIT,
                    net_w__range=LIMIT,
                    net_n__range=LIMIT,
                    net_r__range=LIMIT,
                ),
                name="net_is_within_reason",
            ),
        ),
        migrations.AddConstraint(
            "seating",
            models.CheckConstraint(
                condition=models.Q(seat__in=[seat for seat, _name in SEATS]), name="seat_is_a_chair"
            ),
        ),
        migrations.AddConstraint(
            "seating",
            models.CheckConstraint(
                condition=models.Q(left_from__isnull=True) | models.Q(left_from__gt=models.F("from_deal")),
                name="nobody_leaves_before_playing",
            ),
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
