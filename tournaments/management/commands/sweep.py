"""`manage.py sweep`: do by hand what the worker does about waiting work."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments import tasks
from tournaments.models import Outbox
from tournaments.services import hook_calls


class Command(BaseCommand):
    """Do what waits: files, e-mails, counts, ratings, calls to other sites; exit code 1 if one fails.

    A worker may be at it at the same time: each piece is done once.
    """

    help = "Do the work that waits in the background, as the worker would. Done twice it does no harm."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and tell what is left."""
        before = self._waiting()
        failed = [error for each in (tasks.run_outbox, hook_calls.run) if (error := self._tried(each))]
        left = self._waiting()
        self.stdout.write(_("Waited: %(before)s. Left: %(left)s.") % {"before": before, "left": left})
        if failed:
            raise CommandError("\n".join(failed))

    def _tried(self, work: Any) -> str:
        """Do one kind of work; give what failed in words, since the other kind has its turn, too."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - told at the end, whatever it is
            each = error.exceptions if isinstance(error, ExceptionGroup) else [error]
            return "\n".join(f"{type(one).__name__}: {one}" for one in each)
        return ""

    def _waiting(self) -> int:
        return Outbox.objects.filter(done_at=None).count()
