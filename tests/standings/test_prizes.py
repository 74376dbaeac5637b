"""Prizes: whoever shares a place shares the sums of the places taken, down to a hundredth."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking.prizes import shares

SUMS = [Fraction(one) for one in ("500", "300", "200", "100")]


@pytest.mark.parametrize(
    ("ranks", "each"),
    [
        ([1, 2, 3, 4], {1: "500", 2: "300", 3: "200", 4: "100"}),
        ([1, 1, 3, 4], {1: "400", 3: "200", 4: "100"}),
        ([1, 2, 2, 4], {1: "500", 2: "250", 4: "100"}),
        ([1, 1, 1, 1], {1: "275"}),
        ([1, 2, 3, 4, 4, 4], {1: "500", 2: "300", 3: "200", 4: "33.33"}),  # the sums end within the place
        ([1, 2, 3, 4, 5, 6], {1: "500", 2: "300", 3: "200", 4: "100"}),
        ([1, 2], {1: "500", 2: "300"}),
        ([], {}),
    ],
)
def test_it_shares_the_sums_of_the_places_that_are_taken(ranks, each):
    found = shares(ranks, SUMS)
    assert {rank: share.each for rank, share in found.items()} == {
        rank: Fraction(said) for rank, said in each.items()
    }


@given(st.lists(st.integers(1, 6), max_size=20), st.lists(st.integers(0, 10**6), max_size=12))
def test_it_pays_out_no_more_than_there_is_and_keeps_less_than_a_hundredth_each(sizes, cents):
    ranks = [1 + sum(sizes[:place]) for place, size in enumerate(sizes) for _ in range(size)]
    sums = [Fraction(one, 100) for one in cents]
    found = shares(ranks, sums)
    assert sum(share.each * share.count + share.rest for share in found.values()) == sum(sums[: len(ranks)])
    assert all(0 <= share.rest < Fraction(share.count, 100) for share in found.values())
