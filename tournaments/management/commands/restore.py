"""`manage.py restore FILE`: put a backup into this site's database, and prove that it is the same."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.backups import loading
from tournaments.backups.checking import Manifest
from tournaments.backups.faults import Faulty
from tournaments.backups.writing import KEY, backup_write, key_mark, named

OTHER_KEY = gettext_noop(
    "This site has another secret key than the one that was backed up. Until it has that key, second factors "
    "are not taken, webhooks cannot be signed, links in e-mails to people who registered do not open, and "
    "bundles are signed by another key. Passwords, tablets and the ledger do not need it."
)

NOBODY = gettext_noop(
    "This is an event for a hall. Nobody can log in here yet: manage.py invite CLUB makes a link to an "
    "account."
)


class Command(BaseCommand):
    """Restore a backup; exit code 1, and nothing changed, where anything is wrong."""

    help = "Restore a backup into this site's database: counts, ledgers and standings are compared with it."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and what may be lost."""
        parser.add_argument("file", type=Path)
        replace = "replace what the site has, after a backup of it"
        parser.add_argument("--replace", action="store_true", help=replace)
        broken = "also where a ledger was not as recorded already when it was backed up"
        parser.add_argument("--broken-too", action="store_true", help=broken)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Refuse, or keep what is there and restore."""
        try:
            manifest = loading.refuse(file, replace=options["replace"])
            if options["replace"] and loading.has_data():
                self._keep()
            loading.restore(file, manifest, broken_too=options["broken_too"])
        except Faulty as wrong:
            for fault in wrong.faults:
                self.stderr.write(str(fault))
            raise CommandError(_("The backup was not restored.")) from wrong
        except OperationalError as error:  # somebody else is at work in these tables
            told = _("The database did not let it be restored: %(error)s") % {"error": error}
            raise CommandError(told) from error
        self._tell(manifest)

    def _keep(self) -> None:
        folder = Path(settings.BACKUP_FOLDER or settings.DATA_DIR / "backups")
        kept = folder / named(timezone.now(), "replaced")
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            backup_write(kept)
        except OSError as error:
            raise CommandError(_("No backup was written: %(error)s") % {"error": error}) from error
        self.stdout.write(_("What was there before is in %(file)s.") % {"file": kept})

    def _tell(self, manifest: Manifest) -> None:
        rows = sum(one.get("rows", 0) for one in manifest["members"].values())
        facts = {"made": manifest["made"], "rows": rows, "events": len(manifest["events"] or ())}
        self.stdout.write(
            _("Restored the backup of %(made)s: %(rows)s rows, %(events)s events, all the same.") % facts
        )
        if "away" in manifest:  # an event that was taken to this hall
            self.stdout.write(_(NOBODY))
            return
        comes = KEY in manifest["members"] and loading.brings_key()
        known = map(key_mark, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])
        if manifest["key"] not in known and not comes:
            self.stdout.write(_(OTHER_KEY))
