"""The commands: explain and rules for people; score, settle, play and waits for programs.

Those take JSON lines and answer with one JSON result a line, in order, never stopping at a bad line. Whoever
sends a line and waits has its answer at once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BufferedReader, BytesIO
from typing import Any, Final, cast

from scoring import notation
from scoring.arguments import parser
from scoring.drawing import counted_sheet, sheet
from scoring.game import play
from scoring.hands import Counted, Hand, Reader, hand_from_json
from scoring.layout import lay_out
from scoring.nearest import nearest
from scoring.printing import in_json, result_text
from scoring.problems import MalformedHand, Problem, RuleSetError, SettlementError
from scoring.rules import RuleSet, load_rules, ruleset_ids
from scoring.settlement import settle
from scoring.sheet import rules_sheet
from scoring.tiles import WINDS
from scoring.valuation import score
from scoring.waits import wait_values


@dataclass(frozen=True, slots=True)
class Table:
    """What the command line says of the table; `bound` are the rules by name, bound once for all lines."""

    ruleset: str
    options: Mapping[str, str]
    players: int
    bound: dict[str, RuleSet] = field(default_factory=dict, compare=False)


Answer = Callable[[dict[str, Any], RuleSet, int], str]
MOVES: Final = ("arrivals", "departures", "substitutions")
"""Who comes to a table and leaves it, in a line of `play`."""
AT_ONCE: Final = 1 << 16
"""So many bytes are read at once, if so many are there."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    chosen = parser().parse_args(arguments)
    if chosen.command == "rules":
        return _print_rules(chosen.ruleset)
    table = Table(chosen.rules, dict(chosen.option), chosen.players)
    if chosen.command == "explain":
        return _print_hand(" ".join(chosen.hand), chosen.seat, chosen.round, chosen.won, table)
    answer = {"score": _score, "settle": _settle, "play": _play, "waits": _waits}[chosen.command]
    for lines in arriving(cast(BufferedReader, sys.stdin.buffer)):
        for raw in lines:
            if raw.strip():
                sys.stdout.write(f"{answer_line(raw, answer, table)}\n")
        sys.stdout.flush()
    return 0


def arriving(stream: BufferedReader) -> Iterator[list[bytes]]:
    """Give the lines of a stream as they come: without waiting for more, all that are there."""
    begun: list[bytes] = []
    while block := stream.read1(AT_ONCE):
        end = block.rfind(b"\n") + 1
        begun.append(block[:end])
        if end:
            yield BytesIO(b"".join(begun)).readlines()
            begun.clear()
        begun.append(block[end:])
    yield BytesIO(b"".join(begun)).readlines()


def answer_line(raw: bytes | str, answer: Answer, table: Table) -> str:
    """Answer one line in JSON; a line that cannot be read or scored is answered with its errors."""
    named: dict[str, Any] = {}
    try:
        line = _parse(raw)
        named = {"id": line.pop("id")} if "id" in line else {}
        players = _players(line.pop("players", table.players)) if answer is not _play else 4
        rules = _rules(line.pop("ruleset", None), table)
        answered = answer(line, rules, players)
        return f"{in_json(named)[:-1]}, {answered[1:]}" if named else answered
    except (MalformedHand, RuleSetError, SettlementError) as refused:
        return in_json((named or {"id": None}) | refusal(refused.problems))


def refusal(problems: Sequence[Problem]) -> dict[str, Any]:
    """Print faults as the answer to a line."""
    return {"valid": False, "errors": [problem.to_json() for problem in problems]}


def _malformed(where: str, expected: str) -> MalformedHand:
    return MalformedHand([Problem("malformed", facts={"where": where, "expected": expected})])


def _parse(raw: bytes | str) -> dict[str, Any]:
    try:
        text = raw if isinstance(raw, str) else raw.decode(json.detect_encoding(raw), "surrogatepass")
        line = READER.decode(text)
    except (ValueError, RecursionError):
        raise _malformed("line", "one JSON object") from None
    if not isinstance(line, dict):
        raise _malformed("line", "one JSON object")
    return line


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key given twice: which of the two was meant is not ours to guess."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("repeated key")
    return made


