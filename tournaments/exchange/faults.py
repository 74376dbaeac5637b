"""One thing that is wrong in a file: where it stands, and the sentence that says what."""

from collections.abc import Iterable
from typing import NamedTuple


class Fault(NamedTuple):
    """A fault with its place: a path such as `deals[3].net`, or the row of a table."""

    path: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}: {self.sentence}"


def path_of(parts: Iterable[str | int]) -> str:
    """Write the way to a value; the whole file is `$`."""
    said = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return said.removeprefix(".") or "$"
