"""Who goes on to a final, in which group, and with how much: a function of the standings and a few choices.

What bodies write differs (`peers.md` lists them): a cut by place, with those left out who may not or will not
play on; totals carried over whole, by half or not at all.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import groupby

from tournaments.ranking.figures import Amount

WAYS = ("places", "even")
Ranked = Sequence[tuple[int, int]]  # entries with their places, the first first


class Undecided(Exception):
    """Raised where people share a place at the edge of a group; `entries` are all who share it."""

    def __init__(self, entries: list[int]) -> None:
        super().__init__(entries)
        self.entries = entries


def cut(
    ranked: Ranked, *, size: int, groups: int, way: str, out: Collection[int], order: Sequence[int]
) -> list[list[int]]:
    """Give the entries of each group, the first first; `out` stay out, and the next move up.

    `size` is of all groups together, a multiple of `groups`. By `places` the first group has the first
    places; `even` deals the places out to and fro, so that the groups are of equal strength. Who share a
    place follow `order`, a lot for instance. Raise Undecided where that is missing at an edge, ValueError
    where fewer are left than `size`.
    """
    there = _in_order([one for one in ranked if one[0] not in out], order)
    if len(there) < size:
        raise ValueError(f"{len(there)} are left, fewer than {size}")
    each = size // groups
    edges = range(each, size + 1, each) if way == "places" else [size]
    for edge in edges:
        _check_edge(there, edge, order)
    chosen = [entry for entry, _place in there[:size]]
    if way == "places":
        return [chosen[at : at + each] for at in range(0, size, each)]
    return [[chosen[at] for at in range(size) if _dealt(at, groups) == group] for group in range(groups)]


def _in_order(ranked: Ranked, order: Sequence[int]) -> list[tuple[int, int]]:
    """Put those of one place as `order` has them; of whom it says nothing, as they were, at the end."""
    told = {entry: at for at, entry in enumerate(order)}
    runs = (list(run) for _place, run in groupby(ranked, key=lambda one: one[1]))
    return [one for run in runs for one in sorted(run, key=lambda one: told.get(one[0], len(told)))]


def _check_edge(there: Ranked, edge: int, order: Collection[int]) -> None:
    if edge >= len(there) or there[edge - 1][1] != there[edge][1]:
        return
    sharing = [entry for entry, place in there if place == there[edge][1]]
    if not set(sharing) <= set(order):
        raise Undecided(sharing)


def _dealt(at: int, groups: int) -> int:
    """Say to which group a place is dealt: to and fro."""
    turn, step = divmod(at, groups)
    return groups - 1 - step if turn % 2 else step


def carried(total: Amount | None, carry: str) -> Amount:
    """Say what is carried over of a total: `all`, `half`, exactly, or `none`.

    >>> carried(7, "half"), carried(-8, "half"), carried(7, "none")
    (Fraction(7, 2), -4, 0)
    """
    if carry == "none" or total is None:
        return 0
    exact = Fraction(total) / (2 if carry == "half" else 1)
    return exact.numerator if exact.denominator == 1 else exact
