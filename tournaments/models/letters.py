"""E-mails to whoever registered: what each said, and what became of it. The outbox sends them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.publishing import Outbox
from tournaments.models.registration import Registration


class Letter(models.Model):
    """One e-mail to one registration, kept with its words; erased with the registration.

    The own link is a secret: it is put below the words when they are sent or shown, and stands in no row.
    """

    class Kind(models.TextChoices):
        ASKED = "asked", _("received")
        COMING = "coming", _("has a place")
        WAITING = "waiting", _("on the waiting list")
        PROMOTED = "promoted", _("moved up")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REMINDER = "reminder", _("reminder")

    class State(models.TextChoices):
        UNSENT = "unsent", _("to send")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        BY_HAND = "by_hand", _("sent by hand")

    OVER = (Kind.REFUSED, Kind.WITHDRAWN)  # what they say, as the states of a registration are called
    WITH_CALENDAR = (Kind.COMING, Kind.PROMOTED, Kind.REMINDER)

    registration = models.ForeignKey(Registration, models.PROTECT, related_name="letters")
    kind = models.CharField(max_length=9, choices=Kind)
    subject = models.CharField(max_length=300)
    words = models.TextField()
    state = models.CharField(max_length=7, choices=State, default=State.UNSENT)
    at = models.DateTimeField(default=timezone.now, editable=False)
    tried_at = models.DateTimeField(null=True, blank=True)  # when it was last being sent
    outbox = models.OneToOneField(Outbox, models.PROTECT, null=True, blank=True, related_name="letter")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["registration"],
                condition=models.Q(kind="reminder"),
                name="somebody_is_reminded_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} · {self.kind} · {self.state}"

    @property
    def is_on_its_way(self) -> bool:
        """Tell whether the outbox has it, or a worker."""
        waits = self.outbox is not None and self.outbox.done_at is None
        return self.state == self.State.SENDING or (self.state == self.State.UNSENT and waits)

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.SENT, self.State.BY_HAND)

    @property
    def is_overtaken(self) -> bool:
        """Tell whether nobody sent it, and it is no longer so that somebody may come, or may not."""
        if self.is_over or self.is_on_its_way:
            return False
        otherwise = self.registration.state != self.kind
        return otherwise and (self.registration.is_over or self.kind in self.OVER)
