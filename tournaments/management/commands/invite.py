"""`manage.py invite`: a link to a first account, and a way back in where nobody is left who owns a club."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from players.models import Club
from tournaments.models import Competition
from tournaments.powers import Role
from tournaments.refusals import Refusal
from tournaments.services import clubs, invitations


class Command(BaseCommand):
    """Make an invitation and print its link."""

    help = "Invite somebody to work for a club, its owner if nothing else is said, and print the link."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what the command is told."""
        parser.add_argument("club", help="name or address of the club")
        parser.add_argument("--found", action="store_true", help="found the club where there is none")
        parser.add_argument("--town", default="", help="its town, where it is founded")
        parser.add_argument("--role", choices=Role.values, default=Role.OWNER)
        parser.add_argument("--event", default="", help="address of the event, for a role in that alone")
        parser.add_argument("--days", type=int, default=invitations.DAYS, help="how long the link works")

    def handle(self, *args: Any, **told: Any) -> None:
        """Make it."""
        try:
            club = club_called(told["club"]) or founded(told)
            event = event_called(club, told["event"]) if told["event"] else None
            made = invitations.invitation_make(
                club=club, competition=event, role=Role(told["role"]), days=told["days"], actor=None
            )
        except Refusal as refusal:
            raise CommandError(refusal.message) from refusal
        self.stdout.write(settings.ADDRESS.rstrip("/") + reverse("organiser:join", args=[made.token]))
        if not settings.ADDRESS:
            self.stderr.write(_("Put the address of this site before it; SPARROWS_ADDRESS puts it there."))
        until = made.invitation.expires_at
        self.stderr.write(_("It works once, until %(until)s UTC.") % {"until": f"{until:%Y-%m-%d %H:%M}"})


def club_called(name: str) -> Club | None:
    """Find a club by its name or its address."""
    return Club.objects.filter(Q(name__iexact=name) | Q(slug=name)).first()


def founded(told: dict[str, Any]) -> Club:
    """Found the club, where that was asked for."""
    if not told["found"]:
        known = ", ".join(Club.objects.values_list("name", flat=True)) or _("none yet")
        raise CommandError(
            _("There is no club %(name)s. Add --found to found it. Clubs here: %(known)s")
            % {"name": told["club"], "known": known}
        )
    return clubs.club_create(name=told["club"], town=told["town"], actor=None)


def event_called(club: Club, slug: str) -> Competition:
    """Find an event of the club."""
    found = Competition.objects.filter(club=club, slug=slug).first()
    if found is None:
        raise CommandError(_("%(club)s has no event at %(slug)s.") % {"club": club.name, "slug": slug})
    return found
