"""What a seating is worth, counted afresh from the tables alone; shares no counting with the methods that
made it.

Organisers get it after changing a draft by hand: figures, and warnings with a code and facts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from .sentences import SENTENCES
from .wishes import Places

Pair = tuple[int, int]
Wished = tuple[Sequence[Collection[int]], Places]  # who sits together in a round, and who at which tables


@dataclass(frozen=True, slots=True)
class SeatingWarning:
    """Name one thing an organiser may not want: a code, and facts for its sentence."""

    code: str
    facts: Mapping[str, Any]

    @property
    def template(self) -> str:
        """Give the English sentence with named places for the facts."""
        return SENTENCES[self.code]

    @property
    def message(self) -> str:
        """Give the English sentence."""
        return self.template % {name: as_words(fact) for name, fact in self.facts.items()}

    def to_json(self) -> dict[str, Any]:
        """Give code, message and facts."""
        return {"code": self.code, "message": self.message, "facts": dict(self.facts)}


@dataclass(frozen=True, slots=True)
class Report:
    """Hold the figures of a seating; rounds and tables are numbered from 1.

    `repeats` sums, over pairs of players, the meetings after the first; `table_revisits` the visits of a
    player to a table after the first; `wind_spread` is the worst player's most minus fewest turns in a seat
    at the end, `wind_spread_worst` after any round; `uncovered` counts pairs that neither meet nor share an
    opponent. `odd_turns` counts how often each player sits at a table that is not of four, `rests_first` how
    often as the fifth, who rests first. Ghosts count in none of these, nor do pairs who are to sit together
    among the repeats and people who have to sit at certain tables among the revisits. `parted` lists the
    rounds in which people who are to sit together do not, `elsewhere` the (person, round) at no table where
    that person has to sit.
    """

    players: int
    rounds: int
    repeats: int
    meeting_again: Mapping[Pair, tuple[int, ...]]
    table_revisits: int
    revisits: Mapping[tuple[int, int], tuple[int, ...]]
    wind_spread: int
    wind_spread_worst: int
    winds: Mapping[int, tuple[int, int, int, int]]
    uncovered: int
    short_tables: Mapping[int, int]
    odd_turns: Mapping[int, int]
    rests_first: Mapping[int, int]
    ghosts_together: tuple[tuple[int, int], ...]
    apart_meetings: Mapping[Pair, tuple[int, ...]]
    parted: Mapping[Pair, tuple[int, ...]]
    elsewhere: Mapping[tuple[int, int], int]
    warnings: tuple[SeatingWarning, ...]

    def to_json(self) -> dict[str, Any]:
        """Give the figures and warnings for a program."""
        return {
            "players": self.players,
            "rounds": self.rounds,
            "repeats": self.repeats,
            "table_revisits": self.table_revisits,
            "wind_spread": self.wind_spread,
            "wind_spread_worst": self.wind_spread_worst,
            "uncovered": self.uncovered,
            "short_tables_worst": max(self.short_tables.values(), default=0),
            "odd_spread": spread(self.odd_turns),
            "rests_spread": spread(self.rests_first),
            "ghosts_together": len(self.ghosts_together),
            "apart_meetings": sum(map(len, self.apart_meetings.values())),
            "parted": sum(map(len, self.parted.values())),
            "elsewhere": len(self.elsewhere),
            "warnings": [warning.to_json() for warning in self.warnings],
        }


Rounds = Sequence[Sequence[Sequence[int]]]


def spread(turns: Mapping[int, int]) -> int:
    """Say how much more often somebody has a turn than somebody else."""
    return max(turns.values(), default=0) - min(turns.values(), default=0)


def report(
    rounds: Rounds,
    *,
    ghosts: Collection[int] = frozenset(),
    apart: Sequence[Collection[int]] = (),
    wishes: Sequence[Wished] = (),
    sizes: Collection[int] = (4,),
    winds_at: Collection[int] = (2, 3, 4, 5),
) -> Report:
    """Count what a seating is worth: rounds of tables of numbers in the seats E S W N, whoever made it.

    `wishes` says of each round who is to sit together in it, and who at which tables; `sizes` are those of
    tables that need no warning, `winds_at` of those whose winds count.
    """
    absent = frozenset(ghosts)
    people = {seat for tables in rounds for table in tables for seat in table} - absent
    mates = {pair for together, _ in wishes for pair in pairs_in(together)}
    settled = {one for _, places in wishes for one in places}
    settled |= {one for pair in mates if settled & set(pair) for one in pair}
    met = meetings(rounds, absent)
    again = {pair: at for pair, at in met.items() if len(at) > 1 and pair not in mates}
    visits = {
        key: at
        for key, at in visits_to_tables(rounds, absent).items()
        if len(at) > 1 and key[0] not in settled
    }
    weighed = [[table for table in tables if len(table) in winds_at] for tables in rounds]
    spreads, winds = wind_counts(weighed, absent)
    found: dict[str, Any] = {
        "ghosts_together": ghosts_at_one_table(rounds, absent),
        "apart_meetings": {p: at for p, at in apart_pairs(rounds, absent, apart).items() if p not in mates},
        "parted": parted_pairs(rounds, wishes),
        "elsewhere": tables_not_kept(rounds, wishes),
        "short_tables": short_tables(rounds, absent),
        "odd_turns": odd_turns(rounds, people),
        "rests_first": rests_first(rounds, people),
        "meeting_again": again,
        "revisits": visits,
        "winds": winds,
    }
    return Report(
        players=len(people),
        rounds=len(rounds),
        repeats=sum(len(at) - 1 for at in again.values()),
        table_revisits=sum(len(at) - 1 for at in visits.values()),
        wind_spread=spreads[-1] if spreads else 0,
        wind_spread_worst=max(spreads, default=0),
        uncovered=uncovered_pairs(rounds, absent, people),
        warnings=tuple(all_warnings(rounds, people, absent, found, sizes)),
        **found,
    )


def meetings(rounds: Rounds, absent: frozenset[int]) -> dict[Pair, tuple[int, ...]]:
    """List the rounds in which each pair of players meets."""
    met: dict[Pair, list[int]] = defaultdict(list)
    for number, tables in enumerate(rounds, start=1):
        for table in tables:
            for first, second in combinations(sorted(set(table) - absent), 2):
                met[first, second].append(number)
    return {pair: tuple(at) for pair, at in met.items()}


def visits_to_tables(rounds: Rounds, absent: frozenset[int]) -> dict[tuple[int, int], tuple[int, ...]]:
    """List the rounds in which each player sits at each table."""
    visits: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, tables in enumerate(rounds, start=1):
        for place, table in enumerate(tables, start=1):
            for player in set(table) - absent:
                visits[player, place].append(number)
    return {key: tuple(at) for key, at in visits.items()}


def wind_counts(
    rounds: Rounds, absent: frozenset[int]
) -> tuple[list[int], dict[int, tuple[int, int, int, int]]]:
    """Give the worst spread after each round, and each player's turns in E, S, W, N."""
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    spreads = []
    for tables in rounds:
        for table in tables:
            if len(set(table) & absent) < 3:
                for wind, player in enumerate(table[:4]):
                    if player not in absent:
                        counts[player][wind] += 1
        spreads.append(max((max(turns) - min(turns) for turns in counts.values()), default=0))
    return spreads, {
        player: (turns[0], turns[1], turns[2], turns[3]) for player, turns in sorted(counts.items())
    }


