"""A player's deals over many events, summed up: hands, streaks, and who won what from whom."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tournaments.ranking.feats import longest


class Played(NamedTuple):
    """What one deal was for a player, by the keys of its version and its table; `rules` say what points are.

    `hand` is False where all deals of a table were entered as one sum: it counts at the table only.
    """

    version: int
    table: int
    rules: str
    hand: bool
    seat: str
    wind: str
    value: int | None
    special: str
    net: int
    mahjong: bool
    gave: bool


class Hands(NamedTuple):
    """Deals under one rules; `mean` and `best` are of the winning hands whose value is known."""

    rules: str
    deals: int
    mahjongs: int
    given: int
    mean: Fraction | None
    best: Played | None


class Streaks(NamedTuple):
    """The longest runs: of mah-jongs, of deals without giving the winning tile, of tables won at."""

    mahjongs: int
    ungiven: int
    tables: int


class Other(NamedTuple):
    """What a deal was for somebody else who played it."""

    person: int
    version: int
    net: int
    mahjong: bool
    gave: bool


@dataclass(slots=True)
class Against:
    """Two players at the same tables: who had more there, and how often one won on the other's discard."""

    person: int
    nets: dict[int, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    taken: int = 0
    given: int = 0

    @property
    def tables(self) -> int:
        return len(self.nets)

    @property
    def ahead(self) -> int:
        return sum(own > other for own, other in self.nets.values())

    @property
    def behind(self) -> int:
        return sum(own < other for own, other in self.nets.values())


def hands(deals: Iterable[Played]) -> tuple[Hands, ...]:
    """Sum hands up by the rules they were played under, those played most first."""
    found: dict[str, list[Played]] = defaultdict(list)
    for one in deals:
        if one.hand:
            found[one.rules].append(one)
    return tuple(sorted((_hands(rules, own) for rules, own in found.items()), key=_most_played))


def _most_played(one: Hands) -> tuple[int, str]:
    return -one.deals, one.rules


def _hands(rules: str, deals: Sequence[Played]) -> Hands:
    won = [one for one in deals if one.mahjong]
    values = [one.value for one in won if one.value is not None]
    best = max((one for one in won if one.value is not None), key=lambda one: one.value or 0, default=None)
    mean = Fraction(sum(values), len(values)) if values else None
    return Hands(rules, len(deals), len(won), sum(one.gave for one in deals), mean, best)


def specials(deals: Iterable[Played]) -> dict[str, tuple[int, Played]]:
    """Count the special hands that won, each with the first of them, those made most first."""
    made = [one for one in deals if one.hand and one.mahjong and one.special]
    times = Counter(one.special for one in made)
    first = {one.special: one for one in reversed(made)}
    return {code: (n, first[code]) for code, n in times.most_common()}


def streaks(deals: Sequence[Played]) -> Streaks:
    """Find the longest runs; deals come in the order in which they were played."""
    own = [one for one in deals if one.hand]
    nets: dict[int, int] = defaultdict(int)
    for one in deals:
        nets[one.table] += one.net
    return Streaks(
        longest([one.mahjong for one in own])[0],
        longest([not one.gave for one in own])[0],
        longest([net > 0 for net in nets.values()])[0],
    )


def against(own: Mapping[int, Played], others: Iterable[Other]) -> tuple[Against, ...]:
    """Compare a player with others deal by deal, whom the player met most first; `own` is by version."""
    found: dict[int, Against] = {}
    for other in others:
        mine = own[other.version]
        one = found.setdefault(other.person, Against(other.person))
        nets = one.nets[mine.table]
        nets[0] += mine.net
        nets[1] += other.net
        one.taken += mine.mahjong and other.gave
        one.given += other.mahjong and mine.gave
    return tuple(sorted(found.values(), key=lambda one: (-one.tables, one.person)))
