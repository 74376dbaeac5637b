"""`manage.py what_if COMPETITION OPTION=VALUE`: say what would be otherwise if a rule were read so."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.models import Competition
from tournaments.refusals import Refusal
from tournaments.services.what_if import Report, tried_of, worked_out


class Command(BaseCommand):
    """Print deals, totals and places that would be otherwise; nothing is changed."""

    help = "Recompute an event under another value of one option of its rules and say what would change."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the competition by its address, and the option with its other value."""
        parser.add_argument("competition", help="the address (slug) of the competition")
        parser.add_argument("reading", metavar="OPTION=VALUE", help="the option and its other value")

    def handle(self, *args: Any, **options: Any) -> None:
        """Work it out and print it."""
        competition = Competition.objects.filter(slug=options["competition"]).first()
        if competition is None:
            raise CommandError(_("There is no competition %(slug)s.") % {"slug": options["competition"]})
        option, _sign, value = options["reading"].partition("=")
        try:
            report = worked_out(competition, tried_of(competition, option, value))
        except Refusal as refusal:
            told = [refusal.message, *(problem["message"] for problem in refusal.problems)]
            raise CommandError("\n".join(told)) from refusal
        for line in _lines(report):
            self.stdout.write(line)


def _lines(report: Report) -> Iterator[str]:
    """Write a report as lines of text."""
    reading = report.reading
    yield f"{reading.option}: {reading.now} -> {reading.other}"
    yield f"{reading.about} [{reading.source}]" if reading.source else reading.about
    yield from (f"- {sentence}" for sentence in report.says[0])
    yield from (f"+ {sentence}" for sentence in report.says[1])
    if not reading.of_season:
        facts = {"deals": report.deals, "changed": report.changes, "refused": report.refusals}
        yield _("%(deals)s deals: %(changed)s would change, %(refused)s would be refused.") % facts
        yield from _deals(report)
    yield _("Players with another place or total: %(n)s.") % {"n": len(report.moves)}
    for one in report.moves:
        before, after = one.before, one.after
        was = (before.rank, before.total) if before else (None, None)
        name = f"{after.number} {report.names[after.number]}"
        yield f"  {name}: {was[0]} -> {after.rank}, {was[1]} -> {after.total}"


def _deals(report: Report) -> Iterator[str]:
    for one in report.changed:
        nets = ", ".join(f"{report.names.get(n, n)} {was} -> {would}" for n, was, would in one.nets)
        yield f"  {_place(one.key)}: {nets}"
        for line in one.lines:
            yield f"    {'-' if line.gone else '+'} {line.seat}: {line.sentence} [{line.source}]"
    if report.untold:
        yield "  " + _("Deals that would change and are not named here: %(n)s.") % {"n": report.untold}
    for refused in report.refused:
        yield f"  {_place(refused.key)}: " + _("refused: %(why)s") % {"why": report.why(refused.reasons)}
    for unworked in report.unworked:
        why = {"why": report.why(unworked.reasons)}
        yield f"  {_place(unworked.key)}: " + _("left as it was ruled: %(why)s") % why


def _place(key: tuple[int, int, int]) -> str:
    return _("round %(round)s, table %(table)s, deal %(deal)s") % dict(
        zip(("round", "table", "deal"), key, strict=True)
    )
