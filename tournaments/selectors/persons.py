"""The people a club looks after: who may be there twice, and all that is kept of one of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import combinations
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.crypto import salted_hmac

from players.models import Club, Player
from players.names import unmarked
from tournaments import access
from tournaments.deal.hashes import canonical
from tournaments.models import Action, Entry, Invitation, Merge, Penalty, Registration, ScoreRow
from tournaments.selectors.registrations import registrations_by

DETAILS = ("given", "family", "shown", "alias", "across", "country", "ema", "email", "phone")
ALIKE = 0.8  # how near two spellings are that may be one name
Pair = tuple[Player, Player]
Words = tuple[str, str]  # given and family name


def listed(club: Club) -> QuerySet[Player]:
    """List the people a club looks after, with how often each plays (`plays`)."""
    return access.people_of(club).annotate(plays=Count("entries"))


def found(people: Iterable[Player], search: str) -> list[Player]:
    """Keep those in whose names or club every word of a search stands, in order of their names."""
    words = unmarked(search).split()
    kept = [one for one in people if all(word in _searched(one) for word in words)]
    return sorted(kept, key=lambda one: (*reversed(_words(one)), one.pk))


def alike(people: Iterable[Player]) -> list[Pair]:
    """Find who may be there twice: one name spelt otherwise, turned round, or with an initial."""
    pairs = {(a.pk, b.pk): (a, b) for same in by_word(people).values() for a, b in _pairs(same)}
    return list(pairs.values())


def by_word(people: Iterable[Player]) -> dict[str, list[Player]]:
    """Sort people by each of their names: of two who may be one person at least one name is the same."""
    found: dict[str, list[Player]] = defaultdict(list)
    for person in people:
        for word in set(_words(person)) - {""}:
            found[word].append(person)
    return found


def meetings_of(pairs: Iterable[Pair]) -> list[tuple[Player, Player, str]]:
    """Say of each pair in which event both are entered, which stops a merge; nothing where in none."""
    listed = list(pairs)
    people = {one.pk for pair in listed for one in pair}
    events: dict[int, dict[int, str]] = defaultdict(dict)
    rows = Entry.objects.filter(player__in=people).values_list("player", "competition", "competition__name")
    for person, key, name in rows:
        events[person or 0][key] = name
    return [(a, b, next(iter(_shared(events[a.pk], events[b.pk])), "")) for a, b in listed]


def _shared(one: dict[int, str], other: dict[int, str]) -> list[str]:
    return [name for key, name in one.items() if key in other]


def _pairs(people: list[Player]) -> Iterator[Pair]:
    for one, other in combinations(people, 2):
        if may_be_one(_words(one), _words(other)):
            yield (one, other) if one.pk < other.pk else (other, one)


def may_be_one(one: Words, other: Words) -> bool:
    """Tell whether two may be one person, by their names as `words_of` gives them."""
    if sorted(one) == sorted(other):
        return True
    same = [a for a, b in zip(one, other, strict=True) if a == b]
    if len(same) != 1:
        return False
    [[a, b]] = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    initial = a.rstrip(".")[:1] == b.rstrip(".")[:1] and 1 in (len(a.rstrip(".")), len(b.rstrip(".")))
    if initial or 2 * min(len(a), len(b)) < ALIKE * (len(a) + len(b)):  # too short to be as near as that
        return initial
    return SequenceMatcher(None, a, b).ratio() >= ALIKE


def words_of(given: str, family: str) -> Words:
    """Give the names of somebody as they are compared: without marks and capitals."""
    return unmarked(given), unmarked(family)


def _words(person: Player) -> Words:
    return words_of(person.given, person.family)


def _searched(person: Player) -> str:
    return unmarked(f"{person.full_name} {person.alias} {person.club.name if person.club else ''}")


def mark_of(person: Player) -> str:
    """Mark the details as they are, so that who corrects them is told of whoever did so meanwhile.

    It is no plain hash: an e-mail could be guessed from that.
    """
    told = [getattr(person, name) for name in DETAILS]
    return salted_hmac("person", canonical([*told, person.club_id]), algorithm="sha256").hexdigest()


def merges_of(person: Player) -> QuerySet[Merge]:
    """List the doubles of a person that can be parted again."""
    return person.merges.filter(undone_at=None).select_related("double__club")


def links_of(person: Player, club: Club) -> QuerySet[Invitation]:
    """List the links to the own profile that a club made and nobody has opened."""
    return Invitation.objects.open().filter(player=person, club=club).select_related("made_by")


def events_of(person: Player) -> QuerySet[Entry]:
    """List what a person is entered in, newest first."""
    return person.entries.select_related("competition__club").order_by("-competition__date", "pk")


def kept_of(person: Player) -> dict[str, Any]:
    """Give all that is kept of a person, for the person: details, registrations, entries, every deal.

    Of the log it has the lines that name the person's entry, without whoever wrote them.
    """
    played, fined = _deals(person), _penalties(person)
    entries = [(one, {"deals": played[one.pk], "penalties": fined[one.pk]}) for one in events_of(person)]
    return {
        "person": _details(person),
        "doubles": [_details(one.double) for one in merges_of(person)],
        "account": _account(person),
        "links": [_link(one) for one in person.invitations.all()],
        "registrations": [_registration(one) for one in _registrations(person)],
        "entries": [{**_entry(one), **more, "log": _lines(one)} for one, more in entries],
    }


def _account(person: Player) -> dict[str, Any] | None:
    user = person.user
    if user is None:
        return None
    return {"name": user.username, "email": user.email, "language": access.language_of(user)}


def _link(invitation: Invitation) -> dict[str, Any]:
    used = invitation.used_at and invitation.used_at.isoformat()
    return {"made": invitation.made_at.isoformat(), "sent_to": invitation.email, "used": used}


def _penalties(person: Player) -> dict[int, list[dict[str, Any]]]:
    """Read by entry what was given or taken in the standings, reversals too."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for one in Penalty.objects.filter(entry__player=person).select_related("round"):
        told = {"round": one.round.number, "amount": one.amount, "reason": one.reason}
        found[one.entry_id or 0].append({"at": one.at.isoformat(), **told})
    return found


