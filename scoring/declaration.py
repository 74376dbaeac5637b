"""A deal as a table declares it: how it ended, the hands by seat, the penalties; parsing and printing.

Seats are the letters of the start. Only the shape is checked here; whether the deal can have been played like
this is for `scoring.agreement`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from scoring.hands import Counted, Hand, Reader, hand_from_json
from scoring.play import FIFTH
from scoring.problems import MalformedHand
from scoring.rules import RuleSet
from scoring.settlement import Penalty
from scoring.tiles import WINDS

OUTCOMES: Final = ("win", "draw", "ended")
DERIVED: Final = ("own_wind", "round_wind", "is_winner", "win_source", "previous", "favoured", "wild")
SEATS: Final = (*WINDS, FIFTH)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as a table submits it: how it ended, the hands by seat, the penalties entered.

    `ended` is a deal that a penalty broke off: nobody won, nobody counts. `dropped` are the players who
    showed a mah-jong below the minimum; their hands say how it was won. `wild` are the wild tiles of a
    goulash, for all hands alike.
    """

    outcome: str
    winners: tuple[str, ...] = ()
    discarder: str | None = None
    win_source: str | None = None
    hands: Mapping[str, Hand | Counted] = field(default_factory=dict)
    events: tuple[Penalty, ...] = ()
    dropped: tuple[str, ...] = ()
    wild: str | None = None

    @classmethod
    def from_json(cls, obj: Any) -> Deal:
        """Parse a deal; raise MalformedHand with every fault of its shape."""
        reader = Reader(obj, "deal", cls.__slots__)
        deal = cls(
            outcome=_one_of(reader, "outcome", OUTCOMES) or "draw",
            winners=_seats(reader, "winners"),
            dropped=_seats(reader, "dropped"),
            discarder=_one_of(reader, "discarder", SEATS, optional=True),
            win_source=reader.text("win_source"),
            wild=reader.text("wild"),
            hands=_hands(reader),
            events=reader.parsed("events", Penalty.from_json),
        )
        reader.finish()
        return deal

    def to_json(self) -> dict[str, Any]:
        """Print the canonical form: what follows from the position and the deal itself is left out."""
        printed: dict[str, Any] = {
            "outcome": self.outcome,
            "winners": list(self.winners),
            "discarder": self.discarder,
            "win_source": self.source,
            "hands": {
                seat: _canonical(self.hands[seat], seat in self.dropped)
                for seat in SEATS
                if seat in self.hands
            },
            "events": [event.to_json() for event in self.events],
        }
        rare = {"dropped": list(self.dropped), "wild": self.wild_tiles}
        return printed | {key: value for key, value in rare.items() if value}

    @property
    def source(self) -> str | None:
        """Tell how the winning tile was won, as the deal says it or else the winner's hand."""
        hands = [self.hands.get(seat) for seat in self.winners]
        told = [hand.win_source for hand in hands if isinstance(hand, Hand) and hand.win_source]
        return self.win_source or next(iter(told), None)

    @property
    def wild_tiles(self) -> str | None:
        """Tell which tiles are wild, as the deal says it or else its hands."""
        told = [hand.wild for hand in self.hands.values() if isinstance(hand, Hand) and hand.wild]
        return self.wild or next(iter(told), None)

    def won(self, seat: str) -> bool:
        """Tell whether a seat won: by the deal, its hand or, where nobody is named, its winning tile."""
        hand = self.hands.get(seat)
        if seat in self.winners or seat in self.dropped or not isinstance(hand, Hand):
            return seat in self.winners
        told = self.outcome == "win" and not self.winners and hand.winning_tile is not None
        return hand.is_winner or told

    def is_broken_off(self, rules: RuleSet) -> bool:
        """Tell whether a penalty ended the deal before the wall was used up (decision 32)."""
        paying = [rules.penalties[event.code].pays for event in self.events if event.code in rules.penalties]
        return self.outcome == "ended" or "everyone" in paying

    def is_counted(self, rules: RuleSet) -> bool:
        """Tell whether the hands count: somebody won, or the rules count a draw too."""
        return self.outcome == "win" or (self.outcome == "draw" and bool(rules.play["draws_counted"]))


def _one_of(reader: Reader, key: str, allowed: Sequence[str], optional: bool = False) -> str | None:
    value = reader.text(key)
    if value in allowed or (value is None and optional):
        return value
    reader.fault(key, " | ".join(allowed))
    return None


def _seats(reader: Reader, key: str) -> tuple[str, ...]:
    seats = reader.codes(key)
    if all(seat in SEATS for seat in seats) and len(set(seats)) == len(seats):
        return seats
    reader.fault(key, "a list of different seats")
    return ()


def _hands(reader: Reader) -> dict[str, Hand | Counted]:
    found: dict[str, Hand | Counted] = {}
    given = reader.obj.get("hands", {})
    if not isinstance(given, dict) or any(seat not in SEATS for seat in given):
        reader.fault("hands", "hands by seat")
        return found
    for seat, obj in given.items():
        try:
            found[seat] = hand_from_json(obj, f"hands.{seat}")
        except MalformedHand as malformed:
            reader.faults.extend(problem.at(seat) for problem in malformed.problems)
    return found


def _canonical(hand: Hand | Counted, dropped: bool) -> dict[str, Any]:
    printed = hand.to_json()
    if isinstance(hand, Hand):
        printed["flags"] = [flag for flag in hand.flags if flag != "goulash"]
    derived = {*DERIVED} if printed.get("winning_tile") else {*DERIVED, "winning_tile"}
    if dropped:
        derived.remove("win_source")
    return {key: value for key, value in printed.items() if key not in derived}
