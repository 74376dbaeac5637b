"""A season's rules between two forms: the plain fields of `PolicyForm`, and a policy as JSON gives it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from tournaments.ranking.seasons.policy import WAYS, Policy

UNSAID = Policy()  # what a policy comes to that says nothing
CODES, BONUSES, PLACES = 4, 3, 6
PLAIN = (  # keys of a policy that are one field each, under the same name
    *("meetings", "credit_scheme", "opening", "attendance_points", "penalties", "wrong_sum"),
    *("substitute_policy", "substitute_fixed", "members_needed", "aggregate", "divide_by", "unqualified"),
    "figures_of",
)
TICKED = ("attendance_pro_rata", "absence_replaces")
AS_LINES = ("periods", "divisions")


def _given(value: Any) -> bool:
    return value not in (None, "", [], False)


def _exact(text: str) -> int | str:
    """Write an amount as a policy has it: whole ones as numbers."""
    return int(text) if re.fullmatch("-?[0-9]+", text) else text


def _exactly(value: Any) -> Any:
    if isinstance(value, list):
        return [_exact(str(one)) for one in value]
    return _exact(value) if isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value) else value


def policy_of_fields(told: Mapping[str, Any]) -> dict[str, Any]:
    """Give the policy that the cleaned fields say; what is as one would expect is left out."""
    return dict(_keys(told))


def _keys(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a policy that the fields say."""
    yield from ((key, _exactly(told[key])) for key in (*PLAIN, *TICKED) if _said(key, told[key]))
    yield from ((key, told[key]) for key in ("places_without", "periods", "divisions") if told[key])
    if told["credit_scheme"] == "table_points":
        yield "table_points", _exactly(told["table_points"])
    if own := {n: _exactly(told[f"table_points_{n}"]) for n in ("3", "5") if told[f"table_points_{n}"]}:
        yield "table_points_of", own
    if told["place_first"]:
        falling = {key: told[f"place_{key}"] for key in ("first", "step", "least")}
        yield "place_points", {key: _exact(value) for key, value in falling.items() if value}
    elif told["place_points"]:
        yield "place_points", _exactly(told["place_points"])
    yield "rested", _formula(told, "rested", "rested_amount", "rested_of")
    yield from _counting(told)
    yield from _minimum(told)
    yield "criteria", [told[key] for n in range(1, PLACES + 1) if told.get(key := f"criterion_{n}")]
    yield from _numbered(told)
    yield from _ends(told)


def _said(key: str, value: Any) -> bool:
    return _given(value) and not (key in ("members_needed", "attendance_points") and str(value) == "0")


def _formula(told: Mapping[str, Any], formula: str, amount: str, of: str) -> dict[str, Any]:
    made: dict[str, Any] = {"formula": told[formula]}
    if told[formula] == "fixed":
        made["amount"] = _exact(told[amount] or "0")
    elif told[formula] == "average_of_best" and told[of]:
        made["of"] = told[of]
    return made


