"""`manage.py verify_chain COMPETITION`: say whether every recorded deal is as it was recorded."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Competition
from tournaments.services.chain import chain_check, texts_erased

SENTENCES = {
    "sequence": gettext_noop("a row is missing before, or was added at: %(where)s"),
    "content": gettext_noop("does not say what was recorded: %(where)s"),
    "link": gettext_noop("does not follow from the row before it: %(where)s"),
    "chain": gettext_noop("has another chain value than its content gives: %(where)s"),
    "scores": gettext_noop("has score rows that differ from the deal: %(where)s"),
    "counted": gettext_noop("comes to something else by the rules of the competition: %(where)s"),
    "rules": gettext_noop("is bound to a table of rules that was changed since: %(where)s"),
    "unkept": gettext_noop("is bound to a table of rules that is not kept: %(where)s"),
    "bound": gettext_noop("is bound to other rules than the log says were chosen: %(where)s"),
    "settings": gettext_noop("has other settings than the log says were chosen: %(where)s"),
    "entries": gettext_noop("has somebody entered otherwise than the log says: %(where)s"),
    "teams": gettext_noop("has other teams than the log says: %(where)s"),
    "line_ups": gettext_noop("has other line-ups than the log says: %(where)s"),
    "carried": gettext_noop("has finalists who bring something else than the log says: %(where)s"),
    "attendance": gettext_noop("has others present than the log says: %(where)s"),
    "rounds": gettext_noop("has another state, deals planned or seats than the log says: %(where)s"),
    "head": gettext_noop("the ledger ends elsewhere than the competition says: %(where)s"),
}


class Command(BaseCommand):
    """Recompute the hashes of a competition's ledger; exit code 1 if a row was changed."""

    help = "Recompute the chain of a competition's ledger and say whether every row is as recorded."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the competition by its address."""
        parser.add_argument("competition", help="the address (slug) of the competition")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and tell; the head is what printed sheets show."""
        competition = Competition.objects.filter(slug=options["competition"]).first()
        if competition is None:
            raise CommandError(_("There is no competition %(slug)s.") % {"slug": options["competition"]})
        rows, broken = chain_check(competition)
        for each in broken:
            self.stderr.write(_(SENTENCES[each.code]) % {"where": each.where})
        facts = {
            "name": competition.name,
            "rows": rows,
            "head": competition.chain_head,
            "broken": len(broken),
        }
        if broken:
            raise CommandError(_("%(name)s: %(broken)s of %(rows)s rows are not as recorded.") % facts)
        self.stdout.write(_("%(name)s: all %(rows)s rows are as recorded.") % facts)
        self.stdout.write(_("The chain ends with %(head)s") % facts)
        if erased := texts_erased(competition):
            self.stdout.write(_("Texts erased since: %(erased)s.") % {"erased": erased})
