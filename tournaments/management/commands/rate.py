"""`manage.py rate`: work out all ratings anew from the results."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from players.models import Club
from tournaments.services import ratings


class Command(BaseCommand):
    """Rate every game of every club and league from the first on, or those of one club."""

    help = "Work out the ratings of clubs and leagues anew from the results."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address of a club."""
        parser.add_argument("club", nargs="?", help="the address of the club, as on its page; all without it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rate, and say how many games there were."""
        clubs = Club.objects.filter(slug=options["club"]) if options["club"] else Club.objects.all()
        if options["club"] and not clubs:
            raise CommandError(_("There is no club with the address %(slug)s.") % {"slug": options["club"]})
        for club in clubs:
            for one in ratings.lists_of(club):
                told = {"name": one.league or club, "n": ratings.list_rate(one, anew=True)}
                self.stdout.write(_("%(name)s: %(n)s games rated.") % told)
