"""What a hall of tables must come to, worked out naively: the model that the ledger is compared with.

It knows the figures of `tests.declared` only: a mah-jong counts 40, two more with a tile from the wall,
losers count nothing, a misnamed discard costs 50. Nothing here asks the program.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from uuid import UUID

SEATS = "ESWN"
DISCARDED, DRAWN, FINE = 40, 42, 50
BY_PLACE = (4, 2, 1, 0)
MOST_DEALS = 10  # East passes at most ten times: no game ends here
Net = dict[str, int]


@dataclass(frozen=True)
class Winds:
    """The place of a deal: its number, who is East and the round wind."""

    number: int
    east: str
    round_wind: str


FIRST = Winds(1, "E", "E")


@dataclass(frozen=True)
class Outcome:
    """A deal won by a seat from a discard or from the wall (no discarder), or drawn (no winner)."""

    winner: str | None = None
    discarder: str | None = None

    @property
    def value(self) -> int:
        return DISCARDED if self.discarder else DRAWN


@dataclass
class Fine:
    """A penalty between two players of a deal."""

    offender: str
    misled: str
    reversed: bool = False


@dataclass
class Deal:
    """A recorded deal as it counts now."""

    winds: Winds
    outcome: Outcome
    void: bool = False
    versions: int = 1
    fines: list[Fine] = field(default_factory=list)

    @property
    def after(self) -> Winds:
        """East stays on a draw, after an annulled deal and when East wins; otherwise the winds pass."""
        winds, winner = self.winds, None if self.void else self.outcome.winner
        if winner in (None, winds.east):
            return Winds(winds.number + 1, winds.east, winds.round_wind)
        east = SEATS[(SEATS.index(winds.east) + 1) % 4]
        wind = SEATS[SEATS.index(winds.round_wind) + 1] if east == "E" else winds.round_wind
        return Winds(winds.number + 1, east, wind)

    @property
    def net(self) -> Net:
        """Each pays the winner, twice where East pays or is paid; a fine goes to the misled."""
        net = dict.fromkeys(SEATS, 0)
        if self.void:
            return net
        for loser in SEATS if self.outcome.winner else "":
            double = self.winds.east in (loser, self.outcome.winner)
            _pay(net, loser, self.outcome.winner, self.outcome.value * (2 if double else 1))
        for fine in self.fines:
            _pay(net, fine.offender, fine.misled, 0 if fine.reversed else FINE)
        return net


def _pay(net: Net, payer: str, payee: str | None, amount: int) -> None:
    if payee and payer != payee:
        net[payer] -= amount
        net[payee] += amount


@dataclass
class Sent:
    """A submission as it was sent and what it is now: recorded, held, or declined."""

    key: UUID
    table: int
    deal: int
    winds: Winds
    seating: int
    outcome: Outcome
    state: str
    sitting: dict[str, int]
    code: str = ""


@dataclass
class Table:
    """Who sits on each seat for each deal, what was recorded, and what is waiting for its turn."""

    sitting: list[dict[str, int]]  # for each deal from 0 (nobody's) on, entry number by seat
    deals: list[Deal] = field(default_factory=list)
    last_break: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 1))
    stands_for: dict[int, int] = field(default_factory=dict)  # of each substitute, who sat there at first
    straight: bool = True  # every change was replayed: the table must be as if typed so from the start

    @property
    def upcoming(self) -> Winds:
        return self.deals[-1].after if self.deals else FIRST

    def record(self, outcome: Outcome) -> None:
        """Play the next deal."""
        self.deals.append(Deal(self.upcoming, outcome))

    def change(self, number: int, mode: str, outcome: Outcome | None) -> None:
        """Correct a deal, or annul it (no outcome); replayed, later deals follow the winds anew."""
        deal = self.deals[number - 1]
        deal.void, deal.versions = outcome is None, deal.versions + 1
        deal.outcome = outcome or deal.outcome
        winds = deal.after
        if mode == "as_played":
            self.straight = False
            return
        for later in self.deals[number:]:
            later.versions += later.winds != winds
            later.winds = winds
            winds = later.after

    def swap(self, first: str, second: str, from_deal: int) -> None:
        """Let two seats' people change places from a deal on."""
        for seated in self.sitting[from_deal:]:
            seated[first], seated[second] = seated[second], seated[first]
        self.last_break[first] = self.last_break[second] = max(from_deal, *self.last_break.values())
        self._again(from_deal)

    def hand_over(self, seat: str, from_deal: int, entry: int) -> None:
        """Let somebody take over a seat from a deal on."""
        out = self.sitting[from_deal][seat]
        self.stands_for[entry] = self.stands_for.get(out, out)
        for seated in self.sitting[from_deal:]:
            seated[seat] = entry
        self.last_break[seat] = from_deal
        self._again(from_deal)

    def _again(self, from_deal: int) -> None:
        for deal in self.deals[from_deal - 1 :]:
            deal.versions += 1

    def typed_from_the_start(self) -> list[Deal]:
        """Play the deals as they are known now through from the first."""
        typed: list[Deal] = []
        for deal in self.deals:
            winds = typed[-1].after if typed else FIRST
            typed.append(Deal(winds, deal.outcome, deal.void, deal.versions, deal.fines))
        return typed


