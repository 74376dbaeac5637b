"""Lines are put in order by criteria, places are shared, and the unranked take nobody's place."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.standings.casting import competitions, own_line, tally
from tournaments.ranking.standings import CRITERIA, DECISIONS, alone, line, lines, rank, through

ORDERS = st.lists(st.sampled_from(sorted(CRITERIA)), unique=True)


@pytest.mark.parametrize(
    ("nets", "ranks"),
    [
        ([], []),
        ([5], [1]),
        ([30, 20, 20, 10], [1, 2, 2, 4]),
        ([20, 20, 10, 10], [1, 1, 3, 3]),
        ([0, 0, 0, 0], [1, 1, 1, 1]),
        ([-10, -20, -20, -20, -30], [1, 2, 2, 2, 5]),
    ],
)
def test_it_shares_the_better_place_and_skips_the_next(nets, ranks):
    ordered = rank([own_line(entry, net) for entry, net in enumerate(nets, 1)], ["total"])
    assert [each.rank for each in ordered] == ranks
    assert [each.shared for each in ordered] == [ranks.count(each) > 1 for each in ranks]


@pytest.mark.parametrize(
    ("criteria", "order", "decided"),
    [
        (["total"], [1, 2, 3, 4], [None, None, None, "total"]),
        (["total", "mahjongs"], [2, 1, 3, 4], [None, "mahjongs", None, "total"]),
        (["total", "mahjongs", "given"], [2, 3, 1, 4], [None, "mahjongs", "given", "total"]),
        (["total", "given"], [2, 3, 1, 4], [None, None, "given", "total"]),
        (["mahjongs", "lot"], [2, 4, 3, 1], [None, "lot", "mahjongs", "lot"]),
    ],
)
def test_it_compares_by_each_criterion_in_turn_and_names_the_one_that_decided(criteria, order, decided):
    table = [
        own_line(1, 100, mahjongs=2, given=3, lot=9),
        own_line(2, 100, mahjongs=4, given=1, lot=1),
        own_line(3, 100, mahjongs=2, given=1, lot=5),
        own_line(4, 50, mahjongs=4, given=0, lot=2),
    ]
    ordered = rank(table, criteria)
    assert [each.entry for each in ordered] == order
    assert [each.decided_by for each in ordered] == decided


def test_it_counts_adjustments_in_the_total_but_not_in_the_net():
    table = [own_line(1, 100, adjustment=-60), own_line(2, 50)]
    assert [each.entry for each in rank(table, ["total"])] == [2, 1]
    assert [each.entry for each in rank(table, ["net"])] == [1, 2]


def test_it_puts_a_missing_figure_last():
    table = [own_line(1, lot=None), own_line(2, lot=7)]
    assert [each.entry for each in rank(table, ["lot"])] == [2, 1]
    idle = line(3, [])
    assert [each.entry for each in rank([idle, own_line(4, -500)], ["best_round"])] == [4, 3]


@pytest.mark.parametrize("status", ["guest", "substitute", "withdrawn"])
def test_it_lists_the_unranked_after_all_others_and_takes_no_place_for_them(status):
    table = [
        own_line(1, 300, status=status),
        own_line(2, 200),
        own_line(3, 250, status=status),
        own_line(4, 100),
    ]
    ordered = rank(table, ["total"])
    assert [(each.entry, each.rank) for each in ordered] == [(2, 1), (4, 2), (1, None), (3, None)]
    assert [each.decided_by for each in ordered] == [None, "total", None, None]


class TestHeadToHead:
    CRITERIA = ("total", "head_to_head")

    def order(self, *tallies):
        ordered = rank(lines(tallies), self.CRITERIA)
        return [(each.entry, each.rank, each.decided_by) for each in ordered]

    def test_it_compares_the_nets_where_the_tied_met(self):
        met = [tally(1, 1, -30), tally(2, 1, 10)]
        apart = [tally(1, 2, 40, table=1), tally(2, 2, 0, table=2)]
        assert self.order(*met, *apart) == [(2, 1, None), (1, 2, "head_to_head")]

    def test_it_decides_nothing_between_those_who_never_met(self):
        assert self.order(tally(1, 1, 10, table=1), tally(2, 1, 10, table=2)) == [(1, 1, None), (2, 1, None)]

    def test_it_decides_nothing_unless_every_two_of_three_met(self):
        pairs = [tally(1, 1, -10), tally(2, 1, 10), tally(3, 1, 0, table=2)]
        rest = [tally(1, 2, 20, table=1), tally(2, 2, 0, table=2), tally(3, 2, 10, table=3)]
        assert [each[1] for each in self.order(*pairs, *rest)] == [1, 1, 1]

    def test_it_adds_up_all_the_tables_of_three_who_met_in_pairs(self):
        first = [tally(1, 1, 10), tally(2, 1, -10), tally(3, 1, 0, table=2)]
        second = [tally(1, 2, 0, table=2), tally(2, 2, 25), tally(3, 2, -25)]
        third = [tally(1, 3, -10), tally(2, 3, -15, table=2), tally(3, 3, 25)]
        assert self.order(*first, *second, *third) == [
            (2, 1, None),
            (1, 2, "head_to_head"),
            (3, 2, None),
        ]

    def test_it_names_the_tables_that_counted(self):
        tallies = [tally(1, 1, -30, 5), tally(2, 1, 10, 5), tally(1, 2, 40, 1), tally(2, 2, 0, 2)]
        _winner, loser = rank(lines(tallies), self.CRITERIA)
        assert loser.figure("head_to_head").amount == -30
        assert [part.facts["table"] for part in loser.figure("head_to_head").parts] == [5]


def test_it_takes_the_rounds_asked_for():
    tallies = [tally(1, number, number * 10) for number in (1, 2, 3)]
    assert [each.net for each in lines(alone(tallies, 2))] == [20]
    assert [each.net for each in lines(through(tallies, 2))] == [30]
    assert [each.best_round for each in lines(tallies)] == [30]


def test_it_lists_entries_without_a_tally():
    assert [(each.entry, each.net, each.best_round) for each in lines([], entries=[7])] == [(7, 0, None)]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: lines([tally(1), tally(1)]),
        lambda: lines([tally(1, stands_for=2)]),
        lambda: rank([own_line(1), own_line(1)], ["total"]),
        lambda: rank([], ["luck"]),
    ],
)
def test_it_refuses_what_would_count_twice_or_is_unknown(wrong):
    with pytest.raises(ValueError, match=r"twice|two lines|luck"):
        wrong()


def test_it_can_explain_every_criterion():
    assert CRITERIA.keys() == DECISIONS.keys()


@given(competitions(), ORDERS, st.randoms())
def test_it_does_not_depend_on_the_order_of_the_input(tallies, criteria, shuffler: random.Random):
    shuffled = shuffler.sample(tallies, len(tallies))
    table = lines(shuffled)
    assert rank(shuffler.sample(table, len(table)), criteria) == rank(lines(tallies), criteria)


@given(competitions(), ORDERS)
def test_it_gives_each_line_one_more_than_the_number_of_lines_before_its_group(tallies, criteria):
    ordered = rank(lines(tallies), criteria)
    for each in ordered:
        better = sum(1 for other in ordered if other.rank < each.rank)
        assert each.rank == better + 1
    assert all((after.decided_by is None) == (after.rank == before.rank) for before, after in pairs(ordered))


@given(competitions(), ORDERS)
def test_it_orders_by_the_criterion_it_names_and_ties_on_all_before_it(tallies, criteria):
    for before, after in pairs(rank(lines(tallies), criteria)):
        codes = criteria if after.decided_by is None else criteria[: criteria.index(after.decided_by)]
        assert all(before.compared[code] == after.compared[code] for code in codes)
        if after.decided_by is not None:
            key = CRITERIA[after.decided_by].key
            assert key(before.compared[after.decided_by]) < key(after.compared[after.decided_by])


@given(competitions(), ORDERS, st.sets(st.integers(1, 12)))
def test_it_ranks_the_others_as_if_the_unranked_were_not_there(tallies, criteria, guests):
    everybody = rank(lines(tallies, unranked=dict.fromkeys(guests, "guest")), criteria)
    without = rank([each for each in lines(tallies) if each.entry not in guests], criteria)
    ranked = [(each.entry, each.rank, each.shared) for each in everybody if each.rank is not None]
    assert ranked == [(each.entry, each.rank, each.shared) for each in without]
    assert len(everybody) == len({each.entry for each in tallies})


@given(competitions(), ORDERS)
def test_it_breaks_ties_only_and_never_turns_an_order_round(tallies, criteria):
    coarse = {each.entry: each.rank for each in rank(lines(tallies), ["total"])}
    fine = [coarse[each.entry] for each in rank(lines(tallies), ["total", *criteria])]
    assert fine == sorted(fine)


def pairs(ordered):
    return list(pairwise(ordered))
