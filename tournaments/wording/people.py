"""What people are called: by name, and by number, too, where several bear one name."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Protocol


class Named(Protocol):
    """Whoever has a name and the number of an entry: an entry, a line of the standings."""

    @property
    def name(self) -> str: ...
    @property
    def number(self) -> int: ...


def told_apart(one: Named, shared: Collection[str]) -> str:
    """Say what somebody is called where these names are shared."""
    return f"{one.name} ({one.number})" if one.name.casefold() in shared else one.name


def shared_among(people: Iterable[tuple[str, int]]) -> frozenset[str]:
    """List the names that several numbers bear, in small letters."""
    bearers = defaultdict[str, set[int]](set)
    for name, number in people:
        bearers[name.casefold()].add(number)
    return frozenset(name for name, numbers in bearers.items() if len(numbers) > 1)
