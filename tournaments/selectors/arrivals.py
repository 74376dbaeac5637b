"""Who has come to a tournament, who is still missing, and what the numbers make of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from players.names import unmarked
from tournaments.models import Arrival, Competition, Entry, Kiosk

FOUR = 4


@dataclass(frozen=True, slots=True)
class Numbers:
    """How many are here of those who play, how many are missing, and the tables that these make."""

    here: int
    missing: int
    substitutes: int

    @property
    def tables(self) -> int:
        return self.here // FOUR

    @property
    def over(self) -> int:
        return self.here % FOUR

    @property
    def lacking(self) -> int:
        """Say how many more make another whole table."""
        return -self.here % FOUR


def expected(competition: Competition) -> QuerySet[Entry]:
    """List who may come, with the person and the arrival."""
    coming = competition.entries.filter(status__in=Entry.COMING)
    return coming.select_related("player__club", "arrival")


def has_come(entry: Entry) -> bool:
    return hasattr(entry, "arrival")


def kiosk_of(competition: Competition) -> Kiosk | None:
    """Give the kiosk, where it is open."""
    return Kiosk.objects.filter(competition=competition).first()


def arrival_of(entry: Entry) -> Arrival | None:
    """Give when somebody came, if so."""
    return Arrival.objects.filter(entry=entry).first()


def in_need(entries: Iterable[Entry], search: str) -> list[Entry]:
    """Keep whom a search means, by number or parts of the name; those who are missing first, then by name."""
    words = unmarked(search).split()
    found = [one for one in entries if all(_means(one, word) for word in words)]
    return sorted(found, key=lambda one: (has_come(one), unmarked(one.listed_name), one.number))


def _means(entry: Entry, word: str) -> bool:
    return word == str(entry.number) if word.isdigit() else word in unmarked(entry.name)


def numbers(entries: Iterable[Entry]) -> Numbers:
    """Count who is here; substitutes make no table of their own."""
    listed = list(entries)
    playing = [one for one in listed if one.status in Entry.PLAYING]
    here = sum(map(has_come, playing))
    substitutes = sum(has_come(one) for one in listed if one.status == Entry.Status.SUBSTITUTE)
    return Numbers(here, len(playing) - here, substitutes)
