"""`manage.py count_facts`: count what galleries and profiles show, anew from the ledger where asked to."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.models import Competition
from tournaments.services import counting


class Command(BaseCommand):
    """Count final places and feats of rounds; what is counted already stays, unless all is counted anew."""

    help = "Count what galleries and profiles show: what has changed since, or all of it anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whether to begin anew, and of which competition."""
        parser.add_argument("competition", nargs="?", help="the address (slug) of a competition; all if none")
        parser.add_argument("--anew", action="store_true", help="throw away what is counted before")

    def handle(self, *args: Any, **options: Any) -> None:
        """Count and tell."""
        competition = self._competition(options["competition"])
        if options["anew"]:
            counting.forget(competition)
        if competition is None:
            counted = counting.catch_up()
        else:
            counting.count(competition)
            counted = 1
        self.stdout.write(_("Competitions counted: %(n)s.") % {"n": counted})

    def _competition(self, slug: str | None) -> Competition | None:
        if slug is None:
            return None
        found = Competition.objects.filter(slug=slug).first()
        if found is None:
            raise CommandError(_("There is no competition %(slug)s.") % {"slug": slug})
        return found
