"""A policy read from what somebody wrote, as JSON gives it: all its words and amounts, or all that is wrong.

Whether what was read contradicts itself is for `contradictions`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons import policy as rules
from tournaments.ranking.seasons.faults import Fault, PolicyRefused
from tournaments.ranking.seasons.policy import Choosing, Minimum, Policy, plain

EXACT = re.compile(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?")
PATTERN = re.compile(r"\s*[0-9]+\s*(,\s*[0-9]+\s*)*")
PER_CENT = re.compile(r"([0-9]+)\s*%")

MOST_MEETINGS = 9_999  # a slip of more digits is not looked at for minutes

Reader = Callable[[Any], Any]


class Unreadable(Exception):
    """Raised for what cannot be read, with the codes of all that is wrong with it."""

    def __init__(self, codes: Iterable[str]) -> None:
        super().__init__(codes)
        self.codes = tuple(dict.fromkeys(codes))


def exact(raw: Any) -> Amount:
    """Read an amount: a whole number, or a fraction as text; a decimal number is none."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and EXACT.fullmatch(raw):
        return plain(Fraction(raw))
    raise Unreadable(["not_exact"])


def whole(raw: Any) -> int:
    """Read a whole number that is not negative."""
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise Unreadable(["not_exact"])
    if raw < 0:
        raise Unreadable(["unknown_value"])
    return raw


def _any_whole(raw: Any) -> int:
    """Read a whole number whose size is judged later."""
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise Unreadable(["not_exact"])
    return raw


def _counted(raw: Any) -> int:
    if whole(raw) < 1:
        raise Unreadable(["unknown_value"])
    return int(raw)


def _meeting(raw: Any) -> int:
    if _counted(raw) > MOST_MEETINGS:
        raise Unreadable(["unknown_value"])
    return int(raw)


