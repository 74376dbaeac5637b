"""Roles are changed and taken back; whatever happens, a club keeps an owner who can log in."""

from functools import partial
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client

from players.models import Club
from tests.conftest import PASSWORD
from tests.tournaments.test_deal_submit_races import at_once
from tournaments.models import Action, Invitation, Right
from tournaments.powers import Role
from tournaments.refusals import Refusal
from tournaments.services import invitations, rights

pytestmark = pytest.mark.django_db


def refused(job: Any, /, **named: Any) -> str:
    """Do something that must be refused; give the code."""
    with pytest.raises(Refusal) as refusal:
        job(**named)
    return refusal.value.code


@pytest.fixture
def owning(club: Club, olive: User) -> Right:
    return Right.objects.get(club=club, user=olive)


@pytest.fixture
def second(club: Club, nell: User) -> Right:
    """A second owner."""
    return Right.objects.create(club=club, user=nell, role=Role.OWNER)


LOSING = [
    lambda right: partial(rights.right_remove, right=right, actor=right.user),
    lambda right: partial(
        rights.right_change, right=right, role=Role.DIRECTOR, tables=[], actor=right.user
    ),
    lambda right: partial(rights.account_close, user=right.user, actor=right.user),
]


@pytest.mark.parametrize("lose", LOSING, ids=["leave", "step down", "close the account"])
def test_it_keeps_the_last_owner(owning, rafe, lose):
    assert refused(lose(owning)) == "last_owner"
    assert Right.objects.get(pk=owning.pk).role == Role.OWNER
    assert User.objects.get(pk=owning.user_id).is_active


@pytest.mark.parametrize("lose", LOSING, ids=["leave", "step down", "close the account"])
def test_it_lets_one_of_two_owners_go(owning, second, lose):
    lose(owning)()
    left = Right.objects.filter(club=owning.club, role=Role.OWNER, user__is_active=True)
    assert list(left) == [second]
    assert refused(partial(rights.right_remove, right=second, actor=second.user)) == "last_owner"


def test_it_counts_no_owner_whose_account_is_closed(owning, second):
    User.objects.filter(pk=second.user_id).update(is_active=False)
    assert refused(partial(rights.right_remove, right=owning, actor=owning.user)) == "last_owner"


def test_it_counts_no_owner_of_a_single_event(owning, running, nell):
    Right.objects.create(club=owning.club, competition=running, user=nell, role=Role.OWNER)
    assert refused(partial(rights.right_remove, right=owning, actor=owning.user)) == "last_owner"


def test_it_refuses_whoever_lost_the_power_since_the_door(owning, second, rafe):
    theirs = Right.objects.get(user=rafe)
    Right.objects.filter(pk=second.pk).update(role=Role.DIRECTOR)
    assert refused(partial(rights.right_remove, right=theirs, actor=second.user)) == "role_lost"
    assert refused(partial(rights.right_remove, right=owning, actor=second.user)) == "role_lost"


def test_it_lets_an_owner_of_an_event_change_that_event_only(owning, running, season, nell, rafe):
    Right.objects.create(club=owning.club, competition=running, user=nell, role=Role.OWNER)
    here = Right.objects.create(club=owning.club, competition=running, user=rafe, role=Role.HELPER)
    beside = Right.objects.create(club=owning.club, competition=season, user=rafe, role=Role.HELPER)
    rights.right_remove(right=here, actor=nell)
    assert refused(partial(rights.right_remove, right=beside, actor=nell)) == "role_lost"


def test_it_refuses_a_role_that_somebody_has(owning, rafe):
    more = Right.objects.create(club=owning.club, user=rafe, role=Role.HELPER)
    change = partial(rights.right_change, right=more, role=Role.REFEREE, tables=[], actor=owning.user)
    assert refused(change) == "role_held"


@pytest.mark.parametrize(
    ("role", "event", "code"),
    [(Role.REFEREE, True, "tables_only_for_scorers"), (Role.SCORER, False, "tables_need_event")],
)
def test_it_keeps_tables_to_scorers_of_an_event(owning, running, rafe, role, event, code):
    where = {"competition": running} if event else {}
    right = Right.objects.create(club=owning.club, user=rafe, role=Role.HELPER, **where)
    change = partial(rights.right_change, right=right, role=role, tables=[1], actor=owning.user)
    assert refused(change) == code


def test_it_closes_an_account_with_its_roles_and_keeps_what_it_did(owning, rafe):
    rights.account_close(user=rafe, actor=rafe)
    assert not Right.objects.filter(user=rafe).exists()
    assert Client().post("/login", {"login": "rafe", "password": PASSWORD}).status_code == 200  # not in
    lines = Action.objects.filter(actor=rafe).order_by("pk").values_list("verb", flat=True)
    assert list(lines) == ["right_remove", "account_close"]


