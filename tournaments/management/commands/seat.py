"""Print a seating plan: rounds of tables of four numbers, seats East, South, West, North."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Round
from tournaments.seating import HOUSE, SEATS_OF, Basis, Plan, Wished, basis_of, odd_plan, plan, report
from tournaments.services import draws


class Command(BaseCommand):
    """Plan the seating of an event, or draw again what was drawn: from the database, or from a file alone."""

    help = "Print a seating plan; players are numbered from 1, ghosts follow the last player."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the size of the event, or what is to be drawn again, and the form of the answer."""
        parser.add_argument("--players", type=int, help="4 to 200")
        parser.add_argument("--rounds", type=int, help="1 or more")
        for name, told in (("apart", "should not meet"), ("together", "share a table in every round")):
            parser.add_argument(
                f"--{name}", action="append", default=[], metavar="1,2", help=f"numbers of people who {told}"
            )
        parser.add_argument(
            "--at", action="append", default=[], metavar="TABLE,TABLE:1,2", help="tables for certain people"
        )
        parser.add_argument(
            "--odd-tables",
            choices=(HOUSE, *SEATS_OF),
            default=HOUSE,
            help="who makes no table of four: house players, or tables of three or five",
        )
        parser.add_argument("--competition", metavar="SLUG", help="draw a round of it again")
        parser.add_argument("--round", type=int, help="which round of the competition")
        parser.add_argument("--from", dest="file", help="draw again from a file that --basis wrote")
        parser.add_argument(
            "--basis", action="store_true", help="print what it is drawn from as JSON, and draw nothing"
        )
        parser.add_argument(
            "--seconds", type=float, default=1.0, help="effort; the same effort gives the same plan"
        )
        parser.add_argument("--seed", type=int, help="another seed, another plan; 0 where none is known")
        parser.add_argument("--json", action="store_true", help="rounds of tables of numbers, seats E S W N")
        parser.add_argument(
            "--report", action="store_true", help="add the figures (with --json, on standard error)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Plan and print."""
        try:
            if options["basis"]:
                self.stdout.write(json.dumps(told_of(round_of(options))))
                return
            made, wished = self.made(options)
        except (ValueError, KeyError, TypeError, OSError, Round.DoesNotExist) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            json.dumps(made.to_json()) if options["json"] else as_text(made, options["round"] or 1)
        )
        if options["report"]:
            wishes = [wished] * len(made.rounds)
            counted = report(made.rounds, ghosts=made.ghosts, wishes=wishes, sizes=(3, 4, 5)).to_json()
            figures = {"method": made.method, "version": made.version, **counted}
            out = self.stderr if options["json"] else self.stdout
            out.write(json.dumps(figures) if options["json"] else as_lines(figures))

    def made(self, options: dict[str, Any]) -> tuple[Plan, Wished]:
        """Plan what was asked for; say what it was to keep to."""
        if options["competition"]:
            return drawn_again(round_of(options))
        if options["file"]:
            basis, seed = from_file(Path(options["file"]))
            return basis.drawn(seed if options["seed"] is None else options["seed"]), wished_in(basis)
        if options["players"] is None or options["rounds"] is None:
            raise CommandError("Say --players and --rounds, --competition and --round, or --from.")
        wished = [numbers(group) for group in options["together"]], places_told(options["at"])
        told = {
            "seed": options["seed"] or 0,
            "seconds": options["seconds"],
            "apart": [numbers(group) for group in options["apart"]],
            "together": wished[0],
            "places": wished[1],
        }
        return planned(options["players"], options["rounds"], options["odd_tables"], told), wished


def planned(players: int, rounds: int, way: str, told: dict[str, Any]) -> Plan:
    """Plan for people numbered from 1; whoever makes no table of four sits as the way says."""
    if way == HOUSE or not players % 4:
        return plan(players, rounds, **told)
    return odd_plan(range(1, players + 1), rounds, way, **told)


def numbers(told: str) -> list[int]:
    """Read numbers between commas."""
    return [int(one) for one in told.split(",")]


def places_told(told: list[str]) -> dict[int, list[int]]:
    """Read which people sit at which tables."""
    pairs = [one.partition(":") for one in told]
    return {person: numbers(tables) for tables, _, people in pairs for person in numbers(people)}


def round_of(options: dict[str, Any]) -> Round:
    """Find the round that is to be drawn again."""
    named = {"competition__slug": options["competition"], "number": options["round"]}
    return Round.objects.select_related("competition", "draw").get(**named)


def told_of(drawn: Round) -> dict[str, Any]:
    """Give what a round was drawn from, for whoever draws it again without this database."""
    if drawn.draw is None:
        raise CommandError("Nobody noted what that round was drawn from.")
    return {"seed": drawn.draw.seed, "version": drawn.draw.version, "basis": drawn.draw.basis}


def from_file(file: Path) -> tuple[Basis, int]:
    """Read what `--basis` wrote."""
    told = json.loads(file.read_text(encoding="utf-8"))
    return basis_of(told["basis"]), int(told["seed"])


def wished_in(basis: Basis) -> Wished:
    """Say what a draw was to keep to."""
    return basis.together, basis.places


def drawn_again(drawn: Round) -> tuple[Plan, Wished]:
    """Draw a round as it was drawn; the plan has the numbers of the entries, and its one round."""
    if drawn.draw is None and drawn.ranked is None:
        raise CommandError("Nobody noted what that round was drawn from: --players and --rounds draw others.")
    wished = wished_in(basis_of(drawn.draw.basis)) if drawn.draw else ((), {})
    return draws.again(drawn), wished


def as_text(made: Plan, first: int) -> str:
    """Write a plan as one line for each table, rounds counted from the first; a dash is an empty chair."""
    width = len(str(max(max(table) for tables in made.rounds for table in tables)))
    lines = []
    for number, tables in enumerate(made.rounds, start=first):
        winds = "ESWNR" if max(map(len, tables)) > 4 else "ESWN"
        lines += [f"Round {number}", f"{'table':>7}  " + " ".join(f"{wind:>{width}}" for wind in winds)]
        for place, table in enumerate(tables, start=1):
            seats = ("-" if seat in made.ghosts else str(seat) for seat in table)
            lines.append(f"{place:>7}  " + " ".join(f"{seat:>{width}}" for seat in seats))
    return "\n".join(lines)


def as_lines(figures: dict[str, Any]) -> str:
    """Write the figures, then the warnings, a line each."""
    names = {name: value for name, value in figures.items() if name != "warnings"}
    lines = [f"{name.replace('_', ' ')}: {value}" for name, value in names.items()]
    return "\n".join([*lines, *(warning["message"] for warning in figures["warnings"])])
