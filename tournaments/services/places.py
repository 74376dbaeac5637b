"""Give out the places of an event: who has one, who waits, and who moves up when one becomes free.

All of it under the competition's lock, which guards the last place against two who take it. A place is
taken by everybody who is entered to play, and by whoever registered and is to be entered.
"""

from tournaments.models import Competition, Entry, Opening, Registration
from tournaments.selectors.registrations import free_places, has_begun
from tournaments.services import letters
from tournaments.services.announce import log

State = Registration.State


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
    moving = list(waiting[:free])
    numbers = [one.pk for one in moving]
    if moving:
        Registration.objects.filter(pk__in=numbers).update(state=State.COMING)
        log(competition, "registration_promote", registrations=numbers)
    for one in moving:
        one.competition, one.state = competition, State.COMING
        letters.write(one, letters.Kind.PROMOTED)
    return numbers


def follow(entry: Entry, before: str) -> None:
    """Do what another status of an entry brings: its place is free, or it has one again."""
    if before == Entry.Status.WITHDRAWN != entry.status:
        come_back(entry)
    elif entry.status == Entry.Status.WITHDRAWN != before:
        leave(entry)
    elif before in Entry.PLAYING and entry.status not in Entry.PLAYING:
        fill(entry.competition)


def leave(entry: Entry) -> None:
    """Free the place of an entry that is withdrawn."""
    let_go(entry)
    fill(entry.competition)


def come_back(entry: Entry) -> None:
    """Give the registration that an entry was made of its place again, after `leave`, and tell so.

    Who has registered anew meanwhile has that registration for it.
    """
    for old in Registration.objects.filter(entry=entry, state=State.WITHDRAWN).select_related("competition"):
        one = _anew(old) or old
        if one != old:
            Registration.objects.filter(pk=old.pk).update(entry=None)
        told = one.state != State.COMING
        one.state, one.entry = State.COMING, entry
        one.save(update_fields=["state", "entry"])
        if told:
            letters.write(one, one.state)


def _anew(old: Registration) -> Registration | None:
    same = {name: getattr(old, name) for name in ("competition", "given", "family", "email")}
    found = Registration.objects.filter(state__in=Registration.OPEN, **same)
    return found.select_related("competition").first()


def let_go(entry: Entry) -> None:
    """Withdraw the registration that an entry was made of, and tell so."""
    for one in Registration.objects.filter(entry=entry, state=State.COMING).select_related("competition"):
        one.state = State.WITHDRAWN
        one.save(update_fields=["state"])
        letters.write(one, one.state)
