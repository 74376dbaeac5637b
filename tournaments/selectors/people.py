"""Who is entered, and who of a list is entered or known already."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q, QuerySet

from players.imports import Person
from players.models import Club, Player
from tournaments.models import Competition, Entry, Registration, Seating
from tournaments.selectors.persons import Words, by_word, may_be_one, words_of

NEW, KNOWN, ENTERED = "new", "known", "entered"
Identity = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Alike:
    """Somebody the site knows who may be a person of a list; entered, and of the club that plays, or not.

    `is_so_called` where only capitals, marks or the order of the names differ.
    """

    pk: int
    shown: str
    identity: Identity
    is_entered: bool
    is_ours: bool
    is_so_called: bool


@dataclass(frozen=True, slots=True)
class Recognised:
    """A person of a list: new, known to the site or entered already, and who looks alike."""

    person: Person
    state: str
    alike: tuple[Alike, ...] = ()

    @property
    def likely(self) -> int | None:
        """Name who is likely meant: whoever is entered; else our member, where the list names no club.

        Ann and Anna are alike, and may be two: nobody is likely who is spelt otherwise.
        """
        so_called = [one for one in self.alike if one.is_so_called]
        entered = [one.pk for one in so_called if one.is_entered]
        ours = [one.pk for one in so_called if one.is_ours and not self.person.club]
        found = entered or ours
        return found[0] if len(found) == 1 else None

    def meant(self, pk: int | None) -> Alike | None:
        """Give the one alike of that key."""
        return next((one for one in self.alike if one.pk == pk), None)


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """List entries by number with their people, and whether they have a seat (`seated`)."""
    seats = Seating.objects.filter(Q(entry=OuterRef("pk")) | Q(stands_for=OuterRef("pk")))
    entries = competition.entries.select_related("player__club").annotate(seated=Exists(seats))
    return entries.order_by("number")


def entered_by_identity(competition: Competition) -> dict[Identity, Entry]:
    """Map the people of a competition, by whom they are taken for, to their entries."""
    by_player = {one.player_id: one for one in competition.entries.select_related("player__club")}
    known = {_identity(entry.player): entry for entry in by_player.values() if entry.player}
    doubles = Player.objects.exclude(merged_into=None).select_related("club")
    merged = list(doubles.filter(erased_at=None))
    into = {one.pk: one.merged_into_id for one in merged}
    for double in merged:
        entry = by_player.get(_last(double.pk, into))
        if entry:
            known.setdefault(_identity(double), entry)
    return known


def identity_of(person: Mapping[str, Any]) -> Identity:
    """Say for whom somebody is taken who is to be entered; the club is a name or a Club."""
    club = person.get("club") or ""
    return person.get("given", ""), person["family"], club.name if isinstance(club, Club) else club


def club_names() -> list[str]:
    """List the names of all clubs, to choose from while typing."""
    return list(Club.objects.values_list("name", flat=True))


def recognised(competition: Competition, people: Iterable[Person]) -> list[Recognised]:
    """Compare a list with who is there; alike is whose club or spelling differs (`persons.may_be_one`)."""
    known = _Known.of(competition)
    return [known.recognised(person) for person in people]


def is_so_called(given: str, family: str, other: Registration) -> bool:
    """Tell whether only capitals, marks or the order of the names differ from those of a registration."""
    return sorted(words_of(given, family)) == sorted(words_of(other.given, other.family))


def registered_as(competition: Competition, given: str, family: str) -> list[Registration]:
    """List who registered, is not entered, and may be somebody of that name; the first to come first."""
    wanted = words_of(given, family)
    waiting = competition.registrations.filter(state__in=Registration.OPEN, entry=None)
    return [one for one in waiting.order_by("pk") if may_be_one(wanted, words_of(one.given, one.family))]


@dataclass(frozen=True, slots=True)
class _Known:
    """Everybody the site knows, by identity and by name, each with who that is now; and who is entered."""

    club: int
    entered: Set[int]
    now: Mapping[int, Player]
    exactly: Mapping[Identity, Player]
    by_word: Mapping[str, list[Player]]

    @classmethod
    def of(cls, competition: Competition) -> Self:
        """Read it, in two questions: no database compares names without their marks."""
        players = list(Player.objects.filter(erased_at=None).select_related("club"))
        entered = competition.entries.exclude(player=None).values_list("player", flat=True)
        into = {one.pk: one.merged_into_id for one in players if one.merged_into_id}
        there = {one.pk: one for one in players if one.pk not in into}
        now = {one.pk: there[last] for one in players if (last := _last(one.pk, into)) in there}
        doubles_first = sorted((one for one in players if one.pk in now), key=lambda one: one.pk not in into)
        exactly = {_identity(one): now[one.pk] for one in doubles_first}
        return cls(competition.club_id, set(entered), now, exactly, by_word(doubles_first))

    def recognised(self, person: Person) -> Recognised:
        """Say whom of them a person of a list is, or may be."""
        found = self.exactly.get((person.given, person.family, person.club))
        if found:
            return Recognised(person, ENTERED if found.pk in self.entered else KNOWN)
        wanted = words_of(person.given, person.family)
        meant = {self.now[one.pk].pk: self._alike(one, wanted) for one in self._near(wanted)}
        alike = sorted(meant.values(), key=lambda one: not one.is_so_called)
        return Recognised(person, NEW, tuple(alike))

    def _near(self, wanted: Words) -> list[Player]:
        """List in order of names who may be called so, doubles last."""
        there = {one.pk: one for word in set(wanted) - {""} for one in self.by_word.get(word, ())}
        near = [one for one in there.values() if may_be_one(wanted, words_of(one.given, one.family))]
        return sorted(near, key=lambda one: (one.merged_into_id is not None, one.family, one.given, one.pk))

    def _alike(self, one: Player, wanted: Words) -> Alike:
        """Tell of somebody found, or of whom a double that was found is now."""
        now = self.now[one.pk]
        so_called = sorted(wanted) in (sorted(words_of(each.given, each.family)) for each in (one, now))
        return Alike(
            pk=now.pk,
            shown=_shown(now),
            identity=_identity(now),
            is_entered=now.pk in self.entered,
            is_ours=now.club_id == self.club,
            is_so_called=so_called,
        )


def _identity(player: Player) -> Identity:
    return player.given, player.family, player.club.name if player.club else ""


def _last(person: int, into: Mapping[int, int | None]) -> int | None:
    """Follow who was merged into whom."""
    at: int | None = person
    while at is not None and at in into:
        at = into[at]
    return at


def _shown(player: Player) -> str:
    return f"{player.name} ({player.club.name})" if player.club else player.name
