"""Ghosts, which house players may be: spread so that nobody sits with one much oftener than another."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.seating import checker
from tournaments.seating import plan, replan

# Not possible without more repeats, as an exhaustive search says (the smallest is below): 7 players in 2 to 4
# rounds, 10 in 2 and 3, 11 and 17 in 2, 13 and 14 in 2 to 4. Not found: 10, 13, 14 and 18 players in 5.
PLANS = [
    (players, rounds)
    for rounds in (3, 5)
    for players in (6, 9, 15, 17, 18, 19, 21, 22, 25, 26, 27, 29, 30, 33, 34, 37, 38, 41)
    if (players, rounds) != (18, 5)
] + [(11, 4), (61, 4), (98, 6), (170, 3), (197, 5)]


def with_a_ghost(made):
    """Count each player's tables with a ghost."""
    counts = Counter(dict.fromkeys(range(1, made.players + 1), 0))
    for tables in made.rounds:
        for table in tables:
            if set(table) & made.ghosts:
                counts.update(set(table) - made.ghosts)
    return counts


@pytest.mark.parametrize(("players", "rounds"), PLANS)
def test_it_seats_nobody_with_a_ghost_more_than_once_oftener_than_another(players, rounds):
    made = plan(players, rounds)
    counts = with_a_ghost(made).values()
    assert max(counts) - min(counts) <= 1
    assert checker.ghosts_together(made.rounds, made.ghosts) == 0
    allowed = {(6, 3): 6, (9, 3): 2, (6, 5): 16, (9, 5): 10, (11, 4): 15}
    assert checker.repeats(made.rounds, made.ghosts) <= allowed.get((players, rounds), 0)
    assert checker.winds_in_blocks(made.rounds, made.ghosts) == 1


def test_it_cannot_be_even_with_as_few_repeats_where_seven_play_twice():
    """Try every second round: an even one repeats more than the plan, which is not even, does."""
    made = plan(7, 2)
    first = ((1, 2, 3, 4), (5, 6, 7))
    second = [(four, tuple(set(range(1, 8)) - set(four))) for four in combinations(range(1, 8), 4)]
    even = [tables for tables in second if not set(tables[1]) & set(first[1])]
    assert min(checker.repeats([first, tables]) for tables in second) == checker.repeats(
        made.rounds, made.ghosts
    )
    assert all(
        checker.repeats([first, tables]) > checker.repeats(made.rounds, made.ghosts) for tables in even
    )


def test_it_leaves_clubs_apart_while_it_spreads_them():
    made = plan(29, 5, apart=[range(1, 7)])
    assert max(with_a_ghost(made).values()) - min(with_a_ghost(made).values()) <= 1
    assert not any(set(pair) <= set(range(1, 7)) for pair in checker.meetings(made.rounds, made.ghosts))


def test_it_counts_the_rounds_played_when_the_rest_is_planned_anew():
    before = plan(29, 3)
    rest = replan(before.rounds, range(1, 30), 3, ghosts=before.ghosts, seconds=0.5)
    counts = with_a_ghost(before) + with_a_ghost(rest)
    assert max(counts.values()) - min(counts[player] for player in range(1, 30)) <= 1
    assert checker.repeats([*before.rounds, *rest.rounds], before.ghosts) == 0