def uncovered_pairs(rounds: Rounds, absent: frozenset[int], people: set[int]) -> int:
    """Count pairs that neither meet nor share an opponent."""
    opponents: dict[int, set[int]] = {player: set() for player in people}
    for first, second in meetings(rounds, absent):
        opponents[first].add(second)
        opponents[second].add(first)
    return sum(
        second not in opponents[first] and opponents[first].isdisjoint(opponents[second])
        for first, second in combinations(sorted(people), 2)
    )


def short_tables(rounds: Rounds, absent: frozenset[int]) -> dict[int, int]:
    """Count how often each player sits with a ghost."""
    counts: Counter[int] = Counter()
    for tables in rounds:
        for table in tables:
            if absent.intersection(table):
                counts.update(set(table) - absent)
    return dict(sorted(counts.items()))


def odd_turns(rounds: Rounds, people: Collection[int]) -> dict[int, int]:
    """Count how often each player sits at a table that is not of four."""
    counts = Counter(seat for tables in rounds for table in tables if len(table) != 4 for seat in table)
    return {player: counts[player] for player in sorted(people)}


def rests_first(rounds: Rounds, people: Collection[int]) -> dict[int, int]:
    """Count how often each player is the fifth of a table."""
    counts = Counter(table[4] for tables in rounds for table in tables if len(table) > 4)
    return {player: counts[player] for player in sorted(people)}


def ghosts_at_one_table(rounds: Rounds, absent: frozenset[int]) -> tuple[tuple[int, int], ...]:
    """List (round, table) with two ghosts or more."""
    return tuple(
        (number, place)
        for number, tables in enumerate(rounds, start=1)
        for place, table in enumerate(tables, start=1)
        if sum(seat in absent for seat in table) > 1
    )


