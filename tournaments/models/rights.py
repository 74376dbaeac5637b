"""Who may act for a club, or in one of its events, and as what."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from players.models import Club
from tournaments.models.competition import Competition
from tournaments.powers import Role

ROLE_LETTERS = 10


class Right(models.Model):
    """A role of a user: for a club and all its events, or for one event.

    Somebody may have several: together they may do what any of them may. A scorer's may be for some tables
    only: `tables` holds their numbers, and none means all.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rights")
    club = models.ForeignKey(Club, models.PROTECT, related_name="rights")
    competition = models.ForeignKey(
        Competition, models.PROTECT, null=True, blank=True, related_name="rights"
    )
    role = models.CharField(max_length=ROLE_LETTERS, choices=Role)
    tables = models.JSONField(default=list, blank=True)
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "club", "role"],
                condition=models.Q(competition=None),
                name="a_role_for_a_club_once",
            ),
            models.UniqueConstraint(
                fields=["user", "competition", "role"],
                condition=models.Q(competition__isnull=False),
                name="a_role_for_an_event_once",
            ),
            models.CheckConstraint(
                condition=models.Q(role=Role.SCORER) | models.Q(tables=[]), name="only_scorers_have_tables"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} · {self.role} · {self.club_id} · {self.competition_id}"
