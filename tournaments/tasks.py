"""What runs beside the requests. The work itself is in services; a task is only the hand that starts it."""

import threading
import time

from celery import shared_task
from django.conf import settings
from django.db import close_old_connections
from django.utils import translation
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from tournaments.live.absence import Absence

SWEEP_SECONDS = 60
GATHERING_SECONDS = 0.3  # the deals of one moment, as at the end of a round, make one snapshot

_asked = threading.Event()
_sweeper: threading.Thread | None = None
broker_absence = Absence("broker", seconds=15)  # the sweep does meanwhile what nobody asked for


@shared_task
def run_outbox() -> int:
    """Do what the outbox promises; started after every change, and each minute for what was left behind.

    What it writes is for everybody, whatever the language of the tablet whose deal it may run behind.
    """
    from tournaments.services import outbox  # imported late: services announce through this module

    with translation.override(settings.LANGUAGE_CODE):
        return outbox.run()


def wake_outbox() -> None:
    """Ask for the outbox to be done. Without a broker the rows wait: nothing is lost by a failure here.

    A server does it beside the requests, so that no tablet waits for a snapshot or for the broker.
    """
    if _sweeper is not None and _sweeper.is_alive():
        _asked.set()
    elif not broker_absence.lasts():
        _delay()


def _delay() -> None:
    try:
        run_outbox.delay()
    except (OperationalError, RedisError, OSError) as error:
        broker_absence.note(error)


def start_sweeping() -> None:
    """Ask for the outbox beside the requests: at the start, soon after a change, and now and then.

    Embedded, asking is doing; in production it tells a worker, once for all the deals of one moment.
    """
    global _sweeper
    _sweeper = threading.Thread(target=_sweep, name="outbox", daemon=True)
    _sweeper.start()


def _sweep() -> None:
    while True:
        _asked.clear()
        if not broker_absence.lasts():
            _delay()
        close_old_connections()
        _asked.wait(SWEEP_SECONDS)
        time.sleep(GATHERING_SECONDS)
