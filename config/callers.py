"""Who has connections open here, and how long a server waits for what they send.

Both servers ask it: `config.slow` for uvicorn, `config.workers` for gunicorn. A connection costs
little, and what it holds ends: half a request has its time, and one address does not take every place.
"""

import http
import resource
from collections import Counter
from functools import cache

from django.conf import settings

SPARE = 256  # open files beside connections: database, Redis, logs, static files
MANY, FEWEST = 10**6, 64  # connections
LINGER = 1.0  # seconds in which somebody who is refused may read why
RETRY_AFTER = 5  # seconds


class Callers:
    """Open connections of this process, counted by the address they come from."""

    def __init__(self) -> None:
        self.places: Counter[str] = Counter()
        self.total = 0

    def admit(self, place: str) -> bool:
        """Count one more from an address; False where that, or this process, has enough."""
        most = settings.CONNECTIONS_PER_ADDRESS
        if self.total >= room() or (most and self.places[place] >= most):
            return False
        self.places[place] += 1
        self.total += 1
        return True

    def leave(self, place: str) -> None:
        """Count one less."""
        self.total -= 1
        self.places[place] -= 1
        if not self.places[place]:
            del self.places[place]


callers = Callers()


@cache
def room() -> int:
    """Say how many connections fit into this process, once it may open as many files as the system allows.

    The usual 1,024 are what silenced it: who cannot open another file accepts nobody.
    """
    wanted = (settings.CONNECTIONS or MANY) + SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY in (soft, hard):
        soft = hard = max(wanted, soft)
    elif soft < wanted:
        soft = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(min(wanted, soft) - SPARE, FEWEST)


def body_seconds(received: int) -> float:
    """Say how long a body may take of which so many bytes are there."""
    return float(settings.BODY_SECONDS + received / settings.SLOWEST)


def refusal(status: int) -> bytes:
    """Write a whole answer for somebody whose request is not read to its end."""
    said = f"{http.HTTPStatus(status).phrase}\n".encode()
    lines = [f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}", "Content-Type: text/plain; charset=utf-8"]
    lines += [f"Content-Length: {len(said)}", "Cache-Control: no-store", "Connection: close"]
    if status == http.HTTPStatus.SERVICE_UNAVAILABLE:
        lines.append(f"Retry-After: {RETRY_AFTER}")
    return "\r\n".join([*lines, "", ""]).encode() + said
