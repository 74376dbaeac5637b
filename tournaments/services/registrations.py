"""Open an event's registration, take registrations, decide on them and make entries of them.

Who gets a place and who moves up is `places`. The log says in ids what was done: no name, no address.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.models import Arrival, Competition, Entry, Opening, Registration
from tournaments.models.devices import digest
from tournaments.refusals import Refusal
from tournaments.selectors.people import entered_by_identity, identity_of
from tournaments.selectors.registrations import has_begun
from tournaments.services import arrivals, competitions, letters, locks, places, withdrawals
from tournaments.services.announce import log, revise

State = Registration.State
NOTHING: Mapping[str, Any] = MappingProxyType({})


@locks.write
def opening_set(*, competition: Competition, actor: User, **fields: Any) -> Opening:
    """Open registration, or change how it is open; who waits moves up where there are more places now."""
    locks.take_competition(competition)
    opening, _new = Opening.objects.update_or_create(competition=competition, defaults=fields)
    log(competition, "registration_open", actor=actor, capacity=opening.capacity)
    places.fill(competition)
    revise(competition)
    return opening


@locks.write
def registration_make(*, competition: Competition, key: UUID, **told: Any) -> Registration:
    """Register somebody: with a place, on the waiting list, or to be approved; written to as spoken to now.

    The same form twice is one registration. `told` is given, family, club, email, answers.
    """
    locks.take_competition(competition)  # of two who take the last place the second waits
    told["email"] = told["email"].lower()
    if before := Registration.objects.filter(key=key).first():
        return _same(before, competition, told)
    opening = _open_now(competition)
    _refuse_twice(competition, told)
    state = State.ASKED if opening.approval else places.state_at_the_end(competition, opening)
    asked = {"state": state, "consent": opening.consent, "language": get_language()}
    made = Registration(competition=competition, key=key, **asked, **told)
    made.token_hash = digest(made.token)
    made.save(force_insert=True)
    log(competition, "registration_make", registration=made.pk, state=made.state)
    letters.write(made, made.state)
    return made


def _same(before: Registration, competition: Competition, told: dict[str, Any]) -> Registration:
    """Give what this form made before; it may not have become another person's."""
    names = ("given", "family", "email")
    if before.competition_id != competition.pk or any(getattr(before, one) != told[one] for one in names):
        raise Refusal("key_reused")
    return before


def _open_now(competition: Competition) -> Opening:
    opening = Opening.objects.filter(competition=competition).first()
    if opening is None or not opening.is_open or has_begun(competition) or not competition.published:
        raise Refusal("registration_closed")
    return opening


def _refuse_twice(competition: Competition, told: dict[str, Any], but: Registration | None = None) -> None:
    same = {name: told[name] for name in ("given", "family", "email")}
    others = competition.registrations.filter(state__in=Registration.OPEN, **same)
    if others.exclude(pk=but.pk if but else 0).exists():
        raise Refusal("registered_already")


@locks.write
def registration_approve(*, registration: Registration, actor: User) -> Registration:
    """Let somebody come who asked or was refused: to a place, or on the waiting list."""
    registration = _taken(registration)
    if registration.state not in (State.ASKED, State.REFUSED):
        raise Refusal("registration_decided", state=registration.get_state_display())
    _refuse_twice_again(registration)
    opening = Opening.objects.get(competition=registration.competition)
    state = places.state_at_the_end(registration.competition, opening)
    return _put(registration, state, "registration_approve", actor)


def _refuse_twice_again(registration: Registration) -> None:
    """Stop a change of mind about somebody who has registered anew meanwhile."""
    if registration.state == State.REFUSED:
        told = {name: getattr(registration, name) for name in ("given", "family", "email")}
        _refuse_twice(registration.competition, told)


@locks.write
def registration_refuse(*, registration: Registration, actor: User) -> Registration:
    """Let somebody not come; a place that was held moves on to who waits."""
    registration = _taken(registration)
    if registration.is_over:
        raise Refusal("registration_decided", state=registration.get_state_display())
    if registration.entry_id:
        raise Refusal("registration_entered")
    put = _put(registration, State.REFUSED, "registration_refuse", actor)
    places.fill(registration.competition)
    return put


@locks.write
def registration_withdraw(*, registration: Registration, actor: User | None = None) -> Registration:
    """Take a registration back, with the entry that was made of it; without an actor by the own link.

    The entry leaves all drafts at once.
    """
    locks.take_drafts(registration.competition)  # before the competition, which all of it is done under
    registration = _taken(registration)
    if registration.is_over:
        raise Refusal("registration_decided", state=registration.get_state_display())
    if has_begun(registration.competition):
        raise Refusal("registration_begun")
    put = _put(registration, State.WITHDRAWN, "registration_withdraw", actor)
    if registration.entry:
        withdrawals.entry_withdraw(entry=registration.entry, actor=actor)
    places.fill(registration.competition)
    return put


@locks.write
def registration_pay(*, registration: Registration, paid: bool, actor: User) -> Registration:
    """Note that the fee was paid, or that it was not after all; nothing is collected here."""
    registration = _taken(registration)
    if (registration.paid_at is not None) != paid:
        registration.paid_at = timezone.now() if paid else None
        Registration.objects.filter(pk=registration.pk).update(paid_at=registration.paid_at)
        verb = "registration_paid" if paid else "registration_unpaid"
        log(registration.competition, verb, actor=actor, registration=registration.pk)
    return registration


