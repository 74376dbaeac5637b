"""Rounds by the standings: ten in a row, players of different strength."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.seating import checker
from tournaments.seating import by_standings, floats, report

SPAN = 3  # the first of a table to the last, beside 1 for the two in the middle


class Event:
    """Play rounds by the standings, everybody scoring by skill and luck."""

    def __init__(self, players: int, seed: int) -> None:
        self.rng = Random(seed)
        self.skill = {number: self.rng.gauss(0, 1) for number in self.rng.sample(range(1, 999), players)}
        self.total = dict.fromkeys(self.skill, 0.0)
        self.played: list[list[tuple[int, ...]]] = []
        self.ghosts: set[int] = set()

    def ranked(self) -> list[int]:
        return sorted(self.total, key=lambda number: -self.total[number])

    def round(self, seed: int, **named):
        plan = by_standings(self.ranked(), self.played, seed=seed, ghosts=self.ghosts, **named)
        self.ghosts |= plan.ghosts
        self.played.append([tuple(table) for table in plan.rounds[0]])
        for number, skill in self.skill.items():
            self.total[number] += skill + self.rng.gauss(0, 2)
        return plan


def cost(tables, ranked):
    """Say how far apart the people of a table stand, on average."""
    rank = {number: at for at, number in enumerate(ranked)}
    places = [sorted(rank[seat] for seat in table) for table in tables]
    return sum(SPAN * (d - a) + c - b for a, b, c, d in places) / len(tables)


def without_looking_for_better(ranked, played):
    """Seat the best who is left with the next ones he has not met, or else with the next: no search."""
    met = checker.meetings(played)
    waiting, tables = list(ranked), []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < 4:
            table.append(min(waiting, key=lambda one: sum(met[frozenset((one, there))] for there in table)))
            waiting.remove(table[-1])
        tables.append(table)
    return tables


# shared/seating.md, section 6: 200 players, nobody meets twice in ten rounds, 1.1 of what greed costs
def test_it_lets_nobody_of_two_hundred_meet_again_in_ten_rounds():
    event = Event(200, seed=1)
    for number in range(10):
        ranked, before = event.ranked(), event.played[:]
        tables = event.round(number, seconds=0.15).rounds[0]
        checker.assert_everybody_sits_once([tables], ranked)
        if number:
            greed = without_looking_for_better(ranked, before)
            again = checker.repeats([*before, greed]) - checker.repeats(before)
            assert cost(tables, ranked) <= 1.1 * cost(greed, ranked) + 10 * again
    assert checker.repeats(event.played) == 0
    assert report(event.played).wind_spread <= 2


@pytest.mark.parametrize(("players", "ghosts", "often"), [(47, 1, 1), (50, 2, 2), (61, 3, 2)])
def test_it_spreads_house_players_and_keeps_them_apart(players, ghosts, often):
    event = Event(players, seed=players)
    for number in range(8):
        event.round(number, seconds=0.05)
    found = report(event.played, ghosts=event.ghosts)
    assert len(event.ghosts) == ghosts
    assert found.ghosts_together == ()
    assert max(found.short_tables.values()) <= often
    assert found.repeats <= 2


def test_it_puts_the_leaders_at_the_first_table_while_they_have_not_met():
    ranked = list(range(16, 0, -1))
    tables = by_standings(ranked, [], seed=3).rounds[0]
    assert [sorted(table) for table in tables] == [
        [13, 14, 15, 16], [9, 10, 11, 12], [5, 6, 7, 8], [1, 2, 3, 4]
    ]  # fmt: skip


def test_it_says_who_sits_elsewhere_and_whom_they_had_met():
    ranked = list(range(1, 17))
    played = [[(1, 2, 9, 10), (3, 4, 11, 12), (5, 6, 13, 14), (7, 8, 15, 16)]]
    tables = by_standings(ranked, played, seed=3).rounds[0]
    found = floats(tables, ranked, played)
    assert checker.repeats([*played, tables]) == 0
    assert {one.player for one in found} == {
        number for at, table in enumerate(tables) for number in table if (number - 1) // 4 != at
    }
    met = {frozenset(pair) for table in played[0] for pair in combinations(table, 2)}
    for one in found:
        assert all(frozenset((one.player, other)) in met for other in one.met)
    assert any(one.met for one in found)


def test_it_keeps_apart_whom_it_is_told_to():
    family = [1, 2, 3, 4]
    tables = by_standings(list(range(1, 17)), [], apart=[family], seed=1).rounds[0]
    assert all(len(set(table) & set(family)) == 1 for table in tables)


def test_it_gives_the_same_plan_for_the_same_seed_only():
    ranked = list(range(1, 41))
    played = [list(by_standings(ranked, [], seed=9).rounds[0])]
    plans = [by_standings(ranked[::-1], played, seed=seed, seconds=0.1).rounds for seed in (5, 5, 6)]
    assert plans[0] == plans[1] != plans[2]


@pytest.mark.parametrize("ranked", [list(range(7)), [1, 1, *range(2, 9)]])
def test_it_refuses_too_few_and_somebody_twice(ranked):
    with pytest.raises(ValueError, match="different players"):
        by_standings(ranked, [])
