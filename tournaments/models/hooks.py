"""Addresses that a club has told of what happens in its events, and everything that was sent there."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import Club
from tournaments.models.ledger import Action


class Hook(models.Model):
    """An address, what it is told of, and the secret that signs it, which lies in a box of the site's key.

    Of the log it is told the lines after `begins_after`; up to `seen` they were looked at. Links in what is
    sent lead to `site`.
    """

    class Event(models.TextChoices):
        """What may be told; readers see all of it."""

        PUBLISHED = "event.published", _("an event is published")
        SEATED = "round.published", _("the seating of a round is published")
        RESULTS = "round.results", _("the results of a round are out")
        OFFICIAL = "results.official", _("results are official")
        CORRECTED = "results.corrected", _("results were corrected")

    class Off(models.TextChoices):
        """Why nothing is sent any more."""

        STAFF = "staff", _("switched off")
        GONE = "gone", _("switched off, because the receiver wants no more (410)")

    club = models.ForeignKey(Club, models.PROTECT, related_name="hooks")
    url = models.CharField(_("address"), max_length=500)
    events = models.JSONField(_("what it is told of"), default=list)
    secret = models.TextField()
    site = models.CharField(max_length=200)
    off = models.CharField(max_length=5, choices=Off, blank=True)
    begins_after = models.PositiveBigIntegerField(default=0)
    seen = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pk} · {self.url}"


class Delivery(models.Model):
    """One message to one hook, with what became of it; `key` and `body` stay the same at every try."""

    PING = "ping"

    class State(models.TextChoices):
        WAITING = "waiting", _("to be sent")
        DELIVERED = "delivered", _("taken")
        FAILED = "failed", _("given up")
        NOT_TOLD = "not_told", _("not sent: readers did not see it")

    hook = models.ForeignKey(Hook, models.CASCADE, related_name="deliveries")
    action = models.ForeignKey(Action, models.PROTECT, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=40, unique=True)
    body = models.TextField()
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    busy_until = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    answer = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["hook", "action", "kind"], name="a_hook_is_told_once"),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="deliveries_that_are_due")]

    def __str__(self) -> str:
        return f"{self.key} · {self.kind} · {self.state}"