def _counting(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    way = told["counting"]
    if way == "discard_every":
        yield way, {"every": told["every"], "from": told["every_from"] or 0, "of": told["every_of"] or "held"}
    elif way == "trimmed":
        yield way, {"best": told["trimmed_best"] or 0, "worst": told["trimmed_worst"] or 0}
    elif way == "trimmed_per":
        yield "trimmed", {"per": told["trimmed_per"] or 0}
    elif way in WAYS:
        yield way, told[way]


def _minimum(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    values = {
        "number": told["minimum_value"] or 0,
        "per_cent": f"{told['minimum_value'] or 0}%",
        "as_counted": "as_counted",
        "rising": {"rising": told["minimum_rising"]},
    }
    if told["minimum"] in values:
        yield "minimum_attendance", values[told["minimum"]]


def _numbered(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    codes = {}
    for n in range(1, CODES + 1):
        if name := told[f"code_name_{n}"].strip():
            made = _formula(told, f"code_formula_{n}", f"code_amount_{n}", f"code_of_{n}")
            made |= {"most": told[f"code_most_{n}"]} if told[f"code_most_{n}"] is not None else {}
            made |= {key: True for key in ("attended", "attendance_points") if told[f"code_{key}_{n}"]}
            codes[name] = made | ({"discardable": False} if told[f"code_stays_{n}"] else {})
    bonuses = []
    for n in range(1, BONUSES + 1):
        if fact := told[f"bonus_fact_{n}"].strip():
            most = told[f"bonus_most_{n}"]
            each = {"fact": fact, "each": _exact(told[f"bonus_each_{n}"] or "0")}
            bonuses.append(each | ({} if most is None else {"most": most}))
    yield from ((key, value) for key, value in (("absence", codes), ("bonuses", bonuses)) if value)


def _ends(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if told["year"]:
        made: dict[str, Any] = {"from": told["year"]}
        made |= {"best_of": told["year_best_of"]} if told["year_best_of"] is not None else {}
        yield "year", made | ({"points": _exactly(told["year_points"])} if told["year"] == "places" else {})
    if told["finals"] == "periods":
        yield "finals", {"from": "periods", "each": told["finals_places"], "pass_down": told["pass_down"]}
    elif told["finals"] == "table":
        yield "finals", {"from": "table", "first": told["finals_places"]}
    if told["roll_over"]:
        yield "roll_over", {"carry": _exact(told["roll_over"])}


def shown_of(policy: Mapping[str, Any]) -> dict[str, Any]:
    """Give what the fields show of a policy; what no field can show stands as data alone."""
    shown = {key: policy[key] for key in (*PLAIN, *TICKED, *AS_LINES, "places_without") if key in policy}
    shown |= {"credit_scheme": policy.get("credit_scheme", "net"), "counting": "all", "minimum": "none"}
    shown["table_points"] = [str(one) for one in policy.get("table_points", UNSAID.table_points)]
    own = policy.get("table_points_of", {})
    shown |= {f"table_points_{n}": list(map(str, points)) for n, points in own.items()}
    placed = policy.get("place_points")
    if isinstance(placed, dict):
        shown |= {f"place_{key}": value for key, value in placed.items()}
    elif placed:
        shown["place_points"] = list(map(str, placed))
    rested = policy.get("rested") or asdict(UNSAID.rested)
    shown |= {
        "rested": rested.get("formula"),
        "rested_amount": rested.get("amount"),
        "rested_of": rested.get("of"),
    }
    shown |= _shown_counting(policy) | _shown_minimum(policy.get("minimum_attendance", 0))
    criteria = policy.get("criteria", UNSAID.criteria)
    shown |= {f"criterion_{n}": code for n, code in enumerate(criteria, 1)}
    for n, (name, code) in enumerate(policy.get("absence", {}).items(), 1):
        shown |= {f"code_{key}_{n}": value for key, value in code.items()}
        shown |= {f"code_name_{n}": name, f"code_stays_{n}": code.get("discardable") is False}
    for n, bonus in enumerate(policy.get("bonuses", ()), 1):
        shown |= {f"bonus_{key}_{n}": value for key, value in bonus.items()}
    return shown | _shown_ends(policy)


def _shown_counting(policy: Mapping[str, Any]) -> dict[str, Any]:
    way = next((key for key in WAYS if policy.get(key) is not None), None)
    value = policy.get(way) if way else None
    if way == "discard_every" and isinstance(value, dict):
        names = {"every": "every", "from": "every_from", "of": "every_of"}
        return {"counting": way, **{names[key]: one for key, one in value.items() if key in names}}
    if way == "trimmed" and isinstance(value, dict):
        if "per" in value:
            return {"counting": "trimmed_per", "trimmed_per": value["per"]}
        return {"counting": way, **{f"trimmed_{key}": one for key, one in value.items()}}
    return {"counting": way, way: value} if way else {}


def _shown_minimum(minimum: Any) -> dict[str, Any]:
    if isinstance(minimum, dict):
        return {"minimum": "rising", "minimum_rising": minimum.get("rising")}
    if minimum == "as_counted":
        return {"minimum": "as_counted"}
    if isinstance(minimum, str):
        return {"minimum": "per_cent", "minimum_value": minimum.rstrip("% ")}
    return {"minimum": "number", "minimum_value": minimum} if minimum else {}


def _shown_ends(policy: Mapping[str, Any]) -> dict[str, Any]:
    year, finals = policy.get("year") or {}, policy.get("finals") or {}
    return {
        "year": year.get("from", ""),
        "year_best_of": year.get("best_of"),
        "year_points": list(map(str, year.get("points", ()))),
        "finals": finals.get("from", ""),
        "finals_places": finals.get("each", finals.get("first")),
        "pass_down": finals.get("pass_down", False),
        "roll_over": (policy.get("roll_over") or {}).get("carry"),
    }


def fits(policy: Mapping[str, Any]) -> bool:
    """Tell whether the fields can show a whole policy, so that nothing of it is lost."""
    beyond = set(policy.get("table_points_of", {})) - {"3", "5"}
    many = len(policy.get("absence", {})) > CODES or len(policy.get("bonuses", ())) > BONUSES
    year = set(policy.get("year") or {}) - {"from", "best_of", "points"}
    return not (beyond or many or year or len(policy.get("criteria", ())) > PLACES)
