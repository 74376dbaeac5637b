"""Which tables for how many people of an evening, where the rules have others than of four (decision 42).

Who sits at which is for `evening`. Two people are a table of two; beside others one is set up by hand only.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

FOUR = 4
Tables = tuple[int, ...]  # seats, the largest first


@dataclass(frozen=True, slots=True)
class Sizes:
    """Tables by their seats, how many house players fill them up, and how many people rest all evening."""

    tables: Tables
    house: int = 0
    resting: int = 0


def fewest(people: int) -> Tables:
    """Cut people into the fewest tables that are not of four, fives before threes.

    >>> fewest(13), fewest(11), fewest(6)
    ((5, 4, 4), (4, 4, 3), (3, 3))
    """
    if people == 2:
        return (2,)
    return min(_cuts(people, fives=True, threes=True), key=_oddness, default=())


def odd(tables: Tables) -> int:
    """Count the tables that are not of four."""
    return sum(size != FOUR for size in tables)


def _oddness(tables: Tables) -> tuple[int, int]:
    return odd(tables), -tables.count(5)


def _cuts(people: int, *, fives: bool, threes: bool) -> Iterator[Tables]:
    for five in range(people // 5 + 1 if fives else 1):
        left = people - 5 * five
        for three in range(left // 3 + 1 if threes else 1):
            if (left - 3 * three) % FOUR == 0:
                yield (5,) * five + (FOUR,) * ((left - 3 * three) // FOUR) + (3,) * three


def _only(people: int, *, fives: bool, threes: bool) -> Sizes:
    """Take one odd size alone; where that cannot be, as few odd tables as possible."""
    found = min(_cuts(people, fives=fives, threes=threes), key=odd, default=())
    return Sizes(found or fewest(people))


def _with_house(people: int, house: int) -> Sizes:
    """Fill up to fours with house players, with as many as lower the number of odd tables if they are few."""
    if people == 2:
        return Sizes(fewest(people))
    cuts = {more: fewest(people + more) for more in range(min(house, FOUR - 1) + 1)}
    more = min(cuts, key=lambda count: (odd(cuts[count]), count))
    return Sizes(cuts[more], house=more)


def _with_rest(people: int) -> Sizes:
    """Seat fours alone; too few for one are seated all the same."""
    if people < FOUR:
        return Sizes(fewest(people))
    return Sizes((FOUR,) * (people // FOUR), resting=people % FOUR)


WAYS: Mapping[str, Callable[[int, int], Sizes]] = {
    "fewest": lambda people, _house: Sizes(fewest(people)),
    "three": lambda people, _house: _only(people, fives=False, threes=True),
    "five": lambda people, _house: _only(people, fives=True, threes=False),
    "house": _with_house,
    "rest": lambda people, _house: _with_rest(people),
}


def sizes_for(people: int, way: str = "fewest", *, house: int = 0) -> Sizes:
    """Say which tables so many people make, the club's way; `house` is how many house players it has.

    >>> sizes_for(10, "house", house=1)
    Sizes(tables=(4, 4, 3), house=1, resting=0)
    """
    return WAYS[way](people, house)
