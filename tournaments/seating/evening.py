"""One meeting of a league: tables for whoever came, with the best spread of opponents over the season so
far.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from random import Random

from . import winds as seats
from .anneal import Prices, count_meetings, improve, no_prices
from .apart import GHOST_PRICE
from .shapes import LOT, Table, checked_groups, groups_of, seats_needed

LAST_MEETING_PRICE = 3
APART_PRICE = 30
SHORT_PRICE = 4
SWAPS = 400
MOST_SWAPS = 16_000


def meeting(
    present: Sequence[int],
    *,
    met: Mapping[frozenset[int], int],
    winds: Mapping[int, Mapping[str, int]],
    last_met: Collection[frozenset[int]] = (),
    short: Mapping[int, int] | None = None,
    apart: Sequence[Collection[int]] = (),
    seed: int = 0,
) -> tuple[Table, ...]:
    """Make up the tables of one evening, seats E S W N, from the numbers of those present.

    `met` counts meetings of pairs so far this season, `last_met` holds the pairs of the evening before,
    `winds` counts seats by letter, `short` counts evenings at a table with a ghost. Ghosts are -1, -2, -3
    and never share a table; only with five present they do, and one player sits out with all three.
    Minimises the sum of squared meetings. Raises ValueError with fewer than four present, a number twice,
    or a number below zero.
    """
    if len(present) < 4:
        raise ValueError(f"a meeting needs at least four players, not {len(present)}")
    if len(set(present)) < len(present) or min(present) < 0:
        raise ValueError("each player present must be named once, by a number that is not negative")
    rng = Random(f"{LOT} {seed} {sorted(present)}")
    short, counts = short or {}, seats.counts_from(winds)
    if len(present) == 5:
        rests = min(rng.sample(sorted(present), 5), key=lambda player: short.get(player, 0))
        playing = [player for player in sorted(present) if player != rests]
        return seats.best_order(playing, counts, rng), (rests, -1, -2, -3)
    everyone = [*sorted(present), *range(-1, len(present) - seats_needed(len(present)) - 1, -1)]
    groups = checked_groups([set(group) & set(present) for group in apart], present)
    row = best_row(everyone, season_prices(everyone, met, last_met, short, groups), rng)
    return tuple(
        seats.best_order([everyone[place] for place in group], counts, rng) for group in groups_of(row)
    )


def season_prices(
    everyone: Sequence[int],
    met: Mapping[frozenset[int], int],
    last_met: Collection[frozenset[int]],
    short: Mapping[int, int],
    groups: Sequence[Sequence[int]],
) -> Prices:
    """Price one more meeting of each pair: 2m for the m they had, more if it was the last time, most for
    two ghosts.
    """
    prices = no_prices(len(everyone))
    last = set(last_met)
    clubs = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    for (i, a), (j, b) in combinations(enumerate(everyone), 2):
        pair = frozenset((a, b))
        if a < 0 and b < 0:
            price = GHOST_PRICE
        elif b < 0:
            price = SHORT_PRICE * short.get(a, 0)
        else:
            price = 2 * met.get(pair, 0) + LAST_MEETING_PRICE * (pair in last) + APART_PRICE * (pair in clubs)
        prices[i][j] = prices[j][i] = price
    return prices


def best_row(everyone: Sequence[int], prices: Prices, rng: Random) -> list[int]:
    """Anneal one round from a random start; give places in `everyone`, four to a table."""
    row = list(range(len(everyone)))
    rng.shuffle(row)
    if len(row) > 4:
        count_meetings(prices, [row])
        start = sum(prices[a][b] - 1 for group in groups_of(row) for a, b in combinations(group, 2))
        improve([row], prices, rng, min(MOST_SWAPS, SWAPS * len(row)), hot=4.0, cold=0.3, good=-start)
    return row
