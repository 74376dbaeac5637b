"""The criteria of a season in their order, and the places they give."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from tournaments.ranking.figures import Amount
from tournaments.ranking.placing import Measure, Place, in_places


class Ranked(Protocol):
    """Say what a line needs to be placed: its number, its status, and a figure for each criterion."""

    @property
    def number(self) -> int:
        """Return the number of the player."""

    @property
    def status(self) -> str | None:
        """Return why the player is not ranked, None for who is."""

    @property
    def nets(self) -> Mapping[tuple[int, int], Amount]:
        """Return the nets of single tables, by meeting and table."""


Own = TypeVar("Own", bound=Ranked)


def _more(figure: Amount | None) -> tuple[bool, Amount]:
    return (True, 0) if figure is None else (False, -figure)


def _fewer(figure: Amount | None) -> tuple[bool, Amount]:
    return (True, 0) if figure is None else (False, figure)


def _one_by_one(credits: Sequence[Amount]) -> tuple[tuple[bool, Amount], ...]:
    """Return a key by the first credit that differs; none is worst."""
    return (*map(_more, credits), _more(None))


def common_tables(tied: Sequence[Ranked]) -> frozenset[tuple[int, int]]:
    """Return the meeting and table of each that two of the tied sat at; none unless every two of them met."""
    seated: dict[tuple[int, int], list[int]] = defaultdict(list)
    for line in tied:
        for table in line.nets:
            seated[table].append(line.number)
    met = frozenset(table for table, players in seated.items() if len(players) > 1)
    pairs = {pair for table in met for pair in combinations(sorted(seated[table]), 2)}
    return met if len(pairs) == len(tied) * (len(tied) - 1) // 2 else frozenset()


def _head_to_head(tied: Sequence[Ranked]) -> list[Amount | None]:
    """Return the nets where two of the tied sat at one table, None unless every two of them did."""
    met = common_tables(tied)
    if not met:
        return [None] * len(tied)
    return [sum(net for table, net in line.nets.items() if table in met) for line in tied]


def _each(name: str) -> Callable[[Sequence[Any]], list[Any]]:
    figure = attrgetter(name)
    return lambda tied: [figure(line) for line in tied]


MEASURES: Mapping[str, Measure[Any]] = MappingProxyType(
    {
        "qualified": Measure("qualified", _each("is_qualified"), _more),
        "total": Measure("total", _each("total"), _more),
        "points": Measure("points", _each("total"), _more),  # as older seasons call it
        "net": Measure("net", _each("net"), _more),
        "mahjongs": Measure("mahjongs", _each("mahjongs"), _more),
        "given": Measure("given", _each("given"), _fewer),
        "firsts": Measure("firsts", _each("firsts"), _more),
        "attended": Measure("attended", _each("attended"), _more),
        "best_round": Measure("best_round", _each("best_round"), _more),
        "countback": Measure("countback", _each("counted"), _one_by_one),
        "next_best": Measure("next_best", _each("dropped"), _one_by_one),
        "head_to_head": Measure("head_to_head", _head_to_head, _more),
        "lot": Measure("lot", _each("lot"), _fewer),
    }
)


def ranked(lines: Iterable[Own], criteria: Sequence[str]) -> tuple[Place[Own], ...]:
    """Place lines by the criteria; who has a status follows in the same order and takes no place."""
    measures = [MEASURES[code] for code in criteria]
    listed = sorted(lines, key=attrgetter("number"))
    first = in_places([line for line in listed if line.status is None], measures)
    others = in_places([line for line in listed if line.status is not None], measures)
    return (*first, *(each._replace(rank=None, shared=False, decided_by=None) for each in others))
