"""The ledger: rows that are written once. The database refuses to update or delete them."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Prefetch, Q
from django.utils.translation import gettext_lazy as _

from tournaments.deal import consent
from tournaments.deal.chairs import FOUR, Position, placed, seats_in
from tournaments.deal.reckon import NET_LIMIT
from tournaments.models.competition import Competition, Entry
from tournaments.models.devices import Device
from tournaments.models.rounds import Round, Seat, Table
from tournaments.models.seals import Sealed


class CurrentVersions(models.QuerySet["DealVersion"]):
    def current(self) -> "CurrentVersions":
        """Keep the versions that nothing supersedes: what counts now."""
        return self.filter(superseded_by__isnull=True)


class DealVersion(Sealed):
    """One version of a deal; version n+1 supersedes n and says who, why and when.

    `key` is the client's idempotency key, `fingerprint` the hash of the body it came with; `content` the
    declaration without names and without what follows from the winds; `result` the working as shown to
    people (hand lines, payments, cannon); `void` repeats `content["void"]` for queries. Where the table is
    before the deal say `east`, `round_wind`, `goulash` and `counted` (deals that counted towards the end of
    the game), after it those that begin with `next_`; no next East means that the game is over. `ring` are
    the seats in the order in which they become East, a dummy's in small letters. `sha256`
    covers all of it, with ids for names (`seals` says how). `sequence` numbers the versions of a competition
    without gaps; in the chain other rows of the ledger come between them.
    """

    class Kind(models.TextChoices):
        PLAY = "play", _("played")
        CORRECT = "correct", _("corrected")
        REPLAY = "replay", _("replayed after a correction")
        RESEAT = "reseat", _("seats put right")
        PENALTY = "penalty", _("penalty")
        VOID = "void", _("voided")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="deal_versions")
    table = models.ForeignKey(Table, models.PROTECT, related_name="deal_versions")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    supersedes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    key = models.UUIDField(null=True, blank=True, unique=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    content = models.JSONField()
    void = models.BooleanField(default=False)
    east = models.CharField(max_length=1, choices=Seat)
    round_wind = models.CharField(max_length=1, choices=Seat)
    goulash = models.BooleanField(default=False)
    counted = models.PositiveSmallIntegerField(default=0)
    ring = models.CharField(max_length=5, default=FOUR)
    next_east = models.CharField(max_length=1, choices=Seat, blank=True)
    next_round_wind = models.CharField(max_length=1, choices=Seat, blank=True)
    next_goulash = models.BooleanField(default=False)
    next_counted = models.PositiveSmallIntegerField(default=0)
    result = models.JSONField()
    flags = models.JSONField(default=list)
    net_e = models.IntegerField()
    net_s = models.IntegerField()
    net_w = models.IntegerField()
    net_n = models.IntegerField()
    net_r = models.IntegerField(default=0)
    sequence = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    prev_chain = models.CharField(max_length=64)
    chain = models.CharField(max_length=64)
    reason = models.CharField(max_length=300, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    device = models.ForeignKey(Device, models.PROTECT, null=True, blank=True, related_name="+")
    client_time = models.CharField(max_length=40, blank=True)

    objects = CurrentVersions.as_manager()

    class Meta:
        ordering = ["table", "number", "version"]
        constraints = [
            models.CheckConstraint(
                condition=Q(net_e=-F("net_s") - F("net_w") - F("net_n") - F("net_r")), name="net_sums_to_zero"
            ),
            models.CheckConstraint(
                condition=Q(
                    net_e__range=(-NET_LIMIT, NET_LIMIT),
                    net_s__range=(-NET_LIMIT, NET_LIMIT),
                    net_w__range=(-NET_LIMIT, NET_LIMIT),
                    net_n__range=(-NET_LIMIT, NET_LIMIT),
                    net_r__range=(-NET_LIMIT, NET_LIMIT),
                ),
                name="net_is_within_reason",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="deal_number_is_positive"),
            models.CheckConstraint(
                condition=Q(version=1, supersedes__isnull=True) | Q(version__gt=1, supersedes__isnull=False),
                name="later_versions_supersede",
            ),
            models.CheckConstraint(
                condition=Q(version=1) | ~Q(reason=""), name="later_versions_give_a_reason"
            ),
            models.UniqueConstraint(fields=["table", "number", "version"], name="one_version_per_number"),
            models.UniqueConstraint(fields=["competition", "sequence"], name="one_version_per_sequence"),
        ]
        # All that sums need of a version; a row with its tiles and its working fills a page of the database.
        indexes = [
            models.Index(
                fields=["competition", "sequence", "table", "void", "supersedes", "actor", "id"],
                name="versions_as_summed_up",
            ),
            models.Index(fields=["competition", "at", "sequence"], name="versions_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number} v{self.version}"

    def rare_position(self) -> dict[str, Any]:
        """Give what of the position decides a result under some rules only, where it says something."""
        told = {"goulash": self.goulash, "counted": self.counted}
        return {name: value for name, value in told.items() if value}

    @property
    def seats(self) -> list[str]:
        """List the seats where somebody sat, who rested too, in the order E S W N and the fifth."""
        return seats_in(self.ring)

    @property
    def net(self) -> dict[str, int]:
        return {seat: getattr(self, f"net_{seat.lower()}") for seat in self.seats}

    @property
    def position(self) -> Position:
        """Say where the table was when the deal was played: winds, seats, whether it was a goulash."""
        return placed(self.number, self.east, self.round_wind, self.goulash, self.counted, self.ring)

    @property
    def resting(self) -> str | None:
        return self.position.resting


class ScoreRow(models.Model):
    """What one version of a deal means for one player. Derived, and stored for sums over thousands.

    Who rested has a row too, without a wind.
    """

    version = models.ForeignKey(DealVersion, models.PROTECT, related_name="scores")
    seat = models.CharField(max_length=1, choices=Seat)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="scores")
    stands_for = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    own_wind = models.CharField(max_length=1, choices=Seat, blank=True)
    value = models.PositiveIntegerField(null=True)
    special = models.CharField(max_length=40, blank=True)
    net = models.IntegerField()
    mahjong = models.BooleanField(default=False)
    gave = models.BooleanField(default=False)

    class Meta:
        ordering = ["version", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["version", "seat"], name="one_score_per_seat"),
            models.UniqueConstraint(fields=["version", "entry"], name="one_score_per_player"),
        ]


def scores_with_people(path: str = "scores") -> "Prefetch[str, Any, str]":
    """Fetch the scores of versions with who made them, in one query."""
    return Prefetch(path, ScoreRow.objects.select_related("entry__player", "stands_for__player"))


class Penalty(Sealed):
    """A penalty imposed by staff, or the reversal of one.

    With `amount` it counts against the entry's standings and is paid to nobody; without, `event` belongs to
    a deal and is paid between the players there. With both it is an adjusted score, and `event` says for
    which table and deal, and under which key (`adjusted`). A reversal points to what it reverses, once.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="penalties")
    round = models.ForeignKey(Round, models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="penalties")
    amount = models.IntegerField(null=True, blank=True)
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="penalties")
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    event = models.JSONField(null=True, blank=True)
    event_index = models.PositiveSmallIntegerField(null=True, blank=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    key = models.UUIDField(unique=True)
    reason = models.CharField(max_length=300)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="penalties_give_a_reason"),
            models.CheckConstraint(
                condition=Q(amount__isnull=False, entry__isnull=False, table__isnull=True)
                | Q(amount__isnull=True, table__isnull=False, deal__isnull=False),
                name="penalty_is_for_the_standings_or_for_a_deal",
            ),
        ]

    @property
    def is_adjustment(self) -> bool:
        """Say whether it is an adjusted score, or takes one back."""
        return self.amount is not None and self.event is not None


