"""What runs beside the requests. The work itself is in services; a task is only the hand that starts it."""

from celery import shared_task
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from tournaments.absence import Absence

broker_absence = Absence("broker")


@shared_task
def run_outbox() -> int:
    """Do what the outbox promises; started after every change, and each minute for what was left behind."""
    from tournaments.services import outbox  # imported late: services announce through this module

    return outbox.run()


def wake_outbox() -> None:
    """Ask for the outbox to be done. Without a broker the rows wait: nothing is lost by a failure here."""
    if broker_absence.lasts():
        return
    try:
        run_outbox.delay()
    except (OperationalError, RedisError, OSError) as error:
        broker_absence.note(error)
