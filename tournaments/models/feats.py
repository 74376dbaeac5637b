"""What the ledger comes to beside the standings, kept because pages over many events could not count it.

All of it is derived: `services.counting` writes it from the ledger, and can write it anew. No row says what
readers may see; whoever shows them asks `access.rounds_out`.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition, Entry
from tournaments.models.ledger import DealVersion
from tournaments.models.rounds import Round, Seat


class Counted(models.Model):
    """Up to which revision of a competition its rounds and final places are counted."""

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="counted")
    revision = models.PositiveIntegerField()


class RoundCount(models.Model):
    """What was played in a round, counted through the `sequence` of its last version; `day` is its date."""

    round = models.OneToOneField(Round, models.CASCADE, related_name="count")
    sequence = models.PositiveIntegerField()
    day = models.DateField(db_index=True)
    deals = models.PositiveIntegerField(default=0)
    mahjongs = models.PositiveIntegerField(default=0)


class Feat(models.Model):
    """Something of a round that people tell of, and the deal that made it.

    Of each kind a round has the greatest one, of special hands all that won. `entry` is who did it; a run of
    deals that nobody won has none.
    """

    class Kind(models.TextChoices):
        HAND = "hand", _("Greatest hand")
        SPECIAL = "special", _("Special hand")
        UNWON = "unwon", _("Most deals in a row that nobody won")
        MAHJONGS = "mahjongs", _("Most mah-jongs of one player at a table")
        STREAK = "streak", _("Most mah-jongs in a row")
        WON = "won", _("Most won at a table")

    count = models.ForeignKey(RoundCount, models.CASCADE, related_name="feats")
    kind = models.CharField(max_length=8, choices=Kind)
    special = models.CharField(max_length=40, blank=True)
    amount = models.IntegerField()
    version = models.ForeignKey(DealVersion, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="feats")
    seat = models.CharField(max_length=1, choices=Seat, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="unwon", entry=None) | ~Q(kind="unwon") & Q(entry__isnull=False),
                name="only_an_unwon_run_is_nobodys",
            ),
        ]


class Placing(models.Model):
    """The place of an entry in an event that is over, over all its stages; `among` so many who have one."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="placing")
    place = models.PositiveSmallIntegerField()
    shared = models.BooleanField(default=False)
    among = models.PositiveSmallIntegerField()
