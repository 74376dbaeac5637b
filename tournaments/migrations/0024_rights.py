"""Roles for a club or one event take the place of memberships; nobody loses what they might do."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def take_over(apps, schema_editor):
    """Make each club's founder its owner and its other organisers directors; without a founder all are owners.

    Directors may do all that organisers might. Founders who are organisers no more, or whose account is
    closed, leave the club to all of its organisers.
    """
    memberships = apps.get_model("players", "Membership").objects
    right, action = apps.get_model("tournaments", "Right"), apps.get_model("tournaments", "Action")
    founders = {
        line.facts.get("club"): line.actor_id
        for line in action.objects.filter(verb="club_create").order_by("-pk")
    }
    organisers = {}
    for user, club in memberships.filter(role="organiser", user__is_active=True).values_list("user", "club"):
        organisers.setdefault(club, set()).add(user)
    for one in memberships.order_by("pk"):
        founder = founders.get(one.club_id)
        founded = founder in organisers.get(one.club_id, ())
        role = "director" if founded and one.user_id != founder else "owner"
        role = one.role if one.role == "referee" else role
        right.objects.create(user_id=one.user_id, club_id=one.club_id, role=role)


def give_back(apps, schema_editor):
    """Keep what memberships could say: roles for whole clubs, the larger one of two."""
    membership = apps.get_model("players", "Membership").objects
    before = {"owner": "organiser", "director": "organiser", "referee": "referee"}
    rights = apps.get_model("tournaments", "Right").objects.filter(competition=None, role__in=before)
    for one in sorted(rights, key=lambda right: before[right.role]):
        membership.get_or_create(
            user_id=one.user_id, club_id=one.club_id, defaults={"role": before[one.role]}
        )


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0002_club_tiles"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0023_agreement"),
    ]

    operations = [
        migrations.CreateModel(
            name="Right",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(choices=[("owner", "owner"), ("director", "director"), ("referee", "referee"), ("scorer", "scorer"), ("helper", "check-in helper")], max_length=10)),
                ("tables", models.JSONField(blank=True, default=list)),
                ("since", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="rights", to="players.club")),
                ("competition", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="rights", to="tournaments.competition")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="rights", to=settings.AUTH_USER_MODEL)),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.AddConstraint(
            model_name="right",
            constraint=models.UniqueConstraint(condition=models.Q(("competition", None)), fields=("user", "club", "role"), name="a_role_for_a_club_once"),
        ),
        migrations.AddConstraint(
            model_name="right",
            constraint=models.UniqueConstraint(condition=models.Q(("competition__isnull", False)), fields=("user", "competition", "role"), name="a_role_for_an_event_once"),
        ),
        migrations.AddConstraint(
            model_name="right",
            constraint=models.CheckConstraint(condition=models.Q(("role", "scorer"), ("tables", []), _connector="OR"), name="only_scorers_have_tables"),
        ),
        migrations.RunPython(take_over, give_back, elidable=True),
    ]
