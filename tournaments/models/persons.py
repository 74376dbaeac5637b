"""What was done about people beside their entries: doubles that were merged, to be parted again."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from players.models import Player
from tournaments.models.competition import Entry


class Merge(models.Model):
    """Two who are one person: the entries that went from the double to who is kept, until it is undone."""

    kept = models.ForeignKey(Player, models.PROTECT, related_name="merges")
    double = models.ForeignKey(Player, models.PROTECT, related_name="merged_by")
    entries = models.ManyToManyField(Entry, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["double"], condition=models.Q(undone_at=None), name="a_double_is_of_one_person"
            ),
        ]
