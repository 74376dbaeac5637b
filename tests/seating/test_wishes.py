"""People who share a table in every round, and who have to sit at certain tables: kept, or no plan."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.seating import checker
from tournaments.seating import WishError, by_standings, floats, plan, replan, report

NEAR = (1, 2, 3)


def assert_kept(rounds, together=(), places=None):
    for tables in rounds:
        for group in together:
            assert any(set(group) <= set(table) for table in tables), group
        for player, wanted in (places or {}).items():
            assert any(player in tables[at - 1] for at in wanted), player


def repeats_of_others(rounds, together, ghosts=()):
    """Count meetings again, but for people who were to sit together."""
    mates = {frozenset(pair) for group in together for pair in combinations(group, 2)}
    met = checker.meetings(rounds)
    pairs = (pair for pair in met if pair not in mates and not pair & set(ghosts))
    return sum(met[pair] - 1 for pair in pairs)


@pytest.mark.parametrize(
    ("players", "rounds", "together", "places"),
    [
        (48, 5, [], {1: [1]}),
        (48, 5, [(1, 2), (3, 4, 5)], {6: [1], 7: NEAR}),
        (47, 6, [(1, 2), (3, 4), (5, 6)], {6: [1], 7: NEAR}),
        (46, 6, [(1, 2)], {}),
        (45, 6, [(1, 2)], {}),
        (46, 6, [], {6: [1], 7: NEAR}),
        (100, 8, [], {1: [1], 2: [1, 2], 3: [25]}),
        (24, 6, [(2 * couple + 1, 2 * couple + 2) for couple in range(12)], {}),
    ],
)
def test_it_keeps_to_the_wishes_and_lets_nobody_else_meet_again(players, rounds, together, places):
    made = plan(players, rounds, seed=3, together=together, places=places)
    checker.assert_everybody_sits_once(made.rounds, range(1, players + len(made.ghosts) + 1))
    assert_kept(made.rounds, together, places)
    assert repeats_of_others(made.rounds, together, made.ghosts) == 0
    found = report(made.rounds, ghosts=made.ghosts, wishes=[(together, places)] * rounds)
    assert (found.parted, found.elsewhere, found.ghosts_together) == ({}, {}, ())
    assert found.repeats == 0
    assert found.wind_spread_worst <= 1
    short = [found.short_tables.get(player, 0) for player in range(1, players + 1)]
    assert max(short) - min(short) <= 1


def test_it_draws_the_same_with_the_same_seed_and_wishes():
    wishes = {"together": [(1, 2)], "places": {3: [1]}}
    same = [plan(24, 4, seed=5, seconds=0.2, **wishes).rounds for _ in range(2)]
    assert same[0] == same[1] != plan(24, 4, seed=6, seconds=0.2, **wishes).rounds


def test_it_leaves_a_plan_as_perfect_as_without_a_wish_where_one_has_a_table():
    made = plan(16, 5, seed=2, places={7: [1]})
    assert_kept(made.rounds, places={7: [1]})
    assert checker.repeats(made.rounds) == 0


def test_it_lets_two_who_need_different_tables_never_meet():
    places = {1: [1], 2: [2], 3: [1]}
    made = plan(20, 4, seed=1, places=places)
    assert_kept(made.rounds, places=places)


def test_it_keeps_to_the_wishes_when_it_plans_anew():
    first = plan(31, 4, seed=1, together=[(1, 2)], places={5: [1]})
    left = [one for one in range(1, 31) if one not in (3, 9)] + [50]
    wishes = {"together": [(1, 2), (10, 11)], "places": {5: [1], 50: NEAR}}
    rest = replan(first.rounds, left, 3, ghosts=first.ghosts, **wishes)
    assert_kept(rest.rounds, **wishes)
    found = report([*first.rounds, *rest.rounds], ghosts=first.ghosts | rest.ghosts)
    assert found.ghosts_together == ()
    assert found.repeats <= 6 + 2 + 12  # the couple of seven rounds, the one of three, and others


@pytest.mark.parametrize(
    ("players", "together", "places"),
    [
        (48, [(1, 40)], {30: [1]}),
        (47, [(1, 2), (5, 20, 41)], {40: [1], 41: [2, 3], 7: [2, 3], 9: NEAR}),
        (46, [(3, 9)], {1: [12], 2: [12], 4: [12]}),
        (48, [], {player: [1, 2] for player in (1, 9, 17, 25, 33, 41, 6)}),
    ],
)
def test_it_keeps_to_the_wishes_by_the_standings(players, together, places):
    rng, played, ghosts = Random(1), [], set()
    total = dict.fromkeys(range(1, players + 1), 0.0)
    for number in range(5):
        ranked = sorted(total, key=lambda one: -total[one])
        named = {"ghosts": ghosts, "together": together, "places": places, "seconds": 0.1}
        made = by_standings(ranked, played, seed=number, **named)
        ghosts |= made.ghosts
        played.append(made.rounds[0])
        for player in total:
            total[player] += rng.gauss(0, 2) + player / players
    assert_kept(played, together, places)
    found = report(played, ghosts=ghosts, wishes=[(together, places)] * len(played))
    assert (found.parted, found.elsewhere, found.ghosts_together) == ({}, {}, ())


def test_it_calls_nobody_a_float_because_a_table_has_another_number():
    ranked = list(range(1, 17))
    tables = by_standings(ranked, [], places={1: [4]}).rounds[0]
    assert set(tables[3]) == {1, 2, 3, 4}
    assert floats(tables, ranked, []) == []


@pytest.mark.parametrize(
    ("wish", "code", "facts"),
    [
        ({"together": [(1, 2), (2, 3), (3, 4)]}, "together_too_many", {"numbers": [1, 2, 3, 4]}),
        ({"together": [(1, 99)]}, "wish_of_nobody", {"numbers": [99]}),
        ({"places": {1: [5]}}, "no_such_table", {"table": 5, "tables": 4}),
        ({"together": [(1, 2)], "places": {1: [1], 2: [2]}}, "together_elsewhere", {"numbers": [1, 2]}),
        ({"places": {number: [2] for number in range(1, 6)}}, "wishes_too_many", {}),
    ],
)
def test_it_says_which_wishes_cannot_be(wish, code, facts):
    for drawing in (plan_of(wish), standings_of(wish)):
        with pytest.raises(WishError) as refused:
            drawing()
        assert (refused.value.code, facts.items() <= refused.value.facts.items()) == (code, True)


def plan_of(wish):
    return lambda: plan(16, 2, seconds=0.05, **wish)


def standings_of(wish):
    return lambda: by_standings(range(1, 17), [], seconds=0.05, **wish)


def test_it_reports_who_was_parted_and_who_sits_elsewhere():
    tables = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 5, 2, 6), (3, 7, 4, 8)]]
    wish = [(3, 5), (1, 2)], {1: [1], 5: [2]}
    found = report(tables, wishes=[wish, wish])
    assert found.parted == {(3, 5): (1, 2)}
    assert found.elsewhere == {(5, 2): 1}
    assert report(tables, wishes=[wish, ((), {})]).parted == {(3, 5): (1,)}
    assert (1, 2) not in found.meeting_again
    assert (1, 1) not in found.revisits
    assert [one.code for one in found.warnings][:2] == ["table_not_kept", "together_parted"]
