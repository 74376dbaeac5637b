"""Evenings with tables of two, three and five, played over a season."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest

from tournaments.seating.mixed import Evening, Past, Turns, mixed
from tournaments.seating.sizes import WAYS, Sizes, sizes_for

DEALS = 12


def rested_at(table: tuple[int, ...]) -> dict[int, int]:
    """Say how many of twelve deals each of a table of five rests when East never stays: R first."""
    if len(table) != 5:
        return {}
    order = [table[4], *table[:4]]
    return Counter(order[deal % 5] for deal in range(DEALS))


class Season:
    """Keep what the evenings so far add up to."""

    def __init__(self) -> None:
        self.turns: dict[int, Turns] = {}
        self.odd: set[frozenset[int]] = set()
        self.again = 0

    def evening(self, present: list[int], way: str, number: int) -> Evening:
        sizes = sizes_for(len(present), way, house=3)
        drawn = mixed(present, sizes, Past(turns=self.turns, odd=self.odd), seed=number)
        self._note(drawn, number)
        return drawn

    def _note(self, drawn: Evening, number: int) -> None:
        deals = Counter(dict.fromkeys(drawn.resting, DEALS))
        odd = [table for table in drawn.tables if len(table) != 4]
        for table in odd:
            deals.update(rested_at(table))
        pairs = {frozenset(pair) for table in odd for pair in combinations(table, 2)}
        self.again += len(pairs & self.odd)
        self.odd = pairs
        for one in {*drawn.resting, *(one for table in odd for one in table)}:
            had = self.turns.get(one, Turns())
            self.turns[one] = Turns(had.deals + deals[one], had.evenings + 1, number)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("people", [2, 3, *range(5, 24)])
def test_it_seats_everybody_once_or_lets_them_rest(people: int, way: str) -> None:
    present = Random(people).sample(range(1, 100), people)
    sizes = sizes_for(people, way, house=3)
    drawn = mixed(present, sizes, Past(), seed=people)
    assert [len(table) for table in drawn.tables] == sorted(sizes.tables, reverse=True)
    seated = [one for table in drawn.tables for one in table if one > 0]
    assert sorted([*seated, *drawn.resting]) == sorted(present)
    assert (len(drawn.resting), sum(map(len, drawn.tables)) - len(seated)) == (sizes.resting, sizes.house)
    assert all(sum(one < 0 for one in table) <= 1 for table in drawn.tables) or people < 9


@pytest.mark.parametrize(("people", "way"), [(13, "fewest"), (10, "fewest"), (13, "rest"), (14, "three")])
def test_it_lets_everybody_sit_there_equally_often(people: int, way: str) -> None:
    season, present = Season(), list(range(1, people + 1))
    for number in range(1, 14):
        season.evening(present, way, number)
    deals = [season.turns[one].deals for one in present]
    evenings = [season.turns[one].evenings for one in present]
    if way == "three":
        assert max(evenings) - min(evenings) <= 1
    else:
        assert max(deals) - min(deals) <= (DEALS if way == "rest" else 3)


def test_it_puts_two_of_an_odd_table_there_again_only_where_it_must() -> None:
    season = Season()
    for number in range(1, 14):
        season.evening(list(range(1, 14)), "fewest", number)
    assert season.again <= 13  # of 130 pairs


def test_it_lets_who_rested_least_rest_first() -> None:
    turns = {one: Turns(deals=one) for one in range(1, 6)}
    (table,) = mixed([1, 2, 3, 4, 5], Sizes((5,)), Past(turns=turns)).tables
    assert table[4] == 1


def test_it_draws_the_same_again_from_the_same_seed() -> None:
    first, second = (mixed(range(1, 14), sizes_for(13), Past(), seed=7) for _ in range(2))
    assert first == second
    with pytest.raises(ValueError, match="do not fill"):
        mixed([1, 2, 3], Sizes((4,)), Past())


def pairs_of(tables: Iterable[tuple[int, ...]]) -> set[frozenset[int]]:
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


@pytest.mark.parametrize(
    ("tables", "least"),
    [((4, 3, 3), 4), ((5, 5, 4), 6), ((5, 4, 4), 8), ((4, 4, 3), 3)],
)
def test_it_leaves_the_fewest_meetings_again_at_the_tables_of_four_too(
    tables: tuple[int, ...], least: int
) -> None:
    """Draw twice; `least` of the pairs meet again where those sit at odd tables whose turn it is."""
    present = list(range(1, sum(tables) + 1))
    for seed in range(20):
        first = mixed(present, Sizes(tables), Past(), seed=seed).tables
        odd = [table for table in first if len(table) != 4]
        turns = {one: Turns(evenings=1, last=1) for table in odd for one in table}
        met = pairs_of(first)
        past = Past(met=dict.fromkeys(met, 1), last_met=met, turns=turns, odd=pairs_of(odd))
        second = mixed(present, Sizes(tables), past, seed=seed + 100).tables
        assert len(met & pairs_of(second)) == least
