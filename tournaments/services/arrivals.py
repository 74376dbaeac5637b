"""Check people in who come to a tournament; at a meeting of a season `rounds.check_in` keeps the list."""

from django.contrib.auth.models import User

from tournaments.models import Arrival, Entry
from tournaments.refusals import Refusal
from tournaments.services import locks
from tournaments.services.announce import log


@locks.write
def arrival_note(*, entry: Entry, actor: User) -> Arrival:
    """Say that somebody is here; of two helpers the second is told (`already_here`)."""
    _take(entry)
    if entry.status not in Entry.COMING:
        raise Refusal("nobody_to_check_in", name=entry.name)
    arrival, new = Arrival.objects.get_or_create(entry=entry)
    if not new:
        raise Refusal("already_here", name=entry.name)
    log(entry.competition, "arrival", actor=actor, number=entry.number)
    return arrival


@locks.write
def arrival_undo(*, entry: Entry, actor: User) -> None:
    """Take back that somebody is here."""
    _take(entry)
    if not Arrival.objects.filter(entry=entry).delete()[0]:
        raise Refusal("not_here", name=entry.name)
    log(entry.competition, "arrival_undo", actor=actor, number=entry.number)


def _take(entry: Entry) -> None:
    """Take the competition and read the entry anew; somebody may have taken it off the list meanwhile."""
    locks.take_competition(entry.competition)
    now = Entry.objects.filter(pk=entry.pk).first()
    if now is None:
        raise Refusal("not_found")
    entry.status = now.status
