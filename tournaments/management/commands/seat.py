"""Print a seating plan: rounds of tables of four numbers, seats East, South, West, North."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Round
from tournaments.seating import Plan, plan, report
from tournaments.services import draws


class Command(BaseCommand):
    """Plan the seating of an event without touching the database, or plan a round of the database again."""

    help = "Print a seating plan; players are numbered from 1, ghosts follow the last player."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the size of the event and the form of the answer."""
        parser.add_argument("--players", type=int, help="4 to 200")
        parser.add_argument("--rounds", type=int, help="1 or more")
        parser.add_argument(
            "--competition", metavar="SLUG", help="draw a round of it again that was drawn by the standings"
        )
        parser.add_argument("--round", type=int, help="which round of the competition")
        parser.add_argument(
            "--seconds", type=float, default=1.0, help="effort; the same effort gives the same plan"
        )
        parser.add_argument("--seed", type=int, default=0, help="another seed, another plan")
        parser.add_argument("--json", action="store_true", help="rounds of tables of numbers, seats E S W N")
        parser.add_argument(
            "--report", action="store_true", help="add the figures (with --json, on standard error)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Plan and print."""
        try:
            made = self.made(**options)
        except (ValueError, Round.DoesNotExist) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(made.to_json()) if options["json"] else as_text(made))
        if options["report"]:
            counted = report(made.rounds, ghosts=made.ghosts).to_json()
            figures = {"method": made.method, "version": made.version, **counted}
            out = self.stderr if options["json"] else self.stdout
            out.write(json.dumps(figures) if options["json"] else as_lines(figures))


    def made(self, **options: Any) -> Plan:
        """Plan what was asked for."""
        if options["competition"]:
            return drawn_again(options["competition"], options["round"])
        if options["players"] is None or options["rounds"] is None:
            raise CommandError("Say --players and --rounds, or --competition and --round.")
        return plan(options["players"], options["rounds"], seed=options["seed"], seconds=options["seconds"])


def drawn_again(slug: str, number: int) -> Plan:
    """Draw a round by the standings that it was drawn by; the plan has the numbers of the entries."""
    drawn = Round.objects.select_related("competition").get(competition__slug=slug, number=number)
    if drawn.ranked is None:
        raise CommandError("That round was not drawn by the standings: --players and --rounds draw others.")
    return draws.again(drawn)


def as_text(made: Plan) -> str:
    """Write a plan as one line for each table; a dash is an empty chair."""
    width = len(str(made.players))
    lines = []
    for number, tables in enumerate(made.rounds, start=1):
        lines += [f"Round {number}", f"{'table':>7}  " + " ".join(f"{wind:>{width}}" for wind in "ESWN")]
        for place, table in enumerate(tables, start=1):
            seats = ("-" if seat in made.ghosts else str(seat) for seat in table)
            lines.append(f"{place:>7}  " + " ".join(f"{seat:>{width}}" for seat in seats))
    return "\n".join(lines)


def as_lines(figures: dict[str, Any]) -> str:
    """Write the figures, then the warnings, a line each."""
    names = {name: value for name, value in figures.items() if name != "warnings"}
    lines = [f"{name.replace('_', ' ')}: {value}" for name, value in names.items()]
    return "\n".join([*lines, *(warning["message"] for warning in figures["warnings"])])
