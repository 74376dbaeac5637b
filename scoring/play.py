"""The rotation: who is East, which wind rules, what comes after a deal, when the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.problems import MalformedHand, Problem
from scoring.rules import RuleSet
from scoring.tiles import WINDS

FIFTH: Final = "R"
"""The seat of a fifth player, who rests in the first deal."""
NOBODY_WON: Final = ("draw", "ended")
"""How a deal ends that nobody won: the wall is used up, or a penalty broke it off."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table before a deal: its number from 1, the seat that is East, the round wind.

    Seats are the letters E S W N (and R, who rests first) of the start; what wind a seat has now is
    `own_wind`. `places` are the seats with a player, in order; `goulash` tells that the deal is one,
    `counted` how many deals have counted towards the end of the game.
    """

    number: int
    east: str
    round_wind: str
    places: str = "ESWN"
    goulash: bool = False
    counted: int = 0

    @property
    def ring(self) -> str:
        """Give all places the winds pass over, a dummy's and the resting player's too."""
        return "".join(WINDS) + (FIFTH if FIFTH in self.places else "")

    @property
    def resting(self) -> str | None:
        """Give the seat of the player who rests, at a table of five: the one behind North."""
        ring = self.ring
        return ring[(ring.index(self.east) + len(WINDS)) % len(ring)] if FIFTH in ring else None

    def own_wind(self, seat: str) -> str:
        """Give the wind of a seat that plays this deal.

        >>> Position(2, "S", "E").own_wind("E")
        'N'
        """
        return WINDS[(self.ring.index(seat) - self.ring.index(self.east)) % len(self.ring)]

    @property
    def playing(self) -> tuple[str, ...]:
        """List the seats that play this deal, in the order of the start."""
        return tuple(seat for seat in self.places if seat != self.resting)

    def favoured(self, rules: RuleSet) -> str:
        """Give the seat that pays and is paid double: East, or whose turn it is (decision 27)."""
        turns = rules.play.get("favoured")
        return str(turns[self.counted % len(turns)]) if turns else self.east

    def again(self) -> Position:
        """Give the position after a deal that does not count at all: the same deal, under the next number.

        >>> Position(3, "S", "E", goulash=True).again()
        Position(number=4, east='S', round_wind='E', places='ESWN', goulash=True, counted=0)
        """
        return replace(self, number=self.number + 1)

    def to_json(self) -> dict[str, Any]:
        """Print the position as `next` of an event's result; the rare keys only where they say something.

        >>> Position(2, "E", "E", goulash=True).to_json()
        {'deal': 2, 'east': 'E', 'round_wind': 'E', 'goulash': True}
        """
        told = {"deal": self.number, "east": self.east, "round_wind": self.round_wind}
        rare = {"goulash": self.goulash, "counted": self.counted}
        return told | {key: value for key, value in rare.items() if value}


def first_position(players: int = 4) -> Position:
    """Give the position before the first deal of so many players; of three the dummy is North."""
    return Position(1, WINDS[0], WINDS[0], PLACES[players])


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
    return _passed(following, rules)


def _passed(position: Position, rules: RuleSet) -> Position | None:
    """Pass the winds on, over places where nobody sits; back at the first East the round wind moves on."""
    place = position.ring.index(position.east) + 1
    later = [seat for seat in position.ring[place:] if seat in position.places]
    if later:
        return replace(position, east=later[0])
    winds = rules.play["round_winds"]
    rounds = winds[winds.index(position.round_wind) + 1 :]
    if not rounds and "counted_deals" in rules.play:
        rounds = winds
    return replace(position, east=position.places[0], round_wind=rounds[0]) if rounds else None


def play(players: Sequence[str | None], outcomes: Sequence[Any], rules: RuleSet) -> dict[str, Any]:
    """Play a game through: players in the order E S W N (and resting) of the first deal; an outcome is the
    winners' names, "draw", or "ended" where a penalty broke the deal off.

    Two players are East and West; three may be four with null where the dummy sits (else North).
    Return {"deals", "over"} with the seats, East and round wind before each deal and before the one to
    follow. Raise MalformedHand for outcomes that cannot be.
    """
    seated = _seated(players, rules)
    _check(list(seated.values()), outcomes, rules)
    position: Position | None = replace(first_position(len(seated)), places="".join(seated))
    names = {name: seat for seat, name in seated.items()}
    deals = []
    for outcome in outcomes:
        if position is None:
            raise MalformedHand([_malformed("outcomes", "nothing after the end of the game")])
        deals.append(_before(position, seated, rules))
        winners = [] if outcome in NOBODY_WON else [names[name] for name in outcome]
        if position.resting in winners:
            raise MalformedHand([_malformed("outcomes", "winners who play")])
        position = advance(position, winners, rules, broken_off=outcome == "ended")
    if position is not None:
        deals.append(_before(position, seated, rules))
    return {"deals": deals, "over": position is None}


def _seated(players: Any, rules: RuleSet) -> dict[str, str]:
    """Give each player of the first deal a seat; a null keeps the dummy's place."""
    listed = players if isinstance(players, Sequence) and not isinstance(players, str) else ()
    count = sum(player is not None for player in listed)
    if count not in rules.players:
        raise MalformedHand(
            [Problem("wrong_number_of_players", facts={"allowed": rules.players, "players": count})]
        )
    places = WINDS if count == 3 and len(listed) > count else PLACES[count]
    seated = {seat: name for seat, name in zip(places, listed, strict=False) if name is not None}
    if len(seated) < count or WINDS[0] not in seated:
        raise MalformedHand([_malformed("players", "East and the others in order")])
    return seated


def _before(position: Position, seated: dict[str, str], rules: RuleSet) -> dict[str, Any]:
    resting = position.resting
    winds = {position.own_wind(seat): name for seat, name in seated.items() if seat != resting}
    told = {
        "seats": {wind: winds[wind] for wind in WINDS if wind in winds},
        "east": winds[WINDS[0]],
        "round_wind": position.round_wind,
        "goulash": position.goulash,
        "resting": seated[resting] if resting else None,
    }
    return told | ({"favoured": seated[position.favoured(rules)]} if "favoured" in rules.play else {})


def _malformed(where: str, expected: str) -> Problem:
    return Problem("malformed", facts={"where": where, "expected": expected})


def _check(players: Sequence[str], outcomes: Sequence[Any], rules: RuleSet) -> None:
    if not all(isinstance(name, str) for name in players) or len(set(players)) < len(players):
        raise MalformedHand([_malformed("players", "different names")])
    if not isinstance(outcomes, list | tuple):
        raise MalformedHand([_malformed("outcomes", "a list")])
    problems = [
        problem
        for place, outcome in enumerate(outcomes)
        for problem in _outcome(place, outcome, players, rules)
    ]
    if problems:
        raise MalformedHand(problems)


def _outcome(place: int, outcome: Any, players: Sequence[str], rules: RuleSet) -> list[Problem]:
    if outcome in NOBODY_WON:
        return []
    if not isinstance(outcome, list) or not outcome or any(name not in players for name in outcome):
        return [_malformed(f"outcomes[{place}]", 'a list of winners, "draw" or "ended"')]
    if len(outcome) > 1 and not rules.settlement["several_winners"]:
        return [Problem("several_winners_not_allowed", facts={"seats": tuple(outcome)})]
    return []
