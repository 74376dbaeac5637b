"""Standings of teams: the sum of the best so many of a team's members. Pure: keys and exact amounts only."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from tournaments.ranking.figures import Amount

Of = TypeVar("Of", bound=Hashable)  # the key of a team
Key = TypeVar("Key", bound=Hashable)  # the key of a member


@dataclass(frozen=True, slots=True)
class TeamStanding(Generic[Of, Key]):
    """The place of a team, the sum of those who `count`, best first, and those who do not.

    Teams of one total share a place: nothing else decides between them.
    """

    team: Of
    rank: int
    shared: bool
    total: Amount
    count: tuple[Key, ...]
    rest: tuple[Key, ...]


def rank_teams(
    teams: Mapping[Of, Iterable[tuple[Key, Amount]]], best: int | None
) -> list[TeamStanding[Of, Key]]:
    """Rank teams by the sum of their `best` members' amounts (None: of all); a short team has fewer.

    >>> found = rank_teams({"A": [("a", 5), ("b", -9)], "B": [("c", 5)], "C": [("d", 1), ("e", 1)]}, 1)
    >>> [(one.team, one.rank, one.shared, one.total) for one in found]
    [('A', 1, True, 5), ('B', 1, True, 5), ('C', 3, False, 1)]
    """
    summed = [(_summed(members, best), team) for team, members in teams.items()]
    summed.sort(key=lambda one: -one[0][0])
    found: list[TeamStanding[Of, Key]] = []
    for _total, tied in groupby(summed, key=lambda one: one[0][0]):
        listed = list(tied)
        place = len(found) + 1
        found += [TeamStanding(team, place, len(listed) > 1, *each) for each, team in listed]
    return found


def _summed(
    members: Iterable[tuple[Key, Amount]], best: int | None
) -> tuple[Amount, tuple[Key, ...], tuple[Key, ...]]:
    ordered: Sequence[tuple[Key, Amount]] = sorted(members, key=lambda one: -one[1])
    count = ordered if best is None else ordered[:best]
    total: Amount = sum(amount for _key, amount in count)
    return total, tuple(key for key, _ in count), tuple(key for key, _ in ordered[len(count) :])
