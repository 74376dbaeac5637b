"""One round by the standings: neighbours in the order play each other, and nobody meets again while that is
possible.

Whoever sits elsewhere than the order alone would put them is named with those they had met already.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from . import winds
from .anneal import Prices, no_prices
from .apart import GHOST_PRICE
from .shapes import LOT, Plan, Table, checked_groups, seats_needed
from .wishes import NOWHERE, Places, Unit, WishError, Wishes, checked, joined

TOGETHER = 20_000  # what it costs to part people who share a table: more than a ghost beside a ghost
MET = 400  # a meeting again, a pair kept apart, another time with a ghost: dearer than any distance
OUTER, INNER = 3, 1  # a table's first and last place, its two in the middle
NEAR, WIDER = 8, 3  # places between two who change tables, and more for each round before
HOT, COLD = 25.0, 1.0
SWAPS_PER_SECOND = 250_000
FEWEST_BY_STANDINGS = 8

Played = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Float:
    """Name who sits at another table than the order alone would give, from 1, and whom they met there."""

    player: int
    home: int
    table: int
    met: tuple[int, ...]


def by_standings(
    ranked: Sequence[int],
    played: Played,
    *,
    seed: int = 0,
    seconds: float = 0.5,
    ghosts: Collection[int] = (),
    apart: Sequence[Collection[int]] = (),
    together: Sequence[Collection[int]] = (),
    places: Places = NOWHERE,
) -> Plan:
    """Plan one round for `ranked`, the leader first, after `played` rounds of tables E S W N.

    `ghosts` are those of the rounds played; as many as are wanted are used again. `seconds` sets how many
    exchanges are tried, so the same arguments always give the same plan. `together` and `places` are those
    of `plan`. Raises ValueError for fewer than eight, or for somebody ranked twice, WishError for what cannot
    be kept.
    """
    people = len(ranked)
    if people < FEWEST_BY_STANDINGS or len(set(ranked)) < people:
        raise ValueError(f"by the standings wants {FEWEST_BY_STANDINGS} different players, not {people}")
    rng = Random(f"{LOT} swiss {list(ranked)} {seed}")
    everyone = [*ranked, *empty_seats(ranked, played, ghosts)]
    prices = prices_of(everyone, people, played, ghosts, checked_groups(apart, ranked))
    wishes = checked(together, places, ranked, len(everyone) // 4)
    table_of = tables_given(wishes, prices)
    units = units_of(wishes, table_of, prices)
    tables = greedy(len(everyone), people, prices, units)
    near, swaps = NEAR + WIDER * len(played), int(seconds * SWAPS_PER_SECOND)
    tables = exchanged(tables, people, prices, rng, near, swaps)
    counts = winds.counted(played)
    seated = tuple(
        evenly([everyone[place] for place in table], counts, rng)
        for table in numbered(sorted(tables, key=min), table_of)
    )
    return Plan(people, (seated,), frozenset(everyone[people:]), "by standings", seed)


def tables_given(wishes: Wishes, prices: Prices) -> dict[int, int]:
    """Choose a table for each who has to sit at certain ones: with a neighbour not met yet, or alone.

    Whoever stands higher chooses first; raises WishError (`wishes_too_many`) where no table has room.
    """
    table_of: dict[int, int] = {}
    units = dict.fromkeys(unit for at, unit in enumerate(wishes.unit_of(len(prices))) if at in wishes.tables)
    for unit in sorted(units, key=lambda unit: (choice(wishes, unit), unit)):
        free = []
        for table in range(len(prices) // 4):
            there = [one for one, at in table_of.items() if at == table]
            if wishes.may_sit(unit, table) and len(there) + len(unit) <= 4:
                near = all(abs(one - unit[0]) < 4 and not prices[one][unit[0]] for one in there)
                free.append((not (there and near), len(there), table))
        if not free:
            raise WishError("wishes_too_many", numbers=wishes.named(unit))
        table_of |= dict.fromkeys(unit, min(free)[2])
    return table_of


def choice(wishes: Wishes, unit: Unit) -> int:
    """Count the tables at which a unit can sit."""
    return min(len(wishes.tables[one]) for one in unit if one in wishes.tables)


def units_of(wishes: Wishes, table_of: Mapping[int, int], prices: Prices) -> list[Unit]:
    """Give each those who sit where they do, and make it dear in the prices that it be otherwise."""
    sharing = [[one for one, at in table_of.items() if at == table] for table in set(table_of.values())]
    units: list[Unit] = [(one,) for one in range(len(prices))]
    for group in joined([*wishes.units, *sharing]):
        for one in group:
            units[one] = tuple(group)
        for one, other in combinations(group, 2):
            add(prices, one, other, -TOGETHER)
    for one, other in combinations(sorted(table_of), 2):
        if table_of[one] != table_of[other]:
            add(prices, one, other, GHOST_PRICE)
    return units


def numbered(tables: list[list[int]], table_of: Mapping[int, int]) -> list[list[int]]:
    """Put tables, the leader's first, in the order of their numbers: some have to be where somebody sits."""
    given = {table_of[place]: table for table in tables for place in table if place in table_of}
    others = iter([table for table in tables if not any(place in table_of for place in table)])
    return [given[at] if at in given else next(others) for at in range(len(tables))]


