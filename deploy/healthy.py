"""Ask a server of the site whether it is alive: `python deploy/healthy.py http://127.0.0.1:8000/healthz`.

For health checks, so the standard library only. Ends with 0 where the answer is 200; a number after the
address says how many seconds that may take.
"""

import http.client
import os
import sys
import time
from urllib.parse import urlsplit

SECONDS = 5


def name() -> str:
    """Name the site as its proxy does: it answers to its own names only."""
    first = os.environ.get("SPARROWS_HOSTS", "").split(",")[0].strip()
    return first.strip("*.") or "localhost"


def status(address: str) -> int:
    """Return the status of the answer; follow it nowhere."""
    where = urlsplit(address)
    line = http.client.HTTPConnection(where.hostname or "localhost", where.port, timeout=SECONDS)
    line.request("GET", where.path or "/", headers={"Host": name()})
    return line.getresponse().status


def fault(address: str) -> str:
    """Say what is wrong with the server at an address; nothing where it is alive."""
    try:
        told = status(address)
    except (OSError, http.client.HTTPException) as error:
        return f"{address}: {error!r}"
    return "" if told == 200 else f"{address}: {told}"


def waited(address: str, seconds: float) -> str:
    """Ask once a second until nothing is wrong, as long as it may take."""
    end = time.monotonic() + seconds
    while (told := fault(address)) and time.monotonic() < end:
        time.sleep(1)
    return told


if __name__ == "__main__":
    address, *seconds = sys.argv[1:]
    sys.exit(waited(address, float(*seconds)) or 0)
