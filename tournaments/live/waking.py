"""Wake what works beside the requests: the outbox, calls to other sites, and the tidying.

Tasks are only named here, because what they do announces through here.

A server does it in a thread of its own, so that no tablet waits for a file or for the broker.
"""

import math
import threading
import time

from celery import current_app
from django.conf import settings
from django.db import close_old_connections
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from tournaments.live.absence import Absence

OUTBOX = "tournaments.tasks.run_outbox"
TIDY = "tournaments.tasks.tidy"
HOOKS = "tournaments.tasks.send_hooks"
BACKUP = "tournaments.tasks.back_up"
HOOK_SECONDS = 5  # embedded: the first time that a call is tried again
SWEEP_SECONDS = 60
DAY_SECONDS = 24 * 3600
GATHERING_SECONDS = 0.3  # what is asked for in one moment is one call

_asked = threading.Event()
_hooks_asked = threading.Event()
_backup_asked = threading.Event()
_sweeper: threading.Thread | None = None
_caller: threading.Thread | None = None
_keeper: threading.Thread | None = None
broker_absence = Absence("broker", seconds=15)  # the sweep does meanwhile what nobody asked for


def wake_outbox() -> None:
    """Ask for the outbox to be done. Without a broker the rows wait: nothing is lost by a failure here."""
    if is_sweeping():
        _asked.set()
    elif not broker_absence.lasts():
        ask()


def wake_hooks() -> None:
    """Ask for calls to other sites: by a worker or a thread of their own, never in the request that asks."""
    if _caller is not None and _caller.is_alive():
        _hooks_asked.set()
    elif not settings.CELERY_TASK_ALWAYS_EAGER and not broker_absence.lasts():
        ask(HOOKS)


def wake_backup() -> None:
    """Ask for a backup where one process does everything; elsewhere a worker makes one each night."""
    if _keeper is not None and _keeper.is_alive():
        _backup_asked.set()


def is_sweeping() -> bool:
    """Tell whether this process looks after the work beside the requests."""
    return _sweeper is not None and _sweeper.is_alive()


def ask(task: str = OUTBOX) -> None:
    """Start a task by its name: in this thread where tasks are embedded, else by telling a worker."""
    try:
        current_app.signature(task).delay()
    except (OperationalError, RedisError, OSError) as error:
        broker_absence.note(error)


def start_sweeping() -> None:
    """Ask for the outbox beside the requests: at the start, soon after somebody asked, and now and then.

    Embedded, asking is doing; in production it tells a worker, once for all that is asked for in one moment.
    """
    global _sweeper, _caller, _keeper
    _sweeper = threading.Thread(target=_sweep, name="outbox", daemon=True)
    _sweeper.start()
    _caller = threading.Thread(target=_sweep_hooks, name="hooks", daemon=True)
    _caller.start()
    if settings.BACKUP_FOLDER and settings.CELERY_TASK_ALWAYS_EAGER:
        _keeper = threading.Thread(target=_keep_backups, name="backups", daemon=True)
        _keeper.start()


def _keep_backups() -> None:
    """Ask for a backup when there is a reason for one: nobody waits for it, and what failed comes again."""
    while True:
        _backup_asked.wait()
        time.sleep(GATHERING_SECONDS)
        _backup_asked.clear()
        ask(BACKUP)


def _sweep_hooks() -> None:
    """Ask for calls to other sites: a receiver that is slow keeps neither letters nor files waiting."""
    seconds = HOOK_SECONDS if settings.CELERY_TASK_ALWAYS_EAGER else SWEEP_SECONDS
    while True:
        _hooks_asked.clear()
        if not broker_absence.lasts():
            ask(HOOKS)
        close_old_connections()
        _hooks_asked.wait(seconds)
        time.sleep(GATHERING_SECONDS)


def _sweep() -> None:
    tidied = -math.inf
    while True:
        _asked.clear()
        if not broker_absence.lasts():
            ask()
            tidied = ask_daily(tidied, time.monotonic())
        close_old_connections()
        _asked.wait(SWEEP_SECONDS)
        time.sleep(GATHERING_SECONDS)


def ask_daily(last: float, now: float) -> float:
    """Have it tidied where it is due, and return when that was last done.

    Embedded only, at the start and then each day: a laptop is off at night. In production beat's night does.
    """
    if not settings.CELERY_TASK_ALWAYS_EAGER or now - last < DAY_SECONDS:
        return last
    ask(TIDY)
    return now
