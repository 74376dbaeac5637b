"""The stored tables and the fields: each entry checked for what is claimed of it."""

from __future__ import annotations

import pytest

from tests.seating import checker
from tournaments.seating import base_rounds, fields
from tournaments.seating.shapes import most_perfect_rounds


def in_tables(rows):
    """Cut rows of slots into tables."""
    return [[row[start : start + 4] for start in range(0, len(row), 4)] for row in rows]


@pytest.mark.parametrize("seats", sorted(base_rounds.catalogue()))
def test_it_repeats_nobody_in_a_stored_plan(seats):
    rounds = in_tables(base_rounds.perfect_rounds(seats))
    checker.assert_everybody_sits_once(rounds, range(seats))
    assert checker.repeats(rounds) == 0
    assert len(rounds) == (9 if seats == 32 else most_perfect_rounds(seats))


def test_it_repeats_nobody_in_the_longest_plan_of_eight_tables():
    rounds = in_tables(base_rounds.doubled_rounds(32))
    checker.assert_everybody_sits_once(rounds, range(32))
    assert (checker.repeats(rounds), len(rounds)) == (0, most_perfect_rounds(32))
    assert base_rounds.doubled_rounds(36) == []


@pytest.mark.parametrize("seats", sorted({entry["seats"] for entry in base_rounds.data()["for_ghosts"]}))
def test_it_repeats_nobody_in_the_plans_stored_for_ghosts(seats):
    for plan in map(in_tables, base_rounds.plans_for_ghosts(seats)):
        checker.assert_everybody_sits_once(plan, range(seats))
        assert checker.repeats(plan) == 0


@pytest.mark.parametrize("tables", [5, 7, 8, 9, 10, 11, 12, 14, 15, 16, 25, 27, 32, 35, 40, 49])
def test_it_repeats_nobody_and_no_table_in_columns(tables):
    rows = fields.field_rounds(tables) if fields.is_ring_order(tables) else base_rounds.column_rounds(tables)
    assert len(rows) >= {10: 9, 14: 12, 15: 12}.get(tables, tables)
    checker.assert_everybody_sits_once(in_tables(rows), range(4 * tables))
    assert checker.repeats(in_tables(rows)) == 0
    assert checker.revisits(in_tables(rows)) == 0


def test_it_knows_which_orders_have_a_ring():
    assert [order for order in range(2, 20) if fields.is_ring_order(order)] == [
        5,
        7,
        8,
        9,
        11,
        13,
        16,
        17,
        19,
    ]
