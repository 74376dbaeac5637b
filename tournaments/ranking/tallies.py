"""Tallies: what an entry did at one table of a round, as the ledger sums it up.

Which rounds are meant and for whom a substitute plays is decided here; adding up and ranking is for
`standings`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from tournaments import sittings
from tournaments.ranking.figures import Part

SUMMED = ("net", "mahjongs", "given", "deals", "adjustment", "adjusted", "rested")


class Tally(NamedTuple):
    """Say what an entry did at one table of a round.

    `net` is in points of the settlement, `table` is None for somebody who did not sit, `adjustment` are the
    penalties against the standings of that round (negative) with the adjusted scores, which are `adjusted`
    alone; `stands_for` is the entry whom a substitute replaced. `deals` were played; `rested` are those that
    somebody sat by at a table of five. `chairs_of` are those in whose chairs the entry sat.
    """

    entry: int
    round: int
    net: int
    mahjongs: int
    given: int
    deals: int
    table: int | None
    adjustment: int = 0
    stands_for: int | None = None
    adjusted: int = 0
    rested: int = 0
    chairs_of: frozenset[int] = frozenset()

    @property
    def chairs(self) -> frozenset[int]:
        """Return whose chairs these were when play began: who replaced somebody brought none along."""
        return self.chairs_of or frozenset({self.entry})


def alone(tallies: Iterable[Tally], round_number: int) -> tuple[Tally, ...]:
    """Return the tallies of one round."""
    return tuple(tally for tally in tallies if tally.round == round_number)


def through(tallies: Iterable[Tally], round_number: int) -> tuple[Tally, ...]:
    """Return the tallies from the first round to this one."""
    return tuple(tally for tally in tallies if sittings.through(tally.round, round_number))


def of_meeting(tally: Tally) -> Tally:
    """Return the tally as one of its meeting, where tables of a later sitting have numbers of their own."""
    table = tally.table and sittings.numbered(tally.table, sittings.sitting_of(tally.round))
    return tally._replace(round=sittings.meeting_of(tally.round), table=table)


def _to_substitute(tally: Tally) -> tuple[Tally, ...]:
    if tally.stands_for is None:
        return (tally,)
    return (tally._replace(stands_for=None, chairs_of=frozenset({tally.stands_for})),)


def _to_absent(tally: Tally) -> tuple[Tally, ...]:
    if tally.stands_for is None:
        return (tally,)
    played = tally._replace(entry=tally.stands_for, stands_for=None, adjustment=0, adjusted=0)
    own = tally._replace(net=0, mahjongs=0, given=0, deals=0, rested=0, table=None, stands_for=None)
    return (played, own) if own.adjustment or own.adjusted else (played,)


POLICIES: Mapping[str, Callable[[Tally], tuple[Tally, ...]]] = MappingProxyType(
    {"himself": _to_substitute, "absent": _to_absent}
)


def attribute(tallies: Iterable[Tally], policy: str) -> tuple[Tally, ...]:
    """Give what a substitute did to the substitute `himself` or to the `absent` player, and add up.

    Under `absent` a penalty against the standings, or an adjusted score, stays with the person it was given.
    """
    gathered: dict[tuple[int, int, int | None], list[Tally]] = defaultdict(list)
    for tally in tallies:
        for given in POLICIES[policy](tally):
            gathered[given.entry, given.round, given.table].append(given)
    return tuple(_added(group) for group in gathered.values())


def _added(group: Sequence[Tally]) -> Tally:
    if len(group) == 1:
        return group[0]
    sums = {name: sum(map(attrgetter(name), group)) for name in SUMMED}
    chairs, own = frozenset[int]().union(*(tally.chairs for tally in group)), frozenset({group[0].entry})
    return group[0]._replace(**sums, chairs_of=frozenset() if chairs == own else chairs)


def by_entry(tallies: Iterable[Tally]) -> dict[int, list[Tally]]:
    """Gather the tallies of each entry in order of rounds and tables, who did not sit last.

    Raise ValueError if one would count twice or stands for somebody still (see `attribute`).
    """
    known: set[tuple[int, int, int | None]] = set()
    gathered: dict[int, list[Tally]] = defaultdict(list)
    for tally in sorted(tallies, key=_in_order):
        key = (tally.entry, tally.round, tally.table)
        if key in known or tally.stands_for is not None:
            raise ValueError(f"{tally} would count twice, or is not attributed yet")
        known.add(key)
        gathered[tally.entry].append(tally)
    return dict(gathered)


def _in_order(tally: Tally) -> tuple[int, int, bool, int]:
    return tally.entry, tally.round, tally.table is None, tally.table or 0


def net_parts(tallies: Iterable[Tally]) -> tuple[Part, ...]:
    """Say the net of each tally as a part; who did not sit and has none is left out."""
    return tuple(_net_part(tally) for tally in tallies if tally.net or tally.table is not None)


def _net_part(tally: Tally) -> Part:
    code = "net" if tally.table is not None else "net_without_table"
    return Part(code, tally.net, {"round": tally.round, "table": tally.table})


def adjustment_parts(tallies: Iterable[Tally]) -> tuple[Part, ...]:
    """Say the penalties against the standings and the adjusted scores of tallies that have any as parts."""
    return tuple(part for tally in tallies if tally.adjustment or tally.adjusted for part in _ruled(tally))


def _ruled(tally: Tally) -> Iterator[Part]:
    parts = {"adjustment": tally.adjustment - tally.adjusted, "adjusted": tally.adjusted}
    yield from (Part(code, amount, {"round": tally.round}) for code, amount in parts.items() if amount)