class Action(Sealed):
    """One line of the log: who did what, when, why, with what before and after."""

    competition = models.ForeignKey(
        Competition, models.PROTECT, null=True, blank=True, related_name="actions"
    )
    verb = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    device = models.ForeignKey(Device, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-pk"]


class Agreement(Sealed):
    """What a table chose at its first deal: when its players confirm. Once, as a table is of one round."""

    class Confirms(models.TextChoices):
        EACH = consent.EACH, _("after each deal")
        TOGETHER = consent.TOGETHER, _("together at the end of each wind round")

    table = models.OneToOneField(Table, models.PROTECT, related_name="agreement")
    confirms = models.CharField(max_length=8, choices=Confirms)
    device = models.ForeignKey(Device, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]


class Confirmation(Sealed):
    """A player's word on one recorded version, bound to its hash: a new version asks again.

    A dispute that goes on against a new version is said again there, by whoever made that version. Without a
    seat it is the staff's own, who confirm in the players' stead and say why.
    """

    class Word(models.TextChoices):
        CONFIRM = consent.CONFIRM, _("confirmed")
        DISPUTE = consent.DISPUTE, _("disputed")

    version = models.ForeignKey(DealVersion, models.PROTECT, related_name="confirmations")
    seat = models.CharField(max_length=1, choices=Seat, blank=True)
    answer = models.CharField(max_length=8, choices=Word)
    sha256 = models.CharField(max_length=64)
    device = models.ForeignKey(Device, models.PROTECT, null=True, blank=True, related_name="+")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(seat="") | (Q(actor__isnull=False) & ~Q(reason="")),
                name="staff_who_confirm_say_who_and_why",
            ),
        ]
        # Both are rare, and standings look for them among the words of thousands of deals.
        indexes = [
            models.Index(fields=["version"], condition=Q(answer="dispute"), name="disputed_versions"),
            models.Index(fields=["version"], condition=Q(seat=""), name="versions_settled_by_staff"),
        ]
