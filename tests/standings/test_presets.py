"""Every rule to begin with stands: it is read, contradicts nothing, and names its source."""

import pytest

from tournaments.ranking.seasons.contradictions import contradictions
from tournaments.ranking.seasons.facts import Facts, Meeting, Player, Row
from tournaments.ranking.seasons.presets import presets
from tournaments.ranking.seasons.reading import read_policy
from tournaments.ranking.seasons.tables import season


def test_it_has_fifteen():
    assert len(presets()) == 15


@pytest.mark.parametrize("code", presets())
def test_it_stands(code):
    preset = presets()[code]
    assert (contradictions(read_policy(preset.season)), bool(preset.name), bool(preset.source)) == (
        (),
        True,
        True,
    )


@pytest.mark.parametrize("code", presets())
def test_it_makes_a_table_of_an_evening(code):
    rows = tuple(Row(number, net, opening=30) for number, net in enumerate((9, 3, -3, -9), 1))
    facts = Facts(tuple(map(Player, range(1, 9))), (Meeting(1, (rows,), 16, frozenset({5, 6, 7, 8})),))
    made = season(read_policy(presets()[code].season), facts)
    table = made.periods[0].places if made.periods else made.table
    ranked = [place.line.number for place in table if place.line.total is not None]
    assert ranked[0] == 1
