"""What an ordinary mah-jong can be paid for: small questions about its reading and about how it was won.

A pattern looks at the traits of a reading (of those `before` the last tile only at EXPOSED: what it says is
remembered by them), a circumstance at the win itself, a counted pattern at the groups and what they have
counted for. What they are worth, and to whom, is in the tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from scoring.hands import SELF_DRAWN
from scoring.readings import CHOW, DRAGON, EXPOSED, HONOUR, KONG, MINOR, PUNG, SUIT, TERMINAL, Reading
from scoring.tiles import wind_kind


class Win(NamedTuple):
    """How a hand was won: the winning kind, where it came from, what the player had declared.

    `only` tells that no other kind would have completed the hand, `favoured` that the player is the one
    who pays and is paid double. A tuple, for what a win adds is remembered by it.
    """

    tile: int
    source: str
    claimed: bool
    own_wind: str
    flags: tuple[str, ...]
    only: bool
    favoured: bool


Pattern = Callable[[Reading], bool]
Circumstance = Callable[[Win], bool]
Counting = Callable[[Reading, Win, int], bool]
PATTERNS: Final[dict[str, Pattern]] = {}
CIRCUMSTANCES: Final[dict[str, Circumstance]] = {}
COUNTED: Final[dict[str, Counting]] = {}


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


def counted(name: str) -> Callable[[Counting], Counting]:
    """Enter a question about a reading, its win and what its groups count, under the name the tables use."""

    def enter(question: Counting) -> Counting:
        COUNTED[name] = question
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


@pattern("one_suit_honours")
def one_suit_honours(reading: Reading) -> bool:
    """The suited tiles are of one suit, and there are honours."""
    return _of_one_suit(reading) and bool(reading.traits & HONOUR)


@pattern("one_suit_only")
def one_suit_only(reading: Reading) -> bool:
    """All tiles are of one suit."""
    return _of_one_suit(reading) and not reading.traits & HONOUR


def _of_one_suit(reading: Reading) -> bool:
    return reading.traits & SUIT in (1, 2, 4)


@pattern("all_honours")
def all_honours(reading: Reading) -> bool:
    """Winds and dragons only."""
    return not reading.traits & SUIT


@pattern("majors_only")
def majors_only(reading: Reading) -> bool:
    """Ones, nines and honours only, of whatever there is."""
    return not reading.traits & MINOR


@pattern("pungs_only")
def pungs_only(reading: Reading) -> bool:
    """Pungs or kongs and the pair."""
    return bool(reading.traits & (PUNG | KONG)) and not reading.traits & CHOW


@counted("no_chow")
def no_chow_at_all(reading: Reading, _win: Win, _points: int) -> bool:
    """No group is a chow."""
    return not reading.traits & CHOW


@counted("no_scoring_group")
def no_scoring_group(_reading: Reading, _win: Win, points: int) -> bool:
    """No pung, kong or pair counts anything."""
    return points == 0


@counted("four_chows")
def four_chows(reading: Reading, _win: Win, _points: int) -> bool:
    """Four chows and a pair."""
    return reading.chows == 4


@counted("pair_completed")
def pair_completed(reading: Reading, _win: Win, _points: int) -> bool:
    """The winning tile completed the pair."""
    return reading.completed is not None and reading.completed.shape == "pair"


@counted("figures_of_dragons_or_own_wind")
def figures_of_dragons_or_own_wind(reading: Reading, win: Win, _points: int) -> bool:
    """Every set is of dragons or of the player's own wind."""
    sets = [each for each in reading.groups if each.shape != "pair"]
    own = wind_kind(win.own_wind)
    return all(each.traits & DRAGON or each.kind == own for each in sets)


@circumstance("mahjong")
def mahjong(win: Win) -> bool:
    """The hand is a mah-jong."""
    return True


@circumstance("wall")
def wall(win: Win) -> bool:
    """The winning tile was drawn from the live wall, its last tile included."""
    return win.source in ("wall", "last_wall")


@circumstance("self_drawn")
def self_drawn(win: Win) -> bool:
    """The winning tile was not taken from anybody."""
    return win.source in SELF_DRAWN


@circumstance("dealt")
def dealt(win: Win) -> bool:
    """The hand was won without ever drawing a tile."""
    return win.source == "dealt"


@circumstance("favoured_won")
def favoured_won(win: Win) -> bool:
    """The winner is the player who pays and is paid double."""
    return win.favoured


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
