"""Wake what works beside the requests: the outbox, named only, because what it does announces through here.

A server does it in a thread of its own, so that no tablet waits for a file or for the broker.
"""

import threading
import time

from celery import current_app
from django.db import close_old_connections
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from tournaments.live.absence import Absence

OUTBOX = "tournaments.tasks.run_outbox"
SWEEP_SECONDS = 60
GATHERING_SECONDS = 0.3  # what is asked for in one moment is one call

_asked = threading.Event()
_sweeper: threading.Thread | None = None
broker_absence = Absence("broker", seconds=15)  # the sweep does meanwhile what nobody asked for


def wake_outbox() -> None:
    """Ask for the outbox to be done. Without a broker the rows wait: nothing is lost by a failure here."""
    if _sweeper is not None and _sweeper.is_alive():
        _asked.set()
    elif not broker_absence.lasts():
        ask()


def ask() -> None:
    """Start the task by its name: in this thread where tasks are embedded, else by telling a worker."""
    try:
        current_app.signature(OUTBOX).delay()
    except (OperationalError, RedisError, OSError) as error:
        broker_absence.note(error)


def start_sweeping() -> None:
    """Ask for the outbox beside the requests: at the start, soon after somebody asked, and now and then.

    Embedded, asking is doing; in production it tells a worker, once for all that is asked for in one moment.
    """
    global _sweeper
    _sweeper = threading.Thread(target=_sweep, name="outbox", daemon=True)
    _sweeper.start()


def _sweep() -> None:
    while True:
        _asked.clear()
        if not broker_absence.lasts():
            ask()
        close_old_connections()
        _asked.wait(SWEEP_SECONDS)
        time.sleep(GATHERING_SECONDS)
