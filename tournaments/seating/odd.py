"""A tournament whose players are no multiple of four, with tables of three or five instead of house players.

Which tables these are, is for `sizes`, as on the evenings of a league; what is said here is who sits at them,
so that nobody does so twice more than another. Tables of three come from the plan with house players, whose
chairs stay empty; for tables of five the rounds are annealed from a draw. `odd_rounds` evens out the turns,
`odd_seats` the winds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from . import odd_rounds, odd_seats, tables
from .anneal import Prices
from .apart import pair_prices
from .fives import wished_fives
from .planning import check, plan
from .shapes import LOT, Plan, as_numbers, checked_groups
from .sizes import FOUR, sizes_for
from .swiss import MET, OUTER, by_standings, prices_of
from .wishes import NOWHERE, Places, Wishes, checked, placed_at
from .withdrawals import history_prices, replan

HOUSE, THREE, FIVE = "house", "three", "five"
SEATS_OF: Mapping[str, int] = {THREE: 3, FIVE: 5}

Played = Sequence[Sequence[Sequence[int]]]
Groups = Sequence[Collection[int]]


def odd_sizes(people: int, way: str) -> tuple[int, ...]:
    """Say how many seats the tables of so many have, the largest first; nothing where the way makes none.

    >>> odd_sizes(13, "five"), odd_sizes(13, "three"), odd_sizes(11, "five")
    ((5, 4, 4), (4, 3, 3, 3), ())
    """
    if way not in SEATS_OF or people < FOUR or people % FOUR == 0:
        return ()
    made = sizes_for(people, way).tables
    return made if {*made} - {FOUR} == {SEATS_OF[way]} else ()


def odd_ways(people: int, players: Collection[int]) -> tuple[str, ...]:
    """List the ways, beside house players, in which so many can sit under rules for so many at a table."""
    ways = ((way, odd_sizes(people, way)) for way in SEATS_OF)
    return tuple(way for way, made in ways if made and {*made} <= {*players})


def odd_plan(
    people: Sequence[int],
    rounds: int,
    way: str,
    *,
    played: Played = (),
    seed: int = 0,
    seconds: float = 1.0,
    apart: Groups = (),
    ghosts: Collection[int] = (),
    together: Groups = (),
    places: Places = NOWHERE,
) -> Plan:
    """Plan rounds with tables of three or five, after `played` rounds; turns there count from these on.

    Odd tables are the last of a round, but where somebody has to sit at certain tables: then they may be any,
    or that person would never sit at one, or always. The rest is as in `plan` and `replan`.
    """
    check(len(people), rounds, seconds)
    made = odd_sizes(len(people), way)
    if not made:
        raise ValueError(f"{len(people)} players make no tables of {way} and four")
    everyone = sorted(people)
    rng = Random(f"{LOT} {way} {everyone} {rounds} {seed}")
    wishes = checked(together, places, everyone, len(made))
    start = {THREE: _with_empty_chairs, FIVE: _drawn}[way]
    told = _Asked(everyone, rounds, made, played, seed, seconds, apart, ghosts, together, places, wishes)
    drawn = start(told, rng)
    prices, before = _prices(told), turns_of(played, everyone)
    annealing = way == FIVE or not _is_even(drawn, before)
    moves = int(annealing * seconds * odd_rounds.MOVES_PER_SECOND)
    annealed = odd_rounds.annealed(drawn, wishes, prices, before, rng, moves)
    settled = _settled(annealed, told, rng)
    numbered = [[[everyone[at] for at in group] for group in groups] for groups in settled]
    seated = odd_seats.seated(numbered, played, rng)
    return Plan(len(everyone), seated, frozenset(), "annealed", seed)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What `odd_plan` was asked for; `wishes` are those of places in `everyone`."""

    everyone: Sequence[int]
    rounds: int
    sizes: tuple[int, ...]
    played: Played
    seed: int
    seconds: float
    apart: Groups
    ghosts: Collection[int]
    together: Groups
    places: Places
    wishes: Wishes


