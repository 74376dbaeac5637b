"""What can still happen where no arithmetic is exact: the rest of a season played many times by chance.

Nobody is taken for stronger than anybody else: whoever comes is put at tables of four by lot, and each table
ends as one of those that this season had, its four results dealt out by lot. How often somebody comes is as
often as so far. The same season under the same seed gives the same answer.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from random import Random
from typing import Any

from tournaments.ranking.figures import Amount
from tournaments.ranking.placing import Place
from tournaments.ranking.seasons.facts import Facts, Meeting, Player, Row
from tournaments.ranking.seasons.finals import finals, moves, way
from tournaments.ranking.seasons.policy import Policy
from tournaments.ranking.seasons.tables import Prepared, Season, prepared, season

MOST_RUNS, FEWEST_RUNS = 1000, 25
LINES = 100_000  # of players in meetings that are worked out in all runs together
SEATS = 4

Ended = tuple[Row, ...]  # a table as it ended


@dataclass(slots=True)
class Share:
    """Count in how many runs a player came first, went on, up or down, and what his next meeting brought.

    `least` is the least that the next meeting gave in a run in which he came first, None where he stayed
    away in one of these, or came first in none; `without` tells whether he did stay away in one.
    """

    first: int = 0
    final: int = 0
    up: int = 0
    down: int = 0
    least: Amount | None = None
    without: bool = False


@dataclass(frozen=True, slots=True)
class Simulation:
    """Say what came of so many runs under a seed, by number of the player."""

    runs: int
    seed: int
    shares: Mapping[int, Share] = field(default_factory=dict)


def simulated(policy: Policy, facts: Facts, remaining: int, seed: int, runs: int | None = None) -> Simulation:
    """Play the meetings to come many times; no run at all where no table of four was played yet."""
    ended = _ended(facts)
    if not ended or not remaining:
        return Simulation(0, seed)
    runs = runs_for(facts, remaining) if runs is None else runs
    chance, numbers = Random(seed), _numbers(facts, remaining)
    guests = _guests(facts)
    facts = replace(facts, players=(*facts.players, *guests))
    ready = prepared(policy, facts)
    coming = _coming(facts, ready)
    shares = {player.number: Share() for player in facts.players if player.status is None}
    for _run in range(runs):
        evenings = [_evening(number, chance, coming, guests, ended, facts) for number in numbers]
        future = replace(facts, meetings=(*facts.meetings, *evenings))
        held = prepared(policy, future, ready)
        _count(season(policy, future, held), held, numbers[0], shares)
    return Simulation(runs, seed, shares)


def runs_for(facts: Facts, remaining: int) -> int:
    """Return how many runs a season of this size gets."""
    return max(FEWEST_RUNS, min(MOST_RUNS, LINES // _lines(facts, remaining)))


def is_long(facts: Facts, remaining: int) -> bool:
    """Tell whether the fewest runs take longer than anybody should wait for a page."""
    return FEWEST_RUNS * _lines(facts, remaining) > LINES


def _lines(facts: Facts, remaining: int) -> int:
    return max(1, len(facts.players) * (len(facts.meetings) + remaining))


def _ended(facts: Facts) -> list[Ended]:
    """List the tables of four at which everybody sat for himself and nothing was wrong."""
    tables = (table for meeting in facts.meetings for table in meeting.tables)
    return [
        table
        for table in tables
        if len(table) == SEATS
        and not sum(row.net for row in table)
        and all(row.sat_for is None for row in table)
    ]


def _numbers(facts: Facts, remaining: int) -> list[int]:
    """Return the numbers of the meetings to come: the first that no meeting has."""
    taken = {meeting.number for meeting in facts.meetings}
    return list(islice((number for number in count(1) if number not in taken), remaining))


def _guests(facts: Facts) -> tuple[Player, ...]:
    """Make up who fills the last table."""
    last = max((player.number for player in facts.players), default=0)
    return tuple(Player(last + at, status="house") for at in range(1, SEATS))


def _coming(facts: Facts, ready: Prepared) -> dict[int, float]:
    """Return how likely each member comes: as often as so far, nobody never and nobody always."""
    came = Counter(number for own in ready.held.values() for number, evening in own.items() if evening.came)
    members = [player.number for player in facts.players if player.status is None]
    return {number: (came[number] + 1) / (len(ready.held) + 2) for number in members}


def _evening(
    number: int,
    chance: Random,
    coming: Mapping[int, float],
    guests: Sequence[Player],
    ended: Sequence[Ended],
    facts: Facts,
) -> Meeting:
    """Play one meeting by chance."""
    there = [player for player, often in coming.items() if chance.random() < often]
    there += [guest.number for guest in guests[: -len(there) % SEATS]]
    chance.shuffle(there)
    tables = tuple(_table(there[at : at + SEATS], chance, ended) for at in range(0, len(there), SEATS))
    deals = max((meeting.deals or 0 for meeting in facts.meetings), default=0)
    return Meeting(number, tables, deals or None)


def _table(players: Sequence[int], chance: Random, ended: Sequence[Ended]) -> Ended:
    rows = chance.sample(chance.choice(ended), SEATS)
    return tuple(row._replace(player=player) for player, row in zip(players, rows, strict=True))


def _count(made: Season, ready: Prepared, following: int, shares: Mapping[int, Share]) -> None:
    """Count what one run came to."""
    evenings = ready.held.get(following, {})
    for number in (each.line.number for each in firsts(made, following)):
        share, evening = shares[number], evenings.get(number)
        share.first += 1
        if evening is None:
            share.without = True
        elif share.least is None or evening.credit < share.least:
            share.least = evening.credit
    for finalist in qualified.finalists if (qualified := finals(made)) else ():
        shares[finalist.player].final += 1
    for move in moves(made)[0]:
        if way(made.policy, move.origin, move.target) == "up":
            shares[move.player].up += 1
        else:
            shares[move.player].down += 1


def firsts(made: Season, following: int) -> Iterator[Place[Any]]:
    """Yield who is first: of the season, of each division, or of the period that the next meeting is of."""
    for places in won_for(made, following):
        yield from (each for each in places if each.rank == 1)


def won_for(made: Season, following: int) -> list[Sequence[Place[Any]]]:
    """List the tables that are won for."""
    if made.divisions:
        return [division.places for division in made.divisions]
    if made.year or not made.periods:
        return [made.year or made.table]
    pairs = zip(made.periods, made.policy.periods, strict=True)
    own: list[Sequence[Place[Any]]] = [each.places for each, period in pairs if following in period.numbers]
    return own or [made.periods[-1].places]
