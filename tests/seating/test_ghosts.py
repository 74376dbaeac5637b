"""Ghosts, which house players may be: spread so that nobody sits with one much oftener than another."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.seating import checker
from tests.turns import some
from tournaments.seating import plan, replan

# The plans of at most five rounds that are not; `test_uneven.py` proves each.
UNEVEN = {
    *((7, rounds) for rounds in (2, 3)),
    *((10, rounds) for rounds in (2, 3, 4)),
    *((players, rounds) for players in (13, 14) for rounds in (2, 3, 4, 5)),
    (17, 2),
}
GRID = [(players, rounds) for players in range(6, 56) if players % 4 for rounds in range(1, 6)]
LONGER = [
    (25, 7),
    (26, 8),
    (29, 8),
    (30, 8),
    (33, 9),
    (34, 10),
    (37, 9),
    (37, 10),
    (38, 10),
    (41, 10),
    (42, 10),
]
PLANS = [
    (players, rounds)
    for rounds in (3, 5)
    for players in (6, 9, 15, 17, 18, 19, 21, 22, 25, 26, 27, 29, 30, 33, 34, 37, 38, 41)
]
PLANS += [(11, 4), (61, 4), (98, 6), (170, 3), (197, 5), *LONGER]


def with_a_ghost(made):
    """Count each player's tables with a ghost."""
    counts = Counter(dict.fromkeys(range(1, made.players + 1), 0))
    for tables in made.rounds:
        for table in tables:
            if set(table) & made.ghosts:
                counts.update(set(table) - made.ghosts)
    return counts


@pytest.mark.parametrize(("players", "rounds"), some(PLANS, 4))
def test_it_seats_nobody_with_a_ghost_more_than_once_oftener_than_another(players, rounds):
    made = plan(players, rounds)
    counts = with_a_ghost(made).values()
    assert max(counts) - min(counts) <= 1
    assert checker.ghosts_together(made.rounds, made.ghosts) == 0
    allowed = {(6, 3): 5, (6, 5): 15, (9, 5): 9, (11, 4): 12}
    assert checker.repeats(made.rounds, made.ghosts) <= allowed.get((players, rounds), 0)
    assert checker.winds_in_blocks(made.rounds, made.ghosts) == 1


# players, then for two to five rounds: repeats, and the most less the fewest tables with a ghost
SMALL = [
    (6, (2, 5, 9, 15), (1, 1, 1, 1)),
    (7, (3, 6, 17, 24), (2, 2, 1, 1)),
    (9, (0, 0, 0, 9), (1, 1, 1, 1)),
    (10, (1, 2, 3, 17), (2, 3, 3, 1)),
    (11, (3, 6, 12, 20), (1, 1, 1, 1)),
]


@pytest.mark.parametrize(("players", "repeats", "spread"), SMALL)
def test_it_gives_small_groups_the_best_plan_known(players, repeats, spread):
    for rounds, again, apart in zip((2, 3, 4, 5), repeats, spread, strict=True):
        made = plan(players, rounds, seed=3, seconds=0.05)
        counts = with_a_ghost(made).values()
        checker.assert_everybody_sits_once(made.rounds, range(1, players + len(made.ghosts) + 1))
        assert checker.repeats(made.rounds, made.ghosts) == again
        assert max(counts) - min(counts) <= apart
        assert checker.ghosts_together(made.rounds, made.ghosts) == 0


def test_it_keeps_clubs_of_a_small_group_apart_rather_than_take_the_stored_plan():
    made = plan(10, 2, apart=[(1, 2), (3, 4)], seconds=0.2)
    assert not {frozenset((1, 2)), frozenset((3, 4))} & set(checker.meetings(made.rounds, made.ghosts))


@pytest.mark.parametrize(("players", "rounds"), [(17, 5), (18, 5), (26, 7), (42, 10)])
def test_it_spreads_them_whatever_the_seed(players, rounds):
    for seed in range(1, 6):
        made = plan(players, rounds, seed=seed, seconds=0.2)
        counts = with_a_ghost(made).values()
        assert max(counts) - min(counts) <= 1
        assert checker.repeats(made.rounds, made.ghosts) == 0


@pytest.mark.soak
def test_it_is_uneven_in_the_plans_that_cannot_be_even_only(soak_length):
    mixed = Random(1).sample(GRID, len(GRID))
    looked_at = soak_length(mixed[:6], mixed)
    assert (len(GRID), len(UNEVEN)) == (190, 14)
    found = set()
    for players, rounds in looked_at:
        counts = with_a_ghost(plan(players, rounds)).values()
        if max(counts) - min(counts) > 1:
            found.add((players, rounds))
    assert found == UNEVEN & set(looked_at)


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
