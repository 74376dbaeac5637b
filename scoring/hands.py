"""A declared hand as the table gives it: melds, rack, winning tile, winds, flags; parsing and printing.

Only the shape is checked here; whether it is mah-jong is for `scoring.validation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from scoring.problems import MalformedHand, Problem

SELF_DRAWN: Final = frozenset({"wall", "loose_tile", "last_wall", "dealt"})
CLAIMED: Final = frozenset({"discard", "last_discard", "robbed_kong", "first_discard"})
WIN_SOURCES: Final = SELF_DRAWN | CLAIMED
FLAGS: Final = frozenset(
    {"fishing", "original_call", "twofold_fortune", "goulash", "short_hand", "long_hand", "dead_hand"}
)
Parsed = TypeVar("Parsed")
MOST_TILES: Final = 64
"""No list of a hand is longer: what exceeds this is not a hand but an attack."""
PLAIN: Final = frozenset(
    {
        *("melds", "concealed", "bonus", "winning_tile", "win_source"),
        *("own_wind", "round_wind", "is_winner", "flags", "unshown"),
    }
)
"""What every hand says; the other fields are for few."""
MOST_UNSHOWN: Final = 13
"""Who did not win has no more tiles than that."""
MELD: Final = frozenset({"tiles", "concealed", "dead"})
CODES: Final = frozenset({str})
TEXT, TRUTH, LIST = (frozenset({kind, type(None)}) for kind in (str, bool, list))


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table; a dead one was taken in error and counts nothing."""

    tiles: tuple[str, ...]
    concealed: bool = False
    dead: bool = False

    @classmethod
    def from_json(cls, obj: Any, where: str = "meld") -> Meld:
        """Parse {"tiles", "concealed", "dead"}; raise MalformedHand for another shape."""
        reader = Reader(obj, where, ("tiles", "concealed", "dead"))
        meld = cls(reader.codes("tiles"), reader.truth("concealed"), reader.truth("dead"))
        reader.finish()
        return meld

    def to_json(self) -> dict[str, Any]:
        """Print the meld; `dead` only where it is."""
        printed: dict[str, Any] = {"tiles": list(self.tiles), "concealed": self.concealed}
        return printed | {"dead": True} if self.dead else printed


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as declared (sources/README.md); `concealed` is the rack, a winner's with the winning tile.

    `waived` lists special hands the player does not claim, so that the hand is counted without them.
    `favoured` tells whether the player pays and is paid double where that is not simply East. `unshown` is
    how many tiles of a hand that did not win nobody looked at: they count nothing (sources/README.md).
    """

    concealed: tuple[str, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[str, ...] = ()
    winning_tile: str | None = None
    win_source: str | None = None
    own_wind: str | None = None
    round_wind: str | None = None
    is_winner: bool = False
    flags: tuple[str, ...] = ()
    previous: tuple[str | None, ...] = ()
    waived: tuple[str, ...] = ()
    wild: str | None = None
    favoured: bool | None = None
    undeclared: bool = False
    unshown: int = 0

    @classmethod
    def from_json(cls, obj: Any, where: str = "hand") -> Hand:
        """Parse a declared hand; raise MalformedHand with every fault of its shape."""
        try:
            return _plain_hand(obj)
        except _NotPlain:
            return cls._looked_into(obj, where)

    @classmethod
    def _looked_into(cls, obj: Any, where: str) -> Hand:
        reader = Reader(obj, where, cls.__slots__)
        hand = cls(
            concealed=reader.codes("concealed"),
            melds=reader.parsed("melds", Meld.from_json),
            bonus=reader.codes("bonus"),
            winning_tile=reader.text("winning_tile"),
            win_source=reader.text("win_source"),
            own_wind=reader.text("own_wind"),
            round_wind=reader.text("round_wind"),
            is_winner=reader.truth("is_winner"),
            flags=reader.codes("flags"),
            previous=reader.codes_or_none("previous"),
            waived=reader.codes("waived"),
            wild=reader.text("wild"),
            favoured=None if reader.obj.get("favoured") is None else reader.truth("favoured"),
            undeclared=reader.truth("undeclared"),
            unshown=reader.number("unshown", MOST_UNSHOWN),
        )
        if len(hand.concealed) + sum(len(meld.tiles) for meld in hand.melds) > MOST_TILES:
            reader.fault("", f"at most {MOST_TILES} tiles")
        reader.finish()
        return hand

    def to_json(self) -> dict[str, Any]:
        """Print the hand; the keys that few hands need only where they say something."""
        printed: dict[str, Any] = {
            "melds": [meld.to_json() for meld in self.melds],
            "concealed": list(self.concealed),
            "bonus": list(self.bonus),
            "winning_tile": self.winning_tile,
            "win_source": self.win_source,
            "own_wind": self.own_wind,
            "round_wind": self.round_wind,
            "is_winner": self.is_winner,
            "flags": list(self.flags),
        }
        return printed | self._rare()

    def _rare(self) -> dict[str, Any]:
        rare = {
            "previous": list(self.previous),
            "waived": list(self.waived),
            "wild": self.wild,
            "favoured": self.favoured,
            "undeclared": self.undeclared,
            "unshown": self.unshown,
        }
        return {key: value for key, value in rare.items() if value or (key == "favoured" and value is False)}


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand given as a value already counted at the table."""

    points: int

    @classmethod
    def from_json(cls, obj: Any, where: str = "hand") -> Counted:
        """Parse {"points": n}; raise MalformedHand for another shape."""
        reader = Reader(obj, where, ("points",))
        points = reader.integer("points")
        reader.finish()
        return cls(points)

    def to_json(self) -> dict[str, Any]:
        """Print the value."""
        return {"points": self.points}


