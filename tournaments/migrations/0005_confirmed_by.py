from django.db import migrations, models

from tournaments.models import append_only

WORDS = ["tournaments_confirmation"]


def guard(apps, schema_editor):
    """Put the triggers back that SQLite drops with the table it rebuilds."""
    append_only.guard_again(schema_editor, WORDS)


class Migration(migrations.Migration):
    """Let a competition say who confirms its deals, and staff confirm in the players' stead.

    Competitions that are there already asked nobody: what they call official stays so.
    """

    dependencies = [("tournaments", "0004_positions")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard),
        migrations.AddField(
            model_name="competition",
            name="confirmed_by",
            field=models.CharField(
                choices=[
                    ("all", "all four players"),
                    ("winner", "the winner and one other"),
                    ("referee", "the referee"),
                    ("nobody", "nobody: a recorded deal is official"),
                ],
                default="nobody",
                max_length=8,
                verbose_name="who confirms a deal",
            ),
        ),
        migrations.AddField(
            model_name="confirmation", name="reason", field=models.CharField(blank=True, max_length=300)
        ),
        migrations.AlterField(
            model_name="confirmation",
            name="seat",
            field=models.CharField(
                blank=True,
                choices=[("E", "East"), ("S", "South"), ("W", "West"), ("N", "North")],
                max_length=1,
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.CheckConstraint(
                condition=~models.Q(seat="") | (models.Q(actor__isnull=False) & ~models.Q(reason="")),
                name="staff_who_confirm_say_who_and_why",
            ),
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
