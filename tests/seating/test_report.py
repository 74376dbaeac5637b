"""Warnings after a change by hand: every code, its facts and its sentence."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.seating import checker
from tournaments.seating import SENTENCES, plan, report

CLEAN = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[2, 1, 5, 6], [8, 7, 4, 3]]]


def codes(rounds, **options):
    return {warning.code for warning in report(rounds, **options).warnings}


ROWS = [
    ("not_four_seats", [[[1, 2, 3]]], {}, {"round": 1, "table": 1, "seats": 3}),
    ("seated_twice", [[[1, 2, 3, 4], [1, 5, 6, 7]]], {}, {"player": 1, "round": 1}),
    ("not_seated", [[[1, 2, 3, 4]], [[1, 2, 3, 5]]], {}, {"player": 5, "round": 1}),
    ("ghosts_together", [[[1, 2, 7, 8]]], {"ghosts": {7, 8}}, {"round": 1, "table": 1}),
    ("kept_apart_meet", [[[1, 2, 3, 4]]], {"apart": [{2, 4, 9}]}, {"first": 2, "second": 4, "rounds": (1,)}),
    (
        "table_not_kept",
        [[[1, 2, 3, 4], [5, 6, 7, 8]]],
        {"wishes": [((), {5: [1]})]},
        {"player": 5, "round": 1, "table": 2},
    ),
    (
        "together_parted",
        [[[1, 2, 3, 4], [5, 6, 7, 8]]],
        {"wishes": [([{4, 5}], {})]},
        {"first": 4, "second": 5, "rounds": (1,)},
    ),
    ("meet_again", CLEAN, {}, {"first": 1, "second": 2, "rounds": (1, 2)}),
    ("table_again", CLEAN, {}, {"player": 1, "table": 1, "rounds": (1, 2)}),
    (
        "winds_uneven",
        [[[1, 2, 3, 4]], [[1, 3, 2, 4]]],
        {},
        {"player": 1, "east": 2, "south": 0, "west": 0, "north": 0},
    ),
    ("short_tables", [[[1, 2, 3, 9]], [[1, 4, 5, 9]]], {"ghosts": {9}}, {"player": 1, "times": 2}),
]


@pytest.mark.parametrize(("code", "rounds", "options", "facts"), ROWS, ids=[row[0] for row in ROWS])
def test_it_warns_with_code_and_facts(code, rounds, options, facts):
    found = [warning for warning in report(rounds, **options).warnings if warning.code == code]
    assert dict(found[0].facts) == facts
    assert "%" not in found[0].message


def test_it_has_a_test_row_for_every_sentence():
    assert {row[0] for row in ROWS} == set(SENTENCES)


def test_it_is_silent_about_a_good_plan():
    assert codes(plan(28, 7, seconds=0.1).rounds) == set()


@pytest.mark.parametrize(("players", "rounds"), [(16, 7), (22, 6), (48, 3)])
def test_it_counts_what_the_checker_counts(players, rounds):
    made = plan(players, rounds, seconds=0.1)
    counted = report(made.rounds, ghosts=made.ghosts)
    assert counted.repeats == checker.repeats(made.rounds, made.ghosts)
    assert counted.table_revisits == checker.revisits(made.rounds, made.ghosts)
    assert counted.players == players
    if not made.ghosts:
        assert counted.uncovered == checker.uncovered(made.rounds)


def test_it_notices_two_players_who_change_places():
    rounds = plan(20, 5, seconds=0.1).to_json()
    rounds[2][0][0], rounds[2][1][0] = rounds[2][1][0], rounds[2][0][0]
    assert {"meet_again", "table_again"} <= codes(rounds)


def test_it_reports_an_empty_draft():
    assert report([]).to_json()["repeats"] == 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_counts_every_pair_of_a_table_of_any_size_once(seats):
    table, others = list(range(1, seats + 1)), list(range(11, 16))
    found = report([[table, others], [others[:3], table]], sizes=(2, 3, 4, 5))
    pairs = {*combinations(table, 2), *combinations(others[:3], 2)}
    assert found.meeting_again == dict.fromkeys(pairs, (1, 2))
    assert found.repeats == len(pairs)


def test_it_counts_the_winds_at_tables_of_the_sizes_asked_for():
    rounds = [[[1, 2, 3, 4], [5, 6, 7, 8, 9]]]
    assert set(report(rounds, winds_at=(4,)).winds) == {1, 2, 3, 4}
    assert set(report(rounds).winds) == set(range(1, 9))
