"""Who may work on what: a role counts in the club where it was given, and nowhere else."""

import pytest
from django.http import Http404

from players.models import Club, Membership
from tournaments import access

pytestmark = pytest.mark.django_db


def test_it_gives_staff_their_own_competitions(running, olive, rafe, nia):
    assert [access.competitions_of(user).count() for user in (olive, rafe, nia)] == [1, 1, 0]


def test_it_does_not_lend_a_referee_the_organisers_role(running, olive, rafe):
    assert access.competition_for(olive, running.slug, organiser=True) == running
    with pytest.raises(Http404):
        access.competition_for(rafe, running.slug, organiser=True)


def test_it_counts_a_role_only_in_its_own_club(running, club, rafe):
    elsewhere = Club.objects.create(name="Elsewhere", slug="elsewhere")
    Membership.objects.create(club=elsewhere, user=rafe, role=Membership.Role.ORGANISER)
    assert list(access.clubs_of(rafe)) == [elsewhere]
    assert not access.competitions_of(rafe, (access.ORGANISER,)).exists()


def test_it_shows_the_public_nothing_that_is_not_published(running, olive):
    from tournaments.services import competitions

    competitions.competition_publish(competition=running, actor=olive, published=False)
    assert not access.visible_competitions().exists()


def test_it_shows_no_draft_of_a_round(running):
    assert [one.number for one in access.visible_rounds(running)] == [1]


def test_it_takes_a_deal_for_a_draft_as_one_of_the_tables_own_round(running, table, tam):
    draft = running.rounds.get(number=2)
    assert access.table_for_submission(access.tablet_for(tam.token), draft.seating_version) == table
