"""Who has come to a tournament, who is still missing, and what the numbers make of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.names import unmarked
from tournaments.models import Arrival, Competition, Entry, Kiosk, Round

FOUR = 4


@dataclass(frozen=True, slots=True)
class Numbers:
    """How many are here of those who play, how many are missing, and the tables that these make."""

    here: int
    missing: int
    substitutes: int
    players: tuple[int, ...] = (FOUR,)  # at a table, as the rules allow

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

    def advice(self) -> list[str]:
        """Say what can be done with those who are over; nothing where all tables are whole."""
        if not self.over:
            return []
        said = []
        if self.missing:
            wait = _("Wait for latecomers: %(lacking)s more fill a table, %(missing)s are missing.")
            said.append(wait % {"lacking": self.lacking, "missing": self.missing})
        if self.substitutes:
            seats = min(self.substitutes, self.lacking)
            said.append(_("Let substitutes play: %(seats)s of them find a seat.") % {"seats": seats})
        said.append(_("Let the draw seat house players: %(lacking)s.") % {"lacking": self.lacking})
        return said + self._other_tables()

    def _other_tables(self) -> list[str]:
        """Say which tables of three or five would seat everybody, where the rules have them."""
        threes, fives = self.lacking, self.over
        told = []
        if FOUR - 1 in self.players and threes * (FOUR - 1) <= self.here:
            told.append(_("Tables of three would seat everybody: %(count)s.") % {"count": threes})
        if FOUR + 1 in self.players and fives * (FOUR + 1) <= self.here:
            told.append(_("Tables of five would seat everybody: %(count)s.") % {"count": fives})
        return told


def seated_and_missing(competition: Competition) -> list[Entry]:
    """List who has a seat in the round of now or the next one and has not come, once somebody has."""
    if not Arrival.objects.filter(entry__competition=competition).exists():
        return []
    out = competition.rounds.filter(state__in=[Round.State.RUNNING, Round.State.PUBLISHED])
    now = out.order_by("number").first()
    seated = expected(competition).filter(seatings__round=now, arrival=None) if now else Entry.objects.none()
    return list(seated.distinct().order_by("number"))


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


def numbers(entries: Iterable[Entry], players: Sequence[int] = (FOUR,)) -> Numbers:
    """Count who is here; substitutes make no table of their own."""
    listed = list(entries)
    playing = [one for one in listed if one.status in Entry.PLAYING]
    here = sum(map(has_come, playing))
    substitutes = sum(has_come(one) for one in listed if one.status == Entry.Status.SUBSTITUTE)
    return Numbers(here, len(playing) - here, substitutes, tuple(players))
