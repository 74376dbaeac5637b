"""The best N of M meetings count, absence is 0, and the table says which were dropped."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.standings.casting import CLUB, competitions, credit, season_credits, tally
from tournaments.ranking.credit import Credit, Scheme, of_round, of_rounds
from tournaments.ranking.figures import Part
from tournaments.ranking.season import BELOW_MINIMUM, best, season

SCHEMES = st.sampled_from([CLUB, Scheme("net"), Scheme("net", attendance=150)])


def meetings(entry, *amounts):
    """Make credits of meetings 1, 2, ... of one entry; None is absence."""
    return [credit(entry, number, each) for number, each in enumerate(amounts, 1) if each is not None]


@pytest.mark.parametrize(
    ("amounts", "best_of", "points", "counted", "dropped", "absent"),
    [
        ([5, 3, 2, 1], None, 11, (1, 2, 3, 4), (), ()),
        ([5, 3, 2, 1], 3, 10, (1, 2, 3), (4,), ()),
        ([1, 2, 3, 5], 2, 8, (3, 4), (1, 2), ()),
        ([1, None, 3, 5], 2, 8, (3, 4), (1,), (2,)),
        ([3, 3, 3, 3], 2, 6, (1, 2), (3, 4), ()),
        ([None, 4, None, 4], 3, 8, (2, 4), (), (1, 3)),
        ([-400, None, -100, None], 1, -100, (3,), (1,), (2, 4)),
        ([-400, None, -100, None], 2, -500, (1, 3), (), (2, 4)),
        ([Fraction(5, 2), Fraction(7, 3), 2, 1], 2, Fraction(29, 6), (1, 2), (3, 4), ()),
    ],
)
def test_it_counts_the_best_and_says_which_were_dropped(amounts, best_of, points, counted, dropped, absent):
    everybody = [*meetings(1, *amounts), *meetings(2, 0, 0, 0, 0)]
    table = season(everybody, best_of=best_of, meetings=4)
    row = next(each for each in table.lines if each.entry == 1)
    assert (row.points, row.counted, row.dropped, row.absent) == (points, counted, dropped, absent)


def test_it_fills_the_places_with_the_first_absences_when_too_few_were_attended():
    everybody = [*meetings(1, None, 5, None, None), *meetings(2, 1, 1, 1, 1)]
    row = season(everybody, best_of=3, meetings=4).lines[0]
    assert [meeting.state for meeting in row.meetings] == ["zero", "counted", "zero", "absent"]
    assert row.points == 5


class TestChoosingTheBest:
    EQUAL = (
        credit(1, 1, 3, net=-50, mahjongs=9),
        credit(1, 2, 3, net=200, mahjongs=1),
        credit(1, 3, 3, net=200, mahjongs=2),
        credit(1, 4, 3, net=200, mahjongs=2),
        credit(1, 5, 1, net=900, mahjongs=9),
    )

    @pytest.mark.parametrize(
        ("criteria", "order"),
        [
            (("total",), [3, 4, 2, 1, 5]),
            (("total", "net"), [3, 4, 2, 1, 5]),
            (("total", "mahjongs"), [1, 3, 4, 2, 5]),
            (("total", "head_to_head", "mahjongs", "lot"), [1, 3, 4, 2, 5]),
        ],
    )
    def test_it_uses_the_whole_sort_key(self, criteria, order):
        chosen = best(self.EQUAL, None, criteria)
        assert [each.round for each in chosen] == order

    @given(competitions(), st.integers(1, 5), SCHEMES)
    def test_it_is_at_least_as_good_as_any_other_choice(self, tallies, count, scheme):
        own = [each for each in season_credits(tallies, scheme) if each.entry == tallies[0].entry]
        chosen = best(own, count, ("total", "given"))
        others = combinations(own, min(count, len(own)))
        assert sums(chosen) == max(sums(each) for each in others)


def sums(credits):
    totals = [
        sum(getattr(tally, name) for each in credits for tally in each.tallies)
        for name in ("given", "net", "mahjongs")
    ]
    return sum(each.total for each in credits), -totals[0], totals[1], totals[2]


class TestTieBreaks:
    # Equal points; the nets of the season turn round when only counted meetings are looked at.
    CREDITS = (
        credit(1, 1, 5, net=100),
        credit(1, 2, 1, net=900),
        credit(2, 1, 5, net=300),
        credit(2, 2, 1, net=0),
    )

    @pytest.mark.parametrize(
        ("criteria", "figures_of", "places"),
        [
            (("total",), "season", {1: 1, 2: 1}),
            (("total", "net"), "season", {1: 1, 2: 2}),
            (("total", "net"), "counted", {2: 1, 1: 2}),
        ],
    )
    def test_it_breaks_ties_by_the_figures_asked_for(self, criteria, figures_of, places):
        table = season(self.CREDITS, best_of=1, meetings=2, criteria=criteria, figures_of=figures_of)
        assert {row.entry: row.rank for row in table.lines} == places


class TestMinimumAttendance:
    CREDITS = (*meetings(1, 9, None, None), *meetings(2, 1, 1, 1), *meetings(3, 2, 2, None))

    def table(self, planned, **settings):
        return season(self.CREDITS, best_of=3, meetings=planned, minimum_attendance=3, **settings)

    @pytest.mark.parametrize(
        ("planned", "qualifications"),
        [
            (3, {1: "missed", 2: "reached", 3: "missed"}),
            (4, {1: "missed", 2: "reached", 3: "open"}),
            (6, {1: "open", 2: "reached", 3: "open"}),
        ],
    )
    def test_it_gives_up_nobody_who_can_still_reach_it(self, planned, qualifications):
        table = self.table(planned)
        assert {row.entry: row.qualification for row in table.lines} == qualifications

    def test_it_lists_those_below_it_without_a_place(self):
        rows = self.table(4).lines
        assert [(row.entry, row.rank, row.standing.line.status) for row in rows] == [
            (3, 1, None),
            (2, 2, None),
            (1, None, BELOW_MINIMUM),
        ]

    def test_it_ranks_those_below_it_after_all_others_if_asked(self):
        rows = self.table(4, unqualified="after").lines
        assert [(row.entry, row.rank, row.standing.decided_by) for row in rows] == [
            (3, 1, None),
            (2, 2, "total"),
            (1, 3, "qualified"),
        ]

    def test_it_does_not_count_a_meeting_for_which_a_substitute_came(self):
        credits = [*of_round([tally(1, 1)], CLUB, present=[]), *of_round([tally(1, 2)], CLUB)]
        (row,) = season(credits, best_of=None, meetings=2, minimum_attendance=2).lines
        assert (row.attended, row.qualified, row.counted) == (1, False, (1, 2))


def test_it_lists_guests_without_a_place_and_entries_who_never_came():
    credits = [*meetings(1, 5), *meetings(2, 9)]
    table = season(credits, best_of=7, meetings=10, unranked={2: "guest"}, entries=[3])
    assert [(row.entry, row.rank, row.points) for row in table.lines] == [(1, 1, 5), (3, 2, 0), (2, None, 9)]
    assert table.held == (1,)


def test_it_always_counts_a_penalty_for_an_absence():
    fine = Credit(1, 3, (Part("adjustment", -2, {"round": 3}),), (tally(1, 3, table=None, deals=0),), False)
    (row,) = season([*meetings(1, 5, 4), fine], best_of=1, meetings=3).lines
    assert (row.points, row.counted, row.dropped, row.absent) == (3, (1,), (2,), (3,))


@pytest.mark.parametrize(
    ("credits", "settings"),
    [
        ([], {"best_of": 0}),
        ([], {"best_of": 1, "unqualified": "shot"}),
        ([], {"best_of": 1, "figures_of": "palms"}),
        ([credit(1, 1, 5), credit(1, 1, 5)], {"best_of": 1}),
    ],
)
def test_it_refuses_wrong_settings_and_a_meeting_credited_twice(credits, settings):
    with pytest.raises(ValueError, match=r"at least 1|unknown setting|two credits"):
        season(credits, meetings=3, **settings)


def test_it_agrees_with_a_season_worked_out_by_hand():
    """Four players, three meetings, best 2; every figure below was added up on paper."""
    nets = {
        1: {1: 600, 2: 200, 3: -100, 4: -700},
        2: {1: 50, 2: 50, 3: -40, 4: -60},
        3: {1: -300, 2: 0, 4: 300},
    }
    tallies = [tally(entry, number, net) for number, table in nets.items() for entry, net in table.items()]
    table = season(of_rounds(tallies, CLUB), best_of=2, meetings=3, criteria=("total", "net"))
    assert [(row.entry, str(row.points), row.rank, row.standing.line.net) for row in table.lines] == [
        (1, "9", 1, 350),
        (2, "7", 2, 250),
        (4, "6", 3, -460),
        (3, "4", 4, -140),
    ]


@given(competitions(), st.integers(1, 5), SCHEMES)
def test_it_never_gives_less_for_attending_more_of_the_best(tallies, count, scheme):
    rows = season(season_credits(tallies, scheme), best_of=count, meetings=5).lines
    for row in rows:
        amounts = sorted(
            (each.amount for each in row.meetings if each.state in ("counted", "dropped")), reverse=True
        )
        assert row.points == sum(amounts[:count])
        assert len(row.counted) == min(count, len(amounts))


@given(competitions(), st.one_of(st.none(), st.integers(1, 5)), SCHEMES, st.randoms())
def test_it_does_not_depend_on_the_order_of_the_credits(tallies, count, scheme, shuffler):
    credits = season_credits(tallies, scheme)
    shuffled = shuffler.sample(credits, len(credits))
    assert season(shuffled, best_of=count, meetings=5) == season(credits, best_of=count, meetings=5)


@given(competitions(), st.one_of(st.none(), st.integers(1, 5)), SCHEMES)
def test_it_gives_every_meeting_held_one_state(tallies, count, scheme):
    table = season(season_credits(tallies, scheme), best_of=count, meetings=5)
    for row in table.lines:
        assert sorted((*row.counted, *row.dropped, *row.absent)) == list(table.held)


@given(competitions(), st.integers(1, 5))
def test_it_agrees_with_absence_as_a_credit_of_0_where_credits_are_never_negative(tallies, count):
    table = season(season_credits(tallies), best_of=count, meetings=5)
    for row in table.lines:
        amounts = sorted((meeting.amount for meeting in row.meetings), reverse=True)
        assert row.points == sum(amounts[:count])


@given(competitions(), st.integers(1, 4), SCHEMES)
def test_it_adds_the_best_of_the_dropped_when_one_more_counts(tallies, count, scheme):
    credits = season_credits(tallies, scheme)
    fewer, more = (season(credits, best_of=each, meetings=5) for each in (count, count + 1))
    points = {row.entry: row.points for row in more.lines}
    for row in fewer.lines:
        added = [each.amount for each in row.meetings if each.state == "dropped"]
        assert points[row.entry] == row.points + max(added, default=0)