def _truth(raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise Unreadable(["unknown_value"])
    return raw


def _name(raw: Any) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise Unreadable(["unknown_value"])
    return raw


def _word(*words: str) -> Reader:
    def read(raw: Any) -> str:
        if not isinstance(raw, str) or raw not in words:
            raise Unreadable(["unknown_value"])
        return raw

    return read


def _together(reads: Iterable[Callable[[], Any]]) -> list[Any]:
    """Read each, and raise what is wrong with any of them together."""
    made: list[Any] = []
    codes: list[str] = []
    for read in reads:
        try:
            made.append(read())
        except Unreadable as unreadable:
            codes += unreadable.codes
    if codes:
        raise Unreadable(codes)
    return made


def _misshapen(raw: Any) -> Unreadable:
    return Unreadable(["not_exact" if isinstance(raw, bool | float | str) else "unknown_value"])


def _listed(read: Reader) -> Callable[[Any], tuple[Any, ...]]:
    def of(raw: Any) -> tuple[Any, ...]:
        if not isinstance(raw, list):
            raise _misshapen(raw)
        return tuple(_together(partial(read, each) for each in raw))

    return of


def _record(raw: Any, needed: Mapping[str, Reader], optional: Mapping[str, Reader]) -> dict[str, Any]:
    """Read an object of known keys; those that are not said are left out."""
    if not isinstance(raw, dict):
        raise _misshapen(raw)
    known = {**needed, **optional}
    said = {key: value for key, value in raw.items() if value is not None}

    def refuse(code: str) -> None:
        raise Unreadable([code])

    wrong = [partial(refuse, "unknown_key") for key in raw if key not in known]
    wrong += [partial(refuse, "unknown_value") for key in needed if key not in said]
    readable = [key for key in said if key in known]
    made = _together([*wrong, *(partial(known[key], said[key]) for key in readable)])
    return dict(zip(readable, made, strict=True))


def _pair(raw: Any) -> tuple[int, int]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise _misshapen(raw)
    first, figure = _together([partial(_any_whole, raw[0]), partial(whole, raw[1])])
    return first, figure


def _rising(raw: Any) -> rules.Rising:
    pairs = _listed(_pair)(raw)
    if not pairs:
        raise Unreadable(["unknown_value"])
    return pairs


def _points_of(raw: Any) -> dict[int, tuple[Amount, ...]]:
    if not isinstance(raw, dict):
        raise _misshapen(raw)
    if not all(re.fullmatch("[1-9][0-9]*", seats) for seats in raw):
        raise Unreadable(["unknown_value"])
    lists = _together(partial(_listed(exact), points) for points in raw.values())
    return dict(zip(map(int, raw), lists, strict=True))


def _place_points(raw: Any) -> tuple[Amount, ...] | rules.Falling:
    if isinstance(raw, dict):
        made = _record(raw, {"first": exact, "step": exact}, {"least": exact})
        return rules.Falling(**made)
    return _listed(exact)(raw)


def _bonus(raw: Any) -> rules.Bonus:
    return rules.Bonus(**_record(raw, {"fact": _name, "each": exact}, {"most": whole}))


FORMULA: Mapping[str, Reader] = {"formula": _word(*rules.FORMULAS), "amount": exact, "of": _counted}
OF_A_CODE: Mapping[str, Reader] = {
    **FORMULA,
    "most": whole,
    "attended": _truth,
    "attendance_points": _truth,
    "discardable": _truth,
}


def _formula(raw: Any) -> rules.Formula:
    return rules.Formula(**_record(raw, {}, FORMULA))


def _absence(raw: Any) -> dict[str, rules.Code]:
    if not isinstance(raw, dict):
        raise _misshapen(raw)
    codes = _together(partial(_code, each) for each in raw.values())
    return dict(zip(raw, codes, strict=True))


def _code(raw: Any) -> rules.Code:
    made = _record(raw, {}, OF_A_CODE)
    own = {key: made.pop(key) for key in FORMULA if key in made}
    return rules.Code(rules.Formula(**own), **made)


def _discards(raw: Any) -> tuple[int, ...]:
    if not isinstance(raw, str) or not PATTERN.fullmatch(raw):
        raise Unreadable(["not_exact"])
    return tuple(int(figure) for figure in raw.split(","))


def _every(raw: Any) -> rules.Every:
    made = _record(raw, {"every": _counted, "from": whole, "of": _word("attended", "held")}, {})
    return rules.Every(made["every"], made["from"], made["of"])


def _trimmed(raw: Any) -> rules.Trimmed:
    if isinstance(raw, dict) and "per" in raw:
        return rules.Trimmed(**_record(raw, {"per": _any_whole}, {}))
    return rules.Trimmed(**_record(raw, {}, {"best": whole, "worst": whole}))


def _minimum(raw: Any) -> Minimum:
    if raw == "as_counted":
        return Minimum(as_counted=True)
    if isinstance(raw, dict):
        return Minimum(rising=_record(raw, {"rising": _rising}, {})["rising"])
    if isinstance(raw, str):
        if not (found := PER_CENT.fullmatch(raw)):
            raise Unreadable(["not_exact"])
        return Minimum(per_cent=int(found[1]))
    return Minimum(number=whole(raw))


CHOOSING: Mapping[str, Reader] = {
    "best_of": _any_whole,
    "discards": _discards,
    "discard_every": _every,
    "rising": _rising,
    "trimmed": _trimmed,
}


def _period(raw: Any) -> rules.Period:
    made = _record(raw, {"name": _name, "first": _meeting, "last": _meeting}, {})
    if made["first"] > made["last"]:
        raise Unreadable(["unknown_value"])
    return rules.Period(**made)


def _year(raw: Any) -> rules.Year:
    if not isinstance(raw, dict):
        raise _misshapen(raw)
    kinds: Mapping[str, Mapping[str, Reader]] = {
        "totals": {"best_of": _any_whole},
        "places": {"best_of": _any_whole, "points": _listed(exact)},
        "meetings": {**CHOOSING, "minimum_attendance": _minimum},
    }
    origin = raw.get("from")
    own = kinds.get(origin, kinds["totals"]) if isinstance(origin, str) else kinds["totals"]
    made = _record(raw, {"from": _word(*rules.YEARS)}, own)
    choosing = Choosing(**{key: made[key] for key in CHOOSING if key in made})
    minimum = made.get("minimum_attendance", Minimum())
    return rules.Year(made["from"], choosing, made.get("points", ()), minimum)


def _finals(raw: Any) -> rules.Finals:
    if isinstance(raw, dict) and raw.get("from") == "table":
        made = _record(raw, {"from": _word("table"), "first": _counted}, {})
        return rules.Finals("table", made["first"])
    made = _record(raw, {"from": _word(*rules.FINALS), "each": _counted}, {"pass_down": _truth})
    return rules.Finals("periods", made["each"], made.get("pass_down", False))


def _division(raw: Any) -> rules.Division:
    return rules.Division(**_record(raw, {"name": _name}, {"up": whole, "down": whole}))


def _roll_over(raw: Any) -> Amount:
    carry: Amount = _record(raw, {}, {"carry": exact}).get("carry", 0)
    return carry


KEYS: Mapping[str, Reader] = {
    "meetings": _meeting,
    "credit_scheme": _word(*rules.SCHEMES),
    "table_points": _listed(exact),
    "table_points_of": _points_of,
    "place_points": _place_points,
    "opening": exact,
    "places_without": _listed(_word(*rules.STATUSES)),
    "attendance_points": exact,
    "attendance_pro_rata": _truth,
    "bonuses": _listed(_bonus),
    "penalties": _word("with_meeting", "always"),
    "wrong_sum": _word("refuse", "not_counted"),
    "absence": _absence,
    "rested": _formula,
    "substitute_policy": _word(*rules.SUBSTITUTES),
    "substitute_fixed": exact,
    "members_needed": whole,
    **CHOOSING,
    "absence_replaces": _truth,
    "aggregate": _word(*rules.AGGREGATES),
    "divide_by": _word("counted", "wanted"),
    "minimum_attendance": _minimum,
    "unqualified": _word("unranked", "after"),
    "criteria": _listed(_word(*rules.CRITERIA)),
    "figures_of": _word("season", "counted"),
    "periods": _listed(_period),
    "year": _year,
    "finals": _finals,
    "divisions": _listed(_division),
    "roll_over": _roll_over,
}


def read_policy(raw: Mapping[str, Any]) -> Policy:
    """Read a policy; raise PolicyRefused with each key that is unknown or cannot be read."""
    made: dict[str, Any] = {}
    faults: list[Fault] = []
    for key, value in raw.items():
        if key not in KEYS:
            faults.append(Fault("unknown_key", key))
        elif value is not None:
            _read_key(key, value, made, faults)
    if faults:
        raise PolicyRefused(faults)
    choosing = Choosing(**{key: made.pop(key) for key in CHOOSING if key in made})
    return Policy(choosing=choosing, **made)


def _read_key(key: str, value: Any, made: dict[str, Any], faults: list[Fault]) -> None:
    try:
        read = KEYS[key](value)
    except Unreadable as unreadable:
        faults += [Fault(code, key) for code in unreadable.codes]
    else:
        made[key] = frozenset(read) if key == "places_without" else read
