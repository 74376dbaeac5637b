"""The Celery application; `celery -A config worker` finds it. The tasks are in `tournaments.tasks`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("sparrows")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
