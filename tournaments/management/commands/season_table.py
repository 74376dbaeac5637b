"""`manage.py season_table FILE`: print the table of a season from a file of its rules and facts."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.exchange.season_files import answer

REFUSED, UNREADABLE = 1, 2


class Command(BaseCommand):
    """Print a table, or what is wrong with its rules (exit code 1); exit code 2 if a file cannot be read."""

    help = "Print as JSON the table of a season from its rules and facts, or judge policies and situations."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer on standard output; sentences for people go to the other."""
        try:
            document = json.loads(options["file"].read_bytes())
            made, said = answer(document, _)
        except (OSError, ValueError, RecursionError) as error:
            reason = _("%(file)s cannot be read: %(error)s") % {"file": options["file"], "error": error}
            raise CommandError(reason, returncode=UNREADABLE) from error
        self.stdout.write(json.dumps(made, ensure_ascii=False, indent=1))
        for each in said:
            self.stderr.write(each)
        if said:
            sys.exit(REFUSED)
