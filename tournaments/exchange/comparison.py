"""What was compared and what differed, for every kind of comparison to write into."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Comparison:
    """How much was compared, by kind, and every difference as a sentence."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def same(self, kind: str, where: str, expected: Any, actual: Any) -> None:
        """Count one comparison and note it if it fails."""
        self.counts[kind] += 1
        if expected != actual:
            self.differences.append(f"{where}, {kind}: expected {expected}, found {actual}")

    def missing(self, kind: str, where: str, what: object) -> None:
        """Note something that is expected and not there, or the other way round."""
        self.counts[kind] += 1
        self.differences.append(f"{where}, {kind}: {what}")