READER: Final = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_object)
"""Made once for all lines."""


def _players(value: Any) -> int:
    if type(value) is not int:
        raise _malformed("players", "a whole number")
    return value


def _rules(ruleset: Any, table: Table) -> RuleSet:
    if not isinstance(ruleset, str | None):
        raise _malformed("ruleset", "a text")
    name = table.ruleset if ruleset is None else ruleset
    if name not in table.bound:
        table.bound[name] = load_rules(name, table.options)
    return table.bound[name]


def _score(line: dict[str, Any], rules: RuleSet, players: int) -> str:
    return result_text(score(hand_from_json(line), rules, players=players))


def _settle(line: dict[str, Any], rules: RuleSet, players: int) -> str:
    reader = Reader(line, "line", ("values", "winners", "dropped", "penalties", "favoured", "east"))
    if not isinstance(line.get("values"), dict):
        reader.fault("values", "values by seat")
    winners, dropped, penalties = reader.codes("winners"), reader.codes("dropped"), reader.items("penalties")
    favoured, east = reader.text("favoured"), reader.text("east")
    reader.finish()
    settled = settle(
        line["values"],
        winners,
        rules,
        dropped=dropped,
        penalties=penalties,
        players=players,
        favoured=favoured,
        east=WINDS[0] if east is None else east,
    )
    return in_json(settled.to_json())


def _play(line: dict[str, Any], rules: RuleSet, _players: int) -> str:
    Reader(line, "line", ("players", "outcomes", *MOVES)).finish()
    moves = {kind: line[kind] for kind in MOVES if kind in line}
    return in_json(play(line.get("players", ()), line.get("outcomes", ()), rules, **moves))


def _waits(line: dict[str, Any], rules: RuleSet, players: int) -> str:
    found = wait_values(Hand.from_json(line), rules, players=players)
    return in_json({"valid": True, "errors": [], "waits": [wait.to_json() for wait in found]})


def _print_rules(ruleset: str | None) -> int:
    try:
        names = [ruleset] if ruleset else ruleset_ids()
        sheets = [
            rules_sheet(load_rules(name)) if ruleset else f"{name}  {load_rules(name).name}" for name in names
        ]
    except RuleSetError as refused:
        sys.stderr.write(f"{refused}\n")
        return 1
    sys.stdout.write("\n".join(sheets) + "\n")
    return 0


def _print_hand(text: str, seat: str, round_wind: str, won: str, table: Table) -> int:
    try:
        rules = load_rules(table.ruleset, table.options)
        hand = hand_from_json(_declared(text, seat, round_wind, won))
    except notation.UnreadableHand as unreadable:
        sys.stderr.write(
            f"“{unreadable.word}” is no tile, set or flag; see `python -m scoring explain --help`.\n"
        )
        return 1
    except (MalformedHand, RuleSetError) as refused:
        sys.stderr.write(f"{refused}\n")
        return 1
    sys.stdout.write(_sheet(hand, rules, table.players) + "\n")
    return 0


def _declared(text: str, seat: str, round_wind: str, won: str) -> dict[str, Any]:
    """Read a hand from its text; what the text does not say of the deal, the command line does."""
    told = notation.parse(text) or {}
    if "points" in told:
        return told
    told = {"own_wind": seat, "round_wind": round_wind, **told}
    if "winning_tile" in told or lay_out(Hand.from_json(told)).size == 14:
        return {"is_winner": True, "win_source": won, **told}
    return told


def _sheet(hand: Hand | Counted, rules: RuleSet, players: int) -> str:
    scored = score(hand, rules, players=players)
    if isinstance(hand, Counted):
        return counted_sheet(scored)
    if hand.is_winner:
        return sheet(hand, scored, missing=() if scored.valid else nearest(hand, rules, players=players))
    waiting = wait_values(hand, rules, players=players) if scored.valid else ()
    return sheet(hand, scored, waiting=waiting)
