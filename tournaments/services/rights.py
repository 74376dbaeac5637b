"""Change and take back roles; a club is never left without an owner.

All of it happens under the club's lock, and the log says it in ids, codes and numbers.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from players.models import Account, Club, Player
from tournaments.models import Competition, Invitation, Right
from tournaments.powers import MAY, Power, Role
from tournaments.refusals import Refusal
from tournaments.services import locks
from tournaments.services.announce import log


@locks.write
def right_change(*, right: Right, role: Role, tables: list[int], actor: User) -> Right:
    """Make a role another one, or keep a scorer to other tables."""
    right = _taken(right, actor)
    check_tables(role, tables, right.competition)
    if role != Role.OWNER:
        _refuse_last_owner(right)
    before = {"role": right.role, "tables": right.tables}
    if role != right.role and _held(right.user, role, right.club, right.competition):
        raise Refusal("role_held", name=right.user.get_username())
    Right.objects.filter(pk=right.pk).update(role=role, tables=tables)
    right.refresh_from_db()
    after = {"role": right.role, "tables": right.tables}
    if before != after:
        log(None, "right_change", actor=actor, **facts_of(right), before=before, after=after)
        _take_back_invitations(right, actor)
    return right


@locks.write
def right_remove(*, right: Right, actor: User) -> None:
    """Take a role back, or give the own one up."""
    right = _taken(right, actor)
    _refuse_last_owner(right)
    log(None, "right_remove", actor=actor, **facts_of(right))
    right.delete()
    _take_back_invitations(right, actor)


@locks.write
def account_close(*, user: User, actor: User) -> None:
    """Close an account: its roles end, nobody logs in with it again, what it did stays in the log."""
    locks.take_clubs(user.rights.values_list("club", flat=True))
    locks.take_names()  # its name stays taken; and of two presses the second does nothing more
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        return
    for right in user.rights.select_related("club", "user"):
        _refuse_last_owner(right)
        log(None, "right_remove", actor=actor, **facts_of(right))
        right.delete()
        _take_back_invitations(right, actor)
    Player.objects.filter(user=user).update(user=None)
    _shut(user)
    log(None, "account_close", actor=actor, user=user.pk)


def account_unname(user: User) -> None:
    """Close an account without a role and take its name out of every list and log, which keep its number."""
    was = user.get_username()
    for model in (AccessAttempt, AccessFailureLog, AccessLog):  # whose names may say in which browser, too
        model.objects.filter(Q(username=was) | Q(username__startswith=f"{was} ")).delete()
    User.objects.filter(pk=user.pk).update(username=f"erased-{user.pk}", first_name="", last_name="")
    _shut(user)


def _shut(user: User) -> None:
    """Let nobody log in with an account any more, nor find its address: that is free for another one."""
    for session in UserSession.objects.filter(user=user):
        session.end()
    Authenticator.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user).delete()
    User.objects.filter(pk=user.pk).update(is_active=False, email="")


def may_help(actor: User, user: User) -> bool:
    """Say whether an owner may give somebody a new password: one who works for the owner's clubs alone.

    Whoever has a role in another club would lend it to this one's owner.
    """
    if user.is_superuser or not user.is_active or user == actor:
        return False
    owning = Right.objects.filter(user=actor, competition=None, role=Role.OWNER)
    owned = set(owning.values_list("club", flat=True))
    clubs = set(user.rights.values_list("club", flat=True))
    return bool(clubs) and (actor.is_superuser or clubs <= owned)


@locks.write
def password_help(*, right: Right, actor: User, without_second_factor: bool = False) -> User:
    """Let an owner help somebody in again who lost the password, or the second factor with it.

    The link itself is made by whoever shows it: it is signed, and works until a password is set.
    """
    right = _taken(right, actor)
    if not may_help(actor, right.user):
        raise Refusal("not_to_be_helped", name=right.user.get_username())
    if without_second_factor:
        Authenticator.objects.filter(user=right.user).delete()
    log(None, "password_help", actor=actor, **facts_of(right), second_factor=not without_second_factor)
    return right.user


@locks.write
def profile_help(*, person: Player, club: Club, actor: User, without_second_factor: bool = False) -> User:
    """Let an owner help somebody in again who has the own profile and no role; as `password_help` does."""
    locks.take_club(club)
    refuse_who_lost_it(actor, club, None)
    person.refresh_from_db()
    user = person.user
    others = Right.objects.exclude(club=club)
    theirs = person.club_id is None or not others.filter(club=person.club_id).exists()
    if user is None or not (theirs and user.is_active) or user.is_superuser or user.rights.exists():
        raise Refusal("not_to_be_helped", name=person.full_name)
    if without_second_factor:
        Authenticator.objects.filter(user=user).delete()
    facts: dict[str, Any] = {"club": club.pk, "person": person.pk, "second_factor": not without_second_factor}
    log(None, "password_help", actor=actor, **facts)
    return user


@locks.write
def account_change(*, user: User, actor: User, name: str, email: str, language: str) -> User:
    """Change what an account is called, how it is reached, and how it is spoken to."""
    locks.take_names()
    if (user.username, user.email) != (name, email):
        refuse_taken(name, email, besides=user)
        User.objects.filter(pk=user.pk).update(username=name, email=email)
        EmailAddress.objects.filter(user=user).delete()  # the next log-in writes down the new one
        log(None, "account_change", actor=actor, user=user.pk)
    Account.objects.update_or_create(user=user, defaults={"language": language})
    user.refresh_from_db()
    return user


def refuse_taken(name: str, email: str, besides: User | None = None) -> None:
    """Refuse a name or an e-mail address that another account has; neither minds capitals."""
    others = User.objects.exclude(pk=besides.pk) if besides else User.objects.all()
    if others.filter(username__iexact=name).exists():
        raise Refusal("account_name_taken", name=name)
    if email and others.filter(email__iexact=email).exists():
        raise Refusal("account_email_taken")


def right_give(
    user: User, role: Role, club: Club, competition: Competition | None, tables: list[int]
) -> Right:
    """Give a role, under the club's lock; raises Refusal (`role_held`) where somebody has it."""
    if _held(user, role, club, competition):
        raise Refusal("role_held", name=user.get_username())
    return Right.objects.create(user=user, role=role, club=club, competition=competition, tables=tables)


