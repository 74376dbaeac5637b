"""One evening where tables of two, three and five stand beside those of four, or somebody rests all evening.

Which tables they are is for `sizes`; who sits at those that are not of four, and who rests, is said here
(section 8 of the contract of small tables): who has rested least, then who did so least lately. The tables of
four are those of `evening`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random

from . import winds as seats
from .evening import LAST_MEETING_PRICE, best_row, season_prices
from .shapes import LOT, groups_of
from .sizes import FOUR, Sizes

Pairs = Collection[frozenset[int]]
Group = tuple[int, ...]
TRIES = 60
AGAIN_PRICE = 1000  # two who sat at a table that was not of four together last time, while others may


@dataclass(frozen=True, slots=True)
class Turns:
    """How often somebody rested: deals, evenings at a table not of four or at none, the last of these."""

    deals: int = 0
    evenings: int = 0
    last: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        return self.deals, self.evenings, self.last


@dataclass(frozen=True, slots=True)
class Past:
    """What an evening looks back on: who met, sat where, rested; `odd` are pairs of the last odd tables."""

    met: Mapping[frozenset[int], int] = field(default_factory=dict)
    winds: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    last_met: Pairs = ()
    short: Mapping[int, int] = field(default_factory=dict)
    turns: Mapping[int, Turns] = field(default_factory=dict)
    odd: Pairs = ()


@dataclass(frozen=True, slots=True)
class Evening:
    """The tables with seats E S W N and R in this order, of two E and W, of three E S W; and who rests."""

    tables: tuple[Group, ...]
    resting: Group = ()


def mixed(present: Sequence[int], sizes: Sizes, past: Past, *, seed: int = 0) -> Evening:
    """Seat everybody who came at tables of these sizes; house players are -1, -2, -3, at tables of four.

    Table 1 and those after it are the larger ones. Raises ValueError where they do not fit.
    """
    if len(present) + sizes.house != sum(sizes.tables) + sizes.resting:
        raise ValueError(f"{len(present)} people do not fill {sizes}")
    rng = Random(f"{LOT} {seed} {sorted(present)}")
    odd = [size for size in sizes.tables if size != FOUR]
    met = _Met.among(present, past)
    choices = _choices(present, sizes.resting, odd, past, rng)
    resting, groups = min(choices, key=lambda one: _price(one[1], met, past) + _price_of_fours(met, *one))
    ghosts = range(-1, -sizes.house - 1, -1)
    fours = _fours([*_left(present, resting, groups), *ghosts], past, rng)
    tables = [*(_seated(group, past, rng) for group in groups), *fours]
    return Evening(tuple(sorted(tables, key=len, reverse=True)), resting)


def _choices(
    present: Sequence[int], resting: int, odd: Sequence[int], past: Past, rng: Random
) -> Iterator[tuple[Group, list[Group]]]:
    """Choose who rests and who sits at the odd tables, several times: lots decide among equals alone."""
    for _try in range(TRIES):
        waiting = rng.sample(sorted(present), len(present))
        waiting.sort(key=lambda one: past.turns.get(one, Turns()).key)
        chosen = waiting[resting : resting + sum(odd)]
        rng.shuffle(chosen)
        ends = [sum(odd[: place + 1]) for place in range(len(odd))]
        groups = [tuple(chosen[end - size : end]) for end, size in zip(ends, odd, strict=True)]
        yield tuple(sorted(waiting[:resting])), groups


def _left(present: Sequence[int], resting: Group, groups: Sequence[Group]) -> list[int]:
    """List who is left for the tables of four."""
    taken = {*resting, *(one for group in groups for one in group)}
    return [one for one in sorted(present) if one not in taken]


@dataclass(frozen=True, slots=True)
class _Met:
    """What it costs that two meet again, of all who are present: by pairs, by person, and in all."""

    pairs: Mapping[frozenset[int], int]
    of: Counter[int]
    total: int
    people: int

    @classmethod
    def among(cls, present: Sequence[int], past: Past) -> _Met:
        """Price each pair by how often they met, more if it was the last time."""
        here, last = {*present}, {*past.last_met}
        known = {pair for pair in {*past.met, *last} if pair <= here}
        pairs = {pair: 2 * past.met.get(pair, 0) + LAST_MEETING_PRICE * (pair in last) for pair in known}
        of: Counter[int] = Counter()
        for pair, price in pairs.items():
            of.update(dict.fromkeys(pair, price))
        return cls(pairs, of, sum(pairs.values()), len(present))

    def within(self, people: Iterable[int]) -> int:
        """Price all pairs of some."""
        return sum(self.pairs.get(frozenset(pair), 0) for pair in combinations(people, 2))

    def without(self, people: Collection[int]) -> int:
        """Price all pairs of the others."""
        return self.total - sum(self.of[one] for one in people) + self.within(people)


def _price(groups: Sequence[Group], met: _Met, past: Past) -> int:
    """Price the pairs of odd tables: those who met, and most if it was at such a table."""
    odd = {*past.odd}
    again = sum(frozenset(pair) in odd for group in groups for pair in combinations(group, 2))
    return sum(map(met.within, groups)) + AGAIN_PRICE * again


def _price_of_fours(met: _Met, resting: Group, groups: Sequence[Group]) -> float:
    """Price what is left for tables of four as if lots made them: each meets three of the others."""
    taken = [*resting, *(one for group in groups for one in group)]
    return met.without(taken) * (FOUR - 1) / max(met.people - len(taken) - 1, 1)


def _fours(people: list[int], past: Past, rng: Random) -> list[Group]:
    if not people:
        return []
    prices = season_prices(people, past.met, past.last_met, past.short, ())
    counts = seats.counts_from(past.winds)
    groups = groups_of(best_row(people, prices, rng))
    return [seats.best_order([people[place] for place in group], counts, rng) for group in groups]


def _seated(group: Group, past: Past, rng: Random) -> Group:
    """Seat an odd table: who has had a wind least; at five R is drawn among those who rested fewest deals."""
    if len(group) <= FOUR:
        return _ordered(group, past, rng)
    fewest = min(past.turns.get(one, Turns()).deals for one in group)
    rests = rng.choice([one for one in sorted(group) if past.turns.get(one, Turns()).deals == fewest])
    return (*_ordered(tuple(one for one in group if one != rests), past, rng), rests)


def _ordered(group: Group, past: Past, rng: Random) -> Group:
    letters = "EW" if len(group) == 2 else "ESWN"
    orders = list(permutations(group))
    rng.shuffle(orders)
    return min(
        orders,
        key=lambda order: sum(
            past.winds.get(one, {}).get(seat, 0) for one, seat in zip(order, letters, strict=False)
        ),
    )
