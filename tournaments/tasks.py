"""What runs beside the requests. The work itself is in services; a task is only the hand that does it.

Who wants a task done asks `tournaments.live.waking`.
"""

from celery import shared_task
from django.conf import settings
from django.utils import translation

from tournaments.services import counting, letters, outbox, ratings, tidying


@shared_task
def run_outbox() -> int:
    """Do what the outbox promises; started after every change, and each minute for what was left behind.

    What it writes is for everybody, whatever the language of the tablet whose deal it may run behind. What
    has been played since is counted and rated for the pages over many events, whatever fails before that.
    """
    with translation.override(settings.LANGUAGE_CODE):
        try:
            letters.remind()
            return outbox.run()
        finally:
            counting.catch_up()
            ratings.rate_stale()


@shared_task
def tidy() -> None:
    """Delete what has no more use: each night; where tasks are embedded, at the start and each day."""
    tidying.tidy()
