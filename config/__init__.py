"""The site: settings, addresses and servers. Holds no rule of the game and no row of the database."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
