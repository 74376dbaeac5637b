"""`manage.py verify_bundle FILE`: check a signed bundle on any machine, without its database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.publishing.proving import proved

SENTENCES = {
    "unreadable": gettext_noop("This is no bundle that can be read: %(where)s"),
    "signature": gettext_noop("The list of what is in it was changed since it was signed."),
    "file": gettext_noop("A file was changed since it was signed, or is missing: %(where)s"),
    "added": gettext_noop("A file was added: %(where)s"),
    "deal": gettext_noop("A deal does not say what was recorded (round/table/deal): %(where)s"),
    "penalty": gettext_noop("A penalty does not say what was imposed."),
    "chain": gettext_noop("A deal has another chain value than its content gives: %(where)s"),
    "end": gettext_noop("The ledger ends elsewhere than was signed."),
    "standings": gettext_noop("The standings do not count the deals of player %(where)s."),
}


class Command(BaseCommand):
    """Say whether a signed bundle is as it was signed; exit code 1 if it is not."""

    help = "Check the signature, every hash and the sums of a signed bundle; no database is needed."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and the key that the site shows."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--key", help="the key of the site that signed, as its page of exports shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and tell."""
        try:
            proof = proved(options["file"].read_bytes())
        except OSError as error:
            raise CommandError(str(error)) from error
        for each in proof.faults:
            self.stderr.write(_(SENTENCES[each.code]) % {"where": each.where})
        if proof.faults:
            raise CommandError(_("The bundle is not as it was signed."))
        if options["key"] and options["key"].lower() != proof.key:
            raise CommandError(_("It was signed by another key: %(key)s") % {"key": proof.key})
        facts = {"name": proof.competition, "deals": proof.deals, "revision": proof.revision}
        self.stdout.write(
            _("%(name)s, revision %(revision)s: all %(deals)s versions of deals are as recorded.") % facts
        )
        self.stdout.write(_("The chain ends with %(end)s") % {"end": proof.end})
        if not options["key"]:
            self.stdout.write(
                _("Signed by the key %(key)s: compare it with the page of exports.") % {"key": proof.key}
            )
