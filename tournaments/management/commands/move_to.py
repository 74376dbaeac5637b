"""`manage.py move_to DATABASE_URL`: copy the site into an empty database, of the other kind too."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.backups import apart
from tournaments.backups.faults import Fault
from tournaments.backups.writing import backup_write


class Command(BaseCommand):
    """Copy the site into an empty database and prove that it is the same; nothing is changed here."""

    help = "Copy the site into an empty database (SQLite or PostgreSQL) and compare ledgers and standings."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address of the database."""
        parser.add_argument("database", metavar="DATABASE_URL", help="as DATABASE_URL would name it")

    def handle(self, *args: Any, database: str, **options: Any) -> None:
        """Write a backup and restore it there."""
        if not apart.is_known(database):
            raise CommandError(str(Fault("no_database")))
        if apart.is_here(database):
            raise CommandError(str(Fault("same_database")))
        with apart.elsewhere() as folder:
            try:
                written = backup_write(folder / "moving.zip")
            except OSError as error:
                raise CommandError(_("No backup was written: %(error)s") % {"error": error}) from error
            told = apart.moved(written.file, database)
        if told.status:
            self.stderr.write(told.faults.strip())
            raise CommandError(_("The site was not moved; the database may have empty tables now."))
        self.stdout.write(told.out.strip())
        self.stdout.write(
            _("Moved. From now on start the site with that DATABASE_URL and the same secret key;")
        )
        self.stdout.write(_("what is recorded here after this moment is not there: stop it first."))
