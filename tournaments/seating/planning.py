"""The plan of a whole event, from the number of players to the seats: the steps in order, each done by a
neighbour.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import itemgetter
from random import Random

from . import apart as kept_apart
from . import base_rounds, bound, tables, winds
from .anneal import SWAPS_PER_SECOND, count_meetings, improve, no_prices
from .ghosts import even_out, uneven
from .shapes import LOT, Draft, Plan, Round, Skeleton, checked_groups, seats_needed
from .skeletons import for_ghosts, skeleton, whole_price
from .wishes import NOWHERE, Places, Wishes, checked, moved_to_their_tables

FEWEST, MOST = 4, 200


def plan(
    players: int,
    rounds: int,
    *,
    seed: int = 0,
    seconds: float = 1.0,
    apart: Sequence[Collection[int]] = (),
    together: Sequence[Collection[int]] = (),
    places: Places = NOWHERE,
) -> Plan:
    """Plan the seating of every round of an event.

    Players are numbered from 1; when their number is not a multiple of four, ghosts take the next numbers
    and never share a table. With five players three ghosts face two tables, so one player in turn sits out
    with all of them. `apart` lists groups of numbers that should not meet, `together` groups that share a
    table in every round, `places` the tables from 1 at which somebody has to sit. `seconds` sets how many
    evaluations are spent, so the same arguments always give the same plan. Raises ValueError for numbers
    outside 4..200, fewer than one round and unknown numbers, WishError for what cannot be kept.
    """
    check(players, rounds, seconds)
    groups = [[number - 1 for number in group] for group in checked_groups(apart, range(1, players + 1))]
    rng = Random(f"{LOT} {players} {rounds} {seed}")
    if players == 5:
        return Plan(5, five_players(rounds, rng), frozenset({6, 7, 8}), "annealed", seed)
    seats = seats_needed(players)
    wishes = checked(together, places, range(1, players + 1), seats // 4)
    if wishes:
        draft, method = kept(players, seats, rounds, groups, wishes, rng, seconds)
    else:
        draft, method = draft_of(players, seats, rounds, groups, rng, seconds)
    seated = winds.seat_all([[number + 1 for number in row] for row in draft], rng)
    return Plan(players, seated, frozenset(range(players + 1, seats + 1)), method, seed)


def check(players: int, rounds: int, seconds: float) -> None:
    """Refuse what cannot be planned."""
    if not FEWEST <= players <= MOST:
        raise ValueError(f"players must be {FEWEST} to {MOST}, not {players}")
    if rounds < 1:
        raise ValueError(f"rounds must be at least 1, not {rounds}")
    if not 0 <= seconds <= 600:
        raise ValueError(f"seconds must be 0 to 600, not {seconds}")


def draft_of(
    players: int, seats: int, rounds: int, groups: list[list[int]], rng: Random, seconds: float
) -> tuple[Draft, str]:
    """Give rounds of numbers from 0 with their tables settled, and the name of the method."""
    if not groups and (stored := base_rounds.small_plan(players, rounds)):
        return renamed(stored, players, rng, seconds), "stored"
    ghosts = range(players, seats)
    made, draft, price = numbered(players, seats, rounds, groups, rng, seconds)
    method, settled = made.method, made.tables_settled
    if price:
        repaired = repair(draft, kept_apart.pair_prices(ghosts, groups), rng, seconds * 0.6)
        if repaired is not draft:
            draft, method, settled = repaired, "annealed", False
    evened = even_out(draft, players, rng, seconds * 0.5, prices=kept_apart.group_prices(seats, groups))
    if evened is not draft:
        draft, method, settled = evened, "annealed", False
    if not settled:
        tables.settle(draft, rng, seconds * 0.4)
    return draft, method


def kept(
    players: int,
    seats: int,
    rounds: int,
    groups: list[list[int]],
    wishes: Wishes,
    rng: Random,
    seconds: float,
) -> tuple[Draft, str]:
    """Give rounds of numbers from 0 that keep to wishes, with their tables settled, and the method's name.

    Where nobody has to sit with anybody, a plan like any other may do: its groups change tables as wholes.
    """
    if not wishes.units:
        apart = [*groups, *map(list, wishes.strangers())]
        draft, method = draft_of(players, seats, rounds, apart, rng, seconds)
        if moved_to_their_tables(draft, wishes):
            tables.settle(draft, rng, seconds * 0.4, wishes=wishes)
            return draft, method
    ghosts, prices = range(players, seats), no_prices(seats)
    for (a, b), price in kept_apart.pair_prices(ghosts, groups).items():
        prices[a][b] = prices[b][a] = price
    moves = int(seconds * bound.MOVES_PER_SECOND)
    draft = bound.rounds_kept(seats, rounds, ghosts, wishes, prices, rng, moves)
    tables.settle(draft, rng, seconds * 0.4, wishes=wishes)
    return draft, "annealed"


def renamed(stored: Draft, players: int, rng: Random, seconds: float) -> Draft:
    """Draw the numbers and the order of the rounds of a stored plan, the ghosts staying last."""
    names = [*rng.sample(range(players), players), *range(players, len(stored[0]))]
    draft = [[names[slot] for slot in row] for row in rng.sample(stored, len(stored))]
    tables.settle(draft, rng, seconds * 0.4)
    return draft


def numbered(
    players: int, seats: int, rounds: int, groups: list[list[int]], rng: Random, seconds: float
) -> tuple[Skeleton, Draft, int]:
    """Give a skeleton, its rounds in numbers, and what is left of the prices of pairs that ought not to meet.

    Where two or three ghosts are uneven in the first skeleton, of the others made for them the best is taken.
    """
    ghosts = range(players, seats)

    def worth(made: Skeleton) -> tuple[tuple[int, int], Skeleton, Draft]:
        draft, price = kept_apart.label(made, ghosts, groups, rng, seconds * 0.1)
        return (price, uneven(draft, players)), made, draft

    best = worth(skeleton(seats, rounds, rng, seconds * 0.7))
    others = for_ghosts(seats, rounds, rng) if len(ghosts) > 1 else ()
    for other in others:
        if best[0] == (0, 0):
            break
        best = min(best, worth(other), key=itemgetter(0))
    (price, _), made, draft = best
    return made, draft, price


def repair(draft: Draft, pairs: kept_apart.PairPrices, rng: Random, seconds: float) -> Draft:
    """Anneal the whole plan when numbers alone cannot keep people apart; give the cheaper of the two."""
    changed = [row[:] for row in draft]
    prices = no_prices(len(draft[0]))
    for (a, b), price in pairs.items():
        prices[a][b] = prices[b][a] = price
    count_meetings(prices, changed)
    swaps = int(seconds * SWAPS_PER_SECOND) if len(draft[0]) > 4 else 0
    improve(changed, prices, rng, swaps, hot=0.6)
    return changed if full_price(changed, pairs) < full_price(draft, pairs) else draft


def full_price(draft: Draft, pairs: kept_apart.PairPrices) -> int:
    """Price repeats and the meetings of pairs that ought not to meet."""
    meetings = no_prices(len(draft[0]))
    count_meetings(meetings, draft)
    return whole_price(meetings) + sum(price * meetings[a][b] for (a, b), price in pairs.items())


def five_players(rounds: int, rng: Random) -> tuple[Round, ...]:
    """Seat four of five, another sitting out with the three ghosts each round."""
    order = rng.sample(range(1, 6), 5)
    resting = [order[number % 5] for number in range(rounds)]
    seated = winds.seat_all([[player for player in order if player != rests] for rests in resting], rng)
    return tuple((playing[0], (rests, 6, 7, 8)) for playing, rests in zip(seated, resting, strict=True))
