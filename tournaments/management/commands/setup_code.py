"""`manage.py setup_code`: how an empty site is begun, for whoever has its terminal."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.services import founding


class Command(BaseCommand):
    """Print the address and the code with which an empty site is set up; nothing where it is."""

    help = "Print where an empty site is set up, and the code that this takes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what the command is told."""
        parser.add_argument("--at", default=settings.ADDRESS, help="address of the site")

    def handle(self, *args: Any, at: str, **options: Any) -> None:
        """Tell it."""
        if not founding.is_empty():
            return
        where = at.rstrip("/") + reverse("organiser:set-up")
        self.stdout.write(_("This site is empty. Set it up at  %(where)s") % {"where": where})
        self.stdout.write(_("with the code                     %(code)s") % {"code": founding.code()})
