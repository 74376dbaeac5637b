"""Who says beforehand that they come to a meeting; no figure rests on it, and no seat."""

from django.db import models
from django.utils import timezone

from tournaments.models.competition import Competition, Entry
from tournaments.models.registration import ByAddress
from tournaments.models.rounds import Round


class MembersLink(ByAddress):
    """The address by which members of a season answer; closed it is gone, and leads nowhere."""

    address_of = "members"

    competition = models.OneToOneField(Competition, models.PROTECT, related_name="members_link")
    at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.competition_id}"


class MeetingAnswer(models.Model):
    """What a member said last of a meeting; it goes with either of them."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="answers")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="answers")
    comes = models.BooleanField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["entry__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_answer_per_round_and_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}, {self.entry_id}: {self.comes}"
