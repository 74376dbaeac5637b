"""Take an event out into a file: to the hall, or from the hall back home."""

from pathlib import Path
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from tournaments.away import numbers
from tournaments.away.kinds import HALL, HOME, family_of, whole_of
from tournaments.away.packing import pack
from tournaments.backups.faults import Fault, Faulty
from tournaments.backups.snapshot import sequences, without_time_outs
from tournaments.models import Action, Competition, Hook, Letter, Registration
from tournaments.services import locks
from tournaments.services.announce import log

TAKEN, BROUGHT = "hall_take", "hall_bring"


@locks.write
def event_take(*, event: Competition, file: Path, actor: User | None) -> None:
    """Write an event with its parts into the file that a hall's site begins with.

    The log says so; where the ledger ends at that moment is where what the hall recorded will follow on.
    """
    without_time_outs()
    family = _taken(event)
    way = str(uuid4())
    for one in family:
        log(one, TAKEN, actor=actor, way=way, links=one.links, end=one.chain_end)
    pack(file, family, {"way": way, "event": whole_of(event).pk, "back": False}, HOME, numbers.set_aside())


@locks.write
def event_return(*, event: Competition, file: Path) -> None:
    """Write, in the hall, an event as it is now into the file that is brought back; nothing changes here."""
    without_time_outs()
    family = _taken(event)
    line = last_taken(event)
    if line is None:
        raise Faulty([Fault("not_from_here", event.slug)])
    told = {"way": line.facts["way"], "event": whole_of(event).pk, "back": True, "left": _left(family)}
    pack(file, family, told, HALL, sequences())


def last_taken(event: Competition) -> Action | None:
    """Find when an event was taken to a hall for the last time."""
    return Action.objects.filter(competition=event, verb=TAKEN).order_by("-pk").first()


def last_brought(event: Competition) -> Action | None:
    """Find when an event was brought back for the last time."""
    return Action.objects.filter(competition=event, verb=BROUGHT).order_by("-pk").first()


def is_hall(event: Competition) -> bool:
    """Tell whether this is the site of a hall: it counts on with the numbers that were set aside for it."""
    line = last_taken(event)
    return line is not None and numbers.given_out()[Action] < line.pk + numbers.MANY["BigAutoField"]


def _taken(event: Competition) -> list[Competition]:
    """Take an event and its parts, whole."""
    return list(locks.take_whole(family_of(event)).values())


def _left(family: list[Competition]) -> dict[str, Any]:
    """Count what was made in the hall and does not come back."""
    clubs = {one.club_id for one in family}
    return {
        "registrations": Registration.objects.filter(competition__in=family).count(),
        "letters": Letter.objects.filter(registration__competition__in=family).count(),
        "hooks": Hook.objects.filter(club__in=clubs).count(),
    }
