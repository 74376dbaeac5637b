"""A preview in words: what a declared deal comes to, and every fault, as the tablet shows them.

Pure, because the server and the tablet's browser (`offline`) answer with the same lines of code. `said` puts
a sentence into the reader's language; without it sentences stay as the engine says them, in English.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import scoring
from scoring import Position, _
from scoring.wording import written
from tournaments.deal.chairs import CHAIRS
from tournaments.deal.reckon import TOTALS, Reckoned, reckon

Json = Mapping[str, Any]
Names = Mapping[str, str]
Said = Callable[[str], str]

PAID = {
    "win": _("{payer} pays {payee} for the mah-jong: {base}."),
    "win doubled": _("{payer} pays {payee} for the mah-jong, double with East: 2 × {base} = {amount}."),
    "difference": _("{payer} pays {payee} the difference of their hands: {higher} − {lower} = {base}."),
    "difference doubled": _(
        "{payer} pays {payee} the difference of their hands, double with East: "
        "2 × ({higher} − {lower}) = {amount}."
    ),
    "win favoured": _(
        "{payer} pays {payee} for the mah-jong, double with {favoured}: 2 × {base} = {amount}."
    ),
    "difference favoured": _(
        "{payer} pays {payee} the difference of their hands, double with {favoured}: "
        "2 × ({higher} − {lower}) = {amount}."
    ),
}
PAID_FOR = _("{payer} pays {payee} for {what}: {amount}.")
TILES_REQUIRED = _("This event wants the tiles of seat {seat}.")
EVERY_TILE_REQUIRED = _("This event wants every tile of seat {seat}; {count} are not shown.")
TOTALS_REQUIRED = _("This event takes what a table came to at its end, not single deals.")
TOTALS_NOT_TAKEN = _("This event takes every deal, not what a table came to at its end.")
TOTALS_DO_NOT_CANCEL = _("What the four won and lost must add up to 0; it comes to {sum}.")


@dataclass(frozen=True, slots=True)
class Mahjong:
    """One mah-jong of an entry: its special hand (None for an ordinary one) and where it was made."""

    special: str | None
    round: int
    table: int
    deal: int


Mahjongs = Mapping[str, Sequence[Mahjong]]  # by seat, in order of play


# ------------------------------------------------------------------ working it out
def counted(
    content: dict[str, Any], position: Position, rules: scoring.RuleSet, earlier: Callable[[], Mahjongs]
) -> tuple[Reckoned, Mahjongs]:
    """Score a declaration; only for a special hand is asked what was won `earlier`, and counts."""
    reckoned = reckon(content, position, rules)
    if not (rules.repeat and set(reckoned.specials) & set(reckoned.winners)):
        return reckoned, {}
    won = earlier()
    previous = {seat: [made.special for made in won.get(seat, ())] for seat in position.playing}
    return reckon(content, position, rules, previous), won


def faults_of(
    reckoned: Reckoned, level: str, content: Json, rules: scoring.RuleSet, won: Mahjongs, said: Said = str
) -> list[dict[str, Any]]:
    """List every fault of a declaration, each with its sentence; `level` is how much the event wants."""
    if TOTALS in (level, content.get("outcome")):
        faults = [*totals_faults(level, content, said)]
    else:
        faults = [tiles_required(seat, said) for seat in bare_points(level, content, rules)]
        faults += [*every_tile_required(level, content, said)]
    return faults + [_with_earlier(problem_json(problem, said), won) for problem in reckoned.problems]


def bare_points(level: str, content: Json, rules: scoring.RuleSet) -> list[str]:
    """Find bare points where the event wants tiles, in a declaration whose shape is sound; by seat."""
    needed = ("win", "draw") if rules.play["draws_counted"] else ("win",)
    if content.get("outcome") not in needed or level == "points":
        return []
    hands = content.get("hands", {})
    need = content.get("winners", []) if level == "winner" else [one for one in CHAIRS if one in hands]
    return [seat for seat in need if "points" in hands.get(seat, {})]


def every_tile_required(level: str, content: Json, said: Said = str) -> Iterator[dict[str, Any]]:
    """Find hands of which tiles were not shown where the event wants every tile; by seat."""
    for seat, hand in content.get("hands", {}).items() if level == "tiles" else ():
        if count := hand.get("unshown"):
            facts = {"seat": seat, "count": count}
            message = said(EVERY_TILE_REQUIRED).format(**facts)
            yield _fault("every_tile_required", message, seat) | {"facts": facts}


def totals_faults(level: str, content: Json, said: Said = str) -> Iterator[dict[str, Any]]:
    """Say what is wrong with totals, or with a deal where totals are wanted."""
    if content.get("outcome") != TOTALS:
        yield _fault("totals_required", said(TOTALS_REQUIRED))
    elif level != TOTALS:
        yield _fault("totals_not_taken", said(TOTALS_NOT_TAKEN))
    elif rest := sum(content["totals"].values()):
        yield _fault("totals_do_not_cancel", said(TOTALS_DO_NOT_CANCEL).format(sum=written(rest)), sum=rest)


def _fault(code: str, message: str, seat: str | None = None, **facts: Any) -> dict[str, Any]:
    return {"code": code, "message": message, "facts": facts, "errors": [], "seat": seat}


def tiles_required(seat: str, said: Said = str) -> dict[str, Any]:
    """Write the fault of a seat that declared points where the event wants tiles."""
    return _fault("tiles_required", said(TILES_REQUIRED).format(seat=seat), seat) | {"facts": {"seat": seat}}


def problem_json(problem: scoring.Problem, said: Said = str) -> dict[str, Any]:
    """Write a fault of the rules with its sentence."""
    message = scoring.say(problem.template, problem.facts, said)
    return {**problem.to_json(), "message": message, "seat": problem.seat}


def _with_earlier(problem: dict[str, Any], won: Mahjongs) -> dict[str, Any]:
    """Name the two earlier deals of a special hand that came three times in a row."""
    if problem["code"] != "special_hand_repeated" or problem["seat"] not in won:
        return problem
    last_two = won[problem["seat"]][-2:]
    return {**problem, "earlier": [[made.round, made.table, made.deal] for made in last_two]}


def sound_hands(content: Json, position: Position, rules: scoring.RuleSet) -> dict[str, dict[str, Any]]:
    """Count each sound hand of a faulty declaration, by seat; nothing where nothing can be said."""
    try:
        deal = scoring.Deal.from_json(content)
    except scoring.MalformedHand:
        return {}
    scored = scoring.score_deal(deal, position, rules)
    return {seat: hand.to_json() for seat, hand in scored.hands.items() if hand.valid}


# ------------------------------------------------------------------ saying it
def sound_json(reckoned: Reckoned, names: Names, rules: scoring.RuleSet, said: Said = str) -> dict[str, Any]:
    """Write what a sound declaration comes to; `names` are by seat."""
    return {
        "deal": reckoned.position.number,
        "values": values_of(reckoned.result),
        "net": dict(reckoned.net),
        "lines": lines_of(reckoned.result, names, said),
        "next": position_json(reckoned.following, rules),
    }


def partial_json(
    hands: Mapping[str, Json], said: Said = str, seats: Sequence[str] = scoring.SEATS
) -> dict[str, Any]:
    """Write what the sound hands of a faulty declaration are worth."""
    return {
        "values": {seat: hands[seat]["value"] if seat in hands else None for seat in seats},
        "lines": hand_lines(hands, said) | {"payments": [], "cannon": []},
    }


def position_json(position: Position | None, rules: scoring.RuleSet) -> dict[str, Any] | None:
    """Say what is next: deal and winds, a goulash, and who pays double instead of East; None: game over."""
    if position is None:
        return None
    favoured = {"favoured": position.favoured(rules)} if "favoured" in rules.play else {}
    return position.to_json() | favoured


def values_of(result: Json) -> dict[str, int | None]:
    """Take the value of each hand from a working."""
    values = result.get("values") or dict.fromkeys(scoring.SEATS)
    return {seat: values[seat] for seat in CHAIRS if seat in values}


def lines_of(result: Json, names: Names, said: Said = str) -> dict[str, Any]:
    """Take the explanation from a working: lines of each hand by seat, payments in words, cannon."""
    return {
        **hand_lines(result.get("hands") or {}, said),
        "payments": [
            {**paid, "text": payment_sentence(paid, result, names, said)}
            for paid in result.get("payments", [])
        ],
        "cannon": result.get("cannon", []),
    }


def hand_lines(hands: Mapping[str, Json], said: Said = str) -> dict[str, Any]:
    """Take lines and special hands by seat."""
    return {
        "seats": {
            seat: [_said_line(line, said) for line in hand.get("lines", [])] for seat, hand in hands.items()
        },
        "special": {seat: hand["special"] for seat, hand in hands.items() if hand.get("special")},
    }


def _said_line(line: Json, said: Said) -> dict[str, Any]:
    """Take a line with its text and where its rule is written, without what these are made of."""
    kept = {name: value for name, value in line.items() if name not in ("sentence", "facts")}
    return kept | {"text": line_text(line, said), "source": scoring.written(line["source"], said)}


def line_text(line: Json, said: Said = str) -> str:
    """Say a recorded line; its numbers are written as everywhere, however they were when it was recorded."""
    return scoring.say(line["sentence"], line["facts"], said)


def payment_sentence(paid: Json, result: Json, names: Names, said: Said = str) -> str:
    """Say who pays whom what, for what, and how much that is."""
    facts = {
        "payer": names.get(paid["from"], ""),
        "payee": names.get(paid["to"], ""),
        "amount": written(paid["amount"]),
        "favoured": names.get(result.get("favoured", ""), ""),
    }
    if paid["for"] not in PAID:
        return said(PAID_FOR).format(what=penalty_name(paid["for"], said), **facts)
    values = result.get("values", {})
    higher, lower = values.get(paid["to"]) or 0, values.get(paid["from"]) or 0
    base = higher if paid["for"] == "win" else higher - lower
    double = "favoured" if result.get("favoured") else "doubled"
    key = paid["for"] if paid["amount"] == base else f"{paid['for']} {double}"
    values = {"base": written(base), "higher": written(higher), "lower": written(lower)}
    return said(PAID[key]).format(**values, **facts)


def penalty_name(code: str, said: Said = str) -> str:
    """Name a penalty."""
    return said(scoring.PENALTY_NAMES.get(code, code))