def apart_pairs(
    rounds: Rounds, absent: frozenset[int], apart: Sequence[Collection[int]]
) -> dict[Pair, tuple[int, ...]]:
    """List the rounds in which two of a group that should be kept apart meet."""
    clubs = [set(group) for group in apart]
    return {
        pair: at
        for pair, at in meetings(rounds, absent).items()
        if any(pair[0] in club and pair[1] in club for club in clubs)
    }


def pairs_in(groups: Sequence[Collection[int]]) -> set[Pair]:
    """List the pairs of groups."""
    return {pair for group in groups for pair in combinations(sorted(group), 2)}


def parted_pairs(rounds: Rounds, wishes: Sequence[Wished]) -> dict[Pair, tuple[int, ...]]:
    """List the rounds in which two who are to sit together both sit, but not at one table."""
    found: dict[Pair, list[int]] = defaultdict(list)
    for number, (tables, (together, _)) in enumerate(zip(rounds, wishes, strict=False), start=1):
        table_of = {seat: place for place, table in enumerate(tables) for seat in table}
        for first, second in sorted(pairs_in(together)):
            if {first, second} <= table_of.keys() and table_of[first] != table_of[second]:
                found[first, second].append(number)
    return {pair: tuple(at) for pair, at in found.items()}


def tables_not_kept(rounds: Rounds, wishes: Sequence[Wished]) -> dict[tuple[int, int], int]:
    """Give the table of each (person, round) who sits at none of the tables where that person has to."""
    return {
        (player, number): place
        for number, (tables, (_, places)) in enumerate(zip(rounds, wishes, strict=False), start=1)
        for place, table in enumerate(tables, start=1)
        for player in sorted(places.keys() & set(table))
        if place not in places[player]
    }


def all_warnings(
    rounds: Rounds,
    people: set[int],
    absent: frozenset[int],
    found: Mapping[str, Any],
    sizes: Collection[int],
) -> Iterator[SeatingWarning]:
    """Give the warnings, gravest first."""
    yield from misplaced(rounds, people, absent, sizes)
    for number, place in found["ghosts_together"]:
        yield SeatingWarning("ghosts_together", {"round": number, "table": place})
    yield from not_kept(found["elsewhere"], found["parted"])
    for pair, at in sorted(found["apart_meetings"].items()):
        yield SeatingWarning("kept_apart_meet", {"first": pair[0], "second": pair[1], "rounds": at})
    for pair, at in sorted(found["meeting_again"].items()):
        yield SeatingWarning("meet_again", {"first": pair[0], "second": pair[1], "rounds": at})
    for (player, place), at in sorted(found["revisits"].items()):
        yield SeatingWarning("table_again", {"player": player, "table": place, "rounds": at})
    for player, turns in found["winds"].items():
        if max(turns) - min(turns) > 1:
            facts = dict(zip(("east", "south", "west", "north"), turns, strict=True))
            yield SeatingWarning("winds_uneven", {"player": player, **facts})
    for player, times in found["short_tables"].items():
        if times > len(absent):
            yield SeatingWarning("short_tables", {"player": player, "times": times})


def not_kept(
    elsewhere: Mapping[tuple[int, int], int], parted: Mapping[Pair, tuple[int, ...]]
) -> Iterator[SeatingWarning]:
    """Warn of people who sit at none of their tables, or not with those they are to sit with."""
    for (player, number), place in elsewhere.items():
        yield SeatingWarning("table_not_kept", {"player": player, "round": number, "table": place})
    for pair, at in parted.items():
        yield SeatingWarning("together_parted", {"first": pair[0], "second": pair[1], "rounds": at})


def misplaced(
    rounds: Rounds, people: set[int], absent: frozenset[int], sizes: Collection[int]
) -> Iterator[SeatingWarning]:
    """Warn of tables of other sizes, and of players seated twice or not at all in a round."""
    for number, tables in enumerate(rounds, start=1):
        seated = Counter(seat for table in tables for seat in table if seat not in absent)
        for place, table in enumerate(tables, start=1):
            if len(table) not in sizes:
                yield SeatingWarning("not_four_seats", {"round": number, "table": place, "seats": len(table)})
        for player in sorted(people):
            if seated[player] > 1:
                yield SeatingWarning("seated_twice", {"player": player, "round": number})
            elif not seated[player]:
                yield SeatingWarning("not_seated", {"player": player, "round": number})


def as_words(fact: Any) -> str:
    """Write a fact into a sentence; several rounds become a list."""
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)
