"""Found a club, with its first owner, and change how its tiles look."""

from typing import Any

from django.contrib.auth.models import User

from players.models import Club
from tournaments.models import Right
from tournaments.powers import Role
from tournaments.refusals import Refusal
from tournaments.services import locks
from tournaments.services.announce import log, revise
from tournaments.services.competitions import free_slug


@locks.write
def club_create(*, name: str, town: str, actor: User | None) -> Club:
    """Found a club whose owner is the actor, if there is one; raises Refusal (`club_exists`)."""
    locks.take_names()  # of two who found a club of one name the second hears of the first
    if Club.objects.filter(name=name).exists():
        raise Refusal("club_exists", name=name)
    club = Club.objects.create(name=name, town=town, slug=free_slug(Club, name))
    if actor:
        Right.objects.create(club=club, user=actor, role=Role.OWNER)
    log(None, "club_create", actor=actor, club=club.pk, name=name)
    return club


@locks.write
def club_change(*, club: Club, actor: User, **fields: Any) -> Club:
    """Change settings of a club; everybody who looks at one of its competitions sees it at once."""
    competitions = locks.take_competitions_of(club)
    club.refresh_from_db()
    before = {name: getattr(club, name) for name, value in fields.items() if getattr(club, name) != value}
    if before:
        after = {name: fields[name] for name in before}
        Club.objects.filter(pk=club.pk).update(**after)
        club.refresh_from_db()
        log(None, "club_change", actor=actor, club=club.pk, before=before, after=after)
        for competition in competitions:
            revise(competition)
    return club
