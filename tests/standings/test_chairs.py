"""Points by place go by the chairs of a table, places by the people who sat there (decision 44)."""

from fractions import Fraction

from tests.standings.casting import tally
from tournaments.ranking.credit import Scheme, of_rounds
from tournaments.ranking.tallies import attribute


def test_it_gives_a_table_the_points_of_its_chairs_however_many_sat_there():
    """Three chairs, of which one was taken over: the fourth person has 0 (decision 44)."""
    scheme = Scheme("table_points", (4, 2, 1, Fraction(1, 2), 0))
    sat = [tally(1, net=90), tally(2, net=30), tally(3, net=-20), tally(4, net=-100, stands_for=2)]
    himself = {each.entry: each.total for each in of_rounds(attribute(sat, "himself"), scheme)}
    absent = {each.entry: each.total for each in of_rounds(attribute(sat, "absent"), scheme)}

    assert himself == {1: 4, 2: 2, 3: 1, 4: 0}
    assert absent == {1: 4, 2: 1, 3: 2}


def test_it_counts_the_chairs_of_those_who_were_replaced_before_they_played():
    """Of four chairs two were taken over from the first deal on; those who left have no tally at all."""
    scheme = Scheme("table_points", attendance=3)
    sat = [
        tally(10, net=-80, stands_for=5),
        tally(6, net=160),
        tally(7, net=-40),
        tally(9, net=-40, stands_for=8),
    ]
    himself = {each.entry: each.total for each in of_rounds(attribute(sat, "himself"), scheme)}
    assert himself == {6: 7, 7: Fraction(9, 2), 9: Fraction(9, 2), 10: 3}
