"""Who is entered, and who of a list is entered or known already."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from players.imports import Person
from players.models import Club, Player
from players.names import folded
from tournaments.models import Competition, Entry, Seating

NEW, KNOWN, ENTERED = "new", "known", "entered"
Identity = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Alike:
    """Somebody the site knows who may be a person of a list; entered, and of the club that plays, or not."""

    pk: int
    shown: str
    identity: Identity
    is_entered: bool
    is_ours: bool


@dataclass(frozen=True, slots=True)
class Recognised:
    """A person of a list: new, known to the site or entered already, and who looks alike."""

    person: Person
    state: str
    alike: tuple[Alike, ...] = ()

    @property
    def likely(self) -> int | None:
        """Name who is likely meant: whoever is entered; else our member, where the list names no club."""
        entered = [one.pk for one in self.alike if one.is_entered]
        ours = [one.pk for one in self.alike if one.is_ours and not self.person.club]
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
    """Compare a list with who is there; alike is who differs only in case, order of names or club."""
    listed = list(people)
    players = _players_alike(listed)
    entered = set(competition.entries.exclude(player=None).values_list("player", flat=True))
    ours = competition.club_id
    exactly = {_identity(player): player for player in players}
    loosely: dict[frozenset[str], list[Player]] = {}
    for player in players:
        loosely.setdefault(_loose(player.given, player.family), []).append(player)
    return [_recognised(person, exactly, loosely, entered, ours) for person in listed]


def _recognised(
    person: Person,
    exactly: dict[Identity, Player],
    loosely: dict[frozenset[str], list[Player]],
    entered: set[int],
    ours: int,
) -> Recognised:
    found = exactly.get((person.given, person.family, person.club))
    if found:
        return Recognised(person, ENTERED if found.pk in entered else KNOWN)
    alike = loosely.get(_loose(person.given, person.family), [])
    told = (
        Alike(one.pk, _shown(one), _identity(one), one.pk in entered, one.club_id == ours) for one in alike
    )
    return Recognised(person, NEW, tuple(told))


def _players_alike(people: list[Person]) -> list[Player]:
    """Fetch everybody whose family name is a name of the list; capitals and order may differ."""
    words = {word for person in people for word in (person.given, person.family) if word}
    spellings = {form for word in words for form in (word, word.title(), word.upper(), word.lower())}
    return list(Player.objects.filter(family__in=spellings).select_related("club"))


def _identity(player: Player) -> Identity:
    return player.given, player.family, player.club.name if player.club else ""


def _last(person: int, into: Mapping[int, int | None]) -> int | None:
    """Follow who was merged into whom."""
    at: int | None = person
    while at is not None and at in into:
        at = into[at]
    return at


def _loose(given: str, family: str) -> frozenset[str]:
    return frozenset({folded(given), folded(family)})


def _shown(player: Player) -> str:
    return f"{player.name} ({player.club.name})" if player.club else player.name
