"""Give out the places of an event: who has one, who waits, and who moves up when one becomes free.

All of it under the competition's lock, which guards the last place against two who take it. A place is
taken by everybody who is entered to play, and by whoever registered and is to be entered.
"""

from tournaments.models import Competition, Entry, Opening, Registration, Round
from tournaments.selectors.registrations import free_places
from tournaments.services.announce import log

State = Registration.State


def has_begun(competition: Competition) -> bool:
    """Tell whether a round's seating is out: from then on the staff say who plays."""
    return competition.rounds.exclude(state=Round.State.DRAFT).exists()


def state_at_the_end(competition: Competition, opening: Opening) -> Registration.State:
    """Say what becomes of one more who may come: a place, or the end of the waiting list."""
    waiting = competition.registrations.filter(state=State.WAITING).exists()
    return State.COMING if not waiting and free_places(competition, opening) > 0 else State.WAITING


def fill(competition: Competition) -> list[int]:
    """Let those move up who wait longest, as many as there are places; return who did."""
    opening = Opening.objects.filter(competition=competition).first()
    if opening is None or has_begun(competition):
        return []
    free = max(0, free_places(competition, opening))
    waiting = competition.registrations.filter(state=State.WAITING).order_by("pk")
    moving = list(waiting.values_list("pk", flat=True)[:free])
    if moving:
        Registration.objects.filter(pk__in=moving).update(state=State.COMING)
        log(competition, "registration_promote", registrations=moving)
    return moving


def leave(entry: Entry) -> None:
    """Free the place of an entry that is withdrawn or taken off the list."""
    Registration.objects.filter(entry=entry, state=State.COMING).update(state=State.WITHDRAWN)
    fill(entry.competition)
