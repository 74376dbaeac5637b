"""Credit: what a round gives an entry in the standings, the third layer above hand values and settlements.

A scheme turns the tallies of one round into credits: nets or points by the place at the table, points for
attending, bonuses and penalties against the standings, each a part of its own. A season has rules of its own
(`seasons`).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from tournaments.ranking.figures import OCCASIONS, PHRASES, PLUS, Amount, Part, _, phrase
from tournaments.ranking.tallies import Tally, adjustment_parts, by_entry, net_parts

SCHEMES: Mapping[str, str] = MappingProxyType({"net": _("Sum of nets"), "table_points": _("Table points")})


@dataclass(frozen=True, slots=True)
class Scheme:
    """Say how a round is credited.

    `points` are those of the first, second, ... at a table: a table of three uses the first three, a place
    beyond the list gives 0. `attendance` is credited once to everybody who came. Raise ValueError for
    anything but exact numbers.
    """

    code: str = "net"
    points: tuple[Amount, ...] = (4, 2, 1, 0)
    attendance: Amount = 0

    def __post_init__(self) -> None:
        if self.code not in SCHEMES:
            raise ValueError(f"unknown scheme {self.code!r}; known are {', '.join(SCHEMES)}")
        for amount in (*self.points, self.attendance):
            if isinstance(amount, bool) or not isinstance(amount, int | Fraction):
                raise ValueError(f"points are integers or fractions, not {amount!r}")


@dataclass(frozen=True, slots=True)
class Bonus:
    """Say points that an organiser gives an entry for a round (or takes, if negative), with the reason."""

    entry: int
    amount: Amount
    reason: str


@dataclass(frozen=True, slots=True)
class Place:
    """Say a place at a table (the better one of those shared), how many share it, and the points of each."""

    place: int
    sharers: int
    points: Amount


class Credit(NamedTuple):
    """Say what a round gives an entry, with the tallies it comes from.

    `awards` are the points for a place, for attending and the bonuses; with `by_net` the nets of the tallies
    count beside them. Penalties against the standings always count. `attended` is whether the entry came in
    person; who is credited by a substitute's play has a result all the same.
    """

    entry: int
    round: int
    awards: tuple[Part, ...]
    tallies: tuple[Tally, ...]
    attended: bool
    by_net: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return what the credit is made of; made when asked, since most credits are only added up."""
        nets = net_parts(self.tallies) if self.by_net else ()
        return (*nets, *self.awards, *adjustment_parts(self.tallies))

    @property
    def total(self) -> Amount:
        """Return the sum of the parts."""
        nets = sum(tally.net for tally in self.tallies) if self.by_net else 0
        taken = sum(tally.adjustment for tally in self.tallies)
        return sum((part.amount for part in self.awards), nets + taken)

    @property
    def played(self) -> bool:
        """Tell whether the entry, or somebody for it, sat at a table."""
        return any(tally.table is not None for tally in self.tallies)


def table_places(tallies: Iterable[Tally], points: Sequence[Amount]) -> dict[int, Place]:
    """Rank those who sat at one table by net; equal nets share the points of their places exactly.

    Guests and substitutes have places like everybody. Five at a table of four, one replaced by another, are
    ranked as five; the points are those of four chairs, so that the last has 0 (decision 44).
    """
    own = {tally.entry: tally.net for tally in tallies}
    nets = sorted(own.values(), reverse=True)
    return {entry: _place(nets, net, points) for entry, net in own.items()}


def _place(nets: Sequence[int], net: int, points: Sequence[Amount]) -> Place:
    first, sharers = nets.index(net), nets.count(net)
    shared: Amount = sum(points[first : first + sharers])
    return Place(first + 1, sharers, shared if sharers == 1 else Fraction(shared) / sharers)


def of_round(
    tallies: Iterable[Tally],
    scheme: Scheme,
    *,
    present: Collection[int] | None = None,
    bonuses: Iterable[Bonus] = (),
) -> tuple[Credit, ...]:
    """Credit one round to everybody who has a tally, a bonus, or came, in order of entry number.

    `present` are the entries that came in person (also without a seat); without it, everybody who sat. A
    penalty against the standings is taken from the credit, in its unit, and never changes the places at the
    table. Raise ValueError if the tallies are of several rounds or of none.
    """
    sat = by_entry(tallies)
    gathered = [tally for own in sat.values() for tally in own]
    number = _only_round(gathered)
    came = {tally.entry for tally in gathered if tally.table is not None} if present is None else set(present)
    awards = _awards(number, gathered, scheme, came, tuple(bonuses))
    by_net = scheme.code == "net"
    return tuple(
        Credit(entry, number, tuple(awards.get(entry, ())), tuple(sat.get(entry, ())), entry in came, by_net)
        for entry in sorted({*sat, *came, *awards})
    )


def of_rounds(tallies: Iterable[Tally], scheme: Scheme) -> tuple[Credit, ...]:
    """Credit every round of the tallies, those who sat having attended."""
    rounds: dict[int, list[Tally]] = defaultdict(list)
    for tally in tallies:
        rounds[tally.round].append(tally)
    return tuple(credit for number in sorted(rounds) for credit in of_round(rounds[number], scheme))


def told(credit: Credit, translate: Callable[[str], str] = str) -> str:
    """Say in one sentence what a round gave."""
    parts = PLUS.join(phrase(part, translate) for part in credit.parts)
    return translate(OCCASIONS["round"]).format(
        round=credit.round, parts=parts or translate(PHRASES["counted"])
    )


def parts_of(credits: Iterable[Credit]) -> dict[int, tuple[Part, ...]]:
    """Return the parts of each entry's credits in order of rounds, as `standings.lines` takes them."""
    parts: dict[int, tuple[Part, ...]] = defaultdict(tuple)
    for credit in sorted(credits, key=lambda each: each.round):
        parts[credit.entry] += credit.parts
    return dict(parts)


def _only_round(tallies: Sequence[Tally]) -> int:
    numbers = {tally.round for tally in tallies}
    if len(numbers) != 1:
        raise ValueError(f"a round is credited from the tallies of one round, not of {sorted(numbers)}")
    return numbers.pop()


def _awards(
    number: int, tallies: Sequence[Tally], scheme: Scheme, came: Collection[int], bonuses: Sequence[Bonus]
) -> dict[int, list[Part]]:
    awards: dict[int, list[Part]] = defaultdict(list)
    if scheme.code == "table_points":
        for tally, part in _places(tallies, scheme):
            awards[tally.entry].append(part)
    if scheme.attendance:
        for entry in came:
            awards[entry].append(Part("attendance", scheme.attendance, {"round": number}))
    for bonus in bonuses:
        facts = {"round": number, "reason": bonus.reason}
        awards[bonus.entry].append(Part("bonus", bonus.amount, facts))
    return awards


def _places(tallies: Sequence[Tally], scheme: Scheme) -> Iterable[tuple[Tally, Part]]:
    tables: dict[int, list[Tally]] = defaultdict(list)
    for tally in tallies:
        if tally.table is not None:
            tables[tally.table].append(tally)
    return [pair for table in tables.values() for pair in _at_table(table, scheme)]


def _at_table(table: Sequence[Tally], scheme: Scheme) -> Iterable[tuple[Tally, Part]]:
    chairs = frozenset[int]().union(*(tally.chairs for tally in table))
    places = table_places(table, scheme.points[: len(chairs)])
    for tally in table:
        place = places[tally.entry]
        code = "table_points_shared" if place.sharers > 1 else "table_points"
        facts = {"round": tally.round, "table": tally.table, "place": place.place, "sharers": place.sharers}
        yield tally, Part(code, place.points, facts)
