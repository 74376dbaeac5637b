"""Check people in who come to a tournament; at a meeting of a season `rounds.check_in` keeps the list."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User

from tournaments.models import Arrival, Competition, Entry, Kiosk
from tournaments.models.devices import digest
from tournaments.refusals import Refusal
from tournaments.selectors.people import entered_by_identity, identity_of
from tournaments.services import competitions, locks
from tournaments.services.announce import log


@locks.write
def arrival_note(*, entry: Entry, actor: User | None) -> Arrival:
    """Say that somebody is here, without an actor at the kiosk; the second is told (`already_here`)."""
    _take(entry)
    if entry.status not in Entry.COMING:
        raise Refusal("nobody_to_check_in", name=entry.name)
    arrival, new = Arrival.objects.get_or_create(entry=entry)
    if not new:
        raise Refusal("already_here", name=entry.name)
    log(entry.competition, "arrival" if actor else "arrival_self", actor=actor, number=entry.number)
    return arrival


@locks.write
def newcomer_note(*, competition: Competition, person: Mapping[str, Any], actor: User) -> Arrival:
    """Enter somebody who turned up, and say that they are here; who is entered already is the one meant."""
    locks.take_competition(competition)
    competitions.entries_add(competition=competition, people=[person], actor=actor)
    entry = entered_by_identity(competition)[identity_of(person)]
    entry.competition = competition
    return arrival_note(entry=entry, actor=actor)


@locks.write
def arrival_undo(*, entry: Entry, actor: User) -> None:
    """Take back that somebody is here."""
    _take(entry)
    if not Arrival.objects.filter(entry=entry).delete()[0]:
        raise Refusal("not_here", name=entry.name)
    log(entry.competition, "arrival_undo", actor=actor, number=entry.number)


@locks.write
def kiosk_open(*, competition: Competition, actor: User) -> Kiosk:
    """Let players check themselves in by one address; it stays the same until it is closed."""
    locks.take_competition(competition)
    if there := Kiosk.objects.filter(competition=competition).first():
        return there
    kiosk = Kiosk(competition=competition)
    kiosk.token_hash = digest(kiosk.token)
    kiosk.save(force_insert=True)
    log(competition, "kiosk_open", actor=actor)
    return kiosk


@locks.write
def kiosk_close(*, competition: Competition, actor: User) -> None:
    """Let the address lead nowhere from now on."""
    locks.take_competition(competition)
    if not Kiosk.objects.filter(competition=competition).delete()[0]:
        raise Refusal("kiosk_closed")
    log(competition, "kiosk_close", actor=actor)


def _take(entry: Entry) -> None:
    """Take the competition and read the entry anew; somebody may have taken it off the list meanwhile."""
    locks.take_competition(entry.competition)
    now = Entry.objects.filter(pk=entry.pk).first()
    if now is None:
        raise Refusal("not_found")
    entry.status = now.status