def evenly(group: Sequence[int], counts: winds.Counts, rng: Random) -> Table:
    """Seat four so that nobody's turns in the four seats lie further apart than they must.

    `winds.best_order` looks at the sum alone: whoever comes to be far apart stays so, since nobody knows
    before who sits with whom.
    """
    have = [counts.get(player) or [0, 0, 0, 0] for player in group]

    def uneven(order: tuple[int, ...]) -> tuple[int, int]:
        turns = [have[member][:] for member in order]
        for seat, mine in enumerate(turns):
            mine[seat] += 1
        spreads = [max(mine) - min(mine) for mine in turns]
        return max(spreads), sum(have[member][seat] for seat, member in enumerate(order))

    start = rng.randrange(len(winds.ORDERS))
    orders = winds.ORDERS[start:] + winds.ORDERS[:start]
    return winds.as_table([group[member] for member in min(orders, key=uneven)])


def empty_seats(ranked: Sequence[int], played: Played, ghosts: Collection[int]) -> list[int]:
    """Number the ghosts that fill the tables up: former ones first."""
    needed = seats_needed(len(ranked)) - len(ranked)
    highest = max([*ranked, *ghosts, *(seat for tables in played for table in tables for seat in table)])
    return [*sorted(ghosts), *range(highest + 1, highest + 4)][:needed]


def prices_of(
    everyone: Sequence[int], people: int, played: Played, ghosts: Collection[int], groups: list[list[int]]
) -> Prices:
    """Price each pair by places in `everyone`: earlier meetings, kept apart, tables with a ghost before."""
    place = {number: at for at, number in enumerate(everyone[:people])}
    met = Counter(frozenset(pair) for tables in played for table in tables for pair in combinations(table, 2))
    short = Counter(
        seat
        for tables in played
        for table in tables
        if set(ghosts) & set(table) or len(table) != 4
        for seat in table
    )
    prices = no_prices(len(everyone))
    for pair, often in met.items():
        if pair <= place.keys():
            one, other = (place[number] for number in pair)
            add(prices, one, other, MET * often)
    for group in groups:
        for one, other in combinations(group, 2):
            add(prices, place[one], place[other], MET)
    for ghost in range(people, len(everyone)):
        for one, number in enumerate(everyone[:people]):
            add(prices, ghost, one, MET * short[number])
        for other in range(people, ghost):
            add(prices, ghost, other, GHOST_PRICE)
    return prices


def add(prices: Prices, one: int, other: int, price: int) -> None:
    """Make a pair dearer."""
    prices[one][other] += price
    prices[other][one] += price


