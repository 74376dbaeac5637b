"""`manage.py verify_ledger`: whether everything that is recorded is as it was recorded, and adds up."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.backups.snapshot import one_moment
from tournaments.management.commands import verify_chain
from tournaments.models import Competition
from tournaments.services.verifying import Verified, verification_note, verify

SENTENCES = {
    **verify_chain.SENTENCES,
    "unsettled": gettext_noop("has payments that do not sum to zero: %(where)s"),
    "standings": gettext_noop("has other standings than its deals give: %(where)s"),
    "placings": gettext_noop("keeps other final places than its deals give: %(where)s"),
    "counts": gettext_noop("keeps other counts of a round than its deals give: %(where)s"),
    "undone": gettext_noop("is marked as done, and was not: %(where)s"),
    "unmarked": gettext_noop("was done, and is not marked so: %(where)s"),
}


class Command(BaseCommand):
    """Verify every competition at one moment; exit code 1 if anything is wrong."""

    help = "Verify ledgers, sums, standings and what was promised, of every competition. Changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take one competition instead of all, and how to tell."""
        parser.add_argument("--competition", metavar="SLUG", help="only this one; else the result is noted")
        parser.add_argument("--json", action="store_true", help="tell it as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and tell; of the whole site it is noted how it was found."""
        begun = timezone.now()
        with one_moment():
            found = [self._told(one, options) for one in verify(self._asked(options["competition"]))]
        if not options["competition"]:
            verification_note(found)
        faults = sum(len(one.faults) for one in found)
        if options["json"]:
            told = {
                "at": begun.isoformat(),
                "ok": not faults,
                "competitions": [*map(Verified.to_json, found)],
            }
            self.stdout.write(json.dumps(told))
        if faults:
            raise CommandError(
                _("Not as recorded: %(n)s. Keep a backup before you do anything.") % {"n": faults}
            )
        if not options["json"]:
            self.stdout.write(_("All is as recorded. Competitions: %(n)s.") % {"n": len(found)})

    def _asked(self, slug: str | None) -> Iterator[Competition]:
        found: QuerySet[Competition] = Competition.objects.order_by("pk")
        if slug and not (found := found.filter(slug=slug)):
            raise CommandError(_("There is no competition %(slug)s.") % {"slug": slug})
        return found.iterator()

    def _told(self, one: Verified, options: dict[str, Any]) -> Verified:
        """Tell of one at once: a large site takes minutes."""
        if not options["json"]:
            for fault in one.faults:
                self.stderr.write(f"{one.slug}: " + _(SENTENCES[fault.code]) % {"where": fault.where})
            facts = {"slug": one.slug, "rows": one.rows, "faults": len(one.faults)}
            self.stdout.write(_("%(slug)s: %(rows)s rows, %(faults)s not as recorded.") % facts)
        return one
