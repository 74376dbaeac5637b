"""What no seating of so many people at so many tables can avoid; counted from the tables alone.

A kind of warning is unavoidable where its figure is as low as the numbers allow: an organiser need not look
for a better seating then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from .report import Report, Rounds
from .shapes import most_perfect_rounds

FIVE = 5  # of five players one rests in each round
NEARLY = 10  # tables are what gives way last: a tenth above the bound nobody does better by hand


def unavoidable(rounds: Rounds, report: Report, ghosts: Collection[int] = frozenset()) -> frozenset[str]:
    """List the codes of warnings that these numbers bring with them, however people are seated."""
    absent = frozenset(ghosts)
    evenly = repeated(report) == by_tables(rounds, absent)
    least = least_revisited(rounds, absent, evenly=evenly)
    found = {
        "meet_again": repeated(report) <= least_repeated(rounds, absent),
        "table_again": revisited(report) <= least + least // NEARLY,
        "short_tables": max(report.short_tables.values(), default=0) <= least_short(report),
        "not_seated": report.players == FIVE and all(played(tables, absent) == 1 for tables in rounds),
    }
    return frozenset(code for code, cannot in found.items() if cannot)


def must_meet_again(rounds: Rounds, ghosts: Collection[int] = frozenset()) -> bool:
    """Say whether some pair has to meet twice."""
    absent = frozenset(ghosts)
    seats = max((4 * len(tables) for tables in rounds), default=0)
    fours = all(len(table) == 4 for tables in rounds for table in tables)
    full = fours and not absent and len(rounds) > most_perfect_rounds(seats)
    return full or some_repeat(rounds, absent)


def some_repeat(rounds: Rounds, ghosts: Collection[int] = frozenset()) -> bool:
    """Say whether some pair has to meet twice, by these tables alone: others may come each time."""
    return least_repeated(rounds, frozenset(ghosts)) > 0


def repeated(report: Report) -> int:
    """Count meetings again by the pairs of rounds in which two people meet: three rounds are three."""
    return sum(pairs_of(len(at)) for at in report.meeting_again.values())


def least_repeated(rounds: Rounds, absent: frozenset[int]) -> int:
    """Bound `repeated` from below, by how many pairs there are and by how few tables."""
    return max(by_pairs(rounds, absent), by_tables(rounds, absent))


def by_pairs(rounds: Rounds, absent: frozenset[int]) -> int:
    """Spread all meetings over all pairs as evenly as can be."""
    people = {seat for tables in rounds for table in tables for seat in table} - absent
    pairs = len(people) * (len(people) - 1) // 2
    meetings = sum(pairs_of(len(set(table) - absent)) for tables in rounds for table in tables)
    return split(meetings, pairs)


def by_tables(rounds: Rounds, absent: frozenset[int]) -> int:
    """Take for each two rounds as few shared pairs as their tables allow."""
    return sum(
        split(len(set(table) & everybody(earlier) - absent), len(earlier))
        for earlier, later in combinations(rounds, 2)
        for table in later
    )


def everybody(tables: Sequence[Sequence[int]]) -> set[int]:
    """List who sits in a round."""
    return {seat for table in tables for seat in table}


def played(tables: Sequence[Sequence[int]], absent: frozenset[int]) -> int:
    """Count the tables at which people play."""
    return sum(len(set(table) - absent) > 1 for table in tables)


def split(things: int, places: int) -> int:
    """Count the pairs of things that share a place when they are spread evenly."""
    if not places:
        return 0
    each, more = divmod(things, places)
    return (places - more) * pairs_of(each) + more * pairs_of(each + 1)


def pairs_of(many: int) -> int:
    """Count the pairs among so many."""
    return many * (many - 1) // 2


def revisited(report: Report) -> int:
    """Count visits again by the pairs of rounds in which somebody sits at one table."""
    return sum(pairs_of(len(at)) for at in report.revisits.values())


def least_revisited(rounds: Rounds, absent: frozenset[int], *, evenly: bool) -> int:
    """Bound `revisited` from below; a table that takes `evenly` from all earlier ones brings some back."""
    turns = Counter(seat for tables in rounds for table in tables for seat in set(table) - absent)
    tables = max(map(len, rounds), default=0)
    by_rounds = sum(split(times, tables) for times in turns.values())
    return max(by_rounds, coming_back(rounds, absent) if evenly else 0)


def coming_back(rounds: Rounds, absent: frozenset[int]) -> int:
    """Count those of each table who come from the same one when it takes evenly from all earlier tables."""
    return sum(
        len(set(table) & everybody(earlier) - absent) // len(earlier)
        for earlier, later in combinations(rounds, 2)
        for table in later[: len(earlier)]
    )


def least_short(report: Report) -> int:
    """Spread the seats beside a ghost over the people as evenly as can be; give the most that anybody has."""
    return -(-sum(report.short_tables.values()) // max(report.players, 1))
