"""What several tests of the tournaments begin with."""

import pytest

from tests import declared, worlds
from tournaments.selectors import tables
from tournaments.services import rounds


@pytest.fixture
def three_evenings(season, olive, play):
    """Three meetings of four; number 1 wins each, 5 comes once in place of 4."""

    def build():
        for numbers in ([1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3, 4]):
            meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
            there = season.entries.filter(number__in=numbers)
            rounds.check_in(round=meeting, entries=there, actor=olive)
            rounds.meeting_draw(round=meeting, actor=olive)
            rounds.round_publish(round=meeting, actor=olive)
            rounds.round_start(round=meeting, actor=olive)
            table = meeting.tables.get()
            seat = next(s for s, sitter in tables.sitters(table, 1).items() if sitter.entry.number == 1)
            play(table, declared.won(seat, None))
            play(table, declared.draw())
            rounds.round_close(round=meeting, actor=olive)
        return season

    made = worlds.begun("three evenings", build, season, olive)
    made.refresh_from_db()
    return made
