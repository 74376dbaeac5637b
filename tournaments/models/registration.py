"""Who asked to take part: an event's registration as the director opened it, and who registered.

Nothing of it is in the ledger or counts in a result: whoever comes becomes an entry, and that plays.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition, Entry
from tournaments.models.devices import digest

NONCE_LETTERS = 32


class Opening(models.Model):
    """From when until when an event takes registrations, how many, and what is asked."""

    competition = models.OneToOneField(Competition, models.PROTECT, related_name="opening")
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    capacity = models.PositiveSmallIntegerField()
    approval = models.BooleanField(default=False)
    fee = models.CharField(max_length=40, blank=True)
    consent = models.TextField()
    questions = models.JSONField(default=list, blank=True)
    remind_days = models.PositiveSmallIntegerField(default=0)  # before the first day; 0: nobody is reminded
    site = models.CharField(max_length=200, blank=True)  # where it was opened: links in e-mails lead there

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(closes_at__gt=models.F("opens_at")), name="it_opens_before_it_ends"
            ),
            models.CheckConstraint(condition=models.Q(capacity__gte=1), name="somebody_can_register"),
        ]

    def __str__(self) -> str:
        return f"{self.competition_id} · {self.capacity}"

    @property
    def is_open(self) -> bool:
        return self.opens_at <= timezone.now() < self.closes_at

    @property
    def is_early(self) -> bool:
        return timezone.now() < self.opens_at


def fresh_nonce() -> str:
    return get_random_string(NONCE_LETTERS)


class ByAddress(models.Model):
    """What a secret address leads to, which can be said again.

    Its token is worked out of `nonce` and the site's key; who reads the database alone has neither it nor
    `token_hash` turned back. `address_of` keeps the tokens of one kind from being those of another.
    """

    address_of: ClassVar[str]
    nonce = models.CharField(max_length=NONCE_LETTERS, default=fresh_nonce, editable=False)
    token_hash = models.CharField(max_length=64, unique=True)

    class Meta:
        abstract = True

    @property
    def token(self) -> str:
        """Give the secret of the address."""
        return salted_hmac(self.address_of, self.nonce, settings.SECRET_KEY, algorithm="sha256").hexdigest()


class Registration(ByAddress):
    """Somebody who registered, with what was asked then; erased as a row."""

    address_of = "registration"

    class State(models.TextChoices):
        ASKED = "asked", _("to be approved")
        COMING = "coming", _("has a place")
        WAITING = "waiting", _("on the waiting list")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    OPEN = (State.ASKED, State.COMING, State.WAITING)

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="registrations")
    key = models.UUIDField(unique=True)  # of the form: sent twice it is one registration
    given = models.CharField(max_length=60, blank=True)
    family = models.CharField(max_length=60)
    club = models.CharField(max_length=100, blank=True)
    email = models.EmailField()
    consent = models.TextField()  # what was agreed to, as it read then
    answers = models.JSONField(default=list, blank=True)  # pairs: the question as it read then, the answer
    state = models.CharField(max_length=9, choices=State)
    at = models.DateTimeField(default=timezone.now, editable=False)
    paid_at = models.DateTimeField(null=True, blank=True)
    language = models.CharField(max_length=10, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE)
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, blank=True, related_name="registration")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "email", "given", "family"],
                condition=models.Q(state__in=["asked", "coming", "waiting"]),
                name="a_person_registers_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} · {self.state}"

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}".strip()

    @property
    def told(self) -> dict[str, Any]:
        """Give what was told, and can be corrected."""
        return {name: getattr(self, name) for name in ("given", "family", "club", "email", "answers")}

    @property
    def told_mark(self) -> str:
        """Give the mark of what was told, by which a form knows that it is still so."""
        return digest(repr(sorted(self.told.items())))

    @property
    def is_over(self) -> bool:
        return self.state not in self.OPEN
