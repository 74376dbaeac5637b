"""Who registered for an event, as its staff see it."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from players.models import Player
from players.names import unmarked
from tournaments.models import Competition, Entry, Opening, Registration, Round


@dataclass(frozen=True, slots=True)
class Group:
    """The registrations of one state, in the order in which they came."""

    state: str
    name: str
    rows: tuple[Registration, ...]


def opening_of(competition: Competition) -> Opening | None:
    """Give how registration is open, where it ever was."""
    return Opening.objects.filter(competition=competition).first()


def registers(competition: Competition) -> bool:
    """Tell whether there is a form to register by, or was."""
    return Opening.objects.filter(competition=competition).exists()


def has_begun(competition: Competition) -> bool:
    """Tell whether a round's seating is out: from then on the staff say who plays."""
    return competition.rounds.exclude(state=Round.State.DRAFT).exists()


def registrations_of(competition: Competition) -> QuerySet[Registration]:
    """List the registrations with their entries."""
    return competition.registrations.select_related("entry__player")


def unentered(competition: Competition, search: str = "") -> list[Registration]:
    """List by name who has a place and is not entered yet: all, or whom a search means."""
    words = unmarked(search).split()
    coming = competition.registrations.filter(state=Registration.State.COMING, entry=None)
    rows = coming.order_by("family", "given", "pk")
    return [one for one in rows if all(word in unmarked(one.name) for word in words)]


def registrations_by(people: Collection[Player]) -> QuerySet[Registration]:
    """List what people registered: of their entries, from their addresses, and under their name and club."""
    theirs = Registration.objects.filter(entry__player__in=people)
    addresses = {one.email.lower() for one in people} | set(theirs.values_list("email", flat=True))
    meant = Q(entry__player__in=people) | Q(entry=None, email__in=addresses - {""})
    for one in people:
        club = one.club.name if one.club else ""
        meant |= Q(entry=None, given__iexact=one.given, family__iexact=one.family, club__iexact=club)
    return Registration.objects.filter(meant)


def groups(registrations: QuerySet[Registration]) -> list[Group]:
    """Sort registrations by what became of them, those to decide on first; without what is empty."""
    rows = list(registrations)
    found = [
        Group(state.value, str(state.label), tuple(one for one in rows if one.state == state))
        for state in Registration.State
    ]
    return [group for group in found if group.rows]


def under_one_name(groups: Iterable[Group]) -> list[Registration]:
    """List who may have registered twice: alike in name, neither withdrawn nor refused."""
    under: dict[tuple[str, str], list[Registration]] = defaultdict(list)
    for one in (one for group in groups for one in group.rows if not one.is_over):
        under[one.family.casefold(), one.given.casefold()].append(one)
    return [one for _name, alike in sorted(under.items()) if len(alike) > 1 for one in alike]


def free_places(competition: Competition, opening: Opening) -> int:
    """Count the places that nobody has; fewer than none where the director entered more."""
    entered = competition.entries.filter(status__in=Entry.PLAYING).count()
    coming = competition.registrations.filter(state=Registration.State.COMING, entry=None).count()
    return opening.capacity - entered - coming


def turn_of(registration: Registration) -> int:
    """Say the how-manieth somebody on the waiting list is."""
    waiting = Registration.objects.filter(state=Registration.State.WAITING, pk__lte=registration.pk)
    return waiting.filter(competition=registration.competition_id).count()
