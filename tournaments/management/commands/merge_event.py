"""`manage.py merge_event FILE`: take over what a hall recorded of an event that was taken there."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.away.merging import event_merge, foresee
from tournaments.away.telling import told
from tournaments.backups.faults import Faulty
from tournaments.refusals import Refusal


class Command(BaseCommand):
    """Bring an event back; a second time it changes nothing. Exit code 1 if it cannot."""

    help = "Take over from a hall's file what is new in an event; --look only says what that would be."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and whether to look only."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--look", action="store_true", help="say what would change, and change nothing")

    def handle(self, *args: Any, file: Path, look: bool, **options: Any) -> None:
        """Merge and say in plain words what came."""
        try:
            made = foresee(file=file) if look else event_merge(file=file, actor=None)
        except Faulty as wrong:
            for fault in wrong.faults:
                self.stderr.write(str(fault))
            raise CommandError(_("Nothing was taken over.")) from wrong
        except Refusal as refusal:
            raise CommandError(refusal.message) from refusal
        for line in told(made):
            self.stdout.write(line)
        if look:
            self.stdout.write(_("Nothing was changed yet."))
