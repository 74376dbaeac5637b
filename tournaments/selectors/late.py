"""What came late: who sat where as its tablet showed it, though others sit there since.

The rows of a seating are changed in place; what was before is read back out of the log, which has one line
for each seating version that a round has given up.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.deal import hashes
from tournaments.models import Action, EarlierSeating, Entry, Table
from tournaments.selectors import tables

Sat = dict[str, Entry]  # by seat
CHANGES = ("seats_swap", "seats_exchange", "seat_replace")  # each gives its round a new seating version
SUBSTITUTES = ("substitute", "substitute_reversed")  # these do not, but change the context of later deals


def sat_as_shown(body: Mapping[str, Any], table: Table) -> Sat:
    """Say who sat where for what was sent, by the seating it was sent under; `table` is that of its round."""
    given_up = EarlierSeating.objects.filter(round=table.round, version__gte=body["seating_version"])
    walked = list(_walked_back(body["deal"], table))
    then = [sat for changes, sat in walked if changes == given_up.count()]
    fits = [sat for sat in then if body.get("context", "") in _contexts(body, table, sat)]
    return (fits or then or [walked[-1][1]])[0]


def _walked_back(deal: int, table: Table) -> Iterator[tuple[int, Sat]]:
    """Undo what was done to the seats, the last first; give the versions gone back, and who sat then."""
    sat = {seat: sitter.entry for seat, sitter in tables.sitters(table, deal).items()}
    competition = table.round.competition
    numbered = {entry.number: entry for entry in competition.entries.select_related("player")}
    done = Action.objects.filter(competition=competition, facts__round=table.round.number)
    versions = 0
    yield versions, sat
    for change in done.filter(verb__in=(*CHANGES, *SUBSTITUTES)).order_by("-pk"):
        versions += change.verb in CHANGES
        sat = _before(change, sat, table.number, deal, numbered)
        yield versions, sat


def _before(change: Action, sat: Sat, table: int, deal: int, numbered: Mapping[int, Entry]) -> Sat:
    """Say who sat on the seats of a table for a deal before a change."""
    facts = change.facts
    if change.verb in ("seats_exchange", "seat_replace"):
        renamed = _numbers_before(facts)
        return {seat: numbered[renamed.get(one.number, one.number)] for seat, one in sat.items()}
    if facts["table"] != table or facts["from_deal"] > deal:
        return sat
    if change.verb in SUBSTITUTES:
        return {**sat, facts["seat"]: numbered[facts["out"]]}
    first, second = facts["seats"]
    return {**sat, first: sat[second], second: sat[first]}


def _contexts(body: Mapping[str, Any], table: Table, sat: Sat) -> Iterator[str]:
    """Hash the contexts a tablet can have named that showed these people."""
    place = tables.context_of(table, {seat: tables.Sitter(entry, None) for seat, entry in sat.items()})
    place["seating_version"] = body["seating_version"]
    for position in (tables.recorded_position(table, body["deal"]), tables.upcoming(table)):
        if position and position.number == body["deal"]:
            yield hashes.sha256(place | position.to_json())


def _numbers_before(facts: Mapping[str, Any]) -> dict[int, int]:
    """Say for each number that an exchange or a replacement seated whose place that was."""
    if "entries" in facts:
        first, second = facts["entries"]
        return {first: second, second: first}
    return {facts["into"]: facts["out"]}
