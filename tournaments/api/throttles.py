"""How often the API may be asked: from one address, and with one token."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle

from tournaments.live import ready
from tournaments.live.callers import network_of


class PerAddress(AnonRateThrottle):
    """Count what one address asks within a minute, in the cache; tablets have bounds of their own.

    It keeps a program that has run wild from taking a worker, and is no wall: requests of the same moment may
    be counted as one, a process without Redis counts for itself, and nothing is counted while Redis is away.
    A 304 is counted like any other answer: it spares the sending, not the looking.
    """

    scope = "public"

    def get_ident(self, request: Request) -> str:
        """Name whoever asks as log-in and pairing do; `client_address` has read the proxy's word before."""
        return network_of(request.META.get("REMOTE_ADDR") or "")

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """Leave uncounted what this process asks of itself, to have it ready for a crowd."""
        return None if ready.is_own(request) else super().get_cache_key(request, view)


class PerToken(SimpleRateThrottle):
    """Count what a program asks within a minute, as `PerAddress` does, wherever it asks from."""

    scope = "token"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        token = getattr(request.auth, "token", None)
        return self.cache_format % {"scope": self.scope, "ident": token.pk} if token else None