def turns_of(played: Played, everyone: Sequence[int]) -> list[int]:
    """Count how often each has sat at an odd table."""
    sat = [one for tables in played for table in tables if len(table) != FOUR for one in table]
    return [sat.count(one) for one in everyone]


def _is_even(rounds: list[odd_rounds.Tables], before: Sequence[int]) -> bool:
    turns = [*before]
    for one in (one for groups in rounds for group in groups if len(group) != FOUR for one in group):
        turns[one] += 1
    return max(turns) - min(turns) <= 1


def _prices(told: _Asked) -> Prices:
    """Price pairs by the meetings there were; those kept apart are dearer."""
    place = {number: at for at, number in enumerate(told.everyone)}
    prices = history_prices(told.played, place)
    for (a, b), price in pair_prices((), checked_groups(told.apart, told.everyone)).items():
        prices[place[a]][place[b]] += price
        prices[place[b]][place[a]] += price
    return prices


def _with_empty_chairs(told: _Asked, rng: Random) -> list[odd_rounds.Tables]:
    """Take the plan with house players, whose chairs stay empty, as places in `everyone`."""
    place = {number: at for at, number in enumerate(told.everyone)}
    how: dict[str, Any] = {"seed": told.seed, "seconds": told.seconds}
    if told.played:
        how |= {"apart": told.apart, "together": told.together, "places": told.places}
        made = replan(told.played, told.everyone, told.rounds, ghosts=told.ghosts, **how)
    else:
        how["apart"] = [[1 + place[one] for one in group] for group in told.apart]
        how["together"] = [[1 + place[one] for one in group] for group in told.together]
        how["places"] = {1 + place[one]: at for one, at in told.places.items()}
        drawn = plan(len(place), told.rounds, **how)
        made = as_numbers(drawn, (*told.everyone, *range(-1, -len(drawn.ghosts) - 1, -1)))
    rounds = [[[place[one] for one in table if one in place] for table in groups] for groups in made.rounds]
    return rounds if told.places else [sorted(groups, key=len, reverse=True) for groups in rounds]


def _drawn(told: _Asked, rng: Random) -> list[odd_rounds.Tables]:
    """Draw rounds that keep to the wishes; those who sat at an odd table least do so first."""
    turn = rng.randrange(len(told.sizes))
    rooms = sorted(told.sizes)  # tables of five are the last
    odd = len(rooms) - rooms.count(FOUR)
    rounds = []
    for number in range(told.rounds):
        shift = (turn + number * odd) % len(rooms) if told.places else 0
        rounds.append(placed_at([*rooms[shift:], *rooms[:shift]], (), told.wishes, rng))
    return rounds


@dataclass(frozen=True, slots=True)
class _SameSize:
    """Let groups of one size change tables where the wishes allow it."""

    wishes: Wishes

    def may_exchange(self, groups: Sequence[Sequence[int]], one: int, other: int) -> bool:
        """Tell whether two groups can change tables."""
        alike = len(groups[one]) == len(groups[other])
        return alike and (not self.wishes.tables or self.wishes.may_exchange(groups, one, other))


def _settled(rounds: list[odd_rounds.Tables], told: _Asked, rng: Random) -> list[odd_rounds.Tables]:
    """Let groups of a size change tables, so that people come to the same one as seldom as possible."""
    place = {number: at for at, number in enumerate(told.everyone)}
    visits: dict[tuple[int, int], int] = {}
    for groups in told.played:
        for table, group in enumerate(groups):
            for key in ((place[one], table) for one in group if one in place):
                visits[key] = visits.get(key, 0) + 1
    return tables.settled(rounds, rng, told.seconds * 0.3, visits, _SameSize(told.wishes))


