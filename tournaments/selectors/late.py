"""A deal that came late: who sat where as its tablet showed it, though the seats were put right since.

The rows of a seating are changed in place; what was before is read back out of the log, which has one line
for each seating version that a round has given up.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.models import Action, EarlierSeating, Entry, HeldSubmission, Table
from tournaments.selectors import tables

Sat = dict[str, Entry]  # by seat
CHANGES = ("seats_swap", "seats_exchange", "seat_replace")  # each gives its round a new seating version


def sat_as_shown(held: HeldSubmission, table: Table) -> Sat:
    """Say who sat where for a held deal by the seating it was sent under; `table` is that of its round."""
    sat = {seat: sitter.entry for seat, sitter in tables.sitters(table, held.deal).items()}
    numbered = {entry.number: entry for entry in held.competition.entries.select_related("player")}
    for change in _changes_since(held, table):
        if change.verb != "seats_swap":
            renamed = _numbers_before(change.facts)
            sat = {seat: numbered[renamed.get(one.number, one.number)] for seat, one in sat.items()}
        elif change.facts["table"] == table.number and change.facts["from_deal"] <= held.deal:
            first, second = change.facts["seats"]
            sat = {**sat, first: sat[second], second: sat[first]}
    return sat


def _changes_since(held: HeldSubmission, table: Table) -> list[Action]:
    """List what was done to a round's seats after a seating version, the last first."""
    given_up = EarlierSeating.objects.filter(round=table.round, version__gte=held.body["seating_version"])
    done = Action.objects.filter(competition=held.competition, facts__round=table.round.number)
    return list(done.filter(verb__in=CHANGES).order_by("-pk")[: given_up.count()])


def _numbers_before(facts: Mapping[str, Any]) -> dict[int, int]:
    """Say for each number that an exchange or a replacement seated whose place that was."""
    if "entries" in facts:
        first, second = facts["entries"]
        return {first: second, second: first}
    return {facts["into"]: facts["out"]}