def test_it_logs_a_change_in_numbers_and_codes(owning, running, rafe):
    right = Right.objects.create(club=owning.club, competition=running, user=rafe, role=Role.HELPER)
    rights.right_change(right=right, role=Role.SCORER, tables=[1, 2], actor=owning.user)
    rights.right_change(right=right, role=Role.SCORER, tables=[1, 2], actor=owning.user)  # says nothing new
    [line] = Action.objects.filter(verb="right_change")
    assert line.facts == {
        "club": owning.club_id,
        "event": running.pk,
        "user": rafe.pk,
        "role": "scorer",
        "tables": [1, 2],
        "before": {"role": "helper", "tables": []},
        "after": {"role": "scorer", "tables": [1, 2]},
    }


@pytest.mark.parametrize("lose", LOSING, ids=["leave", "step down", "close the account"])
def test_it_leaves_no_way_back_in(owning, second, lose):
    mine = invitations.invitation_make(club=owning.club, role=Role.OWNER, actor=owning.user)
    theirs = invitations.invitation_make(club=owning.club, role=Role.OWNER, actor=second.user)
    lose(owning)()
    assert refused(partial(invitations.invitation_for, mine.token)) == "invitation_revoked"
    assert invitations.invitation_for(theirs.token)


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_one_of_two_owners_stays_who_take_each_others_role_at_once(postgres, club, olive):
    """Also where both leave, or one leaves while the other is made a director."""
    for number in range(6):
        other = get_user_model().objects.create_user(f"other {number}")
        mine = Right.objects.filter(club=club, role=Role.OWNER).first()
        theirs = Right.objects.create(club=club, user=other, role=Role.OWNER)
        down = {"role": Role.DIRECTOR, "tables": []}
        jobs = [
            partial(rights.right_change, right=theirs, actor=mine.user, **down),
            partial(rights.right_change, right=mine, actor=other, **down),
        ]
        leaving = [partial(rights.right_remove, right=one, actor=one.user) for one in (mine, theirs)]
        heard = at_once(*(partial(told, job) for job in (jobs if number % 2 else leaving)))
        assert sorted(heard) in (["done", "last_owner"], ["done", "role_lost"])
        assert Right.objects.filter(club=club, role=Role.OWNER).count() == 1


def told(job: Any) -> str:
    try:
        job()
    except Refusal as refusal:
        return refusal.code
    return "done"


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_an_invitation_that_two_accept_at_once_is_accepted_once(postgres, club, olive):
    for number in range(6):
        token = invitations.invitation_make(club=club, role=Role.REFEREE, actor=olive).token
        accepting = [
            partial(
                invitations.account_make,
                token=token,
                name=f"{who} {number}",
                email=f"{who}{number}@example.org",
                password=PASSWORD,
            )
            for who in ("ann", "bob")
        ]
        assert sorted(at_once(*(partial(told, job) for job in accepting))) == ["done", "invitation_used"]
    assert Right.objects.filter(club=club, role=Role.REFEREE).count() == 6
    assert User.objects.count() == 7  # whoever came second has no account either


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_two_who_want_one_name_at_once_are_told(postgres, club, olive):
    made = [invitations.invitation_make(club=club, role=role, actor=olive) for role in ("referee", "helper")]
    jobs = [
        partial(
            invitations.account_make,
            token=one.token,
            name="Nell",
            email=f"{one.invitation.pk}@example.org",
            password=PASSWORD,
        )
        for one in made
    ]
    assert sorted(at_once(*(partial(told, job) for job in jobs))) == ["account_name_taken", "done"]
    assert Invitation.objects.open().count() == 1


def test_it_says_in_the_clubs_log_what_became_of_roles(owning, running, rafe, olive_client):
    right = Right.objects.create(club=owning.club, competition=running, user=rafe, role=Role.HELPER)
    rights.right_change(right=right, role=Role.SCORER, tables=[1, 2, 4], actor=owning.user)
    rights.right_remove(right=right, actor=owning.user)
    removed, changed, *_ = olive_client.get(f"/organise/clubs/{owning.club.slug}/log").context["lines"]
    assert (removed.what, removed.facts) == (
        "took a role back:",
        "of rafe, role scorer, event Spring Day, tables 1-2, 4",
    )
    assert changed.changes == (("role", "check-in helper", "scorer"), ("tables", "", "1-2, 4"))