def _lines(entry: Entry) -> list[dict[str, Any]]:
    """Read what the log says of an entry by its number: arrivals, warnings, changes."""
    named = Q(facts__number=entry.number) | Q(facts__entry=entry.number)
    lines = Action.objects.filter(named, competition=entry.competition_id)
    return [{"at": one.at.isoformat(), "what": one.verb, "reason": one.reason} for one in lines]


def _details(person: Player) -> dict[str, Any]:
    club = person.club.name if person.club else ""
    return {"id": person.pk, **{name: getattr(person, name) for name in DETAILS}, "club": club}


def _registrations(person: Player) -> QuerySet[Registration]:
    return registrations_by([person]).select_related("competition").prefetch_related("letters")


def _registration(registration: Registration) -> dict[str, Any]:
    told = ("given", "family", "club", "email", "consent", "answers", "state")
    paid = registration.paid_at and registration.paid_at.isoformat()
    times = {"at": registration.at.isoformat(), "paid": paid}
    letters = [{"at": one.at.isoformat(), "words": one.words} for one in registration.letters.all()]
    return {"competition": registration.competition.name, **times, "letters": letters} | {
        name: getattr(registration, name) for name in told
    }


def _entry(entry: Entry) -> dict[str, Any]:
    competition = entry.competition
    return {
        "competition": competition.name,
        "club": competition.club.name,
        "date": competition.date.isoformat(),
        "number": entry.number,
        "status": entry.status,
        "team": entry.team.name if entry.team else "",
    }


def _deals(person: Player) -> dict[int, list[dict[str, Any]]]:
    """Read by entry what each deal brought that counts."""
    rows = ScoreRow.objects.filter(entry__player=person, version__superseded_by=None, version__void=False)
    told = ("version__table__round__number", "version__table__number", "version__number")
    names = ("round", "table", "deal", "wind", "value", "net")
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for entry, *row in rows.order_by(*told).values_list("entry_id", *told, "own_wind", "value", "net"):
        found[entry].append(dict(zip(names, row, strict=True)))
    return found
