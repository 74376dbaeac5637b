"""The small line beside a name: every round in it, the first place on top, a gap where there was none."""

import re

from tournaments.charts import spark


def points_of(drawn):
    return [tuple(map(float, pair)) for pair in re.findall(r"[ML]([\d.]+) ([\d.]+)", drawn)]


def test_it_draws_the_first_place_on_top_and_the_lowest_at_the_bottom():
    (_, top), (_, middle), (_, bottom) = points_of(spark((1, 5, 9), 9))
    assert top == 3
    assert middle == 9
    assert bottom == 15


def test_it_leaves_a_gap_where_there_was_no_place():
    drawn = spark((2, None, 1, 1), 4)
    assert drawn.count("M") == 2
    assert len(points_of(drawn)) == 3


def test_it_ends_with_a_dot_at_the_last_place():
    assert 'cx="57" cy="15"' in spark((1, 2), 2)


def test_it_draws_nothing_of_who_never_had_a_place():
    assert spark((None, None), 8) == ""
