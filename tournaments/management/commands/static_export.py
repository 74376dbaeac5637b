"""`manage.py static_export WHERE`: write public pages as plain files, of the whole site or of one event."""

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from tournaments.models import Competition
from tournaments.publishing.asking import asker, site_address
from tournaments.publishing.bundle import zipped
from tournaments.publishing.static_site import Scope, copied, event_scope, site_scope

EVERY = 50  # pages after which it says how far it is


class Command(BaseCommand):
    """Write a folder, or a ZIP file where the name ends so; refuse one that is there and not empty."""

    help = "Write what readers see as plain files that any web server serves."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where to write, and which event."""
        parser.add_argument("where", type=Path, help="a folder, or a file that ends in .zip")
        parser.add_argument(
            "--event", metavar="ADDRESS", help="one event by its address; else the whole site"
        )
        spoken = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", choices=spoken, default=settings.LANGUAGE_CODE)

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask for all pages and write them."""
        where = options["where"]
        if where.is_file() or (where.is_dir() and any(where.iterdir())):
            raise CommandError(_("%(where)s is there already; nothing was written.") % {"where": where})
        with override(options["language"]):
            scope = _scope(options["event"])
        files = copied(scope, asker(site_address()), self._tell)
        _write(where, files)
        said = ngettext("%(n)s file written.", "%(n)s files written.", len(files))
        self.stdout.write(said % {"n": len(files)})

    def _tell(self, done: int, known: int) -> None:
        if done and done % EVERY == 0:
            self.stdout.write(_("%(done)s of %(of)s pages") % {"done": done, "of": known})


def _scope(event: str | None) -> Scope:
    if event is None:
        return site_scope()
    competition = Competition.objects.filter(slug=event, published=True).first()
    if competition is None:
        raise CommandError(_("There is no published event at %(address)s.") % {"address": event})
    return event_scope(competition)


def _write(where: Path, files: Mapping[str, bytes]) -> None:
    if where.suffix.lower() == ".zip":
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_bytes(zipped(dict(sorted(files.items()))))
        return
    for name, body in files.items():
        file = where / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
