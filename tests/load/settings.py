"""The site's own settings, with what only a measurement asks beside its own addresses."""

from config.settings import *  # noqa: F403 - the same site in every respect

ROOT_URLCONF = "tests.load.asked"
