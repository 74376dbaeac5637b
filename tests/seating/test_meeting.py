"""Evenings of a league: a season of ten with whoever comes."""

from __future__ import annotations

import time
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.seating import checker
from tournaments.seating import meeting


class Season:
    """Keep what the evenings so far add up to."""

    def __init__(self):
        self.met, self.last, self.again_at_once = Counter(), set(), 0
        self.winds, self.short = {}, Counter()

    def evening(self, present, seed):
        tables = meeting(
            present, met=self.met, winds=self.winds, last_met=self.last, short=self.short, seed=seed
        )
        now = {frozenset(pair) for table in tables for pair in combinations(table, 2) if min(pair) >= 0}
        for table in tables:
            for wind, player in zip("ESWN", table, strict=True):
                self.winds.setdefault(player, Counter())[wind] += 1
                self.short[player] += min(table) < 0
        self.again_at_once += len(now & self.last)
        self.last = now
        self.met.update(now)
        return tables

    def wind_spread(self):
        return max(
            max(turns[wind] for wind in "ESWN") - min(turns[wind] for wind in "ESWN")
            for player, turns in self.winds.items()
            if player >= 0
        )


# club members, fewest and most who come, most meetings of a pair, pairs that meet two evenings running
@pytest.mark.parametrize(
    ("members", "fewest", "most", "often", "at_once"),
    [(18, 12, 15, 4, 6), (30, 20, 27, 2, 0), (60, 50, 60, 1, 0)],
)
def test_it_spreads_opponents_and_winds_over_a_season(members, fewest, most, often, at_once):
    season, rng = Season(), Random(members)
    numbers = rng.sample(range(1000), members)
    for week in range(10):
        present = rng.sample(numbers, rng.randint(fewest, most))
        tables = season.evening(present, week)
        ghosts = {seat for table in tables for seat in table if seat < 0}
        checker.assert_everybody_sits_once([tables], [*present, *ghosts])
        assert len(ghosts) == -len(present) % 4
        assert checker.ghosts_together([tables], ghosts) == 0
    assert max(season.met.values()) <= often
    assert season.again_at_once <= at_once
    assert season.wind_spread() <= 2


def test_it_spares_those_who_sat_with_a_ghost():
    short = dict.fromkeys(range(1, 9), 1)
    tables = meeting(range(1, 16), met={}, winds={}, short=short)
    with_ghost = next(table for table in tables if min(table) < 0)
    assert all(player > 8 for player in with_ghost if player > 0)


def test_it_avoids_those_met_last_time():
    last = {frozenset(pair) for start in range(0, 16, 4) for pair in combinations(range(start, start + 4), 2)}
    tables = meeting(range(16), met=dict.fromkeys(last, 1), winds={}, last_met=last)
    assert not last & {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def test_it_keeps_a_family_apart():
    tables = meeting(range(8), met={}, winds={}, apart=[{0, 1, 99}, {2, 3}])
    assert not any({0, 1} <= set(table) or {2, 3} <= set(table) for table in tables)


def test_it_gives_everybody_the_wind_they_lack():
    winds = {player: {wind: 1 for wind in "ESWN" if wind != lacks} for player, lacks in enumerate("NWSE")}
    assert meeting([0, 1, 2, 3], met={}, winds=winds) == ((3, 2, 1, 0),)


def test_it_lets_one_of_five_sit_out_who_has_not_yet():
    tables = meeting([1, 2, 3, 4, 5], met={}, winds={}, short={1: 1, 2: 1, 4: 1, 5: 1})
    assert tables[1] == (3, -1, -2, -3)


def test_it_gives_the_same_tables_whatever_the_order_of_arrival():
    assert meeting(range(20), met={}, winds={}, seed=4) == meeting(
        range(19, -1, -1), met={}, winds={}, seed=4
    )


@pytest.mark.parametrize("present", [[1, 2, 3], [1, 2, 3, 3], [-1, 2, 3, 4]])
def test_it_refuses_too_few_and_numbers_it_cannot_use(present):
    with pytest.raises(ValueError, match=r"meeting needs|each player"):
        meeting(present, met={}, winds={})


def test_it_is_done_before_anybody_waits():
    started = time.process_time()
    meeting(range(60), met={}, winds={})
    assert time.process_time() - started < 0.5
