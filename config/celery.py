"""The Celery application; `celery -A config worker` finds it. The tasks are in `tournaments.tasks`."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("sparrows")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def do_what_was_left(sender: Any, **kwargs: Any) -> None:
    """Let a starting worker look at the outbox: a killed one may have left work behind."""
    sender.app.send_task("tournaments.tasks.run_outbox")
