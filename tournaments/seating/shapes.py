"""The words of the package: groups, tables, rounds and plans. What each method does with them is its
neighbours' affair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

Group = Sequence[int]
Table = tuple[int, ...]  # of four, unless a plan has odd ones
Round = tuple[Table, ...]
Draft = list[list[int]]

SEATS = ("E", "S", "W", "N")
VERSION = 2  # of the draw: a seed gives the same plan again under the same version only
LOT = 1  # what random numbers start from beside the seed: unchanged, so version 2 draws whole tables as 1 did


@dataclass(frozen=True, slots=True)
class Plan:
    """Hold the rounds of an event: tables of four numbers in the seats E S W N, players numbered from 1.

    An odd table is one of three, E S W, or of five, the last of whom rests first.
    `ghosts` are the numbers that stand for an empty chair (or a house substitute). `method` says how the
    plan was made: "columns", "base round", "stored" or "annealed".
    """

    players: int
    rounds: tuple[Round, ...]
    ghosts: frozenset[int]
    method: str
    seed: int
    version: int = VERSION

    def to_json(self) -> list[list[list[int]]]:
        """Give the rounds as nested lists: rounds of tables of four numbers."""
        return [[list(table) for table in tables] for tables in self.rounds]


def as_numbers(made: Plan, numbers: Sequence[int]) -> Plan:
    """Give a plan in other numbers: the first stands for 1, the next for 2, and so on."""
    rounds = tuple(
        tuple(tuple(numbers[one - 1] for one in table) for table in tables) for tables in made.rounds
    )
    return replace(made, rounds=rounds, ghosts=frozenset(numbers[ghost - 1] for ghost in made.ghosts))


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Hold rounds of groups over slots 0..n-1, before anybody has a number or a seat.

    `classes` are sets of slots that never meet inside; `tables_settled` says that no slot comes to a table
    twice.
    """

    rounds: Draft
    classes: tuple[tuple[int, ...], ...]
    tables_settled: bool
    method: str


def seats_needed(players: int) -> int:
    """Round a number of players up to full tables."""
    return -(-players // 4) * 4


def groups_of(row: Sequence[int]) -> list[Sequence[int]]:
    """Cut a round written as one row into its groups of four."""
    return [row[start : start + 4] for start in range(0, len(row), 4)]


def most_perfect_rounds(seats: int) -> int:
    """Bound the number of rounds in which nobody need meet twice."""
    known = {4: 1, 8: 1, 12: 1, 20: 5}
    return known.get(seats, (seats - 1) // 3)


def checked_groups(groups: Iterable[Collection[int]], allowed: Collection[int]) -> list[list[int]]:
    """Sort the members of groups kept apart; refuse a number that is not among the players."""
    members = [sorted(set(group)) for group in groups]
    strangers = {number for group in members for number in group} - set(allowed)
    if strangers:
        raise ValueError(f"groups kept apart name numbers that do not play: {sorted(strangers)}")
    return [group for group in members if len(group) > 1]
