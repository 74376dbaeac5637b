"""What an ordinary mah-jong can be paid for: small questions about its reading and about how it was won.

A pattern looks at the traits of a reading, a circumstance at the win itself. What they are worth, and to
whom, is in the tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scoring.readings import CHOW, EXPOSED, HONOUR, MINOR, SUIT, TERMINAL, Reading


@dataclass(frozen=True, slots=True)
class Win:
    """How a hand was won: the winning kind, where it came from, what the player had declared.

    `only` tells that no other kind would have completed the hand.
    """

    tile: int
    source: str
    claimed: bool
    own_wind: str
    flags: tuple[str, ...] = ()
    kongs: int = 0
    only: bool = False


Pattern = Callable[[Reading], bool]
Circumstance = Callable[[Win], bool]
PATTERNS: Final[dict[str, Pattern]] = {}
CIRCUMSTANCES: Final[dict[str, Circumstance]] = {}


def pattern(name: str) -> Callable[[Pattern], Pattern]:
    """Enter a question about a reading under the name the tables use."""

    def enter(question: Pattern) -> Pattern:
        PATTERNS[name] = question
        return question

    return enter


def circumstance(name: str) -> Callable[[Circumstance], Circumstance]:
    """Enter a question about a win under the name the tables use."""

    def enter(question: Circumstance) -> Circumstance:
        CIRCUMSTANCES[name] = question
        return question

    return enter


@pattern("no_chow")
def no_chow(reading: Reading) -> bool:
    """No group is a chow."""
    return not reading.traits & CHOW


@pattern("concealed")
def concealed(reading: Reading) -> bool:
    """Nothing was taken from a discard, the winning tile neither."""
    return reading.self_drawn and not reading.traits & EXPOSED


@pattern("concealed_but_for_the_last")
def concealed_but_for_the_last(reading: Reading) -> bool:
    """Nothing but perhaps the winning tile was taken from a discard."""
    return not reading.before & EXPOSED


@pattern("one_suit")
def one_suit(reading: Reading) -> bool:
    """The suited tiles are of one suit, and honours or a chow keep the hand from being Purity."""
    suits = reading.traits & SUIT
    return suits != 0 and suits & (suits - 1) == 0 and bool(reading.traits & (HONOUR | CHOW))


@pattern("all_majors")
def all_majors(reading: Reading) -> bool:
    """Ones and nines with honours, both present, nothing else."""
    return not reading.traits & MINOR and bool(reading.traits & TERMINAL) and bool(reading.traits & HONOUR)


@circumstance("mahjong")
def mahjong(win: Win) -> bool:
    """The hand is a mah-jong."""
    return True


@circumstance("wall")
def wall(win: Win) -> bool:
    """The winning tile was drawn from the live wall, its last tile included."""
    return win.source in ("wall", "last_wall")


@circumstance("loose_tile")
def loose_tile(win: Win) -> bool:
    """The winning tile was a loose tile."""
    return win.source == "loose_tile"


@circumstance("last_wall")
def last_wall(win: Win) -> bool:
    """The winning tile was the last of the wall."""
    return win.source == "last_wall"


@circumstance("last_discard")
def last_discard(win: Win) -> bool:
    """The winning tile was the discard after the last of the wall."""
    return win.source == "last_discard"


@circumstance("robbed_kong")
def robbed_kong(win: Win) -> bool:
    """The winning tile was taken from another player's kong."""
    return win.source == "robbed_kong"


@circumstance("original_call")
def original_call(win: Win) -> bool:
    """The player was fishing at the first discard and never changed the hand."""
    return "original_call" in win.flags


@circumstance("only_possible_tile")
def only_possible_tile(win: Win) -> bool:
    """No other kind of tile would have completed the hand."""
    return win.only
