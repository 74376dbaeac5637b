"""Tokens of programs: what acts for somebody through the API, and how far that goes."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from players.models import Club
from tournaments.models.competition import Competition
from tournaments.powers import Power

BEGINNING_LETTERS = 15  # sparrows_ and six more: enough to tell one's own apart


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Questions that are asked in several places."""

    def working(self) -> "ApiTokenQuerySet":
        """Keep those that open something."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())


class ApiToken(models.Model):
    """The key of a program that acts for its owner: a hash of it, and the letters that it begins with.

    The program may do what its owner may at that moment, as far as its `scopes`, which are powers, and its
    place go: a club with all its events, or one event.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="api_tokens")
    club = models.ForeignKey(Club, models.PROTECT, related_name="api_tokens")
    competition = models.ForeignKey(
        Competition, models.PROTECT, null=True, blank=True, related_name="api_tokens"
    )
    name = models.CharField(max_length=60)
    prefix = models.CharField(max_length=BEGINNING_LETTERS)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_day = models.DateField(null=True, blank=True)  # on which it was used

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(scopes=[]), name="a_token_is_for_something"),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… · {self.name}"

    @property
    def is_over(self) -> bool:
        return self.revoked_at is not None or self.expires_at <= timezone.now()

    @property
    def may(self) -> list[str]:
        """Say its scopes in words."""
        return [str(Power(scope).label) for scope in self.scopes]
