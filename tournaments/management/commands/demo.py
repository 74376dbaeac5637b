"""`manage.py demo`: make the demonstration, once, and print the ways in."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.demo import events, staff
from tournaments.models import Competition
from tournaments.services.devices import IssuedCode, pairing_code_issue

TABLE = 3


class Command(BaseCommand):
    """Create the demonstration; the pairing code is new each time, passwords are those of the site."""

    help = "Create a demonstration club with a tournament and a league, and print its addresses and log-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing and tell how to get in."""
        if settings.PRODUCTION:
            raise CommandError(
                _("The demonstration sets passwords of its own; it does not run in production.")
            )
        today, club = timezone.localdate(), events.club_make()
        log_ins = staff.staff_make(club)
        season, tournament = events.season_make(club, today), events.tournament_make(today)
        owner = get_user_model().objects.get(username=log_ins[0].name)
        # Who starts it again may have paired a tablet before: the code printed last must still let one in.
        code = pairing_code_issue(competition=tournament, table_number=TABLE, actor=owner, takes_over=True)
        self.stdout.write(told(tournament, season, log_ins, code))


def told(tournament: Competition, season: Competition, log_ins: list[staff.LogIn], code: IssuedCode) -> str:
    """Write the addresses and log-ins, one a line."""
    site = (settings.ADDRESS or "http://localhost:8000").rstrip("/")
    minutes = round((code.expires_at - timezone.now()).total_seconds() / 60)
    lines = [
        "",
        _("Demonstration of Sparrows"),
        _("  Public page    %(site)s/c/%(slug)s/") % {"site": site, "slug": tournament.slug},
        _("  League         %(site)s/c/%(slug)s/") % {"site": site, "slug": season.slug},
        _("  Staff          %(site)s/organise/") % {"site": site},
        *(f"    {log_in.name:<12} {log_in.password}  ({log_in.role})" for log_in in log_ins),
        _("  Table tablet   %(site)s/pair/") % {"site": site},
        _("    code for table %(table)s: %(code)s  (once, within %(minutes)s minutes)")
        % {"table": TABLE, "code": code.short, "minutes": minutes},
        "",
    ]
    return "\n".join(lines)
