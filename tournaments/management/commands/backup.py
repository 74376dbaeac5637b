"""`manage.py backup FILE`, or `--folder DIR`: the whole site in one file, while it runs."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.backups import rotating
from tournaments.backups.writing import Written, backup_write, named

GENTLY = 10  # tablets come first


class Command(BaseCommand):
    """Write a backup; deals go on arriving meanwhile."""

    help = "Write the whole site into one file, which `restore` puts into SQLite or PostgreSQL."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where to write it, and whether the secret key goes with it."""
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("file", nargs="?", type=Path, help="the file, which must not be there yet")
        where.add_argument("--folder", type=Path, help="a folder, in which the file is named by the time")
        because = "one of the backups that come by themselves; before migrating only where that is due"
        where.add_argument("--because", choices=rotating.BY_ITSELF, help=because)
        parser.add_argument(
            "--with-key", action="store_true", help="with the site's secret key: keep it safe"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it and tell."""
        if options["because"]:
            return self._by_itself(options["because"])
        file = options["file"] or options["folder"] / named(timezone.now())
        if file.exists():
            raise CommandError(_("There is a file %(file)s already.") % {"file": file})
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._tell(backup_write(file, with_key=options["with_key"]), options["with_key"])
        except OSError as error:
            raise CommandError(_("No backup was written: %(error)s") % {"error": error}) from error

    def _by_itself(self, why: str) -> None:
        """Write a backup in the site's own folder, as far as one is due, letting everybody else go first."""
        try:
            if why == "migration":
                written = rotating.back_up_before_migrating()
            else:
                os.nice(GENTLY)
                written = rotating.back_up(why) if rotating.is_wanted() else None
        except OSError as error:
            raise CommandError(_("No backup was written: %(error)s") % {"error": error}) from error
        if written:
            self._tell(written, with_key=False)
            self._tell_second(rotating.last()["second"])

    def _tell_second(self, second: dict[str, str]) -> None:
        if second["state"] == "missing":
            self.stderr.write(_("The second folder is not there: %(folder)s. Is the stick in?") % second)
        elif second["state"] == "failed":
            self.stderr.write(_("The second folder did not take the backup: %(error)s") % second)

    def _tell(self, written: Written, with_key: bool) -> None:
        facts = {"file": written.file, "rows": written.rows, "kilobytes": -(-written.bytes // 1024)}
        self.stdout.write(_("%(file)s: %(rows)s rows, %(kilobytes)s KB.") % facts)
        if with_key:
            self.stdout.write(_("It has the secret key: whoever has this file can do all that the site can."))
