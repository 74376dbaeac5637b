"""Which method gives the rounds: columns, a field, a stored base round, and annealing for what they leave
over.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from . import base_rounds, columns, fields
from .anneal import SWAPS_PER_SECOND, Prices, count_meetings, drawn, improve, no_prices
from .shapes import Draft, Skeleton, most_perfect_rounds

COLUMN_TRIES = 60
FEWEST_TABLES_FOR_COLUMNS = 5


def class_slots(tables: int) -> tuple[tuple[int, ...], ...]:
    """Give the four classes of a plan from columns."""
    return tuple(tuple(range(row * tables, (row + 1) * tables)) for row in range(4))


def in_columns(draft: Draft, tables: int) -> Skeleton:
    """Call rounds of four classes a skeleton."""
    return Skeleton(draft, class_slots(tables), True, "columns")


def cyclic(tables: int, rounds: int, rng: Random, seconds: float) -> list[columns.Column]:
    """Find columns over the cyclic group, polished so that pairs share opponents; fewer than asked when it
    has no more.
    """
    found = columns.build(tables, rounds, rng, COLUMN_TRIES + int(600 * seconds) * (tables < 16))
    if len(found) < rounds and fields.is_prime(tables) and rounds <= tables:
        found = columns.multiplied(tables, rounds, rng)
    return columns.climb(found, tables, seconds, rng) if len(found) == rounds else found


def perfect(seats: int, rounds: int, rng: Random, seconds: float) -> Skeleton:
    """Give up to `rounds` rounds in which nobody meets twice; fewer when no method here reaches as many."""
    tables = seats // 4
    rounds = min(rounds, most_perfect_rounds(seats))
    if tables < FEWEST_TABLES_FOR_COLUMNS:
        return from_base_round(seats, rounds, rng) or Skeleton(
            drawn(seats, 1, rng), (), rounds == 1, "annealed"
        )
    stored = (
        fields.field_rounds(tables) if fields.is_ring_order(tables) else base_rounds.column_rounds(tables)
    )
    if len(stored) >= rounds > tables * 0.6 and not fields.is_prime(tables):
        return in_columns(rng.sample(stored, rounds), tables)
    base = from_base_round(seats, rounds, rng)
    if base and rounds > tables:
        return base
    found = cyclic(tables, min(rounds, tables), rng, seconds)
    made = [in_columns(columns.rounds_of(found, tables), tables), in_columns(stored[:rounds], tables)]
    return max([*made, base] if base else made, key=lambda skeleton: len(skeleton.rounds))


def from_base_round(seats: int, rounds: int, rng: Random) -> Skeleton | None:
    """Choose rounds of the stored plan of this size; of two the longer one only where it is needed."""
    stored = base_rounds.perfect_rounds(seats)
    if len(stored) < rounds:
        stored = base_rounds.doubled_rounds(seats) or stored
    if not stored:
        return None
    return Skeleton(rng.sample(stored, min(rounds, len(stored))), (), rounds == 1, "base round")


def for_ghosts(seats: int, rounds: int, rng: Random) -> Iterator[Skeleton]:
    """Give other plans in which nobody meets twice, one after the other: for ghosts whom the first leaves
    uneven, as columns do that last as many rounds as there are tables.
    """
    for stored in (*base_rounds.plans_for_ghosts(seats), base_rounds.perfect_rounds(seats)):
        if len(stored) >= rounds:
            yield Skeleton(rng.sample(stored, rounds), (), rounds == 1, "base round")


def cycled(plan: Draft, rounds: int) -> Draft:
    """Play a plan again and again."""
    return [plan[number % len(plan)][:] for number in range(rounds)]


def complete(kept: Draft, rest: Draft, rng: Random, seconds: float) -> tuple[int, Draft]:
    """Anneal the rest on top of rounds that stay; give the price of all meetings and all rounds."""
    prices = no_prices(len((kept or rest)[0]))
    count_meetings(prices, [*kept, *rest])
    if rest:
        good = least_price(len(prices), len(kept) + len(rest)) - whole_price(prices)
        improve(rest, prices, rng, int(seconds * SWAPS_PER_SECOND), good=good)
    return whole_price(prices), [*kept, *rest]


def whole_price(meetings: Prices) -> int:
    """Sum m(m-1)/2 over pairs: every repeat, and more for a third meeting."""
    return sum(m * (m - 1) // 2 for index, row in enumerate(meetings) for m in row[:index])


def least_price(seats: int, rounds: int) -> int:
    """Bound `whole_price` from below: all meetings spread over the pairs as evenly as can be."""
    pairs = seats * (seats - 1) // 2
    each, more = divmod(seats * 3 * rounds // 2, pairs)
    return (pairs - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)


def beyond(seats: int, rounds: int, start: Skeleton, rng: Random, seconds: float) -> Skeleton:
    """Go on past the perfect rounds: repeat them, anneal the rest, also anneal everything; keep the best."""
    if stored := base_rounds.stored_draft(seats, rounds):
        return Skeleton([row[:] for row in stored], (), False, "stored")
    have = start.rounds
    whole = len(have) * (rounds // len(have))
    if 3 * len(have) == seats - 1:
        return Skeleton(cycled(have, rounds), (), False, start.method)
    share = seconds / 3 if seats > 4 else 0
    best = complete(cycled(have, whole), drawn(seats, rounds - whole, rng), rng, share)
    for draft in (cycled(have, rounds), drawn(seats, rounds, rng)):
        if best[0] > least_price(seats, rounds):
            best = min(best, complete([], draft, rng, share), key=lambda result: result[0])
    return Skeleton(best[1], (), False, "annealed")


def skeleton(seats: int, rounds: int, rng: Random, seconds: float) -> Skeleton:
    """Give rounds of groups over slots with as few repeats as the methods here reach."""
    start = perfect(seats, rounds, rng, seconds)
    if len(start.rounds) >= rounds:
        return start
    return beyond(seats, rounds, start, rng, seconds)
