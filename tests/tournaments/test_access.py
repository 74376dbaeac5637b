"""Who may work on what: a role counts in the club where it was given, and nowhere else."""

import pytest
from django.db import IntegrityError, transaction
from django.http import Http404

from players.models import Club
from tournaments import access
from tournaments.models import Right
from tournaments.powers import Power, Role

pytestmark = pytest.mark.django_db


def test_it_gives_staff_their_own_competitions(running, olive, rafe, nia):
    assert [access.competitions_of(user).count() for user in (olive, rafe, nia)] == [1, 1, 0]


def test_it_does_not_lend_a_referee_the_directors_role(running, olive, rafe):
    assert access.competition_for(access.rights_of(olive), running.slug, Power.SETTINGS) == running
    with pytest.raises(Http404):
        access.competition_for(access.rights_of(rafe), running.slug, Power.SETTINGS)


def test_it_counts_a_role_only_in_its_own_club(running, club, rafe):
    elsewhere = Club.objects.create(name="Elsewhere", slug="elsewhere")
    Right.objects.create(club=elsewhere, user=rafe, role=Role.DIRECTOR)
    assert list(access.clubs_of(rafe)) == [elsewhere]
    assert not access.competitions_of(rafe, Power.SETTINGS).exists()


def test_it_counts_a_role_for_an_event_in_that_event_only(running, season, club, nell):
    Right.objects.create(club=club, competition=running, user=nell, role=Role.OWNER)
    rights = access.rights_of(nell)
    assert list(access.competitions_of(nell)) == [running]
    assert [rights.may(Power.PEOPLE, one) for one in (running, season)] == [True, False]
    assert not rights.may(Power.CLUB, running)  # that is of the whole club
    assert not rights.may_in_club(Power.LOOK, club)


def test_it_adds_the_roles_of_one_person_up(running, club, nell):
    for role in (Role.SCORER, Role.HELPER):
        Right.objects.create(club=club, competition=running, user=nell, role=role)
    told = access.rights_of(nell).powers(running)
    assert {power for power, given in told.items() if given} == {"look", "score", "check_in"}


def test_it_lets_a_scorer_of_some_tables_score_there_alone(running, club, nell):
    mine = Right.objects.create(club=club, competition=running, user=nell, role=Role.SCORER, tables=[1, 3])

    def may(number):
        return access.rights_of(nell).at_table(Power.SCORE, running, number)

    assert [may(number) for number in (1, 2, 3)] == [True, False, True]
    assert access.rights_of(nell).at_table(Power.LOOK, running, 2)  # looking is not scoring
    Right.objects.filter(pk=mine.pk).update(tables=[])
    assert may(2)


@pytest.mark.parametrize("role", [role for role in Role if role != Role.SCORER])
def test_it_keeps_tables_from_whoever_is_no_scorer(club, nell, role):
    with pytest.raises(IntegrityError), transaction.atomic():
        Right.objects.create(club=club, user=nell, role=role, tables=[1])


def test_it_gives_nobody_the_same_role_twice(running, club, nell):
    for where in ({}, {"competition": running}):
        Right.objects.create(club=club, user=nell, role=Role.REFEREE, **where)
        with pytest.raises(IntegrityError), transaction.atomic():
            Right.objects.create(club=club, user=nell, role=Role.REFEREE, **where)


def test_it_names_the_highest_office(running, olive, nell, club):
    Right.objects.create(club=club, competition=running, user=nell, role=Role.HELPER)
    Right.objects.create(club=club, user=nell, role=Role.REFEREE)
    offices = access.offices_of(running, [olive.pk, nell.pk])
    assert offices == {olive.pk: Role.OWNER, nell.pk: Role.REFEREE}


def test_it_shows_the_public_nothing_that_is_not_published(running, olive):
    from tournaments.services import competitions

    competitions.competition_publish(competition=running, actor=olive, published=False)
    assert not access.visible_competitions().exists()


def test_it_shows_no_draft_of_a_round(running):
    assert [one.number for one in access.visible_rounds(running)] == [1]


def test_it_takes_a_deal_for_a_draft_as_one_of_the_tables_own_round(running, table, tam):
    draft = running.rounds.get(number=2)
    assert access.table_for_submission(access.tablet_for(tam.token), draft.seating_version) == table
