"""What runs beside the requests. The work itself is in services; a task is only the hand that does it.

Who wants a task done asks `tournaments.live.waking`.
"""

from contextlib import ExitStack

from celery import shared_task
from django.conf import settings
from django.utils import timezone, translation

from tournaments.backups import apart
from tournaments.services import counting, hook_calls, journal, letters, notes, outbox, ratings, tidying

SOON = 60.0  # seconds, after which it is asked for anyway


@shared_task
def run_outbox() -> int:
    """Do what the outbox promises; started after every change, and each minute for what was left behind.

    What it writes is for everybody, whatever the language of the tablet whose deal it may run behind. What
    has been played since is counted and rated for the pages over many events, whatever fails before that.
    """
    with translation.override(settings.LANGUAGE_CODE), ExitStack() as after:
        after.callback(ratings.rate_stale)
        after.callback(counting.catch_up)  # the last one is called first, and each whatever fails
        if not run_outbox.request.called_directly:  # as `sweep` does, which is no worker
            after.callback(notes.worker_heard)
        letters.remind()
        return outbox.run()


@shared_task
def send_hooks() -> None:
    """Tell other sites what happened; in production it comes again when the next try is due."""
    with translation.override(settings.LANGUAGE_CODE):
        seconds = hook_calls.run()
    if seconds is not None and seconds < SOON and not settings.CELERY_TASK_ALWAYS_EAGER:
        send_hooks.apply_async(countdown=seconds)


@shared_task
def back_up(why: str = "round") -> None:
    """Write a backup after a round or by night, in a process of its own: this one has tablets to answer."""
    apart.back_up(why)


@shared_task
def beat() -> None:
    """Note that beat goes on; nobody but beat asks for it."""
    notes.beat_heard()


@shared_task
def tidy() -> None:
    """Delete what has no more use: each night; where tasks are embedded, at the start and each day."""
    try:
        tidying.tidy()
    finally:
        journal.thin(timezone.now())
