"""What a draw has to keep to beside who has met whom: people who share a table in every round, and tables at
which somebody has to sit (one that is reached without steps, or any near the door).

Unlike the groups kept apart, which are so as far as possible, these are kept always, or there is no plan.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

MOST_TOGETHER = 3  # four would meet nobody else
TRIES = 60

Unit = tuple[int, ...]
Places = Mapping[int, Collection[int]]
NOWHERE: Places = {}


class WishError(ValueError):
    """What was wished for cannot be: a code, and facts for its sentence."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(f"{code} {facts}")
        self.code, self.facts = code, facts


@dataclass(frozen=True, slots=True)
class Wishes:
    """Hold who shares a table in every round, and at which tables, from 0, somebody can sit; by `people`."""

    units: tuple[Unit, ...]
    tables: Mapping[int, frozenset[int]]
    people: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.units or self.tables)

    def may_exchange(self, groups: Sequence[Sequence[int]], one: int, other: int) -> bool:
        """Tell whether two groups of a round can change tables."""
        return self.may_sit(groups[one], other) and self.may_sit(groups[other], one)

    def named(self, unit: Unit) -> list[int]:
        """Give the numbers of a unit; of a ghost there is none."""
        return sorted(self.people[one] for one in unit if one < len(self.people))

    def strangers(self) -> list[Unit]:
        """List pairs who have no table in common, and so cannot meet."""
        at = self.tables
        return [(one, other) for one, other in combinations(sorted(at), 2) if not at[one] & at[other]]

    def unit_of(self, size: int) -> list[Unit]:
        """Give each of so many, who are numbered from 0, those who sit where they do."""
        units: list[Unit] = [(one,) for one in range(size)]
        for unit in self.units:
            for one in unit:
                units[one] = unit
        return units

    def may_sit(self, people: Sequence[int], table: int) -> bool:
        """Tell whether all of these can sit at a table."""
        return all(one not in self.tables or table in self.tables[one] for one in people)


def checked(
    together: Sequence[Collection[int]], places: Places, people: Sequence[int], tables: int
) -> Wishes:
    """Read wishes that name people and tables from 1, as wishes by their order in `people` and tables from 0.

    Raises WishError for somebody who does not play, more than three together, a table that is not there, and
    people together who have no table in common.
    """
    order = {number: at for at, number in enumerate(people)}
    strangers = {*places, *(one for group in together for one in group)} - order.keys()
    if strangers:
        raise WishError("wish_of_nobody", numbers=sorted(strangers))
    units = [tuple(order[one] for one in group) for group in joined(together)]
    for unit in units:
        if len(unit) > MOST_TOGETHER:
            raise WishError("together_too_many", numbers=sorted(people[one] for one in unit))
    found = {order[number]: _there(at, tables) for number, at in places.items()}
    for unit in units:
        common = [found[one] for one in unit if one in found]
        if common and not frozenset.intersection(*common):
            raise WishError("together_elsewhere", numbers=sorted(people[one] for one in unit))
    return Wishes(tuple(units), found, tuple(people))


def _there(wanted: Collection[int], tables: int) -> frozenset[int]:
    """Take tables from 1 as tables from 0; of several, those that there are."""
    there = frozenset(table - 1 for table in wanted if 1 <= table <= tables)
    if not there:
        raise WishError("no_such_table", table=min(wanted, default=0), tables=tables)
    return there


def joined(groups: Sequence[Collection[int]]) -> list[list[int]]:
    """Join groups that share somebody."""
    found: list[set[int]] = []
    for group in groups:
        mine = set(group)
        for other in [one for one in found if one & mine]:
            found.remove(other)
            mine |= other
        found.append(mine)
    return [sorted(group) for group in found if len(group) > 1]


def placed(size: int, ghosts: Collection[int], wishes: Wishes, rng: Random) -> list[int]:
    """Draw a round that keeps to the wishes, a row of numbers from 0; no two ghosts share a table.

    Raises WishError (`wishes_too_many`) naming people for whom no table has room.
    """
    return [one for table in placed_at([4] * (size // 4), ghosts, wishes, rng) for one in table]


def placed_at(
    rooms: Sequence[int], ghosts: Collection[int], wishes: Wishes, rng: Random
) -> list[list[int]]:
    """Draw a round as `placed` does, at tables with room for so many."""
    left: Unit = ()
    for _ in range(TRIES):
        tables, left = _filled(rooms, ghosts, wishes, rng)
        if not left:
            return tables
    raise WishError("wishes_too_many", numbers=wishes.named(left))


def moved_to_their_tables(rounds: Sequence[list[int]], wishes: Wishes) -> bool:
    """Exchange groups of each round, in place, so that all sit where they have to; tell if that can be."""
    for row in rounds:
        groups = [row[start : start + 4] for start in range(0, len(row), 4)]
        table_of: dict[int, int] = {}
        bound = [at for at, group in enumerate(groups) if any(one in wishes.tables for one in group)]
        if not all(_matched(at, groups, wishes, table_of, set()) for at in bound):
            return False
        at_table = {at: groups[group] for at, group in table_of.items()}
        others = iter([group for at, group in enumerate(groups) if at not in bound])
        row[:] = [one for at in range(len(groups)) for one in at_table.get(at) or next(others)]
    return True


def _matched(
    group: int, groups: list[list[int]], wishes: Wishes, table_of: dict[int, int], asked: set[int]
) -> bool:
    """Find a table for a group, for which others may have to take another one."""
    for table in range(len(groups)):
        if table not in asked and wishes.may_sit(groups[group], table):
            asked.add(table)
            if table not in table_of or _matched(table_of[table], groups, wishes, table_of, asked):
                table_of[table] = group
                return True
    return False


def _filled(
    rooms: Sequence[int], ghosts: Collection[int], wishes: Wishes, rng: Random
) -> tuple[list[list[int]], Unit]:
    """Seat whoever has least choice first; give who is left over when that comes to no end."""
    tables: list[list[int]] = [[] for _ in rooms]
    units = list(dict.fromkeys(wishes.unit_of(sum(rooms))))
    rng.shuffle(units)
    choice = {unit: [at for at in range(len(tables)) if wishes.may_sit(unit, at)] for unit in units}
    units.sort(key=lambda unit: (len(choice[unit]), -len(unit), unit[0] not in ghosts))
    for unit in units:
        free = [at for at in choice[unit] if len(tables[at]) + len(unit) <= rooms[at]]
        if unit[0] in ghosts:
            free = [at for at in free if not set(ghosts) & set(tables[at])]
        if not free:
            return tables, unit
        tables[_roomiest(free, rooms, tables, rng)] += unit
    return tables, ()


def _roomiest(
    free: Sequence[int], rooms: Sequence[int], tables: Sequence[Sequence[int]], rng: Random
) -> int:
    """Draw one of the tables with most room, so that larger units still find some."""
    most = max(rooms[at] - len(tables[at]) for at in free)
    return rng.choice([at for at in free if rooms[at] - len(tables[at]) == most])
