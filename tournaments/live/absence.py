"""Leave a server that does not answer alone for a moment: else every request would wait for it."""

import logging
import time

logger = logging.getLogger(__name__)


class Absence:
    """Remember that a server is away; nobody asks it again before `seconds` have passed.

    For hints only, of which one may be lost: whoever relies on the server must ask it.
    """

    def __init__(self, name: str, seconds: float = 2.0) -> None:
        self.name = name
        self.seconds = seconds
        self._until = 0.0

    def lasts(self) -> bool:
        """Tell whether the server failed a moment ago."""
        return time.monotonic() < self._until

    def note(self, error: Exception) -> None:
        """Begin a pause and say so in the log."""
        self._until = time.monotonic() + self.seconds
        logger.warning("%s_away: going on without it (%s)", self.name, type(error).__name__)

    def end(self) -> None:
        """Forget the failure, for instance because the address changed."""
        self._until = 0.0