def check_tables(role: Role, tables: list[int], competition: Competition | None) -> None:
    """Refuse tables for whoever is no scorer, or for no event."""
    if tables and role != Role.SCORER:
        raise Refusal("tables_only_for_scorers")
    if tables and competition is None:
        raise Refusal("tables_need_event")


def facts_of(right: Any) -> dict[str, Any]:
    """Name a role, or an invitation to it, in a line of the log: ids and codes."""
    facts: dict[str, Any] = {"club": right.club_id}
    facts |= {"role": right.role, "tables": right.tables} if right.role else {"person": right.player_id}
    told = {"user": right.user_id} if isinstance(right, Right) else {"invitation": right.pk}
    event = {"event": right.competition_id} if right.competition_id else {}
    return {**facts, **told, **event}


def refuse_who_lost_it(actor: User | None, club: Club, competition: Competition | None) -> None:
    """Stop whoever was let in at the door and has lost the power since; asked under the club's lock."""
    if actor is not None and not _may_invite(actor, club, competition):
        raise Refusal("role_lost")


def refuse_who_lost_profiles(actor: User, club: Club) -> None:
    """Stop whoever looks after the club's people no more; asked under the club's lock."""
    if not _may_offer(actor, club):
        raise Refusal("role_lost")


def _may_offer(user: User, club: Club) -> bool:
    holding = Right.objects.filter(user=user, club=club, competition=None, role__in=MAY[Power.PERSONS])
    return user.is_superuser or holding.exists()


def _may_invite(user: User, club: Club, competition: Competition | None) -> bool:
    owning = Right.objects.filter(user=user, club=club, role__in=MAY[Power.PEOPLE])
    there = any(one.competition_id in (None, competition and competition.pk) for one in owning)
    return user.is_superuser or there


def _take_back_invitations(right: Right, actor: User) -> None:
    """Take back what somebody has invited others to and may invite nobody to any more: no way back in."""
    waiting = Invitation.objects.open().filter(made_by=right.user, club=right.club)
    for one in waiting.select_related("club", "competition"):
        if not _may_still(right.user, one):
            Invitation.objects.filter(pk=one.pk).update(revoked_at=timezone.now())
            log(None, "invitation_revoke", actor=actor, **facts_of(one))


def _may_still(user: User, invitation: Invitation) -> bool:
    """Tell whether somebody may make such an invitation."""
    if invitation.player_id:
        return _may_offer(user, invitation.club)
    return _may_invite(user, invitation.club, invitation.competition)


def _taken(right: Right, actor: User) -> Right:
    """Take the club of a role and read it anew; whoever has a role may give it up."""
    locks.take_club(right.club)
    now = Right.objects.select_related("club", "competition", "user").filter(pk=right.pk).first()
    if now is None:  # somebody else has taken it back meanwhile
        raise Refusal("not_found")
    if now.user_id != actor.pk:
        refuse_who_lost_it(actor, now.club, now.competition)
    return now


def _held(user: User, role: Role, club: Club, competition: Competition | None) -> bool:
    return Right.objects.filter(user=user, role=role, club=club, competition=competition).exists()


def _refuse_last_owner(right: Right) -> None:
    """Stop what would leave a club without anybody who owns it and can log in."""
    if right.role != Role.OWNER or right.competition_id is not None:
        return
    owners = Right.objects.filter(club=right.club, competition=None, role=Role.OWNER, user__is_active=True)
    if not owners.exclude(user=right.user).exists():
        raise Refusal("last_owner", club=right.club.name)
