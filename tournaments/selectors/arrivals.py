"""Who has come to a tournament, who is still missing, and what the numbers make of it."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.models import Player
from players.names import full_name, unmarked
from tournaments import seating
from tournaments.models import Arrival, Competition, Entry, Kiosk, Round, Seating, in_turn
from tournaments.selectors import odd_tables

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
        """Say which tables of three or five the draw can make, where the rules have them."""
        ways = (way for way in odd_tables.ways(self.here, self.players) if way.code != seating.HOUSE)
        return [_("Let the draw make other tables: %(tables)s.") % {"tables": way.makes} for way in ways]


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody at a table of the round of now."""

    entry: Entry
    table: int
    stands_in: bool  # seated by the staff instead of somebody, and so there


@dataclass(frozen=True, slots=True)
class Late:
    """The round that is played or comes next: who has a seat and has not come, and who is here without one.

    `house` are its house players, whose seats are free for whoever comes late.
    """

    round: Round
    missing: tuple[Seated, ...]
    unseated: tuple[Entry, ...]
    house: tuple[Seated, ...]


def late(competition: Competition, entries: Sequence[Entry]) -> Late | None:
    """Say who is late, once people are checked in and a seating is out; None where everything is well."""
    here = {one.pk for one in entries if has_come(one)}
    out = competition.rounds.filter(state__in=[Round.State.RUNNING, Round.State.PUBLISHED])
    now = out.order_by(*in_turn()).first() if here else None
    if now is None:
        return None
    sitting = _sitting(now)
    missing = _missing(sitting, entries, here)
    seated = {one.entry.pk for one in sitting}
    unseated = [one for one in entries if one.pk in here - seated and one.status in Entry.PLAYING]
    house = [one for one in sitting if one.entry.status == Entry.Status.HOUSE]
    return Late(now, tuple(missing), tuple(unseated), tuple(house)) if missing or unseated else None


def absent_from(round: Round) -> list[Seated]:
    """List who has a seat in a round and is not checked in, once the check-in has begun."""
    entries = list(expected(round.competition))
    here = {one.pk for one in entries if has_come(one)}
    return _missing(_sitting(round), entries, here) if here else []


def _missing(sitting: Iterable[Seated], entries: Iterable[Entry], here: Set[int]) -> list[Seated]:
    may_come = {one.pk for one in entries}
    return [one for one in sitting if one.entry.pk in may_come - here and not one.stands_in]


def _sitting(round: Round) -> list[Seated]:
    """List who sits in a round by now, by number: substitutes, not whom they replaced."""
    seats = Seating.objects.filter(round=round).select_related("table", "entry__player")
    last = {(one.table_id, one.seat): one for one in seats.order_by("from_deal", "pk")}
    seated = (Seated(one.entry, one.table.number, one.stands_for_id is not None) for one in last.values())
    return sorted(seated, key=lambda one: one.entry.number)


def not_come(entries: Iterable[Entry]) -> list[Entry]:
    """List who would be drawn and is not checked in, once the check-in has begun."""
    listed = list(entries)
    if not any(map(has_come, listed)):
        return []
    return [one for one in listed if one.status in Entry.PLAYING and not has_come(one)]


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


def in_need(entries: Iterable[Entry], search: str, *, by_all_names: bool = False) -> list[Entry]:
    """Keep whom a search means, by number or parts of the name; those who are missing first, then by name.

    `by_all_names` finds by the full name, too, whoever others know by another one: for the staff.
    """
    words = unmarked(search).split()
    found = [one for one in entries if all(_means(one, word, by_all_names) for word in words)]
    return sorted(found, key=lambda one: (has_come(one), one.list_order, one.number))


def _means(entry: Entry, word: str, by_all_names: bool) -> bool:
    return word == str(entry.number) if word.isdigit() else word in unmarked(_called(entry, by_all_names))


def _called(entry: Entry, by_all_names: bool) -> str:
    """Say by which names somebody is found: everybody types the given name where an initial is shown."""
    person = entry.player
    if person and (by_all_names or person.shown == Player.Shown.INITIAL):
        return f"{entry.name} {full_name(person.given, person.family)}"
    return entry.name


def numbers(entries: Iterable[Entry], players: Sequence[int] = (FOUR,)) -> Numbers:
    """Count who is here; substitutes make no table of their own."""
    listed = list(entries)
    playing = [one for one in listed if one.status in Entry.PLAYING]
    here = sum(map(has_come, playing))
    substitutes = sum(has_come(one) for one in listed if one.status == Entry.Status.SUBSTITUTE)
    return Numbers(here, len(playing) - here, substitutes, tuple(players))
