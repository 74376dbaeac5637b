"""Rounds to come of a tournament that no longer fit who plays: drawn before somebody withdrew or came."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tournaments import seating
from tournaments.models import Entry, Round, Seating
from tournaments.selectors import meetings, odd_tables
from tournaments.selectors.seatings import SeatedRound

FIVE = odd_tables.FOUR + 1
WAITING = (Round.State.DRAFT, Round.State.PUBLISHED)


@dataclass(frozen=True, slots=True)
class Misfit:
    """What does not fit in one round: seats of who withdrew, house players too many, who has no seat."""

    round: Round
    gone: tuple[Seating, ...]
    too_many: int
    missing: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody who withdrew, with the seats there still are: each the numbers of its round and its table."""

    entry: Entry
    seats: tuple[tuple[int, int], ...]

    @property
    def rounds(self) -> list[int]:
        return [number for number, _table in self.seats]


@dataclass(frozen=True, slots=True)
class Outdated:
    """The rounds that do not fit, those that are drawn again with them, and what another draw makes.

    `few`: fewer play than sit at one table: no draw seats them, and no house player is called too many.
    """

    misfits: tuple[Misfit, ...]
    again: tuple[int, ...]
    drawn_from: seating.Basis
    way: str
    follows: str
    few: bool = False

    @property
    def published(self) -> list[Round]:
        """List those that everybody can see: they are taken back before they are drawn again."""
        return [one.round for one in self.misfits if not one.round.is_draft]

    @property
    def taken_back(self) -> list[int]:
        """List their numbers."""
        return [one.number for one in self.published]

    @property
    def gone(self) -> list[Gone]:
        """List who withdrew and still has seats, in order of number."""
        seats: dict[Entry, list[tuple[int, int]]] = defaultdict(list)
        for one in self.misfits:
            for seat in one.gone:
                seats[seat.entry].append((one.round.number, seat.table.number))
        return [Gone(who, tuple(seats[who])) for who in sorted(seats, key=lambda entry: entry.number)]

    @property
    def without(self) -> list[tuple[str, list[int]]]:
        """List whom no seat was drawn for, by name and number, with the rounds in which it is they."""
        rounds: dict[str, list[int]] = defaultdict(list)
        for one in self.misfits:
            rounds[", ".join(f"{entry.name} ({entry.number})" for entry in one.missing)].append(
                one.round.number
            )
        return [(names, numbers) for names, numbers in rounds.items() if names]

    @property
    def house(self) -> list[tuple[int, list[int]]]:
        """List how many house players are too many, with the rounds in which it is so many."""
        rounds: dict[int, list[int]] = defaultdict(list)
        for one in () if self.few else self.misfits:
            rounds[one.too_many].append(one.round.number)
        return [(count, numbers) for count, numbers in rounds.items() if count]


def outdated(
    seated: Iterable[SeatedRound], entries: Iterable[Entry], sizes: Collection[int]
) -> Outdated | None:
    """Say which rounds that have not started no longer fit the `entries`; nothing where all do.

    `sizes` are those of tables under the rules: where so many make no tables as they were drawn, others of
    these follow. What is published and seats everybody who plays may stay as it is.
    """
    playing = [one for one in entries if one.status in Entry.PLAYING]
    waiting = [one for one in seated if one.tables and one.round.state in WAITING]
    drawn = [one.round.draw for one in waiting if one.round.draw]
    if not drawn:
        return None
    drawn_from, few = seating.basis_of(drawn[-1].basis), len(playing) < odd_tables.FOUR
    now = drawn_from.odd_tables if few else way_for(len(playing), sizes, drawn_from.odd_tables)
    found = [_misfit(one, playing, house_in(len(playing), now)) for one in waiting]
    misfits = tuple(one for one in found if one.gone or one.missing or (one.too_many and one.round.is_draft))
    off = {one.round.number for one in misfits}
    again = tuple(one.round.number for one in waiting if one.round.is_draft or one.round.number in off)
    made = "" if few else odd_tables.follows(len(playing), now)
    return Outdated(misfits, again, drawn_from, now, made, few) if misfits else None


def way_for(players: int, sizes: Collection[int], way: str) -> str:
    """Give the way of so many players by the rules: the one wished for, else another with odd tables."""
    ways = seating.odd_ways(players, sizes)
    if way == seating.HOUSE or way in ways or players % odd_tables.FOUR == 0:
        return way
    return ways[0] if ways else seating.HOUSE


def house_in(players: int, way: str) -> int:
    """Count the house players whom a draw of so many seats in each round."""
    return 0 if seating.odd_sizes(players, way) else meetings.house_wanted(players)


def _misfit(one: SeatedRound, playing: Sequence[Entry], wanted: int) -> Misfit:
    seats = [seat for table in one.tables for seat in table.seats]
    rests = one.resting if len(playing) == FIVE else ()  # of five one rests at a table of four
    there = {seat.entry_id for seat in seats} | {entry.pk for entry in rests}
    there |= {seat.stands_for_id for seat in seats if seat.stands_for_id}  # somebody was found for them
    house = sum(seat.entry.status == Entry.Status.HOUSE for seat in seats)
    return Misfit(
        one.round,
        tuple(seat for seat in seats if seat.entry.status == Entry.Status.WITHDRAWN),
        max(house - wanted, 0),
        tuple(entry for entry in playing if entry.pk not in there),
    )
