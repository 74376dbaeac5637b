"""The check of a rule set's table: unknown codes, keys and options, missing rows, amounts that are none.

It knows the vocabulary of tables, not what anything is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from scoring.patterns import CIRCUMSTANCES, PATTERNS
from scoring.problems import Problem
from scoring.special import SPECIAL_SHAPES
from scoring.wording import CALL_NAMES, DOUBLE_NAMES, PENALTY_NAMES, POINT_NAMES

TOP: Final = {
    "id": str, "name": str, "limit": int, "players": list, "chows": int, "bonus_tiles": bool, "goulash": bool,
    "sources": dict, "options": dict, "points": list, "doubles": list, "special": list, "penalties": list,
    "repeat": dict, "settlement": dict, "play": dict, "claims": dict,
}  # fmt: skip
OF: Final = {"minor", "major", "own_wind", "round_wind", "dragon"}
ROW_KEYS: Final = {"code", "of", "exposed", "who", "shape", "when", "unless", "amount", "source"}
SPECIAL_KEYS: Final = {
    "code", "value", "fishing", "doubles", "fishing_doubles", "also", "claim_unless", "when", "unless",
    "source",
}  # fmt: skip
SECTIONS: Final[Mapping[str, Mapping[str, type]]] = {
    "settlement": {
        "several_winners": bool, "east_doubles_with_winner": bool, "east_doubles_between_losers": bool,
        "source": str,
    },
    "play": {"round_winds": list, "east_stays": list, "draws_counted": bool, "start": int, "source": str},
    "claims": {"order": list, "source": str},
    "repeat": {"running": int, "source": str},
}  # fmt: skip
BASE: Final = [
    ("points", shape, of, exposed)
    for shape in ("pung", "kong")
    for of in ("minor", "major")
    for exposed in (True, False)
]
SOURCED: Final = ("limit", "players", "chows", "bonus_tiles", "goulash", "fishing", "long_hand")


def check_table(table: Mapping[str, Any]) -> list[Problem]:
    """Find everything that is wrong with a table, each with the place of the row."""
    shape = list(_wrong_keys("table", table, TOP))
    if shape:
        return shape
    return [
        *_check_options(table),
        *(problem for kind in ("points", "doubles") for problem in _check_rows(table, kind)),
        *_check_special(table),
        *_check_penalties(table),
        *_check_sections(table),
        *_missing_rows(table),
    ]


def _fault(where: str, fault: str) -> Problem:
    return Problem("bad_ruleset", facts={"where": where, "fault": fault})


def _wrong_keys(where: str, section: Mapping[str, Any], wanted: Mapping[str, type]) -> Iterator[Problem]:
    for key in section.keys() - wanted.keys():
        yield _fault(where, f"unknown key {key}")
    for key, kind in wanted.items():
        if type(section.get(key)) is not kind:
            yield _fault(where, f"{key} is missing or not of type {kind.__name__}")


def _check_options(table: Mapping[str, Any]) -> Iterator[Problem]:
    for name, spec in table["options"].items():
        where = f"options.{name}"
        kinds = {"integer": int, "truth": bool, "choice": str}
        if spec.get("type") not in kinds:
            yield _fault(where, f"unknown type {spec.get('type')}")
        elif type(spec.get("default")) is not kinds[spec["type"]]:
            yield _fault(where, "the default is not of the option's type")
        elif spec["type"] == "choice" and spec["default"] not in spec.get("choices", ()):
            yield _fault(where, "the default is not among the choices")
        for key in ("source", "about"):
            if not spec.get(key):
                yield _fault(where, f"{key} is missing")


def _check_rows(table: Mapping[str, Any], kind: str) -> Iterator[Problem]:
    names = POINT_NAMES if kind == "points" else DOUBLE_NAMES
    for where, row in _places(table, kind):
        yield from _check_row(table, where, row, ROW_KEYS)
        yield from _check_amount(table, where, row, "amount")
        if row.get("code") not in names:
            yield _fault(where, f"unknown code {row.get('code')}")
        if row.get("of", "minor") not in OF:
            yield _fault(where, f"unknown kind of tiles {row['of']}")
        if row.get("who", "all") not in ("all", "winner"):
            yield _fault(where, f"unknown receiver {row['who']}")
        if row.get("who") == "winner" and row.get("shape", row.get("code")) not in PATTERNS | CIRCUMSTANCES:
            yield _fault(where, f"unknown shape {row.get('shape', row.get('code'))}")


def _places(table: Mapping[str, Any], kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for place, row in enumerate(table[kind], 1):
        yield f"{kind} row {place} ({row.get('code')})", row


def _check_row(
    table: Mapping[str, Any], where: str, row: Mapping[str, Any], keys: set[str]
) -> Iterator[Problem]:
    for key in row.keys() - keys:
        yield _fault(where, f"unknown key {key}")
    if not row.get("source"):
        yield _fault(where, "source is missing")
    for key in ("when", "unless", "claim_unless"):
        if key in row and row[key] not in table["options"]:
            yield _fault(where, f"unknown option {row[key]}")


def _check_amount(
    table: Mapping[str, Any], where: str, row: Mapping[str, Any], key: str
) -> Iterator[Problem]:
    amount = row.get(key)
    if isinstance(amount, dict):
        if amount.get("option") not in table["options"]:
            yield _fault(where, f"unknown option {amount.get('option')}")
    elif not _is_amount(amount, table["limit"]):
        yield _fault(where, f"{key} is missing or no whole amount")


def _is_amount(amount: Any, limit: int) -> bool:
    if isinstance(amount, str):
        try:
            return (Fraction(amount) * limit).denominator == 1
        except (ValueError, ZeroDivisionError):
            return False
    return type(amount) is int and amount >= 0


def _check_special(table: Mapping[str, Any]) -> Iterator[Problem]:
    for where, row in _places(table, "special"):
        yield from _check_row(table, where, row, SPECIAL_KEYS)
        if row.get("code") not in SPECIAL_SHAPES:
            yield _fault(where, f"unknown code {row.get('code')}")
        if ("value" in row) == ("doubles" in row):
            yield _fault(where, "either value or doubles is needed")
        for key in ("value", "fishing", "doubles", "fishing_doubles"):
            if key in row:
                yield from _check_amount(table, where, row, key)
        for code in row.get("also", ()):
            if code not in DOUBLE_NAMES:
                yield _fault(where, f"unknown code {code}")


def _check_penalties(table: Mapping[str, Any]) -> Iterator[Problem]:
    for where, row in _places(table, "penalties"):
        yield from _check_row(table, where, row, {"code", "pays", "amount", "east_doubles", "source"})
        if row.get("code") not in PENALTY_NAMES:
            yield _fault(where, f"unknown code {row.get('code')}")
        if row.get("pays") not in ("nobody", "misled", "everyone", "winner"):
            yield _fault(where, f"unknown receiver {row.get('pays')}")
        if row.get("pays") in ("misled", "everyone"):
            yield from _check_amount(table, where, row, "amount")
        if not _is_truth(row.get("east_doubles", False), table):
            yield _fault(where, "east_doubles is neither a truth nor an option")


def _is_truth(value: Any, table: Mapping[str, Any]) -> bool:
    return isinstance(value, bool) or (isinstance(value, dict) and value.get("option") in table["options"])


def _check_sections(table: Mapping[str, Any]) -> Iterator[Problem]:
    for name, wanted in SECTIONS.items():
        yield from _wrong_keys(name, table[name], wanted)
    called = {call.partition(":")[0] for calls in table["claims"].get("order", ()) for call in calls}
    if called != CALL_NAMES.keys():
        yield _fault("claims", f"the order needs {', '.join(CALL_NAMES)} and nothing else")
    for key in SOURCED:
        if not table["sources"].get(key):
            yield _fault("sources", f"{key} is missing")


def _missing_rows(table: Mapping[str, Any]) -> Iterator[Problem]:
    there = {("points", row.get("code"), row.get("of"), row.get("exposed")) for row in table["points"]}
    for cell in BASE:
        if cell not in there:
            yield _fault(
                "points", f"no row for {'exposed' if cell[3] else 'concealed'} {cell[1]} of {cell[2]}s"
            )
    for code in PENALTY_NAMES:
        if code not in {row.get("code") for row in table["penalties"]}:
            yield _fault("penalties", f"no row for {code}")
    if "mahjong" not in {row.get("code") for row in table["points"]}:
        yield _fault("points", "no row for mahjong")
