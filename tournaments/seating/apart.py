"""Numbers for slots: people kept apart (clubs, families, ghosts) go where they never meet, all others are
drawn by lot.

A class of a skeleton never meets inside, so a group that fits into one is kept apart for nothing; what does
not fit is spread by packing and then by exchanges of numbers, which leave the plan itself as good as it
was.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from .anneal import Prices, count_meetings, no_prices
from .ghosts import chairs
from .shapes import Draft, Skeleton

GHOST_PRICE = 10_000
APART_PRICE = 4
EXCHANGES_PER_SECOND = 200_000

PairPrices = dict[tuple[int, int], int]


def pair_prices(ghosts: Sequence[int], groups: Sequence[Sequence[int]]) -> PairPrices:
    """Price each pair that ought not to meet; two ghosts cost more than everything else together."""
    prices = {pair: APART_PRICE for group in groups for pair in combinations(sorted(group), 2)}
    prices.update(dict.fromkeys(combinations(sorted(ghosts), 2), GHOST_PRICE))
    return prices


def group_prices(seats: int, groups: Sequence[Sequence[int]]) -> Prices | None:
    """Write the prices of pairs kept apart, ghosts aside, as a matrix; None if nobody is."""
    if not groups:
        return None
    prices = no_prices(seats)
    for (a, b), price in pair_prices((), groups).items():
        prices[a][b] = prices[b][a] = price
    return prices


def pack(groups: Sequence[Sequence[int]], room: Sequence[int]) -> list[list[int]]:
    """Pack groups into bins of the given room, largest first, best fit; split a group only when it fits
    nowhere.
    """
    bins: list[list[int]] = [[] for _ in room]
    waiting = sorted((list(group) for group in groups), key=len, reverse=True)
    while waiting:
        group = waiting.pop(0)
        left = [space - len(taken) for space, taken in zip(room, bins, strict=True)]
        fitting = [place for place, space in enumerate(left) if space >= len(group)]
        place = (
            min(fitting, key=lambda p: left[p]) if fitting else max(range(len(left)), key=lambda p: left[p])
        )
        bins[place] += group[: left[place]]
        if rest := group[left[place] :]:
            waiting.append(rest)
            waiting.sort(key=len, reverse=True)
    return bins


def merged(groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Drop from each group the members an earlier group holds already, so that everybody is packed once."""
    seen: set[int] = set()
    result = []
    for group in groups:
        fresh = [member for member in group if member not in seen]
        seen.update(fresh)
        if fresh:
            result.append(fresh)
    return result


def first_slots(seats: int, skeleton: Skeleton, groups: Sequence[Sequence[int]], rng: Random) -> list[int]:
    """Draw a number for each slot (slot -> number from 0), the groups packed into the classes if there are
    any.
    """
    slots = [list(part) for part in skeleton.classes] or [list(range(seats))]
    for part in slots:
        rng.shuffle(part)
    rng.shuffle(slots)
    number_at = [-1] * seats
    for part, members in zip(slots, pack(merged(groups), [len(part) for part in slots]), strict=True):
        for member in members:
            number_at[part.pop()] = member
    placed = set(number_at)
    others = [number for number in range(seats) if number not in placed]
    rng.shuffle(others)
    return [number if number >= 0 else others.pop() for number in number_at]


def label(
    skeleton: Skeleton, ghosts: Sequence[int], groups: Sequence[Sequence[int]], rng: Random, seconds: float
) -> tuple[Draft, int]:
    """Give the rounds in numbers from 0 and what is left of the prices of pairs that ought not to meet."""
    seats = len(skeleton.rounds[0])
    pairs = pair_prices(ghosts, groups)
    everyone: list[Sequence[int]] = [ghosts, *groups] if ghosts else list(groups)
    number_at = first_slots(seats, skeleton, everyone, rng)
    price = 0
    if pairs:
        meetings = no_prices(seats)
        count_meetings(meetings, skeleton.rounds)
        number_at, price = exchange_numbers(
            number_at, meetings, pairs, rng, int(seconds * EXCHANGES_PER_SECOND)
        )
        number_at = spread_ghosts(number_at, meetings, ghosts, groups, rng)
    return [[number_at[slot] for slot in row] for row in skeleton.rounds], price


def exchange_numbers(
    number_at: list[int], meetings: Prices, pairs: PairPrices, rng: Random, budget: int
) -> tuple[list[int], int]:
    """Exchange the numbers of two slots while that lowers the price of the pairs that meet, with small
    steps back.
    """
    slot_of = [0] * len(number_at)
    for slot, number in enumerate(number_at):
        slot_of[number] = slot
    partners: dict[int, list[tuple[int, int]]] = {}
    for (a, b), price in pairs.items():
        partners.setdefault(a, []).append((b, price))
        partners.setdefault(b, []).append((a, price))
    bound = sorted(partners)

    def pays(number: int, slot: int) -> int:
        met = meetings[slot]
        return sum(price * met[slot_of[other]] for other, price in partners.get(number, ()))

    total = sum(price * meetings[slot_of[a]][slot_of[b]] for (a, b), price in pairs.items())
    best, best_total = slot_of[:], total
    for step in range(budget):
        if best_total == 0:
            break
        first, second = bound[int(rng.random() * len(bound))], int(rng.random() * len(number_at))
        if first == second:
            continue
        here, there = slot_of[first], slot_of[second]
        before = pays(first, here) + pays(second, there)
        slot_of[first], slot_of[second] = there, here
        change = pays(first, there) + pays(second, here) - before
        if change > 0 and change > APART_PRICE * 0.8 * (1 - step / budget) * rng.expovariate(1.0):
            slot_of[first], slot_of[second] = here, there
            continue
        total += change
        if total < best_total:
            best, best_total = slot_of[:], total
    for number, slot in enumerate(best):
        number_at[slot] = number
    return number_at, best_total


def spread_ghosts(
    number_at: list[int],
    meetings: Prices,
    ghosts: Sequence[int],
    groups: Sequence[Sequence[int]],
    rng: Random,
) -> list[int]:
    """Move the ghosts of a plan without repeats to where the fewest people sit with two of them.

    With repeats the plan stays as it is: other chairs could leave more repeats to people.
    """
    if len(ghosts) < 2 or max(map(max, meetings)) > 1:
        return number_at
    bound = {number for group in groups for number in group}
    old = [number_at.index(ghost) for ghost in ghosts]
    free = [slot for slot, number in enumerate(number_at) if number not in bound]
    best = chairs(meetings, free, len(ghosts), rng) or old
    displaced = [number_at[slot] for slot in best if slot not in old]
    for slot in old:
        if slot not in best:
            number_at[slot] = displaced.pop()
    for slot, ghost in zip(best, ghosts, strict=True):
        number_at[slot] = ghost
    return number_at
