"""The rotation: who is East, which wind rules, what comes after a deal, when the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.problems import MalformedHand, Problem
from scoring.rules import RuleSet
from scoring.tiles import WINDS


@dataclass(frozen=True, slots=True)
class Position:
    """A table before a deal: its number from 1, the seat that is East, the round wind.

    Seats are the letters E S W N of the start; what wind a seat has now is `own_wind`.
    """

    number: int
    east: str
    round_wind: str

    def own_wind(self, seat: str) -> str:
        """Give the wind of a seat in this deal.

        >>> Position(2, "S", "E").own_wind("E")
        'N'
        """
        return WINDS[(WINDS.index(seat) - WINDS.index(self.east)) % len(WINDS)]

    def to_json(self) -> dict[str, Any]:
        """Print the position as `next` of an event's result."""
        return {"deal": self.number, "east": self.east, "round_wind": self.round_wind}


def first_position() -> Position:
    """Give the position before the first deal."""
    return Position(1, WINDS[0], WINDS[0])


def advance(position: Position, winners: Sequence[str], rules: RuleSet) -> Position | None:
    """Give the position after a deal won by these seats (none: a draw); None when the game is over."""
    stays = rules.play["east_stays"]
    if ("draw" in stays and not winners) or ("east_wins" in stays and position.east in winners):
        return Position(position.number + 1, position.east, position.round_wind)
    east = WINDS[(WINDS.index(position.east) + 1) % len(WINDS)]
    if east != WINDS[0]:
        return Position(position.number + 1, east, position.round_wind)
    later = rules.play["round_winds"][rules.play["round_winds"].index(position.round_wind) + 1 :]
    return Position(position.number + 1, east, later[0]) if later else None


def play(players: Sequence[str], outcomes: Sequence[Any], rules: RuleSet) -> dict[str, Any]:
    """Play a game through: players in the order E S W N of the first deal, outcomes their names or "draw".

    Return {"deals", "over"} with the seats, East and round wind before each deal and before the one to
    follow. Raise MalformedHand for outcomes that cannot be.
    """
    _check(players, outcomes, rules)
    position: Position | None = first_position()
    deals = []
    for outcome in outcomes:
        if position is None:
            raise MalformedHand([_malformed("outcomes", "nothing after the end of the game")])
        deals.append(_before(position, players))
        winners = [] if outcome == "draw" else [WINDS[players.index(name)] for name in outcome]
        position = advance(position, winners, rules)
    if position is not None:
        deals.append(_before(position, players))
    return {"deals": deals, "over": position is None}


def _before(position: Position, players: Sequence[str]) -> dict[str, Any]:
    seats = {position.own_wind(seat): name for seat, name in zip(WINDS, players, strict=True)}
    return {
        "seats": {wind: seats[wind] for wind in WINDS},
        "east": seats["E"],
        "round_wind": position.round_wind,
        "goulash": False,
        "resting": None,
    }


def _malformed(where: str, expected: str) -> Problem:
    return Problem("malformed", facts={"where": where, "expected": expected})


def _check(players: Sequence[str], outcomes: Sequence[Any], rules: RuleSet) -> None:
    if not isinstance(players, list | tuple) or len(players) not in rules.players:
        count = len(players) if isinstance(players, list | tuple) else 0
        raise MalformedHand(
            [Problem("wrong_number_of_players", facts={"allowed": rules.players, "players": count})]
        )
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
    if outcome == "draw":
        return []
    if not isinstance(outcome, list) or not outcome or any(name not in players for name in outcome):
        return [_malformed(f"outcomes[{place}]", 'a list of winners or "draw"')]
    if len(outcome) > 1 and not rules.settlement["several_winners"]:
        return [Problem("several_winners_not_allowed", facts={"seats": tuple(outcome)})]
    return []
