"""Found a club: the club and its first organiser together."""

from django.contrib.auth.models import User

from players.models import Club, Membership
from tournaments.refusals import Refusal
from tournaments.services import locks
from tournaments.services.announce import log
from tournaments.services.competitions import free_slug


@locks.write
def club_create(*, name: str, town: str, actor: User) -> Club:
    """Found a club whose organiser is the actor; raises Refusal (`club_exists`)."""
    locks.take_names()  # of two who found a club of one name the second hears of the first
    if Club.objects.filter(name=name).exists():
        raise Refusal("club_exists", name=name)
    club = Club.objects.create(name=name, town=town, slug=free_slug(Club, name))
    Membership.objects.create(club=club, user=actor, role=Membership.Role.ORGANISER)
    log(None, "club_create", actor=actor, club=club.pk, name=name)
    return club
