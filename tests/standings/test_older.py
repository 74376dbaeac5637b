"""A season that was set up by single settings is worked out as a policy, and gives what it always gave."""

from fractions import Fraction

import pytest

from tournaments.ranking.seasons.facts import Facts, Meeting, Player, Row
from tournaments.ranking.seasons.older import Settings, policy_of
from tournaments.ranking.seasons.tables import season

CLUB = {
    "credit_scheme": "table_points",
    "table_points": (4, 2, 1, 0),
    "attendance_points": 1,
    "rested": "fixed",
    "rested_points": 0,
    "meetings": 3,
    "best_of": None,
    "minimum_attendance": 0,
    "criteria": ("total", "mahjongs", "given"),
    "substitute_policy": "himself",
}
EVENINGS = (  # 1 to 4 play the first two meetings; at the third 1 rests, and 2 to 5 play
    Meeting(1, (tuple(map(Row, (1, 2, 3, 4), (300, 100, -100, -300))),)),
    Meeting(2, (tuple(map(Row, (1, 2, 3, 4), (-300, 100, -100, 300))),)),
    Meeting(3, (tuple(map(Row, (2, 3, 4, 5), (300, 100, -100, -300))),), rested=frozenset({1})),
)


def line_of(player, meetings=EVENINGS, **settings):
    policy = policy_of(Settings(**{**CLUB, **settings}))
    made = season(policy, Facts(tuple(map(Player, range(1, 6))), meetings))
    return next(place.line for place in made.table if place.line.number == player)


@pytest.mark.parametrize(
    ("settings", "states", "third", "total"),
    [
        ({}, "ccc", 1, 7),
        ({"rested_points": Fraction(3, 2)}, "ccc", Fraction(5, 2), Fraction(17, 2)),
        ({"rested": "average"}, "ccc", 3, 9),
        ({"rested": "none"}, "ccn", 1, 7),
        ({"best_of": 1}, "cdd", 1, 5),
        ({"best_of": 1, "rested": "none"}, "cdn", 1, 6),
        ({"best_of": 1, "rested_points": 5}, "ddc", 6, 6),
        ({"credit_scheme": "net", "attendance_points": 150, "rested": "average"}, "ccc", 150, 450),
    ],
)
def test_it_gives_who_rested_what_was_set(settings, states, third, total):
    line = line_of(1, **settings)
    assert "".join(each.state[0] for each in line.meetings) == states
    assert (line.meetings[2].credit, line.total, line.attended) == (third, total, 3)


@pytest.mark.parametrize(
    ("nets", "best_of", "states", "total"),
    [
        ([5, 3, 2, 1], None, "cccc", 11),
        ([5, 3, 2, 1], 3, "cccd", 10),
        ([1, 2, 3, 5], 2, "ddcc", 8),
        ([1, None, 3, 5], 2, "dacc", 8),
        ([3, 3, 3, 3], 2, "ccdd", 6),
        ([None, 4, None, 4], 3, "zcac", 8),
        ([-400, None, -100, None], 1, "daca", -100),
        ([-400, None, -100, None], 2, "caca", -500),
        ([None, 5, None, None], 3, "zcza", 5),
    ],
)
def test_it_counts_the_best_and_lets_absence_replace_no_result(nets, best_of, states, total):
    meetings = tuple(
        Meeting(number, ((Row(2, 0), Row(3, 0)) if net is None else (Row(1, net), Row(2, -net)),))
        for number, net in enumerate(nets, 1)
    )
    settings = {"credit_scheme": "net", "attendance_points": 0, "best_of": best_of}
    line = line_of(1, meetings, **settings)
    assert ("".join(each.state[0] for each in line.meetings), line.total) == (states, total)


def test_it_counts_resting_for_the_minimum_attendance_as_absence_does_not():
    assert line_of(1, minimum_attendance=3).qualification == "reached"
    absent = line_of(5, minimum_attendance=3)
    assert (absent.qualification, absent.status) == ("missed", "minimum_attendance")
