"""What the site knows of itself: when its worker was heard of, how its ledgers were found."""

from django.db import models
from django.utils import timezone


class SiteNote(models.Model):
    """The newest note under a name; of this installation, so that no backup has it."""

    class Name(models.TextChoices):
        WORKER = "worker"
        BEAT = "beat"
        VERIFIED = "verified"

    name = models.CharField(max_length=8, choices=Name, unique=True)
    at = models.DateTimeField(default=timezone.now)
    told = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.name} · {self.at:%Y-%m-%d %H:%M}"
