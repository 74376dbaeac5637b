"""The rest of an event after players have left: the rounds played stay as they are and weigh on those to
come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

from . import bound, tables, winds
from .anneal import SWAPS_PER_SECOND, Prices, count_meetings, drawn, improve, no_prices
from .apart import pair_prices
from .ghosts import even_out
from .shapes import LOT, Draft, Plan, checked_groups, seats_needed
from .wishes import NOWHERE, Places, Wishes, checked


def replan(
    played: Sequence[Sequence[Sequence[int]]],
    players_left: Collection[int],
    rounds_left: int,
    *,
    seed: int = 0,
    seconds: float = 1.0,
    apart: Sequence[Collection[int]] = (),
    ghosts: Collection[int] = (),
    together: Sequence[Collection[int]] = (),
    places: Places = NOWHERE,
) -> Plan:
    """Plan the remaining rounds for those still in, after `played` rounds of tables of four numbers (seats
    E S W N).

    The plan holds the remaining rounds only. `ghosts` are the ghosts of the rounds played; they are used
    again before new numbers, above all others, are taken. Latecomers are simply numbers that have not
    played. `together` and `places` are those of `plan`. Raises ValueError with fewer than four players (or
    five, who fill no two tables) or no round left, WishError for what cannot be kept.
    """
    left = sorted(set(players_left) - set(ghosts))
    if len(left) < 4 or len(left) == 5:
        raise ValueError(
            f"{len(left)} players cannot be seated at tables of four without two ghosts at one table"
        )
    if rounds_left < 1:
        raise ValueError(f"rounds left must be at least 1, not {rounds_left}")
    empty = ghost_numbers(played, left, ghosts)
    rng = Random(f"{LOT} {left} {rounds_left} {seed}")
    everyone = [*left, *empty]
    groups = checked_groups(apart, left)
    wishes = checked(together, places, left, len(everyone) // 4)
    if wishes:
        draft = rest_kept(played, everyone, empty, ghosts, groups, wishes, rounds_left, rng, seconds)
    else:
        draft = rest_of(played, everyone, empty, ghosts, groups, rounds_left, rng, seconds)
    settle_tables(draft, played, everyone, rng, seconds, wishes)
    numbered = [[everyone[place] for place in row] for row in draft]
    seated = winds.seat_after(numbered, played, rng) if played else winds.seat_all(numbered, rng)
    return Plan(len(left), seated, frozenset(empty), "annealed", seed)


def ghost_numbers(
    played: Sequence[Sequence[Sequence[int]]], left: Sequence[int], ghosts: Collection[int]
) -> list[int]:
    """Choose numbers for the ghosts now needed: former ghosts first."""
    needed = seats_needed(len(left)) - len(left)
    highest = max([*left, *ghosts, *(player for groups in played for group in groups for player in group)])
    return [*sorted(ghosts), *range(highest + 1, highest + 4)][:needed]


def rest_of(
    played: Sequence[Sequence[Sequence[int]]],
    everyone: Sequence[int],
    empty: Sequence[int],
    ghosts: Collection[int],
    groups: Sequence[Sequence[int]],
    rounds_left: int,
    rng: Random,
    seconds: float,
) -> Draft:
    """Anneal the remaining rounds, as places in `everyone`, on top of the meetings there have been."""
    place = {player: index for index, player in enumerate(everyone)}
    prices = history_prices(played, place)
    for (a, b), price in pair_prices(empty, groups).items():
        prices[place[a]][place[b]] += price
        prices[place[b]][place[a]] += price
    draft = drawn(len(everyone), rounds_left, rng)
    before = [line[:] for line in prices]
    count_meetings(prices, draft)
    if len(everyone) > 4:
        improve(draft, prices, rng, int(2 * seconds * SWAPS_PER_SECOND), good=-spent(before, prices))
    people = len(everyone) - len(empty)
    short = tables_with_a_ghost(played, everyone[:people], ghosts)
    return even_out(draft, people, rng, seconds * 0.5, prices=of_people(before, people), short=short)


def rest_kept(
    played: Sequence[Sequence[Sequence[int]]],
    everyone: Sequence[int],
    empty: Sequence[int],
    ghosts: Collection[int],
    groups: Sequence[Sequence[int]],
    wishes: Wishes,
    rounds_left: int,
    rng: Random,
    seconds: float,
) -> Draft:
    """Anneal the remaining rounds as `rest_of` does, where somebody has to sit with somebody or somewhere."""
    place = {player: index for index, player in enumerate(everyone)}
    people = len(everyone) - len(empty)
    prices = of_people(history_prices(played, place), people)
    for (a, b), price in pair_prices(empty, groups).items():
        prices[place[a]][place[b]] = prices[place[b]][place[a]] = prices[place[a]][place[b]] + price
    for at, times in enumerate(tables_with_a_ghost(played, everyone[:people], ghosts)):
        for ghost in range(people, len(everyone)):
            prices[at][ghost] = prices[ghost][at] = times
    moves = int(seconds * bound.MOVES_PER_SECOND)
    all_ghosts = range(people, len(everyone))
    return bound.rounds_kept(len(everyone), rounds_left, all_ghosts, wishes, prices, rng, moves)


def of_people(prices: Prices, people: int) -> Prices:
    """Leave the ghosts, who come last, out of the prices."""
    rows = enumerate(prices)
    return [[price * (max(a, b) < people) for b, price in enumerate(row)] for a, row in rows]


def tables_with_a_ghost(
    played: Sequence[Sequence[Sequence[int]]], people: Sequence[int], ghosts: Collection[int]
) -> list[int]:
    """Count how often each of those still in has sat with a ghost."""
    absent = set(ghosts)
    short = Counter(
        player for groups in played for group in groups if absent.intersection(group) for player in group
    )
    return [short[player] for player in people]


def history_prices(played: Sequence[Sequence[Sequence[int]]], place: dict[int, int]) -> Prices:
    """Count the meetings of those still in."""
    prices = no_prices(len(place))
    for groups in played:
        for group in groups:
            here = [place[player] for player in group if player in place]
            for a in here:
                for b in here:
                    prices[a][b] += a != b
    return prices


def spent(before: Prices, after: Prices) -> int:
    """Sum what the meetings counted since `before` cost: a pair gets dearer by one each time."""
    return sum(
        (high - low) * (high + low - 1) // 2
        for index, (old, new) in enumerate(zip(before, after, strict=True))
        for low, high in zip(old[:index], new[:index], strict=True)
    )


def settle_tables(
    draft: Draft,
    played: Sequence[Sequence[Sequence[int]]],
    everyone: Sequence[int],
    rng: Random,
    seconds: float,
    wishes: Wishes,
) -> None:
    """Number the tables so that those still in come to new ones, but for who has to sit at certain ones."""
    place = {player: index for index, player in enumerate(everyone)}
    visits = Counter(
        (place[player], table)
        for groups in played
        for table, group in enumerate(groups)
        for player in group
        if player in place
    )
    tables.settle(draft, rng, seconds * 0.3, visits=visits, wishes=wishes)