def cost(table: Sequence[int], people: int, prices: Prices) -> int:
    """Say what a table costs: how far apart its people stand, and the prices of its pairs."""
    here = sorted(place for place in table if place < people)
    distance = OUTER * (here[-1] - here[0]) + INNER * (here[-2] - here[1])
    return distance + sum(prices[one][other] for one, other in combinations(table, 2))


def greedy(seats: int, people: int, prices: Prices, units: Sequence[Unit]) -> list[list[int]]:
    """Seat the best of those left with the next ones who cost least; the last tables get a ghost each."""
    waiting, ghosts = list(range(people)), list(range(people, seats))
    tables: list[list[int]] = []
    for left in range(seats // 4, 0, -1):
        table = [*units[waiting[0]]]
        if left <= len(ghosts) and len(table) < 4:
            table.append(ghosts.pop())
        waiting = [one for one in waiting if one not in table]
        while len(table) < 4:
            fitting = [one for one in waiting if len(units[one]) <= 4 - len(table)] or waiting
            best = min(fitting, key=lambda one: (sum(prices[one][other] for other in table), one))
            come = [one for one in units[best] if one in waiting][: 4 - len(table)]
            waiting = [one for one in waiting if one not in come]
            table += come
        tables.append(table)
    return tables


def exchanged(
    tables: list[list[int]], people: int, prices: Prices, rng: Random, near: int, swaps: int
) -> list[list[int]]:
    """Anneal exchanges of two who stand near each other, or of a ghost; give the best tables seen."""
    at = {place: table for table, four in enumerate(tables) for place in four}
    costs = [cost(table, people, prices) for table in tables]
    change, best_change, best = 0, 0, [table[:] for table in tables]
    for turn in range(swaps):
        one, other = pair_near(rng, people, len(at), near)
        here, there = at[one], at[other]
        if here == there:
            continue
        first = [other if place == one else place for place in tables[here]]
        second = [one if place == other else place for place in tables[there]]
        new = cost(first, people, prices), cost(second, people, prices)
        delta = sum(new) - costs[here] - costs[there]
        heat = HOT * (COLD / HOT) ** (turn / swaps)
        if delta > 0 and rng.random() >= math.exp(-delta / heat):
            continue
        tables[here], tables[there] = first, second
        costs[here], costs[there] = new
        at[one], at[other] = there, here
        change += delta
        if change < best_change:
            best_change, best = change, [table[:] for table in tables]
    return best


def pair_near(rng: Random, people: int, seats: int, near: int) -> tuple[int, int]:
    """Draw two to change tables: places near each other, a ghost with anybody."""
    one = rng.randrange(seats)
    if one >= people:
        return one, rng.randrange(people)
    other = one + rng.choice((-1, 1)) * rng.randint(1, near)
    return one, min(max(other, 0), people - 1)


def floats(tables: Sequence[Sequence[int]], ranked: Sequence[int], played: Played) -> list[Float]:
    """Say who sits elsewhere than the order alone would put them, four by four, the leader's table first."""
    met = {frozenset(pair) for rows in played for table in rows for pair in combinations(table, 2)}
    rank_of = {number: rank for rank, number in enumerate(ranked)}
    # A table that had to be where somebody sits has another number than its people's places would give.
    best = [min(rank_of.get(one, len(ranked)) for one in table) for table in tables]
    order = sorted(range(len(tables)), key=best.__getitem__)
    home_of = {number: home for home, at in enumerate(order) for number in tables[at]}
    found = []
    for rank, player in enumerate(ranked):
        home, here = rank // 4, home_of.get(player)
        if here not in (home, None):
            neighbours = ranked[home * 4 : home * 4 + 4]
            known = tuple(one for one in neighbours if one != player and frozenset((one, player)) in met)
            found.append(Float(player, order[home] + 1, order[here] + 1, known))
    return found
