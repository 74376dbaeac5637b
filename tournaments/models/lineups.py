"""Line-ups: who of a team counts for it at which meeting, where the season says so."""

from django.db import models

from tournaments.models.competition import Entry, Team
from tournaments.models.rounds import Round


class LineUp(models.Model):
    """One who is named for a team at a meeting; it stays with that team whoever goes over to another one."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="line_ups")
    team = models.ForeignKey(Team, models.PROTECT, related_name="line_ups")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="line_ups")

    class Meta:
        ordering = ["round__number", "team__name", "entry__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="named_once_at_a_meeting"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}, {self.team_id}: {self.entry_id}"
