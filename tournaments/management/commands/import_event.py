"""`manage.py import_event PATH`: bring a whole event in, every deal through the service that tablets use."""

import time
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exchange.finishing import ImportStopped
from tournaments.exchange.importing import Report, event_import
from tournaments.exchange.reading import MalformedEvent
from tournaments.exchange.verifying import event_at


class Command(BaseCommand):
    """Import an event; a second time it changes nothing."""

    help = "Import an event, a folder or a file of open data, with its players, seating and deals."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the folder, the club that hosts the event, and whether everybody may see it."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--club", help="the host; by default the club most players come from")
        parser.add_argument("--id", help="the address of the event here; by default the one it has there")
        parser.add_argument("--published", action="store_true", help="show the competition to everybody")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import and say in plain words what was done."""
        began = time.monotonic()
        try:
            event = event_at(options["folder"])
            event = replace(event, id=options["id"]) if options["id"] else event
            report = event_import(event, club=options["club"], published=options["published"])
        except (MalformedEvent, ImportStopped) as stopped:
            raise CommandError(str(stopped)) from stopped
        for line in said(report):
            self.stdout.write(line)
        self.stdout.write(_("Done in %(seconds).1f s.") % {"seconds": time.monotonic() - began})


def said(report: Report) -> list[str]:
    """Put a report into sentences."""
    competition, done = report.competition, report.done
    facts = {"name": competition.name, "club": competition.club.name, "address": competition.slug}
    if not report.changed:
        return [_("%(name)s is here already; nothing was changed.") % facts]
    created = _("Created %(name)s, hosted by %(club)s.") if report.created else _("Went on with %(name)s.")
    sentences = [
        created % facts,
        ngettext("%(n)s player", "%(n)s players", competition.entries.count())
        % {"n": competition.entries.count()},
        ngettext("%(n)s round", "%(n)s rounds", done["rounds"]) % {"n": done["rounds"]},
        ngettext("%(n)s deal recorded", "%(n)s deals recorded", done["recorded"]) % {"n": done["recorded"]},
        ngettext(
            "%(n)s deal refused, as it was then", "%(n)s deals refused, as they were then", done["refused"]
        )
        % {"n": done["refused"]},
    ]
    if done["already"]:
        sentences.append(_("%(n)s deals were here already") % {"n": done["already"]})
    where = (
        _("Public page: /c/%(address)s/")
        if competition.published
        else _("Not published; address %(address)s.")
    )
    return [sentences[0], ", ".join(sentences[1:]) + ".", where % facts]
