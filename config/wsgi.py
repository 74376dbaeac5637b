"""WSGI entry for pages and API: `gunicorn -c config/gunicorn.py config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from config import memory
from config.solo import claim_database
from tournaments.live.waking import start_sweeping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


application = get_wsgi_application()
claim_database()
start_sweeping()
memory.keep_what_is_loaded()
