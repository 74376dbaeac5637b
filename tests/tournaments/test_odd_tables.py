"""A tournament with tables of three or five through its services, on every database."""

from collections import Counter
from datetime import date

import pytest

from tests.conftest import PEOPLE
from tournaments.models import Competition, Entry, Round, Seating
from tournaments.refusals import Refusal
from tournaments.seating import basis_of
from tournaments.selectors import meetings
from tournaments.services import competitions, drafts, draws, rounds, withdrawals

pytestmark = pytest.mark.django_db


@pytest.fixture
def club_day(club, olive) -> Competition:
    """A tournament of seventeen under rules with tables of two to five."""
    told = {"ruleset": "bmja-club", "confirmed_by": "nobody", "deals_per_round": 4}
    made = competitions.competition_create(
        club=club, actor=olive, name="Club Day", date=date(2026, 5, 2), **told
    )
    more = [{"given": "Sam", "family": "Seventeen"}]
    competitions.entries_add(competition=made, people=[*PEOPLE, *more], actor=olive)
    return made


def sizes(drawn):
    return [sorted(len(table) for table in meetings.tables_of(one)) for one in drawn]


def turns(competition):
    """Count who sits at a table of three or five, by primary key."""
    drawn = competition.rounds.all()
    odd = [table for one in drawn for table in meetings.tables_of(one) if len(table) != 4]
    return Counter(entry for table in odd for entry in table)


@pytest.mark.parametrize(("way", "each"), [("three", [3, 3, 3, 4, 4]), ("five", [4, 4, 4, 5])])
def test_it_draws_publishes_plays_and_draws_the_rest_evenly(club_day, olive, way, each):
    wishes = draws.Wishes(odd_tables=way)
    drawn = rounds.round_draw(competition=club_day, rounds=3, actor=olive, seed=5, wishes=wishes)
    assert sizes(drawn) == [each] * 3
    assert basis_of(drawn[0].draw.basis).odd_tables == way
    first = rounds.round_start(round=rounds.round_publish(round=drawn[0], actor=olive), actor=olive)
    rounds.round_close(round=first, actor=olive, anyway=True)
    withdrawals.entry_withdraw(entry=club_day.entries.get(number=3), actor=olive)
    competitions.entries_add(
        competition=club_day, people=[{"given": "Late", "family": "Comer"}], actor=olive
    )
    again = rounds.round_draw(competition=club_day, rounds=2, actor=olive, seed=6, wishes=wishes)
    assert sizes(again) == [each] * 2
    stayed = club_day.entries.filter(status__in=Entry.PLAYING, number__lte=17).values_list("pk", flat=True)
    counted = turns(club_day)
    assert max(counted[one] for one in stayed) - min(counted[one] for one in stayed) <= 1
    assert not Seating.objects.filter(round__in=again, entry__status=Entry.Status.HOUSE).exists()


def test_it_takes_a_kept_draft_of_another_way(club_day, olive):
    for way in ("five", "three"):
        wishes = draws.Wishes(odd_tables=way)
        rounds.round_draw(competition=club_day, rounds=2, actor=olive, seed=5, wishes=wishes)
    kept = club_day.kept_drafts.get()
    taken = drafts.draft_take(competition=club_day, draft=kept.pk, actor=olive)
    assert sizes(taken) == [[4, 4, 4, 5]] * 2
    [fifth] = Seating.objects.filter(round=taken[0], seat="R")
    assert fifth.entry.number == kept.rounds[0]["tables"][-1][-1]


def test_it_says_where_the_way_is_no_longer_there(club_day, olive):
    wishes = draws.Wishes(odd_tables="five")
    rounds.round_draw(competition=club_day, rounds=2, actor=olive, wishes=wishes)
    competitions.competition_change(competition=club_day, actor=olive, ruleset="bmja-tournament")
    with pytest.raises(Refusal) as refused:
        rounds.round_draw(
            competition=Competition.objects.get(pk=club_day.pk), rounds=2, actor=olive, wishes=wishes
        )
    assert (refused.value.code, refused.value.facts) == ("no_such_tables", {"players": 17, "size": 5})
    assert Round.objects.filter(competition=club_day).count() == 2
