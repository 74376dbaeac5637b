"""Who came to a meeting and was drawn to rest attended; what the meeting gives beside is a setting."""

from fractions import Fraction

import pytest

from tests.standings.casting import CLUB, table_of_nets
from tournaments.ranking.credit import Rested, Scheme, of_rounds, with_rested
from tournaments.ranking.season import season

# 1 to 4 play the first two meetings; at the third 1 rests, and 2 to 5 play.
TALLIES = [
    *table_of_nets([300, 100, -100, -300]),
    *table_of_nets([-300, 100, -100, 300], round=2),
    *table_of_nets([300, 100, -100, -300], round=3, first=2),
]


def line_of(entry, resting, scheme=CLUB, **settings):
    credits = with_rested(of_rounds(TALLIES, scheme), scheme, {3: {1}, 4: {2}}, resting)
    table = season(credits, **{"best_of": None, "meetings": 3, **settings})
    return table, next(line for line in table.lines if line.entry == entry)


@pytest.mark.parametrize(
    ("resting", "third", "points", "said"),
    [
        (Rested("fixed", 0), 1, 7, "Meeting 3: 0 for resting + 1 for attending"),
        (Rested("fixed", Fraction(3, 2)), Fraction(5, 2), Fraction(17, 2), "1\u00a01\u20442 for resting"),
        (Rested("average"), 3, 9, "2 for resting (the mean of the meetings played) + 1 for attending"),
        (Rested("none"), 1, 7, "Meeting 3: 1 for attending; rested: neither counted nor dropped"),
    ],
)
def test_it_gives_the_points_for_attending_and_what_is_set(resting, third, points, said):
    table, line = line_of(1, resting)
    assert (line.meetings[2].amount, line.points, line.attended) == (third, points, 3)
    assert said in table.explain(line.meetings[2])


@pytest.mark.parametrize(
    ("resting", "states", "points"),
    [
        (Rested("fixed", 0), ["counted", "dropped", "dropped"], 5),
        (Rested("average"), ["counted", "dropped", "dropped"], 5),
        (Rested("none"), ["counted", "dropped", "no_result"], 6),
        (Rested("fixed", 5), ["dropped", "dropped", "counted"], 6),
    ],
)
def test_it_is_a_result_among_others_or_none_at_all(resting, states, points):
    _table, line = line_of(1, resting, best_of=1)
    assert [meeting.state for meeting in line.meetings] == states
    assert line.points == points


def test_its_mean_is_of_what_was_earned_without_attendance_and_with_nets_where_these_count():
    _table, line = line_of(1, Rested("average"), Scheme("net", attendance=150))
    assert [meeting.amount for meeting in line.meetings] == [450, -150, 150]


def test_it_counts_for_the_minimum_attendance_as_absence_does_not():
    _table, rested = line_of(1, Rested(), minimum_attendance=3)
    assert rested.qualification == "reached"
    _table, absent = line_of(5, Rested(), minimum_attendance=3)
    assert (absent.qualification, absent.absent) == ("missed", (1, 2))


def test_nobodys_mean_is_nothing():
    credits = with_rested(of_rounds(TALLIES, Scheme()), Scheme(), {3: {9}}, Rested("average"))
    assert next(each for each in credits if each.entry == 9).total == 0


def test_it_takes_no_unknown_formula():
    with pytest.raises(ValueError, match="unknown formula 'half'"):
        Rested("half")
