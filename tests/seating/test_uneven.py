"""The plans in which ghosts cannot be even: what an even one would repeat, against what the plan repeats.

A person who is not at a table with a ghost is at a full one. In an even plan that fixes how often each is,
and so, summed over pairs of rounds, how many people are at full tables in both. Of two rounds the number of
such people says how many pairs must meet again: `again`. What all pairs of rounds need together is more
than the repeats of the plan can give. Where that is too weak, every plan is looked at.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, count
from math import comb

import pytest

from tests.seating import checker
from tests.seating.test_ghosts import UNEVEN
from tournaments.seating import plan

COUNTED = sorted(one for one in UNEVEN if one[0] > 7)


def tables_of(players):
    """Give the numbers of full tables and of tables with a ghost."""
    ghosts = -players % 4
    return (players + ghosts) // 4 - ghosts, ghosts


def spread_over(people, boxes):
    """Give the fewest pairs that share a box."""
    each, more = divmod(people, boxes)
    return more * comb(each + 1, 2) + (boxes - more) * comb(each, 2)


def again(players, both):
    """Bound the pairs that meet in two rounds, so many people being at full tables in both: a pair that
    shares its table in the one and in the other shares a box, and there are so many boxes.
    """
    full, short = tables_of(players)
    once = 4 * full - both
    return (
        spread_over(both, full * full)
        + 2 * spread_over(once, full * short)
        + spread_over(players - both - 2 * once, short * short)
    )


def most_again(repeats, pairs, rounds):
    """Bound the times two rounds have a pair in common, where so many pairs of people or more meet so often
    again in all; -1 if they cannot. It is most where few pairs meet in many rounds.
    """
    found = 0
    while repeats > 0:
        here = max(1, min(rounds - 1, repeats - pairs + 1))
        found += comb(here + 1, 2)
        repeats, pairs = repeats - here, pairs - 1
    return -1 if pairs > 0 else found


def least_when_even(players, rounds):
    """Bound the repeats of an even plan from below."""
    full, _ = tables_of(players)
    each, more = divmod(4 * full * rounds, players)  # how often a person is at a full table, or once more
    wanted = more * comb(each + 1, 2) + (players - more) * comb(each, 2)
    possible = range(max(0, 8 * full - players), 4 * full + 1)
    needs = {
        (sum(again(players, both) for both in chosen), max(again(players, both) for both in chosen))
        for chosen in combinations_with_replacement(possible, comb(rounds, 2))
        if sum(chosen) == wanted
    }
    return next(
        repeats
        for repeats in count()
        if any(most_again(repeats, pairs, rounds) >= times for times, pairs in needs)
    )


def bearable(made):
    """Say how many repeats an even plan may have to be taken: as many, in small groups half as many again."""
    repeats = checker.repeats(made.rounds, made.ghosts)
    return repeats * 3 / 2 if made.players <= 11 else repeats


@pytest.mark.parametrize(("players", "rounds"), COUNTED)
def test_it_repeats_more_in_any_even_plan(players, rounds):
    assert least_when_even(players, rounds) > bearable(plan(players, rounds, seconds=0.3))


def test_it_finds_no_argument_against_plans_that_are_even():
    for players, rounds in [(14, 6), (17, 3), (18, 2), (18, 5), (22, 5)]:
        assert least_when_even(players, rounds) == 0


@pytest.mark.parametrize("rounds", [2, 3])
def test_it_repeats_more_in_each_even_plan_of_seven(rounds):
    everyone = frozenset(range(7))
    every = [(four, tuple(everyone - set(four))) for four in combinations(range(7), 4)]
    plans = [[every[0], *others] for others in combinations_with_replacement(every, rounds - 1)]
    even = [tables for tables in plans if spread(tables) <= 1]
    assert min(map(checker.repeats, even)) > bearable(plan(7, rounds))


def spread(tables):
    """Give the most less the fewest times that one of seven is at the table of three."""
    times = [sum(one in three for _, three in tables) for one in range(7)]
    return max(times) - min(times)
