"""A whole game: who is East, who rests and which wind rules before each deal, from the outcomes alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.play import NOBODY_WON, PLACES, Position, advance, seated_at
from scoring.problems import MalformedHand, Problem
from scoring.ring import gathered
from scoring.rules import RuleSet
from scoring.tiles import WINDS

VOID: Final = "void"
"""A deal that was annulled: it is dealt again as what it was (decision 39)."""


class _Company:
    """Who sits where, from deal to deal: `seated` are names by seat, `playing` seats by name."""

    def __init__(self, seated: dict[str, str], moves: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        self.seated = seated
        self.moves = moves

    def before(self, position: Position | None, rules: RuleSet) -> Position | None:
        """Let those come and go whose deal it is, and substitutes take over."""
        if position is None:
            return None
        now = {
            kind: [move for move in told if move["from_deal"] == position.number]
            for kind, told in self.moves.items()
        }
        here = gathered(
            position,
            [move["seat"] for move in now["arrivals"]],
            [move["seat"] for move in now["departures"]],
            rules.players,
        )
        self.seated |= {move["seat"]: move["in"] for move in (*now["arrivals"], *now["substitutions"])}
        return here


def play(
    players: Sequence[str | None],
    outcomes: Sequence[Any],
    rules: RuleSet,
    *,
    arrivals: Sequence[Mapping[str, Any]] = (),
    departures: Sequence[Mapping[str, Any]] = (),
    substitutions: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Play a game through: players in the order E S W N (and resting) of the first deal; an outcome is the
    winners' names, "draw", "ended" where a penalty broke the deal off, or "void" where it was annulled.

    Two players are East and West; three may be four with null where the dummy sits (else North).
    `arrivals` and `substitutions` are {"seat", "from_deal", "in"}, `departures` {"seat", "from_deal"}: who
    comes or goes before that deal. Return {"deals", "over"} with the seats, East and round wind before each
    deal and before the one to follow. Raise MalformedHand for what cannot be.
    """
    seated = _seated(players, rules)
    told = {"arrivals": arrivals, "departures": departures, "substitutions": substitutions}
    moves = {kind: _moves(kind, listed, len(outcomes)) for kind, listed in told.items()}
    comers = [move["in"] for kind in ("arrivals", "substitutions") for move in moves[kind]]
    _check(list(seated.values()), comers, outcomes, rules)
    company, deals = _Company(seated, moves), []
    position = company.before(seated_at(seated), rules)
    for outcome in outcomes:
        if position is None:
            raise MalformedHand([_malformed("outcomes", "nothing after the end of the game")])
        deals.append(_before(position, company.seated, rules))
        position = company.before(_after(position, outcome, company.seated, rules), rules)
    if position is not None:
        deals.append(_before(position, company.seated, rules))
    return {"deals": deals, "over": position is None}


def _after(position: Position, outcome: Any, seated: Mapping[str, str], rules: RuleSet) -> Position | None:
    if outcome == VOID:
        return position.again()
    names = {seated[seat]: seat for seat in position.playing}
    won = [] if outcome in NOBODY_WON else outcome
    if any(name not in names for name in won):
        raise MalformedHand([_malformed("outcomes", "winners who play")])
    return advance(position, [names[name] for name in won], rules, broken_off=outcome == "ended")


def _moves(kind: str, told: Any, deals: int) -> list[Mapping[str, Any]]:
    """Check who comes and goes: a seat, a deal that is played, a name for who comes."""
    named = () if kind == "departures" else ("in",)
    for move in told if isinstance(told, list | tuple) else (None,):
        if (
            not isinstance(move, Mapping)
            or any(not isinstance(move.get(key), str) for key in ("seat", *named))
            or type(move.get("from_deal")) is not int
            or not 1 <= move["from_deal"] <= deals + 1
        ):
            raise MalformedHand([_malformed(kind, "a list of seat, from_deal and who")])
    return list(told)


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
    winds = {position.own_wind(seat): seated[seat] for seat in position.playing}
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


def _check(players: Sequence[str], comers: Sequence[str], outcomes: Sequence[Any], rules: RuleSet) -> None:
    if not all(isinstance(name, str) for name in players) or len(set(players)) < len(players):
        raise MalformedHand([_malformed("players", "different names")])
    if not isinstance(outcomes, list | tuple):
        raise MalformedHand([_malformed("outcomes", "a list")])
    problems = [
        problem
        for place, outcome in enumerate(outcomes)
        for problem in _outcome(place, outcome, (*players, *comers), rules)
    ]
    if problems:
        raise MalformedHand(problems)


def _outcome(place: int, outcome: Any, players: Sequence[str], rules: RuleSet) -> list[Problem]:
    if outcome in (*NOBODY_WON, VOID):
        return []
    if not isinstance(outcome, list) or not outcome or any(name not in players for name in outcome):
        return [_malformed(f"outcomes[{place}]", 'a list of winners, "draw", "ended" or "void"')]
    if len(outcome) > 1 and not rules.settlement["several_winners"]:
        return [Problem("several_winners_not_allowed", facts={"seats": tuple(outcome)})]
    return []
