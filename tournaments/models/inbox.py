"""What tablets sent and the server could not record: it waits for the referee, nothing is dropped."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition
from tournaments.models.devices import Device
from tournaments.models.ledger import DealVersion
from tournaments.models.rounds import Table
from tournaments.models.seals import Sealed


class HeldQuerySet(models.QuerySet["HeldSubmission"]):
    def waiting(self) -> "HeldQuerySet":
        """Keep what nobody has ruled on yet."""
        return self.filter(ruling__isnull=True)


class HeldSubmission(Sealed):
    """A submission kept as it came, with the reason why it was not recorded. Written once."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="held")
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="held")
    table_number = models.PositiveSmallIntegerField()
    deal = models.PositiveSmallIntegerField()
    key = models.UUIDField(unique=True)
    fingerprint = models.CharField(max_length=64)
    body = models.JSONField()
    code = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="+")

    objects = HeldQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]


class Ruling(Sealed):
    """What became of a held submission. Written once."""

    class Decision(models.TextChoices):
        ACCEPTED = "accepted", _("accepted")
        CORRECTION = "correction", _("accepted as a correction")
        DECLINED = "declined", _("declined")
        PROMOTED = "promoted", _("recorded when its turn came")

    submission = models.OneToOneField(HeldSubmission, models.PROTECT, related_name="ruling")
    decision = models.CharField(max_length=10, choices=Decision)
    reason = models.CharField(max_length=300, blank=True)
    version = models.ForeignKey(DealVersion, models.PROTECT, null=True, blank=True, related_name="+")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
