"""What people are called who are shown together: by name, and by number, too, where two bear one name."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from tournaments.models import DealVersion, Entry
from tournaments.selectors.tables import Sitter

Key = TypeVar("Key")


def called(shown: Mapping[Key, Entry]) -> dict[Key, str]:
    """Say how each is called among the others: `Ann Lee (12)` beside another Ann Lee, else `Ann Lee`."""
    bearers = defaultdict[str, set[int]](set)
    for entry in shown.values():
        bearers[entry.name.casefold()].add(entry.number)
    shared = {name for name, numbers in bearers.items() if len(numbers) > 1}
    return {
        key: f"{entry.name} ({entry.number})" if entry.name.casefold() in shared else entry.name
        for key, entry in shown.items()
    }


def called_of(entries: Iterable[Entry]) -> dict[int, str]:
    """Say the same by number."""
    return called({entry.number: entry for entry in entries})


def called_at(sitting: Mapping[str, Sitter]) -> dict[str, str]:
    """Say by seat how those are called who sit at a table."""
    return called({seat: sitter.entry for seat, sitter in sitting.items()})


def called_in(version: DealVersion) -> dict[str, str]:
    """Say by seat how those are called who played a recorded deal."""
    return called({row.seat: row.entry for row in version.scores.all()})
