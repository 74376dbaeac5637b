"""A kiosk: one address of an event by which players check themselves in, as long as it is open."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models.competition import Competition
from tournaments.models.registration import NONCE_LETTERS, fresh_nonce


class Kiosk(models.Model):
    """The open kiosk of a tournament; closed it is gone, and its address leads nowhere.

    As of registrations, the address's secret is worked out of `nonce` and the site's key.
    """

    competition = models.OneToOneField(Competition, models.PROTECT, related_name="kiosk")
    nonce = models.CharField(max_length=NONCE_LETTERS, default=fresh_nonce, editable=False)
    token_hash = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.competition_id}"

    @property
    def token(self) -> str:
        """Give the secret of the address."""
        return salted_hmac("kiosk", self.nonce, settings.SECRET_KEY, algorithm="sha256").hexdigest()
