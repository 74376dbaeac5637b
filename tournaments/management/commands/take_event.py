"""`manage.py take_event ADDRESS FILE`: take an event to a hall without internet, or from there back home."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.away.taking import event_return, event_take
from tournaments.backups.faults import Faulty
from tournaments.models import Competition
from tournaments.refusals import Refusal


class Command(BaseCommand):
    """Write an event into the file that a hall's site begins with, or that the hall brings back."""

    help = "Write an event into a file for a hall without internet; --back, in the hall, for the way home."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the event's address, the file, and the way."""
        parser.add_argument("address", help="the address of the event, as in /c/ADDRESS/")
        parser.add_argument("file", type=Path)
        parser.add_argument("--back", action="store_true", help="in the hall: the event as it is now")

    def handle(self, *args: Any, address: str, file: Path, back: bool, **options: Any) -> None:
        """Write it and say what comes next."""
        event = Competition.objects.filter(slug=address).first()
        if event is None:
            raise CommandError(_("There is no event at %(slug)s.") % {"slug": address})
        try:
            if back:
                event_return(event=event, file=file)
            else:
                event_take(event=event, file=file, actor=None)
        except (Faulty, Refusal, OSError) as wrong:
            raise CommandError(str(wrong)) from wrong
        self.stdout.write((_(BACK) if back else _(OUT)) % {"file": file, "club": event.club.slug})


OUT = """%(file)s is written. On the laptop of the hall, whose site is empty:
  manage.py restore %(file)s
  manage.py invite %(club)s        (a link to an account: nobody else's password goes along)
Until the event is back, leave its rounds, deals and entries alone here; registration goes on."""
BACK = """%(file)s is written. On the association's site:
  manage.py merge_event %(file)s"""
