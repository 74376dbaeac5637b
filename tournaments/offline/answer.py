"""Answer a preview in the tablet's browser as the server would: JSON in, JSON out."""

import json
from collections.abc import Mapping
from typing import Any

import scoring
from scoring import Position
from tournaments import preview
from tournaments.preview import Mahjong, Mahjongs
from tournaments.reckoned import declaration_in, reckon

Json = dict[str, Any]


class OtherRules(ValueError):
    """The table plays by rules that this engine does not have as the server has them."""


def answered(asked: str) -> str:
    """Work out a deal: `{rules, level, at, names, body, mahjongs, unsent}` to `{status, body}`, as text.

    `at` is the position, `body` what would be sent; `mahjongs` are by seat those that the server knows
    and that may forbid a special hand; `unsent` lists `{at, body, place}` of the deals that wait on the
    tablet. Raises OtherRules.
    """
    told = json.loads(asked)
    content = declaration_in(told["body"])
    rules = rules_as_told(told["rules"])
    try:
        status, body = _worked_out(told, content, rules)
    except scoring.MalformedHand as malformed:
        status, body = 422, {"errors": [preview.problem_json(one) for one in malformed.problems]}
    if status == 422:
        hands = preview.sound_hands(content, position_of(told["at"]), rules)
        body = {"code": "deal_refused", **body, **preview.partial_json(hands)}
    return json.dumps({"status": status, "body": body})


def rules_as_told(told: Json) -> scoring.RuleSet:
    """Load the table's rules; they must be, to the last figure, those of the server."""
    try:
        rules = scoring.load_rules(told["id"], told["options"])
    except scoring.RuleSetError as fault:
        raise OtherRules(told["id"]) from fault
    if rules.content_hash != told["hash"]:
        raise OtherRules(told["id"])
    return rules


def position_of(told: Json) -> Position:
    """Read a position as the server writes it."""
    rare = {name: told[name] for name in ("goulash", "counted") if name in told}
    return Position(told["deal"], told["east"], told["round_wind"], **rare)


def _worked_out(told: Json, content: Json, rules: scoring.RuleSet) -> tuple[int, Json]:
    position = position_of(told["at"])
    reckoned, won = preview.counted(content, position, rules, lambda: _earlier(told, rules))
    faults = preview.faults_of(reckoned, told["level"], content, rules, won)
    return (422, {"errors": faults}) if faults else (200, preview.sound_json(reckoned, told["names"], rules))


def _earlier(told: Json, rules: scoring.RuleSet) -> Mahjongs:
    """Put what waits on the tablet after what the server knows."""
    won = {seat: [Mahjong(*one) for one in made] for seat, made in told["mahjongs"].items()}
    for unsent in told["unsent"]:
        for seat, made in _made(unsent, rules).items():
            won.setdefault(seat, []).append(made)
    return won


def _made(unsent: Json, rules: scoring.RuleSet) -> Mapping[str, Mahjong]:
    """Find the mah-jongs of a deal that waits; a faulty one made none."""
    try:
        reckoned = reckon(declaration_in(unsent["body"]), position_of(unsent["at"]), rules)
    except scoring.MalformedHand:
        return {}
    winners = () if reckoned.problems else reckoned.winners
    return {seat: Mahjong(reckoned.specials.get(seat), *unsent["place"]) for seat in winners}
