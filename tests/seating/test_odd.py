"""Whole events with tables of three or five: who sits there, how often, and that a seed draws it again."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tests.turns import some
from tournaments import seating
from tournaments.seating import Basis, basis_of, odd_plan, odd_seats, odd_sizes, odd_ways
from tournaments.seating.wishes import WishError

CLUB = (2, 3, 4, 5)
PEOPLE = [*range(13, 28), 41]
GRID = [
    (players, rounds, way)
    for players in PEOPLE
    for rounds in (1, 3, 4, 7)
    for way in ("three", "five")
    if odd_sizes(players, way)
]


def spread(times, people):
    """Give how much more often somebody is counted than somebody else."""
    turns = [times[one] for one in people]
    return max(turns) - min(turns)


def assert_whole(rounds, people, sizes):
    """Fail unless every round seats exactly these people, at tables of these sizes."""
    for tables in rounds:
        assert sorted(one for table in tables for one in table) == sorted(people)
        assert sorted(map(len, tables)) == sorted(sizes)


def turns(rounds):
    """Count who sits at a table that is not of four."""
    return Counter(one for tables in rounds for table in tables if len(table) != 4 for one in table)


def meetings_again(rounds):
    """Sum the meetings of pairs after the first."""
    met = Counter(frozenset(two) for tables in rounds for table in tables for two in combinations(table, 2))
    return sum(times - 1 for times in met.values())


@pytest.mark.parametrize(("players", "rounds", "way"), some(GRID, 4))
def test_it_seats_everybody_and_spreads_the_odd_tables(players, rounds, way):
    people = range(1, players + 1)
    made = odd_plan(people, rounds, way, seed=3, seconds=0.3)
    assert_whole(made.rounds, people, odd_sizes(players, way))
    assert spread(turns(made.rounds), people) <= 1
    rests = Counter(table[4] for tables in made.rounds for table in tables if len(table) == 5)
    assert spread(rests, people) <= 1
    counted = seating.report(made.rounds, sizes=CLUB)
    assert (seating.spread(counted.odd_turns), seating.spread(counted.rests_first)) == (
        spread(turns(made.rounds), people),
        spread(rests, people),
    )
    assert counted.wind_spread <= 3
    assert not any(one.code in ("not_four_seats", "not_seated", "seated_twice") for one in counted.warnings)


@pytest.mark.parametrize("way", ["three", "five"])
def test_it_draws_the_same_again_from_the_same_seed_and_another_from_another(way):
    first, again, other = (odd_plan(range(1, 18), 3, way, seed=seed, seconds=0.2) for seed in (1, 1, 2))
    assert first == again
    assert first.rounds != other.rounds


@pytest.mark.parametrize("players", [41, 98])
def test_it_lets_nobody_meet_again_where_there_is_room(players):
    for way in ("three", "five"):
        if odd_sizes(players, way):
            assert meetings_again(odd_plan(range(1, players + 1), 3, way, seed=1).rounds) == 0


def test_it_puts_the_odd_tables_last():
    for way in ("three", "five"):
        for tables in odd_plan(range(1, 15), 3, way, seconds=0.1).rounds:
            assert [len(table) != 4 for table in tables] == sorted(len(table) != 4 for table in tables)


def test_it_makes_the_tables_that_an_evening_of_a_league_makes():
    assert odd_sizes(13, "five") == seating.sizes_for(13, "five").tables == (5, 4, 4)
    assert odd_sizes(13, "three") == (4, 3, 3, 3)
    assert [odd_ways(players, CLUB) for players in (4, 5, 6, 7, 11, 13, 16)] == [
        (), ("five",), ("three",), ("three",), ("three",), ("three", "five"), (),
    ]  # fmt: skip
    assert odd_ways(13, (4,)) == ()
    assert odd_ways(13, (4, 5)) == ("five",)
    with pytest.raises(ValueError, match="make no tables of five"):
        odd_plan(range(1, 12), 2, "five")


@pytest.mark.parametrize("way", ["three", "five"])
def test_it_keeps_to_wishes(way):
    wished = {"together": [(1, 2)], "places": {3: (1,), 4: (1, 2), 5: (1, 2)}, "apart": [(6, 7), (8, 9)]}
    made = odd_plan(range(1, 22), 4, way, seed=2, **wished)
    assert_whole(made.rounds, range(1, 22), odd_sizes(21, way))
    for tables in made.rounds:
        table_of = {one: at for at, table in enumerate(tables, start=1) for one in table}
        assert table_of[1] == table_of[2]
        assert table_of[3] == 1
        assert {table_of[4], table_of[5]} <= {1, 2}
    counted = seating.report(made.rounds, apart=wished["apart"], sizes=CLUB)
    assert not counted.apart_meetings
    assert seating.spread(counted.odd_turns) <= 2


@pytest.mark.parametrize("way", ["three", "five"])
def test_it_refuses_wishes_that_cannot_be(way):
    with pytest.raises(WishError, match="together_elsewhere"):
        odd_plan(range(1, 14), 2, way, together=[(1, 2)], places={1: (1,), 2: (2,)})


@pytest.mark.parametrize(("before", "after"), [("three", "three"), ("five", "five"), ("three", "five")])
def test_it_goes_on_evenly_after_somebody_has_left_and_somebody_came(before, after):
    first = odd_plan(range(1, 18), 3, before, seed=1, seconds=0.3)
    left = [*range(2, 18), 20, 21] if after == "three" else [*range(2, 18), 20]
    basis = Basis(tuple(left), 2, played=first.rounds, odd_tables=after)
    rest = basis.drawn(5)
    assert rest == basis.drawn(5)
    assert_whole(rest.rounds, left, odd_sizes(len(left), after))
    stayed = [one for one in left if one < 18]
    assert spread(turns([*first.rounds, *rest.rounds]), stayed) <= 1


def test_it_fills_up_again_after_odd_tables():
    first = odd_plan(range(1, 18), 2, "five", seed=1, seconds=0.2)
    rest = Basis(tuple(range(1, 18)), 2, played=first.rounds).drawn(3)
    assert [sorted(map(len, tables)) for tables in rest.rounds] == [[4] * 5] * 2
    assert len(rest.ghosts) == 3


BY_STANDINGS = [(9, "three"), (9, "five"), (13, "five"), (14, "five"), (15, "three")]


@pytest.mark.parametrize(("players", "way"), BY_STANDINGS)
def test_it_draws_by_the_standings_with_odd_tables(players, way):
    played = [odd_plan(range(1, players + 1), 1, way, seed=1, seconds=0.1).rounds[0]]
    for number in range(3):
        ranked = tuple(Random(number).sample(range(1, players + 1), players))
        basis = Basis(ranked, standings=True, played=tuple(played), odd_tables=way)
        (tables,) = basis.drawn(number).rounds
        assert_whole([tables], ranked, odd_sizes(players, way))
        played.append(tables)
    assert spread(turns(played), range(1, players + 1)) <= 1 + (way == "three")
    again = basis_of(json.loads(json.dumps(basis.to_json())))
    assert again == basis


WISHED_BY_STANDINGS = [  # players; who sits together; who at which tables
    (9, ((1, 2),), {}),
    (13, ((1, 2, 3),), {4: (1,), 5: (1, 2)}),
    (14, ((1, 2), (3, 4)), {5: (2,)}),
    (41, ((1, 2),), {3: (1,), 4: (1, 2), 5: (1, 2)}),
]


@pytest.mark.parametrize(("players", "together", "places"), WISHED_BY_STANDINGS)
def test_it_keeps_to_wishes_by_the_standings_with_tables_of_five(players, together, places):
    people, wished = range(1, players + 1), {"together": together, "places": places}
    played = [*odd_plan(people, 1, "five", seed=1, seconds=0.1, **wished).rounds]
    for number in range(3):
        ranked = tuple(Random(number).sample(people, players))
        basis = Basis(ranked, standings=True, played=tuple(played), odd_tables="five", **wished)
        (tables,) = basis.drawn(number).rounds
        assert (tables,) == basis.drawn(number).rounds
        assert_whole([tables], people, odd_sizes(players, "five"))
        table_of = {one: at for at, table in enumerate(tables, start=1) for one in table}
        assert all(len({table_of[one] for one in group}) == 1 for group in together)
        assert all(table_of[one] in there for one, there in places.items())
        played.append(tables)
    assert spread(turns(played), people) <= 1


def test_it_seats_neighbours_beside_who_sits_together():
    ranked = tuple(range(1, 18))
    free = Basis(ranked, standings=True, odd_tables="five").drawn(1).rounds[0]
    kept = Basis(ranked, standings=True, odd_tables="five", together=((1, 17),)).drawn(1).rounds[0]
    apart = sorted(max(table) - min(table) for table in kept)
    assert apart[-1] == 16
    assert sum(apart[:-1]) <= sum(max(table) - min(table) for table in free)


def test_five_who_have_to_sit_at_one_table_do_so_by_the_standings():
    places = dict.fromkeys((1, 4, 7, 9, 12), (1,))
    basis = Basis(tuple(range(1, 14)), standings=True, odd_tables="five", places=places)
    assert set(basis.drawn(2).rounds[0][0]) == {*places}
    with pytest.raises(WishError, match="wishes_too_many"):
        Basis(basis.people, standings=True, odd_tables="five", places=places | {2: (1,)}).drawn(2)


def test_it_reads_what_was_kept_before_there_was_a_choice():
    told = Basis((1, 2, 3, 4)).to_json()
    del told["odd_tables"]
    assert basis_of(told) == Basis((1, 2, 3, 4))


def test_it_passes_the_first_rest_along_a_chain():
    rounds = [[(1, 2, 3, 4, 5)], [(1, 6, 7, 8, 9)], [(1, 2, 3, 4, 5)]]
    first = odd_seats.rest_first(rounds, {1: 0, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5, 7: 5, 8: 5, 9: 5}, Random(1))
    assert sorted(first.values()) == [1, 1, 1]
    even = odd_seats.rest_first(rounds, {}, Random(1))
    assert len(set(even.values())) == 3


@pytest.mark.parametrize("way", ["three", "five"])
def test_the_command_prints_the_plan_of_a_draw(capsys, way):
    call_command("seat", players=13, rounds=2, seed=5, odd_tables=way, json=True, report=True)
    captured = capsys.readouterr()
    drawn = Basis(tuple(range(1, 14)), 2, odd_tables=way).drawn(5)
    assert json.loads(captured.out) == drawn.to_json()
    assert json.loads(captured.err)["odd_spread"] <= 1
    call_command("seat", players=13, rounds=1, seed=5, odd_tables=way)
    assert ("E  S  W  N  R" in capsys.readouterr().out) is (way == "five")


def test_the_command_refuses_tables_that_so_many_do_not_make():
    with pytest.raises(CommandError, match="make no tables of five"):
        call_command("seat", players=11, rounds=2, odd_tables="five")
