"""`manage.py verify_backup FILE`: whether a backup is whole, and can really be restored."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.backups import apart
from tournaments.backups.checking import check
from tournaments.backups.faults import Faulty


class Command(BaseCommand):
    """Check every part of a backup, restore it into a database that is thrown away, and compare."""

    help = "Check a backup: hashes and counts, then ledgers and standings as restored. Changes nothing."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Check and tell all that is wrong."""
        try:
            manifest = check(file)
        except Faulty as wrong:
            for fault in wrong.faults:
                self.stderr.write(str(fault))
            raise CommandError(_("The backup cannot be relied on.")) from wrong
        told = apart.tried(file)
        if told.status:
            self.stderr.write(told.faults.strip())
            raise CommandError(_("The backup cannot be relied on."))
        facts = {"made": manifest["made"], "events": len(manifest["events"] or ())}
        self.stdout.write(
            _("The backup of %(made)s is whole. Restored for a look, its %(events)s events are the same.")
            % facts
        )
