"""How a club's tiles look: the style of its faces and the marks in their corners."""

from dataclasses import dataclass
from typing import Any, Self

from tournaments.tilefaces.corners import LETTERS


@dataclass(frozen=True, slots=True)
class Look:
    """A style, what stands in the corners, and the words for the suits."""

    style: str = "classic"
    index: str = LETTERS
    words: str = "circles"

    @classmethod
    def of(cls, club: Any) -> Self:
        """Read the settings of a club."""
        return cls(club.tile_style, club.tile_index, club.suit_words)

    @property
    def marks(self) -> str:
        """Name the corners as the sprites do: by letters, or by the words of this club."""
        return LETTERS if self.index == LETTERS else self.words