@dataclass(frozen=True)
class Counting:
    """What counts in the standings: for whom a substitute plays, and what a round is worth."""

    policy: str = "himself"
    by_place: bool = False
    attendance: int = 0


@dataclass
class Line:
    """What an entry has in the standings; `points` are for places and attending."""

    net: int = 0
    mahjongs: int = 0
    given: int = 0
    deals: int = 0
    adjustment: int = 0
    points: Fraction = Fraction(0)

    def total(self, counting: Counting) -> Fraction:
        return self.points + self.adjustment + (0 if counting.by_place else self.net)

    def key(self, counting: Counting) -> tuple[Fraction, int, int]:
        return (-self.total(counting), -self.mahjongs, self.given)


def standings(
    tables: Iterable[Table],
    entries: Mapping[int, bool],
    adjustments: Iterable[tuple[int, int]],
    counting: Counting,
) -> dict[int, tuple[int | None, Line]]:
    """Add everything up and rank: for each entry its rank (None for substitutes) and its line.

    `entries` says of each number whether it is ranked.
    """
    lines = {number: Line() for number in entries}
    for table in tables:
        for deal in table.deals:
            _add(lines, deal, _played_for(table, deal, counting))
        played = (_played_for(table, deal, counting).values() for deal in table.deals)
        _credit(lines, set().union(*played), counting)
    for number, amount in adjustments:
        lines[number].adjustment += amount
    keys = [lines[number].key(counting) for number, ranked in entries.items() if ranked]
    return {
        number: (1 + sum(key < line.key(counting) for key in keys) if entries[number] else None, line)
        for number, line in lines.items()
    }


def _played_for(table: Table, deal: Deal, counting: Counting) -> dict[str, int]:
    """Say for each seat whose line has what was played there."""
    sitting = table.sitting[deal.winds.number]
    absent = table.stands_for if counting.policy == "absent" else {}
    return {seat: absent.get(number, number) for seat, number in sitting.items()}


def _add(lines: dict[int, Line], deal: Deal, sitting: Mapping[str, int]) -> None:
    for seat, number in sitting.items():
        line = lines[number]
        line.net += deal.net[seat]
        if not deal.void:
            line.deals += 1
            line.mahjongs += deal.outcome.winner == seat
            line.given += deal.outcome.winner is not None and deal.outcome.discarder == seat


def _credit(lines: dict[int, Line], sat: set[int], counting: Counting) -> None:
    """Give the points of one table: nobody sits at two."""
    nets = [lines[number].net for number in sat]
    for number in sat:
        lines[number].points += counting.attendance
        if counting.by_place:
            ahead, equal = sum(net > lines[number].net for net in nets), nets.count(lines[number].net)
            shared = [*BY_PLACE, *[0] * len(nets)][ahead : ahead + equal]
            lines[number].points += Fraction(sum(shared), equal)
