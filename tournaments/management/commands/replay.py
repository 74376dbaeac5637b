"""`manage.py replay FILE…`: fill a restored database with what the journal has beyond it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.services import replaying

WORDS = {
    replaying.KNOWN: gettext_noop("there already"),
    replaying.RECORDED: gettext_noop("recorded"),
    replaying.HELD: gettext_noop("held for the referee"),
    replaying.REFUSED: gettext_noop("refused"),
    replaying.NO_TABLE: gettext_noop("without a table: draw that round again, with its seed"),
    replaying.TORN: gettext_noop("not readable"),
}


class Command(BaseCommand):
    """Replay the journal's files; exit code 1 where a line needs somebody to look at it."""

    help = "Send what the journal has again, each deal under its key. Done twice it does no harm."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the files."""
        parser.add_argument("files", nargs="+", type=Path, help="deals-….jsonl of the journal's folder")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        """Replay and tell."""
        try:
            done = replaying.replay(files)
        except OSError as error:
            raise CommandError(str(error)) from error
        for became, words in WORDS.items():
            if count := done.counts[became]:
                self.stdout.write(f"{count:>8,} {_(words)}")
        if done.left:
            raise CommandError("\n".join(self._said(*each) for each in done.left))

    def _said(self, where: str, became: str, why: str) -> str:
        return f"{where}: {_(WORDS[became])}" + (f" ({why})" if why else "")
