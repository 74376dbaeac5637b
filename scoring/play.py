"""The rotation: who is East, which wind rules, what comes after a deal, when the game is over.

Who comes to a table and leaves it is for `ring`, a whole game for `game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.problems import MalformedHand, Problem
from scoring.rules import RuleSet
from scoring.tiles import WINDS

ESWN: Final = "".join(WINDS)
FIFTH: Final = "R"
CHAIRS: Final = (*WINDS, FIFTH)
"""R is the seat of a fifth player, who rests in the first deal; the five letters in their order."""
NOBODY_WON: Final = ("draw", "ended")
"""How a deal ends that nobody won: the wall is used up, or a penalty broke it off."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table before a deal: its number from 1, the seat that is East, the round wind.

    Seats are the letters E S W N (and R, who rests first) of the start; what wind a seat has now is
    `own_wind`. `ring` is the order in which seats become East, a dummy's place and the resting player's
    too; `places` are those with a player, in that order. `goulash` tells that the deal is one, `counted`
    how many deals have counted towards the end of the game.
    """

    number: int
    east: str
    round_wind: str
    places: str = ESWN
    goulash: bool = False
    counted: int = 0
    ring: str = ESWN

    @property
    def resting(self) -> str | None:
        """Give the seat of the player who rests, at a table of five: the one behind North."""
        ring = self.ring
        return ring[self.ring.index(self.east) - 1] if len(ring) > len(WINDS) else None

    def own_wind(self, seat: str) -> str:
        """Give the wind of a seat that plays this deal; raise MalformedHand for one that has none.

        >>> Position(2, "S", "E").own_wind("E")
        'N'
        """
        if seat not in self.places or seat == self.resting:
            facts = {"seat": seat, "seats": self.playing}
            raise MalformedHand([Problem("seat_does_not_play", seat=seat, facts=facts)])
        return WINDS[(self.ring.index(seat) - self.ring.index(self.east)) % len(self.ring)]

    @property
    def playing(self) -> tuple[str, ...]:
        """List the seats that play this deal, in the order of the ring."""
        return tuple(seat for seat in self.places if seat != self.resting)

    @property
    def winds(self) -> dict[str, str]:
        """Give the wind of each seat that plays this deal, by seat."""
        return {seat: self.own_wind(seat) for seat in self.playing}

    def favoured(self, rules: RuleSet) -> str:
        """Give the seat that pays and is paid double: East, or whose turn it is (decision 27)."""
        turns = rules.play.get("favoured")
        return str(turns[self.counted % len(turns)]) if turns else self.east

    def again(self) -> Position:
        """Give the position after a deal that does not count at all: the same deal, under the next number.

        >>> Position(3, "S", "E", goulash=True).again()
        Position(number=4, east='S', round_wind='E', places='ESWN', goulash=True, counted=0, ring='ESWN')
        """
        return replace(self, number=self.number + 1)

    def to_json(self) -> dict[str, Any]:
        """Print the position as `next` of an event's result; the rare keys only where they say something.

        >>> Position(2, "E", "E", goulash=True).to_json()
        {'deal': 2, 'east': 'E', 'round_wind': 'E', 'goulash': True}
        """
        told = {"deal": self.number, "east": self.east, "round_wind": self.round_wind}
        rare = {"goulash": self.goulash, "counted": self.counted}
        seats = {} if self.ring == self.places == ESWN else {"ring": self.ring, "places": self.places}
        return told | {key: value for key, value in rare.items() if value} | seats


def first_position(players: int = 4) -> Position:
    """Give the position before the first deal of so many players; of three the dummy is North."""
    return seated_at(PLACES[players])


def seated_at(seats: Iterable[str]) -> Position:
    """Give the position before the first deal of those who sit on these seats; the others are a dummy's.

    >>> seated_at("ESN").own_wind("N"), seated_at("ESWNR").resting
    ('N', 'R')
    """
    taken = {*seats}
    ring = ESWN + (FIFTH if FIFTH in taken else "")
    return Position(1, WINDS[0], WINDS[0], "".join(seat for seat in ring if seat in taken), ring=ring)


PLACES: Final = {2: "EW", 3: "ESW", 4: "ESWN", 5: "ESWN" + FIFTH}


def advance(
    position: Position, winners: Sequence[str], rules: RuleSet, *, broken_off: bool = False
) -> Position | None:
    """Give the position after a deal won by these seats (none: nobody won); None when the game is over.

    A goulash follows a used-up wall only, not a deal `broken_off` by a penalty (decision 32).
    """
    last = rules.play.get("counted_deals")
    counted = position.counted + (1 if last and winners else 0)
    if last and counted >= last:
        return None
    goulash = not winners and not broken_off and bool(rules.play.get("goulash_after_draw"))
    following = replace(position, number=position.number + 1, goulash=goulash, counted=counted)
    stays = rules.play["east_stays"]
    if ("draw" in stays and not winners) or ("east_wins" in stays and position.east in winners):
        return following
    winds = rules.play["round_winds"]
    return passed(following, winds, endless="counted_deals" in rules.play)


def passed(position: Position, winds: Sequence[str] = WINDS, *, endless: bool = False) -> Position | None:
    """Pass the winds on, over places where nobody sits; over the end of the ring the round wind moves on."""
    place = position.ring.index(position.east) + 1
    later = [seat for seat in position.ring[place:] if seat in position.places]
    if later:
        return replace(position, east=later[0])
    rounds = winds[winds.index(position.round_wind) + 1 :]
    if not rounds and endless:
        rounds = winds
    return replace(position, east=position.places[0], round_wind=rounds[0]) if rounds else None
