"""`manage.py verify_event PATH`: compare an event with its expected results, before and after corrections."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exchange.finishing import ImportStopped
from tournaments.exchange.importing import event_import, find
from tournaments.exchange.reading import Event, MalformedEvent
from tournaments.exchange.verifying import Verified, event_at, verify

SHOWN = 100  # differences listed; the number of all is always told


class Command(BaseCommand):
    """Verify an event; exit code 1 with a list if anything differs."""

    help = "Compare an event with expected.json, take its corrections, compare with expected_after.json."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the folder or file, and whether the corrections stay."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep", action="store_true", help="keep import and corrections in the database")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare inside a transaction that is taken back unless it shall be kept."""
        folder = options["folder"]
        try:
            with transaction.atomic():
                event = event_at(folder)
                steps = self._verify(event, folder)
                transaction.set_rollback(not options["keep"])
        except (MalformedEvent, ImportStopped) as stopped:
            raise CommandError(str(stopped)) from stopped
        self._tell(event, steps)

    def _verify(self, event: Event, folder: Path) -> list[Verified]:
        competition = find(event)
        if competition is None:
            self.stdout.write(
                _("%(name)s is not imported yet; importing it for this look.") % {"name": event.name}
            )
            competition = event_import(event).competition
        return verify(event, folder, competition)

    def _tell(self, event: Event, steps: list[Verified]) -> None:
        self.stdout.write(event.name)
        for step in steps:
            self.stdout.write(f"\n{step.name}")
            for kind, count in sorted(step.made.counts.items()):
                self.stdout.write(f"  {count:>7}  {kind}")
        differences = [f"{step.name}: {each}" for step in steps for each in step.made.differences]
        for each in differences[:SHOWN]:
            self.stdout.write(each)
        told = ngettext("%(n)s difference", "%(n)s differences", len(differences)) % {"n": len(differences)}
        if differences:
            raise CommandError(told)
        self.stdout.write(f"\n{told}")
