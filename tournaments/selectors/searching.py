"""What a reader finds by a name: people as others read them, events, leagues and clubs that are published."""

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from players.models import Club
from players.names import full_name, shown, unmarked
from tournaments import access
from tournaments.models import Competition, Entry, League
from tournaments.selectors import public

FEWEST_LETTERS = 2
MOST = 30


class Met(NamedTuple):
    """A person that was found: in which events, and with a profile to open where the person wants one."""

    name: str
    entries: tuple[Entry, ...]
    profile: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of each kind; `more` where the list of one kind was cut off."""

    people: tuple[Met, ...] = ()
    events: tuple[Competition, ...] = ()
    leagues: tuple[League, ...] = ()
    clubs: tuple[Club, ...] = ()
    more: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.people or self.events or self.leagues or self.clubs)


def is_enough(wanted: str) -> bool:
    """Tell whether there is enough to look for."""
    return len(unmarked(wanted).replace(" ", "")) >= FEWEST_LETTERS


def found(wanted: str) -> Found:
    """Find what has every word of a search in its name, letters with and without marks alike."""
    words = unmarked(wanted).split()
    keys = [key for key, name in _names() if _has(name, words)]
    events = [one for one in access.visible_competitions().order_by("-date", "-pk") if _has(one.name, words)]
    leagues = [one for one in public.visible_leagues().order_by("name") if _has(one.name, words)]
    clubs = [one for one in public.visible_clubs().order_by("name") if _has(f"{one.name} {one.town}", words)]
    cut = any(len(one) > MOST for one in (keys, events, leagues, clubs))
    people = _people(keys[:MOST])
    return Found(people, tuple(events[:MOST]), tuple(leagues[:MOST]), tuple(clubs[:MOST]), cut)


def _has(name: str, words: list[str]) -> bool:
    plain = unmarked(name)
    return all(word in plain for word in words)


def _names() -> list[tuple[int, str]]:
    """List who plays somewhere by the name that others read, never by another one."""
    people = access.visible_players().filter(erased_at=None, merged_into=None)
    rows = people.values_list("pk", "given", "family", "shown", "alias")
    return [(key, full_name(*shown(*called))) for key, *called in rows]


def _people(keys: list[int]) -> tuple[Met, ...]:
    """Say of people in which published events they play, the newest first."""
    profiles = set(access.profiles().filter(pk__in=keys).values_list("pk", flat=True))
    entries = Entry.objects.filter(player__in=keys, competition__published=True)
    by_person: dict[int, list[Entry]] = defaultdict(list)
    for one in entries.select_related("player__club", "competition").order_by("-competition__date", "-pk"):
        by_person[one.player_id or 0].append(one)
    listed = sorted(by_person.items(), key=lambda pair: pair[1][0].list_order)
    return tuple(Met(own[0].name, tuple(own), key if key in profiles else None) for key, own in listed)