def hand_from_json(obj: Any, where: str = "hand") -> Hand | Counted:
    """Parse a hand of tiles or a value already counted; raise MalformedHand for another shape."""
    if isinstance(obj, dict) and "points" in obj:
        return Counted.from_json(obj, where)
    return Hand.from_json(obj, where)


class _NotPlain(Exception):
    """Not a plain hand: it says what few hands do, or something amiss; a Reader looks into it."""


def _plain_hand(obj: Any) -> Hand:
    """Read a hand that says only what every hand does, all of it well formed; raise _NotPlain for another.

    Nearly all hands are such, and a program sends thousands. A Reader, which can tell what is wrong with each
    field, would give the same hand but takes half as long again.
    """
    if type(obj) is not dict or not obj.keys() <= PLAIN:
        raise _NotPlain
    said = obj.get
    texts = said("winning_tile"), said("win_source"), said("own_wind"), said("round_wind")
    laid, is_winner = said("melds"), said("is_winner")
    if not ({*map(type, texts)} <= TEXT and type(laid) in LIST and type(is_winner) in TRUTH):
        raise _NotPlain
    melds = tuple(map(_plain_meld, laid)) if laid else ()
    rack, bonus = _plain_codes(said("concealed")), _plain_codes(said("bonus"))
    if len(rack) + sum(len(meld.tiles) for meld in melds) > MOST_TILES or len(melds) > MOST_TILES:
        raise _NotPlain
    flags, unshown = _plain_codes(said("flags")), said("unshown", 0)
    if type(unshown) is not int or not 0 <= unshown <= MOST_UNSHOWN:
        raise _NotPlain
    return Hand(rack, melds, bonus, *texts, bool(is_winner), flags, unshown=unshown)


def _plain_meld(obj: Any) -> Meld:
    if type(obj) is not dict or not obj.keys() <= MELD:
        raise _NotPlain
    concealed, dead = obj.get("concealed"), obj.get("dead")
    if not (type(concealed) in TRUTH and type(dead) in TRUTH):
        raise _NotPlain
    return Meld(_plain_codes(obj.get("tiles")), bool(concealed), bool(dead))


def _plain_codes(values: Any) -> tuple[str, ...]:
    if values is None:
        return ()
    if type(values) is not list or len(values) > MOST_TILES or not CODES.issuperset(map(type, values)):
        raise _NotPlain
    return tuple(values)


class Reader:
    """Takes the fields of a JSON object one by one and gathers every fault of its shape."""

    def __init__(self, obj: Any, where: str, known: Sequence[str]) -> None:
        self.where = where
        self.faults: list[Problem] = []
        self.obj: Mapping[str, Any] = obj if isinstance(obj, dict) else {}
        if not isinstance(obj, dict):
            self.fault("", "an object")
        if not self.obj.keys() <= frozenset(known):
            for key in self.obj:
                if key not in known:
                    self.fault(str(key)[:40], "no such field")

    def fault(self, key: str, expected: str) -> None:
        where = f"{self.where}.{key}" if key else self.where
        self.faults.append(Problem("malformed", facts={"where": where, "expected": expected}))

    def finish(self) -> None:
        """Raise MalformedHand if anything was wrong."""
        if self.faults:
            raise MalformedHand(self.faults)

    def text(self, key: str) -> str | None:
        value = self.obj.get(key)
        if value is None or isinstance(value, str):
            return value
        self.fault(key, "a text or null")
        return None

    def word(self, key: str) -> str:
        value = self.obj.get(key)
        if isinstance(value, str):
            return value
        self.fault(key, "a text")
        return ""

    def truth(self, key: str) -> bool:
        value = self.obj.get(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.fault(key, "true or false")
        return False

    def integer(self, key: str) -> int:
        value = self.obj.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.fault(key, "a whole number")
        return 0

    def number(self, key: str, most: int) -> int:
        """Take a number from 0, which it is where nothing is said."""
        value = 0 if self.obj.get(key) is None else self.obj[key]
        if type(value) is int and 0 <= value <= most:
            return value
        self.fault(key, f"a whole number from 0 to {most}")
        return 0

    def items(self, key: str) -> list[Any]:
        value = self.obj.get(key)
        if value is None:
            return []
        if isinstance(value, list) and len(value) <= MOST_TILES:
            return value
        self.fault(key, f"a list of at most {MOST_TILES}")
        return []

    def codes(self, key: str) -> tuple[str, ...]:
        values = self.items(key)
        for value in values:
            if not isinstance(value, str):
                self.fault(key, "a list of texts")
                return ()
        return tuple(values)

    def codes_or_none(self, key: str) -> tuple[str | None, ...]:
        value = self.obj.get(key)
        if value is None:
            return ()
        if isinstance(value, list) and all(each is None or isinstance(each, str) for each in value):
            return tuple(value)
        self.fault(key, "a list of texts or nulls")
        return ()

    def parsed(self, key: str, parse: Callable[[Any, str], Parsed]) -> tuple[Parsed, ...]:
        """Parse each of a list."""
        found: list[Parsed] = []
        for place, value in enumerate(self.items(key)):
            try:
                found.append(parse(value, f"{self.where}.{key}[{place}]"))
            except MalformedHand as malformed:
                self.faults.extend(malformed.problems)
        return tuple(found)
