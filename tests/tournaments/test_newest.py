"""Sums that move with the ledger go on from what holds only: not from another history, nor back in time."""

import pytest
from django.db import transaction

from tests import declared
from tournaments.models import Competition
from tournaments.selectors import newest, standings

pytestmark = pytest.mark.django_db
NOBODIES = frozenset[int]()


@pytest.fixture
def known(running, table, play):
    """A competition with one deal, of which this process knows the sums."""
    play(table, declared.won("E", "S"))
    running.refresh_from_db()
    newest.newest(running, NOBODIES)
    return running


def taken_back(competition, table, play):
    """Let a deal be counted in a transaction that is taken back."""
    with transaction.atomic():
        play(table, declared.won("W", "N"))
        competition.refresh_from_db()
        newest.newest(competition, NOBODIES)
        transaction.set_rollback(True)


def test_a_state_of_what_was_taken_back_is_thrown_away(known, table, play):
    taken_back(known, table, play)
    play(table, declared.won("S", "E"))
    known.refresh_from_db()
    assert newest._advanced(newest.KEPT[known.pk], known, NOBODIES) is None
    assert newest.newest(known, NOBODIES).state == newest.cold(known, NOBODIES).state


def test_it_is_thrown_away_also_where_more_was_recorded_since(known, table, play):
    taken_back(known, table, play)
    play(table, declared.won("S", "E"))
    play(table, declared.draw())
    known.refresh_from_db()
    assert newest.newest(known, NOBODIES).state.sums == newest.cold(known, NOBODIES).state.sums


def test_words_are_judged_anew_where_others_can_be_asked(known):
    newest.newest(known, NOBODIES)
    nobodies = frozenset(known.entries.values_list("pk", flat=True))
    assert newest.newest(known, nobodies).nobodies == nobodies


def test_who_read_the_row_before_somebody_else_is_given_what_is_known_by_now(known, table, play):
    stale = Competition.objects.get(pk=known.pk)
    play(table)
    known.refresh_from_db()
    after = standings.standings_of(known)
    assert newest.is_behind(stale)
    assert not newest.is_behind(known)
    assert standings.standings_of(stale) == after
    assert newest.KEPT[known.pk].state.sequence == known.sequence
