"""Who works for a club or an event, as what, who is invited to, and which programs act for them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q

from players.models import Club
from tournaments.access import events_above
from tournaments.models import ApiToken, Competition, Invitation, Right
from tournaments.powers import Role

MOST_OVER = 30  # tokens that open nothing, shown to be remembered
ORDER = {role: place for place, role in enumerate(Role)}


@dataclass(frozen=True, slots=True)
class Colleague:
    """Somebody with the roles that concern a place, the highest first."""

    user: User
    rights: tuple[Right, ...]


def colleagues(club: Club, competition: Competition | None = None) -> list[Colleague]:
    """List who works in a club with its events, or in one event, by the highest role and by name.

    In a part of an event works who works in that, too.
    """
    rights = Right.objects.filter(club=club).select_related("user", "competition")
    if competition:
        rights = rights.filter(
            Q(competition__in=[competition.pk, *events_above(competition)]) | Q(competition=None)
        )
    return grouped(rights)


def grouped(rights: Iterable[Right]) -> list[Colleague]:
    """Put the roles of each person together."""
    listed = sorted(rights, key=lambda one: (ORDER[Role(one.role)], one.competition_id or 0))
    people = {one.user_id: one.user for one in listed}
    roles = {pk: tuple(one for one in listed if one.user_id == pk) for pk in people}
    found = [Colleague(user, roles[pk]) for pk, user in people.items()]
    return sorted(found, key=lambda one: (ORDER[Role(one.rights[0].role)], one.user.username.casefold()))


def invitations(club: Club, competition: Competition | None = None) -> list[Invitation]:
    """List the roles that somebody can still accept, the newest first."""
    to_roles = Invitation.objects.open().filter(club=club, player=None)
    waiting = to_roles.select_related("competition", "made_by")
    return list(waiting.filter(competition=competition) if competition else waiting)


def tokens(club: Club) -> list[ApiToken]:
    """List the tokens of programs that act in a club: all that work, then the last of those that are over."""
    listed = ApiToken.objects.filter(club=club).select_related("user", "competition")
    working = listed.working()
    return [*working, *listed.exclude(pk__in=working.values("pk"))[:MOST_OVER]]
