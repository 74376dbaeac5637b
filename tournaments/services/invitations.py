"""Invite somebody to a role by a link that works once, and take such an invitation back or up."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import get_language

from players.models import Account, Club, Player
from tournaments.models import Competition, Invitation, Right
from tournaments.models.devices import digest
from tournaments.powers import Role
from tournaments.refusals import Refusal
from tournaments.services import locks, rights
from tournaments.services.announce import log

DAYS = 7
WITH_ALL = ("club", "competition", "made_by", "player")


@dataclass(frozen=True, slots=True)
class Issued:
    """A fresh invitation with its token in the clear; only the hash is stored."""

    invitation: Invitation
    token: str


@locks.write
def invitation_make(
    *,
    club: Club,
    role: Role,
    actor: User | None,
    competition: Competition | None = None,
    tables: list[int] | None = None,
    email: str = "",
    days: int = DAYS,
) -> Issued:
    """Make an invitation; without an actor it is the shell's."""
    locks.take_club(club)
    rights.refuse_who_lost_it(actor, club, competition)
    rights.check_tables(role, tables or [], competition)
    token = secrets.token_urlsafe(24)
    made = Invitation.objects.create(
        club=club,
        competition=competition,
        role=role,
        tables=tables or [],
        token_hash=digest(token),
        email=email,
        made_by=actor,
        expires_at=timezone.now() + timedelta(days=days),
    )
    log(None, "invitation_make", actor=actor, **rights.facts_of(made))
    return Issued(made, token)


@locks.write
def profile_offer(*, person: Player, club: Club, actor: User, email: str = "", days: int = DAYS) -> Issued:
    """Invite a person to the own profile; an earlier link to it works no more."""
    locks.take_club(club)
    locks.take_names()
    _refuse_no_offer(person, club, actor)
    token, now = secrets.token_urlsafe(24), timezone.now()
    Invitation.objects.open().filter(player=person).update(revoked_at=now)
    until = now + timedelta(days=days)
    made = Invitation.objects.create(
        club=club, player=person, token_hash=digest(token), email=email, made_by=actor, expires_at=until
    )
    log(None, "invitation_make", actor=actor, **rights.facts_of(made))
    return Issued(made, token)


def _refuse_no_offer(person: Player, club: Club, actor: User) -> None:
    """Stop whoever lost the power meanwhile, and an offer of what somebody has."""
    rights.refuse_who_lost_profiles(actor, club)
    person.refresh_from_db()
    if person.merged_into_id or person.erased_at:
        raise Refusal("person_gone")
    if person.user_id:
        raise Refusal("profile_taken", name=person.full_name)


@locks.write
def invitation_revoke(*, invitation: Invitation, actor: User) -> None:
    """Take an invitation back that nobody has accepted."""
    locks.take_club(invitation.club)
    if invitation.player_id:
        rights.refuse_who_lost_profiles(actor, invitation.club)
    else:
        rights.refuse_who_lost_it(actor, invitation.club, invitation.competition)
    refuse_over(Invitation.objects.get(pk=invitation.pk))
    Invitation.objects.filter(pk=invitation.pk).update(revoked_at=timezone.now())
    log(None, "invitation_revoke", actor=actor, **rights.facts_of(invitation))


def invitation_for(token: str) -> Invitation:
    """Give the invitation that a link means; raises Refusal where it cannot be accepted any more."""
    found = Invitation.objects.select_related(*WITH_ALL).filter(token_hash=digest(token)).first()
    if found is None:
        raise Refusal("invitation_unknown")
    refuse_over(found)
    return found


def accepted_by(token: str, user: int | None) -> Invitation | None:
    """Give the invitation that a link meant where this user, by key, is who accepted it."""
    spent = Invitation.objects.filter(token_hash=digest(token), used_by__isnull=False)
    return spent.filter(used_by=user).first()


def refuse_over(invitation: Invitation) -> None:
    """Say why an invitation cannot be accepted."""
    if invitation.used_at:
        raise Refusal("invitation_used")
    if invitation.revoked_at:
        raise Refusal("invitation_revoked")
    if invitation.expires_at <= timezone.now():
        raise Refusal("invitation_expired")


@locks.write
def invitation_accept(*, token: str, user: User) -> Right | None:
    """Give the role to an account that is there, or the profile, for which there is no role."""
    return _spend(_taken(token), user)


@locks.write
def account_make(*, token: str, name: str, email: str, password: str) -> User:
    """Make an account for whoever was invited, and give it the role: both or neither."""
    invitation = _taken(token)
    locks.take_names()  # of two who want one name or address the second hears of the first
    rights.refuse_taken(name, email)
    user = User.objects.create_user(name, email, password)
    Account.objects.create(user=user, language=get_language())
    log(None, "account_make", actor=user, user=user.pk)
    _spend(invitation, user)
    return user


def _taken(token: str) -> Invitation:
    """Take the invitation's club; of two who accept at once the second finds it used."""
    locks.take_club(invitation_for(token).club)
    return invitation_for(token)


def _spend(invitation: Invitation, user: User) -> Right | None:
    if invitation.player:
        _claim(invitation, invitation.player, user)
        return None
    place: dict[str, Any] = {"club": invitation.club, "competition": invitation.competition}
    given = rights.right_give(user, Role(invitation.role), tables=invitation.tables, **place)
    Invitation.objects.filter(pk=invitation.pk).update(used_at=timezone.now(), used_by=user)
    log(None, "right_give", actor=user, **rights.facts_of(given), invitation=invitation.pk)
    return given


def _claim(invitation: Invitation, person: Player, user: User) -> None:
    """Give a person's profile to an account; everybody has one, and it is one account's."""
    locks.take_names()
    person.refresh_from_db()
    person = person.last
    if person.erased_at:
        raise Refusal("person_gone")
    if person.user_id or Player.objects.filter(user=user).exists():
        raise Refusal("profile_taken", name=person.full_name)
    Player.objects.filter(pk=person.pk).update(user=user)
    Invitation.objects.filter(pk=invitation.pk).update(used_at=timezone.now(), used_by=user)
    log(None, "person_claim", actor=user, **rights.facts_of(invitation))
