"""A round is credited by nets or places at the table; attendance, bonuses, penalties are parts."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.standings.casting import CLUB, nets, table_of_nets, tally
from tournaments.ranking.credit import Bonus, Scheme, of_round, of_rounds, parts_of
from tournaments.ranking.standings import lines

MCR = (4, 2, 1, 0)
EXACT = st.one_of(st.integers(0, 9), st.fractions(0, 9, max_denominator=4))


@pytest.mark.parametrize(
    ("nets", "points", "credited"),
    [
        # peers' table of shared places, Chinese official rules (MCR 3.10).
        ([40, 20, 10, 0], MCR, "4 2 1 0"),
        ([40, 40, 10, 0], MCR, "3 3 1 0"),
        ([40, 20, 20, 0], MCR, "4 3/2 3/2 0"),
        ([40, 20, 0, 0], MCR, "4 2 1/2 1/2"),
        ([40, 40, 40, 0], MCR, "7/3 7/3 7/3 0"),
        ([40, 0, 0, 0], MCR, "4 1 1 1"),
        ([40, 40, 0, 0], MCR, "3 3 1/2 1/2"),
        ([0, 0, 0, 0], MCR, "7/4 7/4 7/4 7/4"),
        ([0, 10, 20, 40], MCR, "0 1 2 4"),
        ([40, 0, -40], MCR, "4 2 1"),
        ([40, 0, 0], MCR, "4 3/2 3/2"),
        ([40, 30, 20, 10, 0], MCR, "4 2 1 0 0"),
        ([40, 30, 20, 0, 0], (4, 2, 1, Fraction(1, 2)), "4 2 1 1/4 1/4"),
        ([40, 20, 10, 0], (12, 4, -4, -12), "12 4 -4 -12"),
    ],
)
def test_it_credits_the_place_at_the_table_and_shares_exactly(nets, points, credited):
    credits = of_round(table_of_nets(nets), Scheme("table_points", points))
    assert " ".join(str(credit.total) for credit in credits) == credited


@pytest.mark.parametrize(
    ("scheme", "total"),
    [(Scheme("net"), -120), (Scheme("net", attendance=50), -70), (CLUB, 3), (Scheme("table_points"), 2)],
)
def test_it_follows_the_scheme(scheme, total):
    credits = of_round(table_of_nets([500, -120, -180, -200]), scheme)
    assert credits[1].total == total


def test_it_keeps_each_part_apart():
    tallies = [tally(1, 4, 300, 3), tally(2, 4, 100, 3, adjustment=-1), tally(3, 4, -400, 3)]
    second = of_round(tallies, CLUB, bonuses=[Bonus(2, 2, "limit hand")])[1]
    assert [(part.code, part.amount) for part in second.parts] == [
        ("table_points", 2),
        ("attendance", 1),
        ("bonus", 2),
        ("adjustment", -1),
    ]
    assert second.parts[0].facts == {"round": 4, "table": 3, "place": 2, "sharers": 1}
    assert second.total == 4


def test_it_does_not_let_a_penalty_change_the_places_at_the_table():
    fined = [tally(1, net=300, adjustment=-900), tally(2, net=100), tally(3, net=-400)]
    assert of_round(fined, CLUB)[1].total == 3


def test_it_takes_the_penalty_from_the_sum_of_nets():
    (credit,) = of_round([tally(1, net=300, adjustment=-900)], Scheme("net"))
    assert credit.total == -600


def test_it_counts_the_places_with_the_guests_and_the_tables_apart():
    tallies = table_of_nets([9, 8, 7, 6]) + table_of_nets([0, -1, -2, -3], table=2, first=5)
    totals = [credit.total for credit in of_round(tallies, Scheme("table_points"))]
    assert totals == [4, 2, 1, 0, 4, 2, 1, 0]


class TestAttendance:
    def test_it_credits_whoever_sat(self):
        credits = of_round([tally(1), tally(2, table=None, deals=0, adjustment=-2)], CLUB)
        assert [(each.attended, each.total) for each in credits] == [(True, 5), (False, -2)]

    def test_it_credits_who_came_without_a_seat(self):
        credits = of_round([tally(1)], CLUB, present=[1, 8])
        assert [(each.entry, each.total, each.attended) for each in credits] == [(1, 5, True), (8, 1, True)]

    def test_it_does_not_credit_who_was_replaced_for_the_whole_round(self):
        (credit,) = of_round([tally(1)], CLUB, present=[])
        assert (credit.total, credit.attended, credit.played) == (4, False, True)

    def test_it_pays_once_to_somebody_at_two_tables(self):
        (credit,) = of_round([tally(1, table=1), tally(1, table=2)], CLUB)
        assert credit.total == 4 + 4 + 1


def test_it_makes_the_points_of_standings_lines():
    tallies = table_of_nets([40, 20, 10, 0]) + table_of_nets([0, 10, 20, 40], round=2)
    made = lines(tallies, credits=parts_of(of_rounds(tallies, CLUB)))
    assert [each.total for each in made] == [6, 5, 5, 6]
    assert [part.round for part in made[0].credits] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Scheme("points"),
        lambda: Scheme("table_points", (4, 2, 1, 0.5)),
        lambda: Scheme("net", attendance=True),
        lambda: of_round([], CLUB),
        lambda: of_round([tally(1, 1), tally(1, 2)], CLUB),
        lambda: of_round([tally(1), tally(1)], CLUB),
        lambda: of_round([tally(9, stands_for=1)], CLUB),
    ],
)
def test_it_refuses_inexact_points_unknown_schemes_and_mixed_rounds(wrong):
    with pytest.raises(ValueError, match=r"unknown scheme|integers or fractions|one round|twice"):
        wrong()


@given(st.lists(nets, min_size=1, max_size=5), st.lists(EXACT, max_size=5), EXACT)
def test_it_gives_a_table_always_the_same_sum(nets, points, attendance):
    credits = of_round(table_of_nets(nets), Scheme("table_points", tuple(points), attendance))
    assert sum(credit.total for credit in credits) == sum(points[: len(nets)]) + attendance * len(nets)


@given(st.lists(nets, min_size=2, max_size=5))
def test_it_never_credits_a_lower_net_more_and_equal_nets_alike(nets):
    by_net = sorted(
        (net, credit.total)
        for net, credit in zip(nets, of_round(table_of_nets(nets), Scheme("table_points")), strict=True)
    )
    for (low, less), (high, more) in pairwise(by_net):
        assert (less == more) if low == high else (less <= more)


@given(st.lists(nets, min_size=1, max_size=5), st.randoms())
def test_it_does_not_depend_on_the_order_of_the_tallies(nets, shuffler):
    tallies = table_of_nets(nets)
    assert of_round(shuffler.sample(tallies, len(tallies)), CLUB) == of_round(tallies, CLUB)
