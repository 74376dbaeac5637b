"""Where a table is before a deal, as columns keep it: East, winds, and the ring of seats in one word.

In the ring small letters are a dummy's places: `ESWn` is a table of three, `ESWNR` one of five.
"""

from collections.abc import Sequence
from typing import TypeVar

import scoring
from scoring import Position as Position

T = TypeVar("T")

FOUR = scoring.ESWN
CHAIRS = scoring.CHAIRS


def placed(
    number: int, east: str, round_wind: str, goulash: bool, counted: int, ring: str = FOUR
) -> Position:
    """Make a position from its columns; SQLite's own truths are numbers."""
    places = "".join(seat for seat in ring if seat.isupper())
    return Position(number, east, round_wind, places, bool(goulash), counted, ring.upper())


def seated(people: Sequence[T | None]) -> dict[str, T]:
    """Give those of a table seats in the order E S W N and the fifth; None is the dummy's place.

    Two sit opposite, of three the dummy is North unless a place says otherwise.
    """
    chairs = "EW" if len(people) == 2 else CHAIRS
    return {seat: one for seat, one in zip(chairs, people, strict=False) if one is not None}


def ring_of(position: Position) -> str:
    """Write the ring of a position."""
    return "".join(seat if seat in position.places else seat.lower() for seat in position.ring)


def seats_in(ring: str) -> list[str]:
    """List the seats of a ring where somebody sits, who rests too, in the order E S W N and the fifth."""
    return [seat for seat in CHAIRS if seat in ring]