def odd_by_standings(
    ranked: Sequence[int],
    played: Played,
    way: str,
    *,
    seed: int = 0,
    apart: Groups = (),
    ghosts: Collection[int] = (),
    together: Groups = (),
    places: Places = NOWHERE,
) -> Plan:
    """Plan one round by the standings with tables of three or five, of neighbours who sat there least.

    Who sits together, or at certain tables, does so always (WishError), whoever's turn it is.
    """
    made = odd_sizes(len(ranked), way)
    if not made:
        raise ValueError(f"no round by the standings with tables of {way} for {len(ranked)} players")
    rng = Random(f"{LOT} swiss {way} {list(ranked)} {seed}")
    if way == THREE:
        wished: dict[str, Any] = {"apart": apart, "together": together, "places": places}
        filled = by_standings(ranked, played, seed=seed, ghosts=ghosts, **wished)
        empty, fours = filled.ghosts, filled.rounds[0]
        groups: odd_seats.Tables = [[one for one in table if one not in empty] for table in fours]
    elif together or places:
        kept = checked(together, places, ranked, len(made))
        groups = _fives_wished(ranked, played, made, kept, rng, apart=apart, ghosts=ghosts)
    else:
        fives = _neighbours(ranked, played, len(made) - made.count(FOUR), apart, rng)
        groups = [*_fours(ranked, played, fives, apart, seed), *fives]
    (seated,) = odd_seats.seated([groups], played, rng)
    return Plan(len(ranked), (seated,), frozenset(), "by standings", seed)


def _fives_wished(
    ranked: Sequence[int],
    played: Played,
    sizes: Sequence[int],
    wishes: Wishes,
    rng: Random,
    *,
    apart: Groups,
    ghosts: Collection[int],
) -> odd_seats.Tables:
    """Seat everybody with tables of five where some sit together, or at certain tables."""
    prices = prices_of(ranked, len(ranked), played, ghosts, checked_groups(apart, ranked))
    found = wished_fives(sizes, wishes, prices, turns_of(played, ranked), rng, met=len(played))
    return [[ranked[at] for at in table] for table in found]


def _fours(
    ranked: Sequence[int], played: Played, fives: Sequence[Sequence[int]], apart: Groups, seed: int
) -> Sequence[Sequence[int]]:
    """Seat at tables of four whoever sits at none of five."""
    rest = [one for one in ranked if not any(one in five for five in fives)]
    if len(rest) <= FOUR:
        return [rest] if rest else []
    groups = [{*group} & {*rest} for group in apart]
    return by_standings(rest, played, seed=seed, apart=groups).rounds[0]


def _neighbours(
    ranked: Sequence[int], played: Played, count: int, apart: Groups, rng: Random
) -> list[list[int]]:
    """Choose who sits at so many tables of five: those with the fewest turns, and near each other."""
    size, turns = SEATS_OF[FIVE], dict(zip(ranked, turns_of(played, ranked), strict=True))
    last = sorted(turns.values())[count * size - 1]
    must = [one for one in ranked if turns[one] < last]
    may = [one for one in ranked if turns[one] == last]
    wanted = count * size - len(must)
    choices = []
    for start in range(len(may) - wanted + 1):
        chosen = {*must, *may[start : start + wanted]}
        row = [one for one in ranked if one in chosen]
        choices.append([row[at : at + size] for at in range(0, len(row), size)])
    rng.shuffle(choices)
    met = [{*pair} for tables in played for table in tables for pair in combinations(table, 2)]
    met += [{*pair} for group in apart for pair in combinations(group, 2)]
    return min(choices, key=lambda fives: sum(_cost(five, ranked, met) for five in fives))


def _cost(five: Sequence[int], ranked: Sequence[int], met: Sequence[set[int]]) -> int:
    """Price a table by how far apart its people stand, and by who has met there."""
    here = {*five}
    return OUTER * (ranked.index(five[-1]) - ranked.index(five[0])) + MET * sum(pair <= here for pair in met)
