"""The check of a rule set's table: unknown codes, keys and options, missing rows, amounts that are none.

It knows the vocabulary of tables, not what anything is worth.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from scoring.bonus import BONUS_SHAPES
from scoring.house import is_amount
from scoring.patterns import CIRCUMSTANCES, COUNTED, PATTERNS
from scoring.problems import Problem
from scoring.special import SPECIAL_SHAPES
from scoring.wording import CALL_NAMES, DOUBLE_NAMES, PENALTY_NAMES, POINT_NAMES, SPECIAL_NAMES

TOP: Final = {
    "id": str, "name": str, "limit": (int, dict), "players": list, "chows": int, "bonus_tiles": (bool, dict),
    "goulash": bool, "sources": dict, "options": dict, "points": list, "doubles": list, "special": list,
    "penalties": list, "settlement": dict, "play": dict, "claims": dict,
}  # fmt: skip
MAY: Final = {
    "minimum": (int, dict), "repeat": dict, "beside_special": dict, "goulash_deal": dict, "premium": dict,
    "tables": dict,
}  # fmt: skip
OF: Final = {"minor", "major", "own_wind", "round_wind", "dragon"}
WHO: Final = ("all", "winner", "winner_or_fishing")
ROW_KEYS: Final = {"code", "of", "exposed", "who", "shape", "when", "unless", "amount", "source"}
SPECIAL_KEYS: Final = {
    "code", "shape", "value", "fishing", "doubles", "fishing_doubles", "also", "claim_unless", "over_limit",
    "when", "unless", "source",
}  # fmt: skip
SECTIONS: Final[dict[str, dict[str, Any]]] = {
    "settlement": {
        "several_winners": bool, "east_doubles_with_winner": bool,
        "east_doubles_between_losers": (bool, dict), "source": str,
    },
    "play": {"round_winds": list, "east_stays": list, "draws_counted": bool, "start": int, "source": str},
    "claims": {"order": list, "source": str},
    "repeat": {"running": int, "source": str},
    "beside_special": {"also": list, "source": str},
    "goulash_deal": {"chows": int, "wild": list, "source": str},
    "premium": {"adds": str, "source": str},
}  # fmt: skip
MAY_HOLD: Final[dict[str, dict[str, Any]]] = {
    "play": {"goulash_after_draw": bool, "favoured": list, "counted_deals": int}
}
TABLE: Final = {"seats": list, "chows": int, "source": str}
TABLE_MAY: Final = {
    "east_doubles": bool, "winner_pays_difference": bool, "needs_doubles": int, "needs_value": str,
}  # fmt: skip
BASE: Final = [
    ("points", shape, of, exposed)
    for shape in ("pung", "kong")
    for of in ("minor", "major")
    for exposed in (True, False)
]
PROSE: Final = frozenset({"name", "source", "sources", "about"})
"""The keys of a table whose text is for people: a typo mended there makes no other rules."""
SOURCED: Final = ("limit", "players", "chows", "bonus_tiles", "goulash", "fishing", "long_hand")


def check_table(table: Mapping[str, Any]) -> list[Problem]:
    """Find everything that is wrong with a table, each with the place of the row."""
    shape = list(_wrong_keys("table", table, TOP, MAY))
    return shape or [*check_known(table), *_missing_rows(table)]


def check_known(table: Mapping[str, Any]) -> list[Problem]:
    """Find what the engine does not know in a table; one kept from earlier may lack rows that came later."""
    shape = list(_wrong_keys("table", table, TOP, MAY))
    if shape:
        return shape
    return [
        *_check_options(table),
        *(problem for kind in ("points", "doubles") for problem in _check_rows(table, kind)),
        *_check_special(table),
        *_check_penalties(table),
        *_check_sections(table),
    ]


def _fault(where: str, fault: str) -> Problem:
    return Problem("bad_ruleset", facts={"where": where, "fault": fault})


def _wrong_keys(
    where: str,
    section: Mapping[str, Any],
    wanted: Mapping[str, Any],
    may: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[Problem]:
    for key in section.keys() - wanted.keys() - may.keys():
        yield _fault(where, f"unknown key {key}")
    there = {key: kind for key, kind in may.items() if key in section}
    for key, kinds in {**wanted, **there}.items():
        known = kinds if isinstance(kinds, tuple) else (kinds,)
        if type(section.get(key)) not in known:
            yield _fault(where, f"{key} is missing or not of type {known[0].__name__}")


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
        if row.get("who", "all") not in WHO:
            yield _fault(where, f"unknown receiver {row['who']}")
        if not _is_shape(kind, row):
            yield _fault(where, f"unknown shape {row.get('shape', row.get('code'))}")


def _is_shape(kind: str, row: Mapping[str, Any]) -> bool:
    """Tell whether the engine can recognise what a row pays for."""
    shape, who = row.get("shape", row.get("code")), row.get("who", "all")
    if "of" in row:
        return bool(who == "all")
    if who == "all":
        return shape in BONUS_SHAPES or (kind == "doubles" and shape in PATTERNS)
    if who == "winner_or_fishing":
        return kind == "doubles" and shape in PATTERNS
    return shape in CIRCUMSTANCES or shape in COUNTED or (kind == "doubles" and shape in PATTERNS)


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
        for wanted in _listed(row.get(key, ())):
            name, _equals, value = wanted.partition("=")
            spec = table["options"].get(name, {})
            if not spec or (value and value not in spec.get("choices", ())):
                yield _fault(where, f"unknown option {wanted}")


def _listed(value: Any) -> Sequence[str]:
    """Read one name or a list of them."""
    return (value,) if isinstance(value, str) else value


def _check_amount(
    table: Mapping[str, Any], where: str, row: Mapping[str, Any], key: str
) -> Iterator[Problem]:
    amount = row.get(key)
    if isinstance(amount, dict):
        if amount.get("option") not in table["options"]:
            yield _fault(where, f"unknown option {amount.get('option')}")
    elif not is_amount(amount, _limit(table)):
        yield _fault(where, f"{key} is missing or no whole amount")


def _limit(table: Mapping[str, Any]) -> int:
    """Give the limit a table has by default; 0 where it has none."""
    limit = table["limit"]
    if isinstance(limit, dict):
        limit = table["options"].get(limit.get("option"), {}).get("default", 0)
    return int(limit) if str(limit).isdigit() else 0


def _check_special(table: Mapping[str, Any]) -> Iterator[Problem]:
    for where, row in _places(table, "special"):
        yield from _check_row(table, where, row, SPECIAL_KEYS)
        if row.get("code") not in SPECIAL_NAMES:
            yield _fault(where, f"unknown code {row.get('code')}")
        if row.get("shape", row.get("code")) not in SPECIAL_SHAPES:
            yield _fault(where, f"unknown shape {row.get('shape', row.get('code'))}")
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
        if name in table:
            yield from _wrong_keys(name, table[name], wanted, MAY_HOLD.get(name, {}))
    for players, section in table.get("tables", {}).items():
        yield from _wrong_keys(f"tables.{players}", section, TABLE, TABLE_MAY)
    for where, value in _options_used(table):
        if isinstance(value, dict) and value.get("option") not in table["options"]:
            yield _fault(where, f"unknown option {value.get('option')}")
    called = {call.partition(":")[0] for calls in table["claims"].get("order", ()) for call in calls}
    if called != CALL_NAMES.keys():
        yield _fault("claims", f"the order needs {', '.join(CALL_NAMES)} and nothing else")
    for key in SOURCED:
        if not table["sources"].get(key):
            yield _fault("sources", f"{key} is missing")


def _options_used(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """List the figures outside the rows that may be an option."""
    for key in ("limit", "bonus_tiles", "minimum"):
        yield key, table.get(key)
    yield "settlement", table["settlement"].get("east_doubles_between_losers")
    if "premium" in table:
        yield "premium", {"option": table["premium"].get("adds", "").partition("=")[0]}


def _missing_rows(table: Mapping[str, Any]) -> Iterator[Problem]:
    there = {("points", row.get("code"), row.get("of"), row.get("exposed")) for row in table["points"]}
    for cell in BASE:
        if cell not in there:
            yield _fault(
                "points", f"no row for {'exposed' if cell[3] else 'concealed'} {cell[1]} of {cell[2]}s"
            )
    for code in PENALTY_NAMES if table["penalties"] else ():
        if code not in {row.get("code") for row in table["penalties"]}:
            yield _fault("penalties", f"no row for {code}")
    if "mahjong" not in {row.get("code") for row in table["points"]}:
        yield _fault("points", "no row for mahjong")


def fingerprint(table: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """Hash a table and the options it is bound to: SHA-256 in hexadecimal, whatever the order of the keys.

    >>> fingerprint({"limit": 500, "name": "Ours"}, {}) == fingerprint({"limit": 500, "name": "Theirs"}, {})
    True
    """
    content = json.dumps([_without_prose(table), options], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


def _without_prose(part: Any) -> Any:
    if isinstance(part, Mapping):
        return {key: _without_prose(value) for key, value in part.items() if key not in PROSE}
    if isinstance(part, list):
        return [_without_prose(value) for value in part]
    return part
