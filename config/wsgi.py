"""WSGI entry for pages and API: `gunicorn config.wsgi -k gthread --threads 4`."""

import os

from django.core.wsgi import get_wsgi_application

from config.solo import claim_database

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def start_beside() -> None:
    """Start what a server does beside the requests."""
    from tournaments import tasks  # imported late: models want Django's set-up first

    tasks.start_sweeping()


application = get_wsgi_application()
claim_database()
start_beside()
