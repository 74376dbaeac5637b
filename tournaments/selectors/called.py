"""What people are called who are shown together: by name, and by number, too, where two bear one name."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from players.names import full_name, shown
from tournaments.models import Competition, DealVersion, Entry
from tournaments.selectors.tables import Sitter
from tournaments.wording.people import shared_among, told_apart

Key = TypeVar("Key")


def called(shown: Mapping[Key, Entry]) -> dict[Key, str]:
    """Say how each is called among the others: `Ann Lee (12)` beside another Ann Lee, else `Ann Lee`."""
    shared = shared_among((entry.name, entry.number) for entry in shown.values())
    return {key: told_apart(entry, shared) for key, entry in shown.items()}


def shared_in(competition: Competition) -> frozenset[str]:
    """List the names that several people of a competition bear."""
    entries = competition.entries.exclude(player=None)
    names = ("player__given", "player__family", "player__shown", "player__alias")
    found = entries.values_list("number", *names)
    return shared_among((full_name(*shown(*called)), number) for number, *called in found)


def called_of(entries: Iterable[Entry]) -> dict[int, str]:
    """Say the same by number."""
    return called({entry.number: entry for entry in entries})


def called_at(sitting: Mapping[str, Sitter]) -> dict[str, str]:
    """Say by seat how those are called who sit at a table."""
    return called({seat: sitter.entry for seat, sitter in sitting.items()})


def called_in(version: DealVersion) -> dict[str, str]:
    """Say by seat how those are called who played a recorded deal."""
    return called({row.seat: row.entry for row in version.scores.all()})
