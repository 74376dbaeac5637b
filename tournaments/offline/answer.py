"""Answer a preview in the tablet's browser as the server would: JSON in, JSON out."""

import json
from collections.abc import Mapping
from typing import Any

import scoring
from scoring import Position
from tournaments.deal import preview
from tournaments.deal.preview import Mahjong, Mahjongs
from tournaments.deal.reckon import declaration_in, reckon

Json = dict[str, Any]


class OtherRules(ValueError):
    """The table plays by rules that this engine does not have as the server has them."""


def answered(asked: str) -> str:
    """Work a deal out: `{rules, level, at, names, body, mahjongs, unsent, said}` to `{status, body}`.

    Both are JSON as text. `at` is the position, `body` what would be sent; `mahjongs` are by seat those
    that the server knows and that may forbid a special hand; `unsent` lists `{at, body, place}` of the deals
    that wait on the tablet; `said` maps the engine's English to the tablet's language. Raises OtherRules.
    """
    told = json.loads(asked)
    content, said = declaration_in(told["body"]), said_as(told.get("said"))
    rules = rules_as_told(told["rules"])
    try:
        status, body = _worked_out(told, content, rules, said)
    except scoring.MalformedHand as malformed:
        status, body = 422, {"errors": [preview.problem_json(one, said) for one in malformed.problems]}
    if status == 422:
        position = position_of(told["at"])
        hands = preview.sound_hands(content, position, rules)
        body = {"code": "deal_refused", **body, **preview.partial_json(hands, said, position.playing)}
    return json.dumps({"status": status, "body": body})


def rules_as_told(told: Json) -> scoring.RuleSet:
    """Load the table's rules; they must be, to the last figure, those of the server.

    `kept` is there where the event goes on by an older table than this engine's own.
    """
    try:
        kept = told.get("kept")
        rules = scoring.restored(kept) if kept else scoring.load_rules(told["id"], told["options"])
    except scoring.RuleSetError as fault:
        raise OtherRules(told["id"]) from fault
    if rules.content_hash != told["hash"]:
        raise OtherRules(told["id"])
    return rules


def position_of(told: Json) -> Position:
    """Read a position as the server writes it."""
    rare = {name: told[name] for name in ("goulash", "counted", "ring", "places") if name in told}
    return Position(told["deal"], told["east"], told["round_wind"], **rare)


def said_as(told: Mapping[str, str] | None) -> preview.Said:
    """Make what puts a sentence into the tablet's language, from its list of them; none means English."""
    return (lambda text: told.get(text, text)) if told else str


def _worked_out(told: Json, content: Json, rules: scoring.RuleSet, said: preview.Said) -> tuple[int, Json]:
    position = position_of(told["at"])
    reckoned, won = preview.counted(content, position, rules, lambda: _earlier(told, rules))
    if faults := preview.faults_of(reckoned, told["level"], content, rules, won, said):
        return 422, {"errors": faults}
    return 200, preview.sound_json(reckoned, told["names"], rules, said)


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
