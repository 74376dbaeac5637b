"""The site's own settings, with the baseline's address beside its own."""

from config.settings import *  # noqa: F403 - the same site in every respect

ROOT_URLCONF = "tests.benchmarks.bare"