@locks.write
def registration_correct(*, registration: Registration, seen: str, actor: User, **told: Any) -> Registration:
    """Correct what a registration says: given, family, club, email, answers. Whose entry it is stays.

    `seen` is the mark (`told_mark`) of what was looked at; of two who correct it the second is told
    (`registration_changed`). The log says which fields, and nothing of what stood or stands in them.
    """
    registration = _taken(registration)
    told["email"] = told["email"].lower()
    before = registration.told
    changed = sorted(name for name, value in told.items() if before[name] != value)
    if not changed:
        return registration
    if seen != registration.told_mark:
        raise Refusal("registration_changed")
    if not registration.is_over:
        _refuse_twice(registration.competition, told, but=registration)
    for name in changed:
        setattr(registration, name, told[name])
    registration.save(update_fields=changed)
    log(
        registration.competition,
        "registration_correct",
        actor=actor,
        registration=registration.pk,
        fields=changed,
    )
    return registration


@locks.write
def registration_erase(*, registration: Registration, actor: User) -> None:
    """Forget somebody who registered and is not entered; who is entered is erased as a person."""
    registration = _taken(registration)
    if registration.entry_id:
        raise Refusal("registration_entered")
    letters.forget(Registration.objects.filter(pk=registration.pk))
    log(registration.competition, "registration_erase", actor=actor, registration=registration.pk)
    places.fill(registration.competition)


@locks.write
def registrations_enter(*, competition: Competition, actor: User) -> list[Registration]:
    """Make entries of all who have a place, all or none; who is entered already is recognised.

    Who withdrew and registered again plays on under the old number. Raises Refusal (`registered_twice`).
    """
    locks.take_competition(competition)
    coming = list(competition.registrations.filter(state=State.COMING, entry=None))
    _enter(competition, coming, actor)
    return coming


@locks.write
def registration_admit(*, registration: Registration, actor: User) -> Arrival:
    """Enter somebody with a place who stands at the door, and say that they are here."""
    registration = _taken(registration)
    if registration.state != State.COMING:
        raise Refusal("registration_decided", state=registration.get_state_display())
    if registration.entry is None:
        _enter(registration.competition, [registration], actor)
    return arrivals.arrival_note(entry=_entry_of(registration), actor=actor)


@locks.write
def registration_enter(*, registration: Registration, actor: User, here: bool = False, **more: Any) -> Entry:
    """Enter somebody who registered and whom the staff let play, though no place may be free; say so.

    `more` is the number and status of the entry; with `here` they are checked in at once.
    """
    registration = _taken(registration)
    if registration.is_over:
        raise Refusal("registration_decided", state=registration.get_state_display())
    if registration.entry:
        raise Refusal("player_entered", name=registration.name)
    if registration.state != State.COMING:
        _put(registration, State.COMING, "registration_approve", actor)
    _enter(registration.competition, [registration], actor, more)
    entry = _entry_of(registration)
    if here:
        arrivals.arrival_note(entry=entry, actor=actor)
    return entry


def _entry_of(registration: Registration) -> Entry:
    entry: Entry = registration.entry  # type: ignore[assignment]  # which it has by now
    entry.competition = registration.competition
    return entry


def _enter(
    competition: Competition, coming: list[Registration], actor: User, more: Mapping[str, Any] = NOTHING
) -> None:
    people = [{**_person(one), **more} for one in coming]
    _refuse_two_of_one(competition, coming)
    competitions.entries_add(competition=competition, people=people, actor=actor)
    known = entered_by_identity(competition)
    for one, person in zip(coming, people, strict=True):
        _take_entry(one, known[identity_of(person)], actor)


def _person(registration: Registration) -> dict[str, Any]:
    return {name: getattr(registration, name) for name in ("given", "family", "club")}


def _refuse_two_of_one(competition: Competition, coming: list[Registration]) -> None:
    """Stop two registrations that would be one entry: who is meant is for people to say."""
    known = entered_by_identity(competition)
    taken = set(competition.registrations.filter(state__in=Registration.OPEN).values_list("entry", flat=True))
    seen: set[Any] = set()
    problems = []
    for one in coming:
        entry = known.get(identity := identity_of(_person(one)))
        meant = entry.pk if entry else identity
        if meant in taken | seen:
            problems.append(Refusal("registered_twice", name=one.name).to_json())
        seen.add(meant)
    if problems:
        raise Refusal("invalid", problems=problems)


def _take_entry(registration: Registration, entry: Entry, actor: User) -> None:
    """Give a registration its entry, which one that is over may have had; who withdrew comes back."""
    Registration.objects.filter(entry=entry).update(entry=None)
    registration.entry = entry
    Registration.objects.filter(pk=registration.pk).update(entry=entry)
    if entry.status == Entry.Status.WITHDRAWN:
        entry.competition = registration.competition
        competitions.entry_change(entry=entry, actor=actor, status=Entry.Status.PLAYER)


def _put(registration: Registration, state: State, verb: str, actor: User | None) -> Registration:
    registration.state = state
    Registration.objects.filter(pk=registration.pk).update(state=state)
    log(registration.competition, verb, actor=actor, registration=registration.pk, state=state.value)
    letters.write(registration, state.value)
    return registration


def _taken(registration: Registration) -> Registration:
    """Take the competition and read the registration anew: somebody may have decided meanwhile."""
    locks.take_competition(registration.competition)
    now = Registration.objects.select_related("entry__player").filter(pk=registration.pk).first()
    if now is None:
        raise Refusal("not_found")
    now.competition = registration.competition
    if now.entry:
        now.entry.competition = registration.competition
    return now
