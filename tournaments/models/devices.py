"""The tablets: pairing codes, devices and what they call for."""

import hashlib

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition
from tournaments.models.rounds import Table


class PairingCode(models.Model):
    """A short-lived, single-use right to become a table's tablet; only hashes of the codes are kept.

    The long code travels in a QR code's fragment, the short one is typed; its first letters, `short_name`,
    say which code is meant and are no secret. A typed try at it moves `tried_until` on (`services.devices`).
    Where a table has a tablet already, only a code that was made for it takes over.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="pairing_codes")
    table_number = models.PositiveSmallIntegerField()
    long_hash = models.CharField(max_length=64, unique=True)
    short_name = models.CharField(max_length=3, db_index=True)
    short_hash = models.CharField(max_length=64)
    tried_until = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    takes_over = models.BooleanField(default=False)


class Throttle(models.Model):
    """How long wrong codes or public forms slow down whom they come from; no cache, which loses counts.

    Each has a name of its own (`services.devices`). A row whose time is past says nothing any more.
    """

    name = models.CharField(max_length=45, unique=True)
    tried_until = models.DateTimeField(default=timezone.now, db_index=True)


class Device(models.Model):
    """A tablet paired with one table number of one competition, in whichever round is running."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="devices")
    table_number = models.PositiveSmallIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=80, blank=True)
    paired_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_seen = models.DateTimeField(null=True, blank=True)
    unsent = models.PositiveSmallIntegerField(null=True, blank=True)
    battery = models.PositiveSmallIntegerField(null=True, blank=True)
    app_version = models.CharField(max_length=20, blank=True)
    persisted = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["table_number", "-pk"]
        verbose_name = _("tablet")
        verbose_name_plural = _("tablets")
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "table_number"],
                condition=Q(revoked_at__isnull=True),
                name="one_tablet_per_table",
            ),
        ]


class RefereeCall(models.Model):
    """A table that wants the referee."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="calls")
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["at"]


def digest(secret: str) -> str:
    """Hash a token or code for storage: both are long and random, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()
