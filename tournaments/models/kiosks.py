"""A kiosk: one address of an event by which players check themselves in, as long as it is open."""

from django.db import models
from django.utils import timezone

from tournaments.models.competition import Competition
from tournaments.models.registration import ByAddress


class Kiosk(ByAddress):
    """The open kiosk of a tournament; closed it is gone, and its address leads nowhere."""

    address_of = "kiosk"

    competition = models.OneToOneField(Competition, models.PROTECT, related_name="kiosk")
    at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.competition_id}"
