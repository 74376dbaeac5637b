"""`manage.py validate_event FILE`: say all that is wrong with an event's file, or with past results."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exchange import judging, past_results
from tournaments.exchange.faults import Fault
from tournaments.exchange.reading import MalformedEvent, read_json


class Command(BaseCommand):
    """Judge a file without bringing it in; exit code 1 with every fault, each with its place."""

    help = "Check a file of open data (JSON) by its schema and its sums, or the sums of past results (CSV)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Say the faults, one a line."""
        faults = _faults(options["file"])
        for fault in faults:
            self.stdout.write(str(fault))
        if faults:
            raise CommandError(ngettext("%(n)s fault", "%(n)s faults", len(faults)) % {"n": len(faults)})
        self.stdout.write(_("Nothing is wrong with %(file)s.") % {"file": options["file"].name})


def _faults(file: Path) -> list[Fault]:
    try:
        if file.suffix.lower() == ".csv":
            return past_results.faults_of(file.read_bytes())
        return judging.faults_of(read_json(file))
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except MalformedEvent as malformed:
        raise CommandError(str(malformed)) from malformed
